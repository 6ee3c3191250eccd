/// The keys of an object with many members, in an order that finds a key by halving.
///
/// Sorted by hash, then by bytes, then by place. So equal keys stand side by side, and finding
/// them costs O(n log n) comparisons whatever the keys are: a hostile object with 100,000 keys of
/// one hash costs a sort by bytes (at most 17 passes over the keys), never n² comparisons. That is
/// also why there is no hash table and no secret seed, which the core has no source for.
struct JSONKeyIndex: Sendable {
  /// Objects up to this size are searched member by member, comparing 24 bits of hash each.
  static let smallObject = 16

  /// Each: bits 32–63 the key's hash, bits 0–31 its tape index.
  private(set) var keys: [UInt64]

  /// Indexes the members of the object whose first key stands at `first`.
  init(tape: UnsafeMutablePointer<TapeEntry>, first: Int, end: Int, strings: JSONStringBases) {
    var keys: [UInt64] = []
    var index = first
    while index < end {
      keys.append(UInt64(tape[index].extra) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
      let value = tape[index + 1]
      index = value.kind == .array || value.kind == .object ? value.low : index + 2
    }
    keys.sort()
    self.keys = keys
    sortRuns(tape: tape, strings: strings)
  }

  /// Sorts each run of one hash by the keys' bytes.
  private mutating func sortRuns(tape: UnsafeMutablePointer<TapeEntry>, strings: JSONStringBases) {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
      if end - start > 1 {
        keys[start..<end].sort { left, right in
          let order = JSONStringBases.compare(
            strings.bytes(of: tape[Self.tapeIndex(left)]),
            strings.bytes(of: tape[Self.tapeIndex(right)]))
          return order == 0 ? left < right : order < 0
        }
      }
      start = end
    }
  }

  /// The first key, in document order, that repeats an earlier one; with that earlier one.
  func firstDuplicate(
    tape: UnsafeMutablePointer<TapeEntry>, strings: JSONStringBases
  ) -> (earlier: Int, later: Int)? {
    var found: (earlier: Int, later: Int)?
    var index = 1
    while index < keys.count {
      let earlier = Self.tapeIndex(keys[index - 1])
      let later = Self.tapeIndex(keys[index])
      if keys[index - 1] >> 32 == keys[index] >> 32,
        JSONStringBases.compare(strings.bytes(of: tape[earlier]), strings.bytes(of: tape[later]))
          == 0,
        later < (found?.later ?? Int.max)
      {
        found = (earlier, later)
      }
      index += 1
    }
    return found
  }

  /// The tape index of the last member called `key`; nil when there is none. O(log n).
  func find(
    _ key: UnsafeBufferPointer<UInt8>, hash: UInt32, tape: UnsafeMutablePointer<TapeEntry>,
    strings: JSONStringBases
  ) -> Int? {
    var low = 0
    var high = keys.count
    // The last key that is not greater than (hash, key).
    while low < high {
      let middle = (low + high) / 2
      let hashHere = UInt32(truncatingIfNeeded: keys[middle] >> 32)
      let isGreater: Bool
      if hashHere != hash {
        isGreater = hashHere > hash
      } else {
        let bytes = strings.bytes(of: tape[Self.tapeIndex(keys[middle])])
        isGreater = JSONStringBases.compare(bytes, key) > 0
      }
      if isGreater { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return nil }
    let candidate = Self.tapeIndex(keys[low - 1])
    guard tape[candidate].extra == hash,
      JSONStringBases.compare(strings.bytes(of: tape[candidate]), key) == 0
    else { return nil }
    return candidate
  }

  private static func tapeIndex(_ key: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: key)) }
}

/// Where the bytes of strings stand: the text and the arena.
struct JSONStringBases {
  // Unsafe: valid while the parser or the document that gave them lives.
  let text: UnsafePointer<UInt8>
  let arena: UnsafePointer<UInt8>

  @inline(__always)
  func bytes(of entry: TapeEntry) -> UnsafeBufferPointer<UInt8> {
    let base = entry.kind == .escapedString ? arena : text
    return UnsafeBufferPointer(start: base + entry.low, count: entry.high)
  }

  /// Less than 0, 0 or more than 0: by length, then byte by byte.
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    if left.count != right.count { return left.count - right.count }
    var index = 0
    while index < left.count {
      if left[index] != right[index] { return Int(left[index]) - Int(right[index]) }
      index += 1
    }
    return 0
  }

  /// 24 bits over every byte of a key.
  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let base = bytes.baseAddress else { return 0 }
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= bytes.count {
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      hash = mix(hash, UInt64(littleEndian: word))
      index += 8
    }
    if index < bytes.count {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while index < bytes.count {
        word |= UInt64(base[index]) &<< shift
        shift &+= 8
        index += 1
      }
      hash = mix(hash, word)
    }
    return UInt32(truncatingIfNeeded: hash >> 40)
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
    return product ^ (product >> 32)
  }
}
