/// Names of hosts: the ASCII form of RFC 1123 and the international form of IDNA 2008.
public enum Hostname {
  /// A host name as JSON Schema's `hostname` means it (RFC 1123 §2.1): labels of 1 to 63 letters,
  /// digits and hyphens, no hyphen at an end, dots between, at most 253 bytes; a label that starts
  /// with `xn--` stands for an international one, which must be right.
  public static func isValid(_ text: String) -> Bool {
    text.passes { text in
      guard text.count <= 253, areLabels(text) else { return false }
      return text.split(separator: UInt8(ascii: ".")).allSatisfy { label in
        let label = UnsafeBufferPointer(rebasing: label)
        return !InternationalLabel.isEncoded(label) || InternationalLabel.isRight(encoded: label)
      }
    }
  }

  /// A host in an address of the web: as above, perhaps with a dot at its end, and the last label
  /// not all digits, for then it would be an address of version 4.
  public static func isHost(_ text: String) -> Bool { text.passes(isHost) }

  static func isHost(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var name = text
    if name.last == UInt8(ascii: ".") { name = name.part(0..<(name.count - 1)) }
    guard text.count <= 253, areLabels(name) else { return false }
    let start = (name.lastIndex(of: UInt8(ascii: ".")) ?? -1) + 1
    return !name[start...].allSatisfy(CharacterClass.isDigit)
  }

  /// An international host name (`idn-hostname`: RFC 5890 to 5893, without the rule for mixed
  /// directions of RFC 5893 and without the check for normal form C): labels as they are read, or
  /// encoded, separated by `.` or one of the full stops of East Asia. At most 253 bytes encoded.
  public static func isInternational(_ text: String) -> Bool {
    var length = -1
    for label in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isDot)
    {
      guard let bytes = InternationalLabel.encodedLength(Array(label)) else { return false }
      length += bytes + 1
    }
    return length <= 253
  }

  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}": true
    default: false
    }
  }

  /// One label or more, with dots between.
  static func areLabels(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    for index in 0...text.count {
      guard index == text.count || text[index] == UInt8(ascii: ".") else { continue }
      guard isLabel(text.part(start..<index)) else { return false }
      start = index + 1
    }
    return true
  }

  static func isLabel(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (1...63) ~= text.count, text.first != UInt8(ascii: "-"), text.last != UInt8(ascii: "-")
    else { return false }
    return text.allSatisfy { CharacterClass.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }
}
