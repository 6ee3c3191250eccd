/// The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header-07 §2.1): a structured
/// field string in double quotes. A bare key is taken too; both forms are the same key.
struct IdempotencyKey: Sendable, Hashable {
  let text: String

  enum Failure: Error { case missing, invalid }

  /// As it stands in a header: a structured field string.
  var header: String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Throws `missing` without the header, and `invalid` for two headers, an empty key, one of more
  /// than 255 characters, or one with anything but printable ASCII.
  init(_ headers: HTTPFields) throws(Failure) {
    let values = headers.values("idempotency-key")
    guard let value = values.first else { throw .missing }
    guard values.count == 1, let key = Self.unquote(value), !key.isEmpty, key.utf8.count <= 255,
      key.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { throw .invalid }
    text = key
  }

  /// A key that was read before; nil for text that is none.
  init?(_ text: String) {
    guard (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    self.text = text
  }

  /// The content of a quoted string with its escapes resolved (RFC 9651 §4.2.5), or a bare key,
  /// which holds no space, quote, comma or semicolon. Nil when it is neither.
  private static func unquote(_ value: String) -> String? {
    var text = Substring(value)
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    guard text.first == "\"" else {
      let isBare = text.utf8.allSatisfy { byte in
        !(byte == 0x20 || byte == 0x22 || byte == 0x2C || byte == 0x3B || byte == 0x5C)
      }
      return isBare ? String(text) : nil
    }
    var key = ""
    var isEscaped = false
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"" where !isEscaped: return rest.isEmpty ? key : nil
      case "\\" where !isEscaped: isEscaped = true
      case "\"", "\\":
        key.append(character)
        isEscaped = false
      default:
        guard !isEscaped else { return nil }
        key.append(character)
      }
    }
    return nil
  }
}
