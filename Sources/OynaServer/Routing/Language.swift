/// Choosing the language of an answer by `Accept-Language` (RFC 9110 §12.5.4, RFC 4647 §3.4).
public struct LanguageChoice: Sendable {
  /// BCP 47 tags; the first is the default.
  public let available: [String]
  private let lowercased: [String]

  /// - Parameter available: the default language first.
  public init(default language: String, _ others: some Sequence<String>) {
    available = [language] + others.filter { $0 != language }
    lowercased = available.map { $0.lowercased() }
  }

  /// The best of `available` for a header; the default when nothing fits or there is no header.
  ///
  /// A range is looked up as it is, then without its last subtag, and so on: `ru-KZ` finds `ru`,
  /// `uz-Cyrl-UZ` finds `uz-Cyrl`, and `uz-Latn-UZ` finds `uz`.
  public func best(for header: String?) -> String {
    guard let header, let fallback = available.first else { return available.first ?? "" }
    var refused: Set<Int> = []
    var best: (place: Int, quality: Int)?
    for range in Self.ranges(header) {
      guard let place = place(of: range.tag) else { continue }
      if range.quality == 0 {
        refused.insert(place)
      } else if range.quality > best?.quality ?? 0 {
        best = (place, range.quality)
      }
    }
    if let best, !refused.contains(best.place) { return available[best.place] }
    let rest = available.indices.first { !refused.contains($0) }
    return rest.map { available[$0] } ?? fallback
  }

  private func place(of range: String) -> Int? {
    if range == "*" { return 0 }
    var tag = Substring(range)
    while true {
      if let place = lowercased.firstIndex(of: String(tag)) { return place }
      guard let hyphen = tag.lastIndex(of: "-") else { return nil }
      tag = tag[..<hyphen]
      // A single letter introduces an extension and goes with it (RFC 4647 §3.4).
      if tag.dropLast().last == "-" { tag = tag.dropLast(2) }
    }
  }

  /// The ranges of a header in lower case with their weights in thousandths; at most 32 are read.
  private static func ranges(_ header: String) -> [(tag: String, quality: Int)] {
    header.split(separator: ",").prefix(32).compactMap { item in
      var parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard !parts.isEmpty else { return nil }
      let tag = parts.removeFirst()
      let isTag = tag.utf8.allSatisfy {
        ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x2A
      }
      guard isTag, !tag.isEmpty, tag.utf8.count <= 64 else { return nil }
      guard let weight = parts.first(where: { $0.hasPrefix("q=") }) else { return (tag, 1_000) }
      return thousandths(weight.dropFirst(2)).map { (tag, $0) }
    }
  }

  /// `1`, `0.8`, `0.123`: RFC 9110 §12.4.2. Nil for anything else.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, whole == "0" || whole == "1" else {
      return nil
    }
    let digits = parts.count == 2 ? parts[1] : ""
    guard digits.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    let fraction = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    let value = (whole == "1" ? 1_000 : 0) + fraction
    return value <= 1_000 ? value : nil
  }
}
