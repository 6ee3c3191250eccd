/// The general categories, scripts and case orbits of Unicode, read from `UnicodeTables`.
enum UnicodeProperties {
  /// A set of general categories: bit n is the n-th of `names`.
  struct Categories {
    let bits: UInt32

    /// In the order of the generator's table; `Cn` (unassigned) is known to I-Regexp only.
    static let names: StaticString =
      "CnCcCfCoCsLlLmLoLtLuMcMeMnNdNlNoPcPdPePfPiPoPsScSkSmSoZlZpZs"

    /// The categories called `name`: two letters, or one letter for all that begin with it.
    ///
    /// RE2 leaves `Cn` out of `C`; I-Regexp (RFC 9485 §4) has `Cn` but no `Cs`, alone or in `C`.
    init?(_ name: UnsafeBufferPointer<UInt8>, iRegexp: Bool) {
      guard name.count == 1 || name.count == 2 else { return nil }
      var bits: UInt32 = 0
      let all = Self.names
      for index in 0..<(all.utf8CodeUnitCount / 2) {
        let first = all.utf8Start[2 * index]
        let second = all.utf8Start[2 * index + 1]
        if first == name[0] && (name.count == 1 || second == name[1]) { bits |= 1 << UInt32(index) }
      }
      bits &= iRegexp ? ~(1 << 4) : ~1
      guard bits != 0 else { return nil }
      self.bits = bits
    }
  }

  /// Reads the digits of a table (see Scripts/generate-unicode-tables.py).
  struct Reader {
    // Unsafe: the memory of a StaticString, which is never freed; `end` bounds every read.
    var next: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    init(_ table: StaticString) {
      next = table.utf8Start
      end = next + table.utf8CodeUnitCount
    }

    var isAtEnd: Bool { next >= end }

    @inline(__always) mutating func digit() -> UInt32 {
      guard next < end else { return 0 }
      let value = UInt32(next.pointee) &- 40
      next += 1
      return value
    }

    @inline(__always) mutating func number() -> UInt32 {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while true {
        let digit = digit()
        value |= (digit & 31) &<< shift
        if digit < 32 { return value }
        shift &+= 5
      }
    }
  }

  /// The code points of one category in a row: the first in bits 0-20, the category above.
  private struct CategoryRun {
    let bits: UInt32

    init(_ first: UInt32, _ category: UInt32) { bits = first | category << 21 }
    var first: UInt32 { bits & 0x1F_FFFF }
    var category: UInt32 { bits >> 21 }
  }

  /// All of Unicode, in order, and behind it a run that is no category.
  private static let categoryRuns: [CategoryRun] = {
    var reader = Reader(UnicodeTables.categories)
    var runs: [CategoryRun] = []
    runs.reserveCapacity(4096)
    var point: UInt32 = 0
    while !reader.isAtEnd {
      let code = reader.digit()
      if code == 60 {
        // Pairs of one upper-case (Lu) and one lower-case (Ll) letter.
        for _ in 0..<reader.number() {
          runs.append(CategoryRun(point, 9))
          runs.append(CategoryRun(point + 1, 5))
          point += 2
        }
      } else {
        runs.append(CategoryRun(point, code < 30 ? code : code - 30))
        point += code < 30 ? 1 : reader.number() + 2
      }
    }
    runs.append(CategoryRun(point, 31))
    return runs
  }()

  /// Appends the ranges of all code points whose category is among `categories`, in order.
  static func append(_ categories: Categories, to ranges: inout [ScalarRange]) {
    categoryRuns.withUnsafeBufferPointer { runs in
      var first: UInt32?
      for run in runs {
        let isMember = (categories.bits >> run.category) & 1 != 0
        if isMember == (first != nil) { continue }
        if let low = first {
          ranges.append(ScalarRange(low, run.first - 1))
          first = nil
        } else {
          first = run.first
        }
      }
    }
  }

  /// Appends the ranges of the script called `name`, in order; false when there is none.
  static func appendScript(
    _ name: UnsafeBufferPointer<UInt8>, to ranges: inout [ScalarRange]
  ) -> Bool {
    guard let index = indexOfScript(name) else { return false }
    var reader = Reader(UnicodeTables.scripts)
    for _ in 0..<index {
      let size = reader.number()
      reader.next += Int(size)
    }
    let size = reader.number()
    let end = reader.next + Int(size)
    var point: UInt32 = 0
    while reader.next < end {
      let low = point + reader.number()
      point = low + reader.number()
      ranges.append(ScalarRange(low, point))
    }
    return true
  }

  private static func indexOfScript(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    let names = UnicodeTables.scriptNames
    var index = 0
    var start = 0
    let count = names.utf8CodeUnitCount
    while start < count {
      var end = start
      while end < count && names.utf8Start[end] != UInt8(ascii: " ") { end += 1 }
      if end - start == name.count
        && name.elementsEqual(
          UnsafeBufferPointer(start: names.utf8Start + start, count: end - start))
      {
        return index
      }
      index += 1
      start = end + 1
    }
    return nil
  }

  /// Code points that map to the next one of their case orbit: `k` → U+212A → `K` → `k`.
  struct FoldRun {
    let first: UInt32
    let last: UInt32
    /// 1: every point, 2: every second one, 0: pairs that map to one another.
    let stride: UInt32
    let change: Int32

    /// The next one of the orbit of `point`, which is within `first...last`.
    func next(_ point: UInt32) -> UInt32? {
      switch stride {
      case 0: return (point - first) & 1 == 0 ? point + 1 : point - 1
      case 2 where (point - first) & 1 != 0: return nil
      default: return UInt32(Int32(point) + change)
      }
    }
  }

  /// The simple case folding of Unicode (CaseFolding.txt, statuses C and S) as orbits, in order.
  static let foldRuns: [FoldRun] = {
    var reader = Reader(UnicodeTables.folds)
    let count = reader.number()
    var runs: [FoldRun] = []
    runs.reserveCapacity(Int(count))
    var first: UInt32 = 0
    for _ in 0..<count {
      first += reader.number()
      let points = reader.number()
      let stride = reader.digit()
      let zigzag = reader.number()
      let change = zigzag & 1 == 0 ? Int32(zigzag / 2) : -Int32((zigzag + 1) / 2)
      let last = first + points * (stride == 0 ? 1 : stride)
      runs.append(FoldRun(first: first, last: last, stride: stride, change: change))
    }
    return runs
  }()

  /// The index of the first run that ends at or after `point`.
  static func firstFoldRun(from point: UInt32) -> Int {
    var low = 0
    var high = foldRuns.count
    while low < high {
      let middle = (low + high) / 2
      if foldRuns[middle].last < point { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The next one of the case orbit of `point`; `point` itself when it has no case.
  static func nextInOrbit(_ point: UInt32) -> UInt32 {
    let index = firstFoldRun(from: point)
    guard index < foldRuns.count, foldRuns[index].first <= point else { return point }
    return foldRuns[index].next(point) ?? point
  }
}
