/// Tests of text on its UTF-8 bytes.
enum ExpressionText {
  static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
    var text = text
    var prefix = prefix
    return text.withUTF8 { textBytes in
      prefix.withUTF8 { prefixBytes in
        prefixBytes.count <= textBytes.count
          && areEqual(UnsafeRawBufferPointer(textBytes), 0, UnsafeRawBufferPointer(prefixBytes))
      }
    }
  }

  static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    var text = text
    var suffix = suffix
    return text.withUTF8 { textBytes in
      suffix.withUTF8 { suffixBytes in
        suffixBytes.count <= textBytes.count
          && areEqual(
            UnsafeRawBufferPointer(textBytes), textBytes.count - suffixBytes.count,
            UnsafeRawBufferPointer(suffixBytes))
      }
    }
  }

  static func contains(_ text: String, _ part: String) -> Bool {
    guard text.utf8.count * part.utf8.count <= 4096 else {
      var search = TextSearch(text, for: part)
      return search.next() != nil
    }
    var text = text
    var part = part
    return text.withUTF8 { textBytes in
      part.withUTF8 { partBytes in
        let text = UnsafeRawBufferPointer(textBytes)
        let part = UnsafeRawBufferPointer(partBytes)
        guard let first = part.first else { return true }
        guard part.count <= text.count else { return false }
        for start in 0...(text.count - part.count)
        where text[start] == first && areEqual(text, start, part) {
          return true
        }
        return false
      }
    }
  }

  /// Code points: every byte of UTF-8 begins one but those that continue one.
  static func scalarCount(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var count = 0
      for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  /// Whether `part` stands at `start` in `text`, which is long enough.
  private static func areEqual(
    _ text: UnsafeRawBufferPointer, _ start: Int, _ part: UnsafeRawBufferPointer
  ) -> Bool {
    for index in 0..<part.count where text[start + index] != part[index] { return false }
    return true
  }
}

/// `text.contains(part)`, `text.startsWith(part)` and `text.endsWith(part)`.
final class TextTestNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let function: ExpressionFunction
  private let text: ExpressionNode
  private let part: ExpressionNode

  init(
    _ function: ExpressionFunction, _ text: ExpressionNode, _ part: ExpressionNode, offset: Int32
  ) {
    self.function = function
    self.text = text
    self.part = part
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    let text = try self.text.evaluate(&frame)
    let part = try self.part.evaluate(&frame)
    guard case .string(let text) = text, case .string(let part) = part else {
      throw EvaluationFailure(.noSuchOverload, at: offset, name: name)
    }
    switch function {
    case .contains:
      try frame.charge(bytes: text.utf8.count + part.utf8.count, at: offset)
      return ExpressionText.contains(text, part)
    case .startsWith:
      try frame.charge(bytes: part.utf8.count, at: offset)
      return ExpressionText.hasPrefix(text, part)
    default:
      try frame.charge(bytes: part.utf8.count, at: offset)
      return ExpressionText.hasSuffix(text, part)
    }
  }

  private var name: String {
    switch function {
    case .contains: "contains"
    case .startsWith: "startsWith"
    default: "endsWith"
    }
  }
}

/// `size(value)` and `value.size()`.
final class SizeNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let operand: ExpressionNode

  init(_ operand: ExpressionNode, offset: Int32) {
    self.operand = operand
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    switch try operand.evaluate(&frame) {
    case .string(let text):
      try frame.charge(bytes: text.utf8.count, at: offset)
      return .int(Int64(ExpressionText.scalarCount(text)))
    case .bytes(let bytes): return .int(Int64(bytes.count))
    case .list(let elements): return .int(Int64(elements.count))
    case .map(let map): return .int(Int64(map.count))
    default: throw EvaluationFailure(.noSuchOverload, at: offset, name: "size")
    }
  }
}

/// Finds one text in another, by bytes: in UTF-8 no character begins inside another.
///
/// Knuth, Morris and Pratt's search, so the work is linear whatever the texts are.
struct TextSearch {
  private let text: [UInt8]
  private let part: [UInt8]
  /// For each length matched, the length of the longest shorter match that may continue.
  private let fallbacks: [Int]
  private var index = 0
  private var matched = 0

  init(_ text: String, for part: String) {
    self.init(Array(text.utf8), for: Array(part.utf8))
  }

  init(_ text: [UInt8], for part: [UInt8]) {
    self.text = text
    self.part = part
    var fallbacks = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = fallbacks[length - 1] }
      if part[index] == part[length] { length += 1 }
      fallbacks[index] = length
    }
    self.fallbacks = fallbacks
  }

  /// Bytes of work of a whole search.
  var cost: Int { text.count + 2 * part.count }

  /// Where the next match that does not overlap the last one begins, in bytes.
  mutating func next() -> Int? {
    guard !part.isEmpty else {
      guard index <= text.count else { return nil }
      defer { index += 1 }
      return index
    }
    while index < text.count {
      while matched > 0, text[index] != part[matched] { matched = fallbacks[matched - 1] }
      if text[index] == part[matched] { matched += 1 }
      index += 1
      if matched == part.count {
        matched = 0
        return index - part.count
      }
    }
    return nil
  }
}
