/// A second net under the types: finds what looks like a card number, a card's security code, a
/// passport or a password in the bytes of a body. A guard, not the guarantee.
public enum SensitiveScan {
  /// What was found; never the text itself.
  public enum Finding: Sendable, Hashable {
    /// A member or form field of this name.
    case name(String)
    /// 13 to 19 digits, alone or grouped as on a card, with a valid Luhn check digit.
    case cardNumber
    /// A line of a passport's machine-readable zone (ICAO 9303).
    case passportLine
  }

  /// Names that hold a secret, without their `_`, `-`, spaces and case.
  private static let names: Set<String> = [
    "cvv", "cvv2", "cvc", "cvc2", "csc", "cid", "cardcode", "securitycode", "pan", "cardnumber",
    "cardpan", "passport", "passportnumber", "passportseries", "password", "passwd", "pincode",
    "cardpin", "track1", "track2",
  ]

  /// True for the name of a member that would hold a secret.
  public static func isSensitive(name: String) -> Bool {
    names.contains(normalized(Array(name.utf8)[...]))
  }

  /// - Complexity: O(bytes).
  public static func firstFinding(in bytes: [UInt8]) -> Finding? {
    sensitiveName(in: bytes) ?? digits(in: bytes) ?? passportLine(in: bytes)
  }

  // MARK: Names

  /// Looks at each run of letters and digits that is followed by `":` (JSON) or `=` (a form).
  private static func sensitiveName(in bytes: [UInt8]) -> Finding? {
    var index = 0
    while index < bytes.count {
      guard isNamePart(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isNamePart(bytes[index]) { index += 1 }
      guard index - start <= 32, endsName(bytes, at: index) else { continue }
      let name = normalized(bytes[start..<index])
      if names.contains(name) { return .name(name) }
    }
    return nil
  }

  private static func endsName(_ bytes: [UInt8], at end: Int) -> Bool {
    guard end < bytes.count else { return false }
    if bytes[end] == UInt8(ascii: "=") { return true }
    guard bytes[end] == UInt8(ascii: "\"") else { return false }
    var next = end + 1
    while next < bytes.count, isSpace(bytes[next]) { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }

  private static func normalized(_ bytes: ArraySlice<UInt8>) -> String {
    var name: [UInt8] = []
    for byte in bytes where isLetterOrDigit(byte) {
      name.append(65...90 ~= byte ? byte + 32 : byte)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  // MARK: Card numbers

  /// Tries a card number at each digit that begins a run; UUIDs are passed over whole, as their
  /// groups of digits are many and random.
  private static func digits(in bytes: [UInt8]) -> Finding? {
    var index = 0
    while index < bytes.count {
      guard isLetterOrDigit(bytes[index]) else {
        index += 1
        continue
      }
      if isUUID(bytes, at: index) {
        index += 36
        continue
      }
      if isDigit(bytes[index]), isCardNumber(bytes, at: index) { return .cardNumber }
      while index < bytes.count, isLetterOrDigit(bytes[index]) { index += 1 }
    }
    return nil
  }

  private static func isUUID(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 36 <= bytes.count else { return false }
    for place in 0..<36 {
      let byte = bytes[start + place]
      let isDash = place == 8 || place == 13 || place == 18 || place == 23
      guard isDash ? byte == UInt8(ascii: "-") : isHexDigit(byte) else { return false }
    }
    return start + 36 == bytes.count || !isLetterOrDigit(bytes[start + 36])
  }

  /// True when 13 to 19 digits with a valid check digit begin here, in one piece or in groups.
  private static func isCardNumber(_ bytes: [UInt8], at start: Int) -> Bool {
    var digits: [Int] = []
    var groups = [0]
    var index = start
    while index < bytes.count, digits.count <= 19 {
      if isDigit(bytes[index]) {
        digits.append(Int(bytes[index]) - 48)
        groups[groups.count - 1] += 1
        index += 1
        continue
      }
      if isLetterOrDigit(bytes[index]) { return false }
      if isCard(digits, groups) { return true }
      let isSeparator = bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "-")
      guard isSeparator, index + 1 < bytes.count, isDigit(bytes[index + 1]) else { return false }
      groups.append(0)
      index += 1
    }
    return isCard(digits, groups)
  }

  private static func isCard(_ digits: [Int], _ groups: [Int]) -> Bool {
    guard 13...19 ~= digits.count, groups.count == 1 || isCardGrouping(groups),
      digits.contains(where: { $0 != 0 })
    else { return false }
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let doubled = digit * 2
      sum += place.isMultiple(of: 2) ? digit : doubled > 9 ? doubled - 9 : doubled
    }
    return sum.isMultiple(of: 10)
  }

  /// 4-4-4-4 and longer, 4-6-5, 4-6-4, 6-13 as printed on cards (ISO/IEC 7812).
  private static func isCardGrouping(_ groups: [Int]) -> Bool {
    switch groups {
    case [4, 6, 5], [4, 6, 4], [6, 13], [8, 8], [4, 4, 5], [4, 5, 6]: true
    default: groups.count >= 4 && groups.dropLast().allSatisfy { $0 == 4 }
    }
  }

  // MARK: Passports

  /// A run of capitals, digits and `<` that is as long as a line of TD1, TD2 or TD3 and has the
  /// double filler between the names or after the number.
  private static func passportLine(in bytes: [UInt8]) -> Finding? {
    var start = 0
    var fillers = 0
    for index in 0...bytes.count {
      if index < bytes.count, isPassportCharacter(bytes[index]) {
        if bytes[index] == UInt8(ascii: "<") { fillers += 1 }
        continue
      }
      let length = index - start
      if fillers >= 2, length == 30 || length == 36 || length == 44 { return .passportLine }
      start = index + 1
      fillers = 0
    }
    return nil
  }

  private static func isPassportCharacter(_ byte: UInt8) -> Bool {
    isDigit(byte) || 65...90 ~= byte || byte == UInt8(ascii: "<")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || 65...90 ~= byte || 97...122 ~= byte
  }
  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || 65...70 ~= byte || 97...102 ~= byte
  }
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
