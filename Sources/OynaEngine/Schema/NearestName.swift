/// Finds what a mistyped name was meant to be.
public enum NearestName {
  /// The candidate that is nearest to `name`; nil when none is near enough to be meant.
  ///
  /// Near enough: at most one edit in three characters, two at least for names of four or more.
  /// Comparison ignores case and `_`, so `minlength` finds `minLength`, `textInput` finds
  /// `text_input`. Linear in the candidates.
  public static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let limit = wanted.count < 4 ? 1 : max(2, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let bytes = folded(candidate)
      guard abs(bytes.count - wanted.count) <= limit, bytes.count <= 64 else { continue }
      let distance = distance(wanted, bytes, limit: min(limit, (best?.distance ?? limit + 1) - 1))
      if let distance, distance < (best?.distance ?? .max) { best = (candidate, distance) }
      if best?.distance == 0 { break }
    }
    return best?.name
  }

  private static func folded(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      bytes.append(isUpper ? byte | 0x20 : byte)
    }
    return bytes
  }

  /// Edits (insert, remove, replace, swap neighbours) from `a` to `b`; nil when over `limit`.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    let edits = last[b.count]
    return edits <= limit ? edits : nil
  }
}
