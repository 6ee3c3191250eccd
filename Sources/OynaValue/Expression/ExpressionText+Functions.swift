/// The strings extension: positions count code points (cel-go `ext/strings`, cel-spec
/// `string_ext`).
extension ExpressionCall {
  func text(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    if function == .join { return .string(try join(&frame)) }
    guard case .string(let text) = arguments.first else { throw noSuchOverload }
    // Every function below reads its text once, or a small number of times.
    try frame.charge(bytes: text.utf8.count, at: offset)
    switch function {
    case .charAt: return .string(try charAt(text))
    case .indexOf: return .int(try indexOf(text, &frame))
    case .lastIndexOf: return .int(try lastIndexOf(text, &frame))
    case .replace: return .string(try replace(text, &frame))
    case .split: return .list(try split(text, &frame))
    case .substring: return .string(try substring(text))
    default:
      guard arguments.count == 1 else { throw noSuchOverload }
      return .string(simple(text))
    }
  }

  /// The functions of one text alone.
  private func simple(_ text: String) -> String {
    switch function {
    case .lowerAscii:
      String(
        decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    case .upperAscii:
      String(
        decoding: text.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
    case .trim: trimmed(text)
    case .quote: quoted(text)
    default: reversed(text)
    }
  }

  private func integer(_ index: Int) throws(EvaluationFailure) -> Int? {
    guard index < arguments.count else { return nil }
    guard case .int(let value) = arguments[index] else { throw noSuchOverload }
    return Int(clamping: value)
  }

  private func string(_ index: Int) throws(EvaluationFailure) -> String {
    guard index < arguments.count, case .string(let value) = arguments[index] else {
      throw noSuchOverload
    }
    return value
  }

  private func require(count range: ClosedRange<Int>) throws(EvaluationFailure) {
    guard range.contains(arguments.count) else { throw noSuchOverload }
  }

  // MARK: Positions

  /// The byte at which the code point with this number begins; the end for their count; nil past
  /// that.
  private func place(_ position: Int, in text: String) -> String.UTF8View.Index? {
    guard position >= 0 else { return nil }
    let scalars = text.unicodeScalars
    return scalars.index(scalars.startIndex, offsetBy: position, limitedBy: scalars.endIndex)
  }

  private func charAt(_ text: String) throws(EvaluationFailure) -> String {
    try require(count: 2...2)
    guard let position = try integer(1), let place = place(position, in: text) else {
      throw failure(.indexOutOfRange)
    }
    return place == text.endIndex ? "" : String(text.unicodeScalars[place])
  }

  private func substring(_ text: String) throws(EvaluationFailure) -> String {
    try require(count: 2...3)
    guard let start = try integer(1), let startPlace = place(start, in: text) else {
      throw failure(.indexOutOfRange)
    }
    guard let end = try integer(2) else { return String(text.unicodeScalars[startPlace...]) }
    guard end >= start, let endPlace = place(end, in: text) else {
      throw failure(.indexOutOfRange)
    }
    return String(text.unicodeScalars[startPlace..<endPlace])
  }

  private func indexOf(
    _ text: String, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Int64 {
    try require(count: 2...3)
    let part = try string(1)
    let start = try integer(2) ?? 0
    guard let startPlace = place(start, in: text) else { throw failure(.indexOutOfRange) }
    let rest = Array(text.utf8[startPlace...])
    var search = TextSearch(rest, for: Array(part.utf8))
    try frame.charge(bytes: search.cost, at: offset)
    guard let found = search.next() else { return -1 }
    return Int64(start + scalarCount(rest[..<found]))
  }

  /// The last match that begins at the position given, or before it.
  private func lastIndexOf(
    _ text: String, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Int64 {
    try require(count: 2...3)
    let part = try string(1)
    let limit = try integer(2)
    if let limit, place(limit, in: text) == nil { throw failure(.indexOutOfRange) }
    if part.isEmpty { return Int64(limit ?? text.unicodeScalars.count) }
    // From the end: the last match is the first of both texts reversed.
    let bytes = Array(text.utf8)
    var end = bytes.count
    if let limit, let place = place(limit, in: text) {
      let start = text.utf8.distance(from: text.startIndex, to: place)
      end = min(end, start + part.utf8.count)
    }
    var search = TextSearch(bytes[..<end].reversed(), for: part.utf8.reversed())
    try frame.charge(bytes: search.cost, at: offset)
    guard let found = search.next() else { return -1 }
    return Int64(scalarCount(bytes[..<(end - found - part.utf8.count)]))
  }

  private func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  // MARK: Parts

  private func join(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> String {
    try require(count: 1...2)
    guard case .list(let elements) = arguments[0] else { throw noSuchOverload }
    let separator = arguments.count == 2 ? try string(1) : ""
    var result = ""
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element else { throw noSuchOverload }
      try frame.charge(bytes: text.utf8.count + separator.utf8.count, at: offset)
      if index > 0 { result += separator }
      result += text
    }
    return result
  }

  private func replace(
    _ text: String, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> String {
    try require(count: 3...4)
    let part = try string(1)
    let replacement = Array(try string(2).utf8)
    var left = try integer(3) ?? -1
    let bytes = Array(text.utf8)
    var search = TextSearch(bytes, for: Array(part.utf8))
    try frame.charge(bytes: search.cost, at: offset)
    var result: [UInt8] = []
    var copied = 0
    while left != 0, let found = search.next() {
      // The empty text stands between code points, not inside one.
      if part.isEmpty, found < bytes.count, bytes[found] & 0xC0 == 0x80 { continue }
      try frame.charge(bytes: replacement.count, at: offset)
      result += bytes[copied..<found]
      result += replacement
      copied = found + part.utf8.count
      left -= 1
    }
    result += bytes[copied...]
    return String(decoding: result, as: UTF8.self)
  }

  private func split(
    _ text: String, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> [Value] {
    try require(count: 2...3)
    let separator = try string(1)
    let limit = try integer(2) ?? -1
    if limit == 0 { return [] }
    if limit == 1 { return [.string(text)] }
    if separator.isEmpty { return try splitScalars(text, limit: limit, &frame) }
    let bytes = Array(text.utf8)
    var search = TextSearch(bytes, for: Array(separator.utf8))
    try frame.charge(bytes: search.cost, at: offset)
    var result: [Value] = []
    var start = 0
    while limit < 0 || result.count < limit - 1, let found = search.next() {
      try frame.charge(1, at: offset)
      result.append(.string(String(decoding: bytes[start..<found], as: UTF8.self)))
      start = found + separator.utf8.count
    }
    result.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
    return result
  }

  private func splitScalars(
    _ text: String, limit: Int, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> [Value] {
    var result: [Value] = []
    var rest = text.unicodeScalars[...]
    while limit < 0 || result.count < limit - 1, let scalar = rest.popFirst() {
      try frame.charge(1, at: offset)
      result.append(.string(String(scalar)))
    }
    if !rest.isEmpty { result.append(.string(String(rest))) }
    return result
  }

  // MARK: Whole texts

  /// Without the white space of Unicode's property at both ends.
  private func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  private func reversed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.reversed() { result.append(scalar) }
    return String(result)
  }

  /// As a literal in double quotes.
  private func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      let letter: UInt8? =
        switch byte {
        case 0x07: UInt8(ascii: "a")
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0B: UInt8(ascii: "v")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        case UInt8(ascii: "\\"), UInt8(ascii: "\""): byte
        default: nil
        }
      if letter != nil { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(letter ?? byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
