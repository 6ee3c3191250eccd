/// Reads a text into a tape and an arena (`JSONDocument`) in one pass, without recursion.
///
/// The loop alternates between two questions: which value starts here, and what follows a value.
/// Open containers are frames on a stack of its own, as deep as the limit allows.
struct JSONParser: ~Copyable {
  /// An open container.
  struct Frame {
    /// Tape index of the container's entry.
    var container: Int
    /// Elements or members begun so far.
    var count: Int
    /// Tape index of the last key; 0 in an object before its first, −1 in an array.
    var key: Int
    /// One bit a key seen, chosen by its hash: a clear bit proves a key new.
    var seen: UInt64
  }

  /// What stopped the parser, and at which byte.
  struct Failure: Error {
    let reason: Reason
    let offset: Int

    @inline(never)
    init(_ reason: Reason, at offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  let options: JSON.Options
  // Unsafe: owned by the parser until `document` hands them over or `release` frees them.
  let text: UnsafeMutablePointer<UInt8>
  let count: Int
  var tape: UnsafeMutablePointer<TapeEntry>
  var tapeCount = 0
  var tapeCapacity: Int
  /// As large as the text once the first escape is met, so it never grows: an unescaped string is
  /// shorter than its source.
  var arena: UnsafeMutablePointer<UInt8>?
  var arenaCount = 0
  var frames: UnsafeMutablePointer<Frame>
  /// Open containers.
  var depth = 0
  var keyIndexes: [JSONKeyIndex] = []
  /// The first of two equal keys, once they stopped the parser.
  var earlierKey = 0

  init(_ bytes: UnsafeRawBufferPointer, options: JSON.Options) {
    self.options = options
    count = bytes.count
    text = .allocate(capacity: count + JSONDocument.padding)
    let raw = UnsafeMutableRawPointer(text)
    if let base = bytes.baseAddress { raw.copyMemory(from: base, byteCount: count) }
    (text + count).initialize(repeating: 0, count: JSONDocument.padding)
    tapeCapacity = count / 8 + 16
    tape = .allocate(capacity: tapeCapacity)
    frames = .allocate(capacity: max(options.limits.depth, 0) + 1)
  }

  /// The finished document; the parser's memory is the document's from now on.
  consuming func document() -> JSONDocument {
    frames.deallocate()
    return JSONDocument(
      text: text, count: count, tape: tape, tapeCount: tapeCount, arena: arena,
      arenaCount: arenaCount, keyIndexes: keyIndexes, isSensitive: options.isSensitive)
  }

  /// Frees everything after a failure.
  consuming func release() {
    // A document's way of going is the one place that knows what to overwrite.
    _ = document()
  }

  // MARK: - The loop

  mutating func parse() throws(Failure) {
    guard count <= options.limits.bytes else {
      throw Failure(.tooManyBytes, at: options.limits.bytes)
    }
    var at = text
    skipSpace(&at)
    while true {
      guard try parseValue(&at) else { continue }
      if try finishContainers(&at) { break }
    }
    skipSpace(&at)
    guard at == text + count else { throw Failure(.afterDocument, at: at - text) }
  }

  /// Reads the value at `at`. False when it opened a container whose first element is next.
  @inline(__always)
  private mutating func parseValue(
    _ at: inout UnsafeMutablePointer<UInt8>
  ) throws(Failure) -> Bool {
    switch at[0] {
    case UInt8(ascii: "\""):
      try appendString(&at)
    case UInt8(ascii: "{"):
      try open(.object, at)
      at += 1
      skipSpace(&at)
      guard at[0] != UInt8(ascii: "}") else { return true }
      try parseKey(&at)
      return false
    case UInt8(ascii: "["):
      try open(.array, at)
      at += 1
      skipSpace(&at)
      guard at[0] != UInt8(ascii: "]") else { return true }
      frames[depth - 1].count = 1
      return false
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try appendNumber(&at)
    case UInt8(ascii: "t"):
      try appendLiteral(&at, .true, "true")
    case UInt8(ascii: "f"):
      try appendLiteral(&at, .false, "false")
    case UInt8(ascii: "n"):
      try appendLiteral(&at, .null, "null")
    default:
      throw Failure(at == text + count ? .endOfText : .noValue, at: at - text)
    }
    return true
  }

  /// After a value: closes containers until one goes on. True when the document is complete.
  @inline(__always)
  private mutating func finishContainers(
    _ at: inout UnsafeMutablePointer<UInt8>
  ) throws(Failure) -> Bool {
    while depth > 0 {
      skipSpace(&at)
      let isObject = frames[depth - 1].key >= 0
      switch at[0] {
      case UInt8(ascii: ","):
        at += 1
        skipSpace(&at)
        if isObject {
          try parseKey(&at)
        } else {
          guard at[0] != UInt8(ascii: "]") else {
            throw Failure(.commaBeforeEnd, at: at - text)
          }
          frames[depth - 1].count += 1
        }
        return false
      case UInt8(ascii: "}") where isObject:
        try closeObject()
      case UInt8(ascii: "]") where !isObject:
        close(.array)
      default:
        throw Failure(
          at == text + count ? .endOfText : isObject ? .noMemberEnd : .noElementEnd, at: at - text)
      }
      at += 1
    }
    return true
  }

  /// Reads `"key" :` and the space around them.
  @inline(__always)
  private mutating func parseKey(_ at: inout UnsafeMutablePointer<UInt8>) throws(Failure) {
    guard at[0] == UInt8(ascii: "\"") else {
      if at[0] == UInt8(ascii: "}") { throw Failure(.commaBeforeEnd, at: at - text) }
      throw Failure(at == text + count ? .endOfText : .noKey, at: at - text)
    }
    let key = tapeCount
    try appendString(&at)
    try noteKey(key)
    skipSpace(&at)
    guard at[0] == UInt8(ascii: ":") else {
      throw Failure(at == text + count ? .endOfText : .noColon, at: at - text)
    }
    at += 1
    skipSpace(&at)
  }

  // MARK: - Containers

  @inline(__always)
  private mutating func open(
    _ kind: TapeEntry.Kind, _ at: UnsafeMutablePointer<UInt8>
  ) throws(Failure) {
    guard depth < options.limits.depth else { throw Failure(.tooDeep, at: at - text) }
    frames[depth] = Frame(
      container: tapeCount, count: 0, key: kind == .object ? 0 : -1, seen: 0)
    depth += 1
    append(TapeEntry(kind, offset: at - text))
  }

  @inline(__always)
  private mutating func close(_ kind: TapeEntry.Kind, extra: UInt32 = 0) {
    depth -= 1
    let frame = frames[depth]
    tape[frame.container] = TapeEntry(
      kind, offset: tape[frame.container].offset, extra: extra,
      payload: TapeEntry.pair(low: tapeCount, high: frame.count))
  }

  @inline(__always)
  private mutating func closeObject() throws(Failure) {
    let frame = frames[depth - 1]
    guard frame.count > JSONKeyIndex.smallObject else { return close(.object) }
    let index = JSONKeyIndex(
      tape: tape, first: frame.container + 1, end: tapeCount, strings: strings)
    if options.duplicateKeys == .refuse,
      let pair = index.firstDuplicate(tape: tape, strings: strings)
    {
      earlierKey = pair.earlier
      frames[depth - 1].key = pair.later
      throw Failure(.duplicateKey, at: tape[pair.later].offset)
    }
    keyIndexes.append(index)
    close(.object, extra: UInt32(truncatingIfNeeded: keyIndexes.count))
  }

  /// Enters a key into its object's frame, and refuses one that a small object already has.
  @inline(__always)
  private mutating func noteKey(_ key: Int) throws(Failure) {
    let hash = JSONStringBases.hash(strings.bytes(of: tape[key]))
    tape[key].head |= UInt64(hash) << 8
    let bit: UInt64 = 1 &<< UInt64(hash & 63)
    let frame = frames + (depth - 1)
    frame.pointee.count += 1
    frame.pointee.key = key
    if frame.pointee.seen & bit != 0, frame.pointee.count <= JSONKeyIndex.smallObject,
      options.duplicateKeys == .refuse
    {
      try refuseDuplicate(key, container: frame.pointee.container)
    }
    frame.pointee.seen |= bit
  }

  private mutating func refuseDuplicate(_ key: Int, container: Int) throws(Failure) {
    let bytes = strings.bytes(of: tape[key])
    var index = container + 1
    while index < key {
      if tape[index].extra == tape[key].extra,
        JSONStringBases.compare(strings.bytes(of: tape[index]), bytes) == 0
      {
        earlierKey = index
        throw Failure(.duplicateKey, at: tape[key].offset)
      }
      let value = tape[index + 1]
      index = value.kind == .array || value.kind == .object ? value.low : index + 2
    }
  }

  // MARK: - Small parts

  @inline(__always)
  var strings: JSONStringBases { JSONStringBases(text: text, arena: arena ?? text) }

  @inline(__always)
  mutating func append(_ entry: TapeEntry) {
    if tapeCount == tapeCapacity { growTape() }
    tape[tapeCount] = entry
    tapeCount += 1
  }

  @inline(never)
  private mutating func growTape() {
    let larger = UnsafeMutablePointer<TapeEntry>.allocate(capacity: tapeCapacity * 2)
    larger.update(from: tape, count: tapeCount)
    if options.isSensitive {
      overwriteMemory(
        UnsafeMutableRawBufferPointer(
          start: tape, count: tapeCount * MemoryLayout<TapeEntry>.stride))
    }
    tape.deallocate()
    tape = larger
    tapeCapacity *= 2
  }

  @inline(__always)
  private func skipSpace(_ at: inout UnsafeMutablePointer<UInt8>) {
    while at[0] <= 0x20 {
      switch at[0] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  @inline(__always)
  private mutating func appendLiteral(
    _ at: inout UnsafeMutablePointer<UInt8>, _ kind: TapeEntry.Kind, _ name: StaticString
  ) throws(Failure) {
    let start = at
    for index in 0..<name.utf8CodeUnitCount where at[index] != name.utf8Start[index] {
      throw Failure(
        at + index == text + count ? .endOfText : .badLiteral, at: at + index - text)
    }
    at += name.utf8CodeUnitCount
    append(TapeEntry(kind, offset: start - text))
  }
}
