/// Writes one JSON text (RFC 8259) without space, in the order of the calls.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.key("amount")
/// writer.int(1_250_000_00)
/// writer.endObject()                       // writer.bytes: {"amount":125000000}
/// ```
///
/// Commas and colons are placed by the writer. Calls that make no JSON (a value where a key is
/// due, an end without a beginning) are the caller's mistake and stop a debug build.
public struct JSONWriter: Sendable {
  /// The text so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// Whether a comma is due before the next key or element.
  private var needsComma = false
  private var depth = 0

  /// An empty text.
  public init() {}

  /// The text so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: - Containers

  /// Opens an object; `key` and a value for each member come next.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Closes the object opened last.
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Opens an array; its elements come next.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Closes the array opened last.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The key of the member whose value comes next.
  public mutating func key(_ key: String) {
    separate()
    Self.append(key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: - Values

  /// `null`.
  public mutating func null() { literal("null") }
  /// `true` or `false`.
  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  /// An integer in its decimal digits.
  public mutating func int(_ value: Int64) {
    separate()
    bytes += String(value).utf8
  }

  /// An integer in its decimal digits.
  public mutating func int(_ value: Int) { int(Int64(value)) }

  /// A string, with the escapes that JSON demands and no others.
  public mutating func string(_ value: String) {
    separate()
    Self.append(value, to: &bytes)
  }

  /// A string from its UTF-8 bytes: for secrets, of which no `String` is made. Bytes that are no
  /// UTF-8 are the caller's mistake.
  public mutating func string(utf8 value: UnsafeBufferPointer<UInt8>) {
    separate()
    Self.append(utf8: value, to: &bytes)
  }

  /// The digits as they were written.
  public mutating func number(_ value: DecimalNumber) { raw(value.text) }

  /// The shortest digits that read back to the same double, as RFC 8785 spells them; `null` for
  /// NaN and the infinities, which JSON has no word for.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    DoubleWriter.append(value, to: &bytes)
  }

  /// A value of a document: what only expressions have is written as its nearest JSON. A `uint` is
  /// a number, `bytes` are a list of numbers, an optional is its value or null; a timestamp, a
  /// duration and a type have no JSON and are null.
  public mutating func value(_ value: Value) {
    switch value {
    case .null, .timestamp, .duration, .type: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .uint(let value): raw(String(value))
    case .double(let value): double(value)
    case .decimal(let value): number(value)
    case .string(let value): string(value)
    case .bytes(let value):
      beginArray()
      for byte in value { int(Int64(byte)) }
      endArray()
    case .list(let values):
      beginArray()
      for element in values { self.value(element) }
      endArray()
    case .map(let map): self.map(map)
    case .optional(let value): self.value(value ?? .null)
    }
  }

  /// Text that is one JSON value already; it is not checked.
  public mutating func raw(_ json: String) {
    separate()
    bytes += json.utf8
  }

  /// Bytes that are one JSON value already; they are not checked.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes += json
  }

  // MARK: - Parts

  private mutating func map(_ map: ValueMap) {
    beginObject()
    for (key, value) in map.entries {
      switch key {
      case .string(let name): self.key(name)
      case .bool(let flag): self.key(flag ? "true" : "false")
      default: self.key(key.exactNumber?.text ?? "null")
      }
      self.value(value)
    }
    endObject()
  }

  private mutating func literal(_ name: StaticString) {
    separate()
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  private mutating func begin(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
    depth += 1
  }

  private mutating func end(_ byte: UInt8) {
    assert(depth > 0, "an end without a beginning")
    bytes.append(byte)
    needsComma = true
    depth -= 1
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = depth > 0
  }

  // MARK: - Strings

  static func append(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// Escapes what must be (RFC 8785 §3.2.2.2: the short forms where there is one, else \u00xx in
  /// lower case) and nothing else.
  static func append(utf8 string: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var from = 0
    for (index, byte) in string.enumerated() {
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes += string[from..<index]
      from = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0..<0x20:
        let digit = byte & 0xF
        bytes += [
          UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), UInt8(ascii: "0") + byte >> 4,
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10,
        ]
      default: bytes.append(byte)
      }
    }
    bytes += string[from...]
    bytes.append(UInt8(ascii: "\""))
  }
}
