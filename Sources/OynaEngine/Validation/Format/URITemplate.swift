/// Templates of identifiers (RFC 6570): `/users/{id}{?page,size}`.
public enum URITemplate {
  /// Whether a text is a template, by the grammar of RFC 6570 §2, with the operators of all four
  /// levels; the operators that are reserved for later (`=,!@|`) are refused.
  public static func isValid(_ text: String) -> Bool {
    text.passes { text in
      var index = 0
      while index < text.count {
        if text[index] == UInt8(ascii: "{") {
          guard let end = text[index...].firstIndex(of: UInt8(ascii: "}")),
            isExpression(text.part((index + 1)..<end))
          else { return false }
          index = end + 1
        } else if text[index] == UInt8(ascii: "%") {
          guard isEscape(text, index) else { return false }
          index += 3
        } else {
          guard isLiteral(text[index]) else { return false }
          index += 1
        }
      }
      return true
    }
  }

  private static func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{")...0x7F:
      // Of { | } and ~ only the tilde is a literal.
      return byte == UInt8(ascii: "~")
    default:
      return true
    }
  }

  private static func isEscape(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index + 2 < text.count && CharacterClass.isHexadecimal(text[index + 1])
      && CharacterClass.isHexadecimal(text[index + 2])
  }

  private static func isExpression(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    let hasOperator: Bool
    switch first {
    case UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "&"):
      hasOperator = true
    default:
      hasOperator = false
    }
    return text[(hasOperator ? 1 : 0)...]
      .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .allSatisfy { isVariable(UnsafeBufferPointer(rebasing: $0)) }
  }

  /// A name of letters, digits, `_` and escapes, with single dots between; perhaps `*`, or `:` and
  /// a length of 1 to 9999.
  private static func isVariable(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    var isAfterDot = true
    loop: while index < text.count {
      switch text[index] {
      case UInt8(ascii: "%"):
        guard isEscape(text, index) else { return false }
        index += 2
        isAfterDot = false
      case UInt8(ascii: "."):
        guard !isAfterDot else { return false }
        isAfterDot = true
      case UInt8(ascii: "_"):
        isAfterDot = false
      default:
        guard CharacterClass.isAlphanumeric(text[index]) else { break loop }
        isAfterDot = false
      }
      index += 1
    }
    guard index > 0, !isAfterDot else { return false }
    let modifier = text.part(from: index)
    if modifier.isEmpty || modifier.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) {
      return true
    }
    guard modifier[0] == UInt8(ascii: ":"), (2...5) ~= modifier.count,
      modifier[1] != UInt8(ascii: "0")
    else { return false }
    return modifier[1...].allSatisfy(CharacterClass.isDigit)
  }
}
