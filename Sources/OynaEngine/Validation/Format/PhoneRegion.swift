/// A region's numbering plan: calling code, ranges and ways of writing.
public struct PhoneRegion: Sendable {
  /// Two capital letters (ISO 3166-1).
  public let id: String
  /// Digits after the `+`.
  public let callingCode: String
  /// What is dialled before a national number inside the region; empty where there is none.
  let nationalPrefix: String
  let ranges: [PhoneRange]
  let writings: [PhoneWriting]
  /// Bit n: a national number may have n digits. Counts where there are no ranges.
  let lengths: UInt32

  init(
    id: String, callingCode: String, nationalPrefix: String, ranges: [PhoneRange],
    writings: [PhoneWriting]
  ) {
    self.id = id
    self.callingCode = callingCode
    self.nationalPrefix = nationalPrefix
    self.ranges = ranges
    self.writings = writings
    lengths = 0
  }

  private init(id: String, callingCode: String, lengths: UInt32) {
    self.id = id
    self.callingCode = callingCode
    nationalPrefix = "0"
    ranges = []
    writings = []
    self.lengths = lengths
  }

  /// Every region: those with ranges first.
  public static let all: [PhoneRegion] = withRanges + regionsWithLengths()

  /// The region with an id; nil when there is none.
  public static func named(_ id: String) -> PhoneRegion? {
    withRanges.first { $0.id == id } ?? all.first { $0.id == id }
  }

  /// Whether a national number is one of the region's.
  func holds(_ digits: PhoneDigits) -> Bool {
    ranges.isEmpty
      ? digits.count < 18 && lengths >> UInt32(digits.count) & 1 == 1
      : ranges.contains { $0.holds(digits) }
  }

  func kind(of digits: PhoneDigits) -> PhoneNumber.Kind? {
    let kinds = ranges.filter { $0.holds(digits) }.map { $0.kind }
    // The order of libphonenumber: the special kinds before the plain ones, of which a range may
    // be for both.
    let special: [PhoneNumber.Kind] = [
      .premiumRate, .tollFree, .sharedCost, .voip, .personalNumber, .pager, .uan,
    ]
    if let kind = special.first(where: { kinds.contains($0) }) { return kind }
    let isFixed = kinds.contains(.fixedLine)
    let isMobile = kinds.contains(.mobile)
    return isFixed && isMobile
      ? .fixedLineOrMobile : isFixed ? .fixedLine : isMobile ? .mobile : nil
  }

  func writing(of digits: PhoneDigits) -> PhoneWriting? {
    writings.first { $0.fits(digits) }
  }

  /// Reads `AE 971 5,6,7;…`.
  private static func regionsWithLengths() -> [PhoneRegion] {
    var regions: [PhoneRegion] = []
    let table = UnsafeBufferPointer(
      start: withLengths.utf8Start, count: withLengths.utf8CodeUnitCount)
    for row in table.split(separator: UInt8(ascii: ";")) {
      let parts = row.split(separator: UInt8(ascii: " "))
      guard parts.count == 3 else { continue }
      var lengths: UInt32 = 0
      for length in parts[2].split(separator: UInt8(ascii: ",")) {
        var bit: UInt32 = 0
        for byte in length { bit = bit * 10 + UInt32(CharacterClass.digit(byte)) }
        lengths |= 1 << bit
      }
      regions.append(
        PhoneRegion(
          id: String(decoding: parts[0], as: UTF8.self),
          callingCode: String(decoding: parts[1], as: UTF8.self), lengths: lengths))
    }
    return regions
  }
}

/// Numbers of one kind and length that start with one of some prefixes.
struct PhoneRange: Sendable {
  let kind: PhoneNumber.Kind
  let length: Int
  /// Separated by spaces: digits, and classes of digits such as `[0-24]`.
  let prefixes: StaticString

  init(_ kind: PhoneNumber.Kind, length: Int, prefixes: StaticString) {
    self.kind = kind
    self.length = length
    self.prefixes = prefixes
  }

  func holds(_ digits: PhoneDigits) -> Bool {
    digits.count == length && PhonePrefixes.match(prefixes, digits)
  }
}

/// How numbers with some prefixes are written.
struct PhoneWriting: Sendable {
  let prefixes: StaticString
  /// Digits of each group; the last takes what is left.
  let groups: [Int]
  /// Between the groups.
  let joints: [String]
  /// Inside the region `#` stands for the first group: `8 (#)`.
  let nationalLead: String
  /// Whether the groups are for inside the region only: abroad the digits stand together.
  let isNationalOnly: Bool

  init(
    prefixes: StaticString, groups: [Int], joints: [String], nationalLead: String,
    isNationalOnly: Bool = false
  ) {
    self.prefixes = prefixes
    self.groups = groups
    self.joints = joints
    self.nationalLead = nationalLead
    self.isNationalOnly = isNationalOnly
  }

  func fits(_ digits: PhoneDigits) -> Bool {
    let total = groups.reduce(0, +)
    return digits.count >= total && digits.count <= total + 1
      && PhonePrefixes.match(prefixes, digits)
  }

  func international(_ digits: PhoneDigits) -> String {
    isNationalOnly ? digits.text : written(digits, lead: "#")
  }

  func national(_ digits: PhoneDigits) -> String { written(digits, lead: nationalLead) }

  private func written(_ digits: PhoneDigits, lead: String) -> String {
    var text = ""
    var start = 0
    for (place, size) in groups.enumerated() {
      let end = place == groups.count - 1 ? digits.count : start + size
      let group = digits.text(start..<end)
      if place == 0 {
        for character in lead { text += character == "#" ? group : String(character) }
      } else {
        text += joints[place - 1] + group
      }
      start = end
    }
    return text
  }
}

/// Lists of prefixes such as `33 [25]0 6122[01]`.
enum PhonePrefixes {
  /// Whether digits start with one of the prefixes. One scan of the list, without allocation.
  static func match(_ prefixes: StaticString, _ digits: PhoneDigits) -> Bool {
    let text = UnsafeBufferPointer(start: prefixes.utf8Start, count: prefixes.utf8CodeUnitCount)
    var index = 0
    while index < text.count {
      var place = 0
      var isMatch = true
      while index < text.count, text[index] != UInt8(ascii: " ") {
        let isIn = place < digits.count && takes(text, &index, digits[place])
        if place >= digits.count { skip(text, &index) }
        isMatch = isMatch && isIn
        place += 1
      }
      if isMatch { return true }
      index += 1
    }
    return false
  }

  private static func skip(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    _ = takes(text, &index, 0)
  }

  /// Whether the digit or class at `index` holds a digit; moves past it.
  private static func takes(
    _ text: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ digit: Int
  ) -> Bool {
    guard text[index] == UInt8(ascii: "[") else {
      defer { index += 1 }
      return CharacterClass.digit(text[index]) == digit
    }
    index += 1
    var isIn = false
    while text[index] != UInt8(ascii: "]") {
      let low = CharacterClass.digit(text[index])
      var high = low
      if text[index + 1] == UInt8(ascii: "-") {
        high = CharacterClass.digit(text[index + 2])
        index += 2
      }
      index += 1
      isIn = isIn || (low...high) ~= digit
    }
    index += 1
    return isIn
  }
}
