/// One parsed text: immutable, and alive as long as a `JSON` view of it is.
///
/// A text becomes a tape: one 16-byte entry a value or key, in document order.
///
/// ```
/// text     {  "id" :  "a\n"  ,  "n"  :  [  7  ]  }
/// entry    0   1       2         3      4  5
///          object      string(arena)    array int
///          end 6       1 escape         end 6 7
/// ```
///
/// A container's entry knows where the next entry after it stands, so a sibling is one step away
/// whatever lies between. A string without escapes is a range of the text; one with escapes is a
/// range of the arena, where it stands unescaped. Each entry keeps its byte offset in the text, so
/// that any later finding can name its line, column and path.
public final class JSONDocument: @unchecked Sendable {
  // Unchecked: the pointers own memory that only the parser writes, before anyone else sees it.

  /// The text, followed by at least `padding` zero bytes.
  let text: UnsafeMutablePointer<UInt8>
  /// Length of the text without its padding.
  let count: Int
  let tape: UnsafeMutablePointer<TapeEntry>
  let tapeCount: Int
  /// The unescaped strings; nil when no string had an escape.
  let arena: UnsafeMutablePointer<UInt8>?
  let arenaCount: Int
  /// The key indexes of the objects with many members (`JSONKeyIndex`).
  let keyIndexes: [JSONKeyIndex]
  private let isSensitive: Bool

  /// Zero bytes after the text and after the arena: the scanner reads 8 bytes at a time and stops
  /// at a NUL, which no JSON token holds.
  static let padding = 16

  init(
    text: UnsafeMutablePointer<UInt8>, count: Int, tape: UnsafeMutablePointer<TapeEntry>,
    tapeCount: Int, arena: UnsafeMutablePointer<UInt8>?, arenaCount: Int,
    keyIndexes: [JSONKeyIndex], isSensitive: Bool
  ) {
    self.text = text
    self.count = count
    self.tape = tape
    self.tapeCount = tapeCount
    self.arena = arena
    self.arenaCount = arenaCount
    self.keyIndexes = keyIndexes
    self.isSensitive = isSensitive
  }

  deinit {
    if isSensitive {
      overwriteMemory(UnsafeMutableRawBufferPointer(start: text, count: count))
      overwriteMemory(UnsafeMutableRawBufferPointer(start: arena, count: arenaCount))
      overwriteMemory(
        UnsafeMutableRawBufferPointer(
          start: tape, count: tapeCount * MemoryLayout<TapeEntry>.stride))
    }
    text.deallocate()
    tape.deallocate()
    arena?.deallocate()
  }

  /// The bytes of the string or key at `index`, unescaped.
  @inline(__always)
  func stringBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let entry = tape[index]
    let base = entry.kind == .escapedString ? (arena ?? text) : text
    return UnsafeBufferPointer(start: base + entry.low, count: entry.high)
  }

  /// The bytes of the number at `index` as they were written.
  func numberBytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = tape[index].offset
    var end = start + 1
    while JSONParser.isNumberByte(text[end]) { end += 1 }
    return UnsafeBufferPointer(start: text + start, count: end - start)
  }

  /// The place of a byte of the text.
  func position(of offset: Int) -> Position {
    Position(offset: offset, in: UnsafeBufferPointer(start: text, count: count))
  }
}

/// One value or key on the tape.
struct TapeEntry {
  enum Kind: UInt8 {
    case null, `false`, `true`, int, decimal, string, escapedString, array, object
  }

  /// Bits 0–7 the kind, 8–31 `extra`, 32–63 the byte offset in the text.
  var head: UInt64
  /// An int's value; else `low` (bits 0–31) and `high` (bits 32–63).
  var payload: UInt64

  @inline(__always)
  init(_ kind: Kind, offset: Int, extra: UInt32 = 0, payload: UInt64 = 0) {
    head =
      UInt64(kind.rawValue) | UInt64(extra) << 8
      | UInt64(UInt32(truncatingIfNeeded: offset)) << 32
    self.payload = payload
  }

  @inline(__always)
  static func pair(low: Int, high: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: low)) | UInt64(UInt32(truncatingIfNeeded: high)) << 32
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) ?? .null }

  /// Byte offset of the value's first byte in the text.
  @inline(__always)
  var offset: Int { Int(head >> 32) }

  /// A key: 24 bits of its hash. An object: 0, or 1 + the number of its key index. Both fit,
  /// because an index stands for at least 17 members.
  @inline(__always)
  var extra: UInt32 { UInt32(truncatingIfNeeded: head) >> 8 }

  /// A string: where its bytes start. A container: the tape index after its last entry.
  @inline(__always)
  var low: Int { Int(UInt32(truncatingIfNeeded: payload)) }

  /// A string: its length in bytes. A container: how many elements or members.
  @inline(__always)
  var high: Int { Int(payload >> 32) }

  @inline(__always)
  var int: Int64 { Int64(bitPattern: payload) }
}

/// Writes zeros over memory that held a secret, before it is given back.
@inline(never)
@_optimize(none)
func overwriteMemory(_ memory: UnsafeMutableRawBufferPointer) {
  // Not optimised: a plain store to memory that is freed next may be dropped as dead.
  var index = 0
  while index < memory.count {
    memory[index] = 0
    index += 1
  }
}
