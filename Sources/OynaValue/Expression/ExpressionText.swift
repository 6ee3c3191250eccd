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

  /// Whether `part` stands at `start` in `text`, which is long enough.
  private static func areEqual(
    _ text: UnsafeRawBufferPointer, _ start: Int, _ part: UnsafeRawBufferPointer
  ) -> Bool {
    for index in 0..<part.count where text[start + index] != part[index] { return false }
    return true
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
