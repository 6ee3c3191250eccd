/// The formats that rules name, as checks of UTF-8 bytes that are not empty.
///
/// Stand-ins until `Validation/Format` lands; the engine calls nothing but these.
enum FormatCheck {
  /// HTML's email grammar, at most 64 bytes before the sign and 254 in all.
  static func email(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = text.firstIndex(of: UInt8(ascii: "@")), (1...64).contains(at),
      text.count <= 254, text.count > at + 1
    else { return false }
    let local = text[..<at]
    let domain = text[(at + 1)...]
    let isLocal = local.allSatisfy {
      isAlphanumeric($0) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0)
    }
    let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return isLocal
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
          && label.last != UInt8(ascii: "-")
          && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      }
  }

  static func url(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for scheme in ["http://", "https://"] where text.starts(with: scheme.utf8) {
      return text.count > scheme.utf8.count && !text.contains { $0 <= 0x20 || $0 == 0x7F }
    }
    return false
  }

  static func phone(_ text: UnsafeBufferPointer<UInt8>, region: String?) -> Bool {
    let digits = text.filter { (0x30...0x39).contains($0) }
    let others = text.filter { !(0x30...0x39).contains($0) }
    guard others.allSatisfy({ "+ -()".utf8.contains($0) }) else { return false }
    if region == "UZ" {
      return digits.count == 12 && digits.starts(with: "998".utf8) || digits.count == 9
    }
    return (7...15).contains(digits.count)
  }

  /// ISO/IEC 7812-1 annex B; spaces and dashes are skipped, all zeros refused.
  static func luhn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = text.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") }
    guard digits.count > 1, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.contains(where: { $0 != 0x30 })
    else { return false }
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = Int(digit - 0x30) * (place % 2 == 1 ? 2 : 1)
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }

  static func iban(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (15...34).contains(text.filter { $0 != 0x20 }.count)
  }

  static func inn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 9 && text.allSatisfy { (0x30...0x39).contains($0) }
  }

  static func pinfl(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 14 && text.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
