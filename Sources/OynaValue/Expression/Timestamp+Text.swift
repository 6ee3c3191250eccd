extension Timestamp {
  /// Reads RFC 3339 §5.6, with `Z` or an offset; fails on anything else and outside the range.
  public init?(_ text: String) {
    var reader = TimeTextReader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take(UInt8(ascii: "-")),
      let month = reader.number(2), reader.take(UInt8(ascii: "-")),
      let day = reader.number(2),
      reader.take(UInt8(ascii: "T")) || reader.take(UInt8(ascii: "t")),
      let hour = reader.number(2), reader.take(UInt8(ascii: ":")),
      let minute = reader.number(2), reader.take(UInt8(ascii: ":")),
      let second = reader.number(2),
      let nanoseconds = reader.fraction(),
      let offset = reader.zoneOffset(), reader.isAtEnd,
      let date = CalendarDay(year: year, month: month, day: day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(seconds: seconds - Int64(offset), nanoseconds: nanoseconds)
  }

  /// RFC 3339 in UTC, with as many digits of the second as are needed.
  public var text: String {
    let parts = TimeParts(self, offset: 0)
    var bytes: [UInt8] = []
    TimeTextWriter.append(parts.date.year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    TimeTextWriter.append(parts.date.month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    TimeTextWriter.append(parts.date.day, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    TimeTextWriter.append(parts.hour, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    TimeTextWriter.append(parts.minute, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    TimeTextWriter.append(parts.second, digits: 2, to: &bytes)
    TimeTextWriter.append(fraction: Int(nanoseconds), to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TimeSpan {
  /// Reads what Go's `ParseDuration` reads, as cel-spec asks: `1h30m`, `-1.5s`, `100ms`, `0`.
  /// Units: h, m, s, ms, us (µs), ns. Fails on anything else and outside the range.
  public init?(_ text: String) {
    var reader = TimeTextReader(bytes: Array(text.utf8))
    let isNegative = reader.take(UInt8(ascii: "-"))
    if !isNegative { _ = reader.take(UInt8(ascii: "+")) }
    if reader.isLone(UInt8(ascii: "0")) {
      self.init(seconds: 0, nanoseconds: 0)
      return
    }
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    repeat {
      guard let part = reader.durationPart() else { return nil }
      let (sum, overflow) = seconds.addingReportingOverflow(part.seconds)
      guard !overflow else { return nil }
      seconds = sum
      nanoseconds += part.nanoseconds
      guard seconds <= Self.secondsRange.upperBound, nanoseconds <= 1 << 60 else { return nil }
    } while !reader.isAtEnd
    self.init(
      normalizing: isNegative ? -seconds : seconds,
      nanoseconds: isNegative ? -nanoseconds : nanoseconds)
  }

  /// The span in seconds: `5400s`, `-1.5s`.
  public var text: String {
    var bytes: [UInt8] = []
    if seconds < 0 || nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: String(seconds.magnitude).utf8)
    TimeTextWriter.append(fraction: Int(nanoseconds.magnitude), to: &bytes)
    bytes.append(UInt8(ascii: "s"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

private enum TimeTextWriter {
  static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// `.5` for 500,000,000; nothing for 0.
  static func append(fraction nanoseconds: Int, to bytes: inout [UInt8]) {
    guard nanoseconds > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    append(nanoseconds, digits: 9, to: &bytes)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }
}

/// Reads the parts of timestamps, durations and offsets.
struct TimeTextReader {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }

  func isLone(_ byte: UInt8) -> Bool { index == bytes.count - 1 && bytes[index] == byte }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Exactly so many digits.
  mutating func number(_ digits: Int) -> Int? {
    guard index + digits <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[index..<(index + digits)] {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    index += digits
    return number
  }

  /// Nanoseconds of `.123`; 0 when there is no point, nil when no digit follows it.
  mutating func fraction() -> Int32? {
    guard take(UInt8(ascii: ".")) else { return 0 }
    var nanoseconds: Int32 = 0
    var scale: Int32 = 100_000_000
    let start = index
    while index < bytes.count, bytes[index].isDigit {
      nanoseconds += Int32(bytes[index] - UInt8(ascii: "0")) * scale
      scale /= 10
      index += 1
    }
    return index > start ? nanoseconds : nil
  }

  /// Seconds east of UTC: `Z`, `+05:00`.
  mutating func zoneOffset() -> Int? {
    if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return 0 }
    let isNegative = take(UInt8(ascii: "-"))
    guard isNegative || take(UInt8(ascii: "+")), let hours = number(2),
      take(UInt8(ascii: ":")), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return isNegative ? -offset : offset
  }

  /// A decimal number with a unit.
  mutating func durationPart() -> (seconds: Int64, nanoseconds: Int64)? {
    var whole: Int64 = 0
    let start = index
    while index < bytes.count, bytes[index].isDigit {
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(
        Int64(bytes[index] - UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      whole = sum
      index += 1
    }
    let hasDigits = index > start
    let hasPoint = index < bytes.count && bytes[index] == UInt8(ascii: ".")
    // Nine digits of the fraction; what is beyond them is under a nanosecond of every unit but
    // minutes and hours, where it is under a microsecond.
    guard let fraction = fractionOrPoint(hasPoint: hasPoint, hasDigits: hasDigits),
      let unit = unit()
    else { return nil }
    let (seconds, overflow) = whole.multipliedReportingOverflow(by: unit.seconds)
    if unit.seconds > 0 {
      guard !overflow else { return nil }
      let part = Int64(fraction) * unit.seconds
      return (seconds + part / 1_000_000_000, part % 1_000_000_000)
    }
    let perSecond = 1_000_000_000 / unit.nanoseconds
    return (
      whole / perSecond,
      whole % perSecond * unit.nanoseconds
        + Int64(fraction) * unit.nanoseconds / 1_000_000_000
    )
  }

  private mutating func fractionOrPoint(hasPoint: Bool, hasDigits: Bool) -> Int32? {
    guard hasPoint else { return hasDigits ? 0 : nil }
    if let fraction = fraction() { return fraction }
    return hasDigits ? 0 : nil
  }

  private mutating func unit() -> (seconds: Int64, nanoseconds: Int64)? {
    let start = index
    while index < bytes.count, !bytes[index].isDigit, bytes[index] != UInt8(ascii: ".") {
      index += 1
    }
    switch String(decoding: bytes[start..<index], as: UTF8.self) {
    case "h": return (3600, 0)
    case "m": return (60, 0)
    case "s": return (1, 0)
    case "ms": return (0, 1_000_000)
    case "us", "µs", "μs": return (0, 1000)
    case "ns": return (0, 1)
    default: return nil
    }
  }
}
