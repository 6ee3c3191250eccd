/// JSON Pointer (RFC 6901): the path of a value in a document.
public enum JSONPointer {
  /// A key as a token: `~` is `~0`, `/` is `~1`.
  public static func token(_ key: String) -> String {
    var key = key
    return key.withUTF8 { token($0) }
  }

  static func token(_ key: UnsafeBufferPointer<UInt8>) -> String {
    guard key.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return String(decoding: key, as: UTF8.self)
    }
    var token: [UInt8] = []
    for byte in key {
      switch byte {
      case UInt8(ascii: "~"): token += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): token += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: token.append(byte)
      }
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// Whether a text is a pointer (RFC 6901 §3): empty, or tokens that each follow a `/`, with no
  /// `~` but in `~0` and `~1`.
  public static func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isValid($0[...]) }
  }

  /// Whether a text is a relative pointer (draft-bhutton-relative-json-pointer-00 §3): how many
  /// levels up, perhaps a shift among elements, then a pointer or `#`.
  public static func isRelative(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      var rest = text[...]
      guard dropNumber(&rest) else { return false }
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest.removeFirst()
        guard rest.first != UInt8(ascii: "0"), dropNumber(&rest) else { return false }
      }
      return rest.elementsEqual(CollectionOfOne(UInt8(ascii: "#"))) || isValid(rest)
    }
  }

  private static func isValid(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = text.first else { return true }
    guard first == UInt8(ascii: "/") else { return false }
    var isAfterTilde = false
    for byte in text {
      if isAfterTilde, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
      isAfterTilde = byte == UInt8(ascii: "~")
    }
    return !isAfterTilde
  }

  /// Drops digits without a leading zero; false when there are none.
  private static func dropNumber(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }
    guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0") else {
      return false
    }
    rest = rest.dropFirst(digits.count)
    return true
  }
}
