/// A telephone number of a region: what the `phone` rule accepts, and how people write it.
///
/// ```swift
/// let phone = PhoneNumber("90 123-45-67", region: "UZ")
/// phone?.e164                              // "+998901234567"
/// phone?.formatted(.international)         // "+998 90 123 45 67"
/// ```
///
/// For Uzbekistan and the countries around it (`PhoneRegion.withRanges`) the number must lie in a
/// range that the country has given out; for any other region its length is checked.
public struct PhoneNumber: Sendable, Hashable {
  /// Two capital letters (ISO 3166-1), of the region that the number was read for.
  public let region: String
  private let callingCode: String
  let digits: PhoneDigits

  /// What a range is for.
  public enum Kind: Sendable, Hashable {
    /// A telephone that stays in one place.
    case fixedLine
    /// A telephone that is carried along.
    case mobile
    /// Fixed or mobile: the range does not tell which.
    case fixedLineOrMobile
    /// Free for the caller.
    case tollFree
    /// Dearer than a usual call: the caller pays for a service.
    case premiumRate
    /// Paid for in part by the caller and in part by the callee.
    case sharedCost
    /// A number that leads to a person wherever they are.
    case personalNumber
    /// Telephony over the Internet.
    case voip
    /// A pager, which takes short messages.
    case pager
    /// One number of a company for all its offices (universal access number).
    case uan
  }

  /// How a number is written.
  public enum Style: Sendable, Hashable {
    /// As inside the region: `90 123 45 67`, in Russia `8 (912) 345-67-89`.
    case national
    /// `+998 90 123 45 67`.
    case international
  }

  /// Reads a number as people type it: with `+` or `00` and the calling code, with the calling
  /// code alone, with the national prefix (`8` in Russia, `0` in Turkey) or without; spaces,
  /// hyphens, dots, slashes and brackets between digits are ignored. Fails when it is no number of
  /// the region; without a region, when it has no `+` or is no number of any.
  public init?(_ text: String, region: String?) {
    var text = text
    guard let found = text.withUTF8({ PhoneNumber($0, region: region) }) else { return nil }
    self = found
  }

  /// The `phone` rule.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>, region: String?) -> Bool {
    PhoneNumber(text, region: region) != nil
  }

  /// The `phone` rule.
  public static func isValid(_ text: String, region: String?) -> Bool {
    PhoneNumber(text, region: region) != nil
  }

  init?(_ text: UnsafeBufferPointer<UInt8>, region: String?) {
    guard let typed = PhoneDigits(typed: text) else { return nil }
    guard let region else {
      guard typed.isInternational else { return nil }
      guard let found = PhoneRegion.all.lazy.compactMap({ Self.match(typed, $0) }).first else {
        return nil
      }
      self = found
      return
    }
    guard let region = PhoneRegion.named(region), let found = Self.match(typed, region) else {
      return nil
    }
    self = found
  }

  private init(_ digits: PhoneDigits, _ region: PhoneRegion) {
    self.region = region.id
    callingCode = region.callingCode
    self.digits = digits
  }

  private static func match(_ typed: PhoneDigits, _ region: PhoneRegion) -> PhoneNumber? {
    if typed.isInternational {
      guard let national = typed.dropping(prefix: region.callingCode), region.holds(national) else {
        return nil
      }
      return PhoneNumber(national, region)
    }
    let candidates = [
      typed, typed.dropping(prefix: region.nationalPrefix),
      typed.dropping(prefix: region.callingCode),
    ]
    for candidate in candidates.compactMap({ $0 }) where region.holds(candidate) {
      return PhoneNumber(candidate, region)
    }
    return nil
  }

  // MARK: - What it is

  /// `+`, calling code and national number without separators (ITU-T E.164): the value that the
  /// `phone` rule submits.
  public var e164: String { "+" + callingCode + digits.text }

  /// What the number's range is for; nil where only lengths are known.
  public var kind: Kind? { PhoneRegion.named(region)?.kind(of: digits) }

  /// The number as people write it; the digits alone where the region's way is not known.
  public func formatted(_ style: Style) -> String {
    let writing = PhoneRegion.named(region)?.writing(of: digits)
    switch style {
    case .national:
      return writing?.national(digits) ?? digits.text
    case .international:
      return "+" + callingCode + " " + (writing?.international(digits) ?? digits.text)
    }
  }
}

/// The digits of a number, at most 19, in two words: they leave no trace on the heap.
struct PhoneDigits: Sendable, Hashable {
  private var value: UInt64 = 0
  private(set) var count = 0
  /// Whether the calling code comes first, by a `+` or `00`.
  private(set) var isInternational = false

  private init() {}

  /// Digits and separators; nil when there is anything else, or too many digits.
  init?(typed text: UnsafeBufferPointer<UInt8>) {
    let text = text.trimmed
    var index = 0
    if text.first == UInt8(ascii: "+") {
      isInternational = true
      index = 1
    }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard append(byte) else { return nil }
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"),
        UInt8(ascii: "("), UInt8(ascii: ")"):
        break
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0:
        // The no-break space of formatted numbers.
        index += 1
      default:
        return nil
      }
      index += 1
    }
    if !isInternational, let rest = dropping(prefix: "00") {
      self = rest
      isInternational = true
    }
  }

  private mutating func append(_ byte: UInt8) -> Bool {
    guard count < 19 else { return false }
    value = value * 10 + UInt64(CharacterClass.digit(byte))
    count += 1
    return true
  }

  /// The digit at a place from the left.
  subscript(_ place: Int) -> Int {
    var rest = value
    for _ in place..<(count - 1) { rest /= 10 }
    return Int(rest % 10)
  }

  /// The digits after a prefix; nil when they do not start with it or it is empty.
  func dropping(prefix: String) -> PhoneDigits? {
    guard !prefix.isEmpty, prefix.utf8.count < count else { return nil }
    var place = 0
    for byte in prefix.utf8 {
      guard self[place] == CharacterClass.digit(byte) else { return nil }
      place += 1
    }
    var rest = PhoneDigits()
    for place in place..<count { _ = rest.append(UInt8(ascii: "0") + UInt8(self[place])) }
    return rest
  }

  /// The digits of a range of places.
  func text(_ range: Range<Int>) -> String {
    var text = ""
    for place in range { text += String(self[place]) }
    return text
  }

  var text: String { text(0..<count) }
}
