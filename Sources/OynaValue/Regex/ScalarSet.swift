/// Code points from `low` to `high`, both included.
struct ScalarRange: Sendable, Hashable {
  var low: UInt32
  var high: UInt32

  @inline(__always) init(_ low: UInt32, _ high: UInt32) {
    self.low = low
    self.high = high
  }
}

/// A set of code points under construction: the content of a `[…]`.
struct ScalarSet {
  static let last: UInt32 = 0x10FFFF

  /// In any order and overlapping until `normalize`.
  private(set) var ranges: [ScalarRange] = []

  init() {}

  mutating func removeAll() { ranges.removeAll(keepingCapacity: true) }

  @inline(__always) mutating func insert(_ low: UInt32, _ high: UInt32) {
    ranges.append(ScalarRange(low, high))
  }

  mutating func insert(_ categories: UnicodeProperties.Categories) {
    UnicodeProperties.append(categories, to: &ranges)
  }

  mutating func insertScript(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    UnicodeProperties.appendScript(name, to: &ranges)
  }

  mutating func formUnion(_ other: ScalarSet) { ranges.append(contentsOf: other.ranges) }

  /// Sorts and merges, so that ranges are apart from one another.
  mutating func normalize() {
    var isSorted = true
    var index = 1
    while index < ranges.count {
      if ranges[index].low <= ranges[index - 1].high &+ 1 {
        isSorted = false
        break
      }
      index += 1
    }
    if isSorted { return }
    if ranges.count <= 16 { insertionSort() } else { ranges.sort { $0.low < $1.low } }
    var kept = 0
    for index in 1..<ranges.count {
      let range = ranges[index]
      if range.low <= ranges[kept].high &+ 1 {
        if range.high > ranges[kept].high { ranges[kept].high = range.high }
      } else {
        kept += 1
        ranges[kept] = range
      }
    }
    ranges.removeSubrange((kept + 1)...)
  }

  private mutating func insertionSort() {
    for index in 1..<ranges.count {
      let range = ranges[index]
      var place = index
      while place > 0 && ranges[place - 1].low > range.low {
        ranges[place] = ranges[place - 1]
        place -= 1
      }
      ranges[place] = range
    }
  }

  /// Replaces the set by all other code points of 0...10FFFF. Surrogates count as code points,
  /// as in RE2.
  mutating func negate() {
    normalize()
    var next: UInt32 = 0
    var kept = 0
    let count = ranges.count
    for index in 0..<count {
      let range = ranges[index]
      if range.low > next {
        ranges[kept] = ScalarRange(next, range.low - 1)
        kept += 1
      }
      next = range.high + 1
    }
    ranges.removeSubrange(kept...)
    if next <= Self.last { ranges.append(ScalarRange(next, Self.last)) }
  }

  /// Adds to every code point those that differ from it in case only (simple folding).
  mutating func fold() {
    normalize()
    var frontier = self
    // No orbit has more than four members.
    for _ in 0..<3 {
      frontier = frontier.image()
      if frontier.ranges.isEmpty { break }
      formUnion(frontier)
    }
    normalize()
  }

  /// The next ones in their orbits of all members that have one.
  private func image() -> ScalarSet {
    var result = ScalarSet()
    let runs = UnicodeProperties.foldRuns
    for range in ranges {
      var index = UnicodeProperties.firstFoldRun(from: range.low)
      while index < runs.count && runs[index].first <= range.high {
        let run = runs[index]
        let low = max(run.first, range.low)
        let high = min(run.last, range.high)
        switch run.stride {
        case 1:
          result.insert(
            UInt32(Int32(low) + run.change), UInt32(Int32(high) + run.change))
        case 0:
          // Whole pairs: what is added beside the image was in the set before.
          result.insert(low - ((low - run.first) & 1), high + 1 - ((high - run.first) & 1))
        default:
          var point = low + ((low - run.first) & 1)
          while point <= high {
            let next = UInt32(Int32(point) + run.change)
            result.insert(next, next)
            point += 2
          }
        }
        index += 1
      }
    }
    result.normalize()
    return result
  }
}
