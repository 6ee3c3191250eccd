/// One value of a parsed JSON text: a view that keeps its document alive.
///
/// ```swift
/// let json = try JSON.parse(bytes)
/// let label = json["props"]?["label"]?.string
/// throw Diagnostic(.error, .wrongType, "…", at: json.position, path: json.path)
/// ```
///
/// Copying a view is a reference count. A string, a number or a `Value` is made only when asked
/// for.
public struct JSON: Sendable {
  /// The six kinds of RFC 8259.
  public enum Kind: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// The literals `true` and `false`.
    case bool
    /// A number, with the digits that it was written with.
    case number
    /// A text in quotation marks.
    case string
    /// Values in an order, in square brackets.
    case array
    /// Names with their values, in braces.
    case object
  }

  /// What this is a view of.
  public let document: JSONDocument
  let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inline(__always)
  var entry: TapeEntry { document.tape[index] }

  // MARK: - Reading a text

  /// Reads a whole text.
  ///
  /// - Throws: the first error, with its place and path: no JSON by RFC 8259, bad UTF-8, an
  ///   unpaired surrogate escape, a duplicate key where `options` refuses it, a limit.
  /// - Complexity: linear in the text; O(n log n) comparisons of keys in an object of n members.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, options: Options = .screen
  ) throws(Diagnostic) -> JSON {
    guard bytes.count <= options.limits.bytes else {
      throw Diagnostic(
        .error, .jsonLimit,
        "The document is \(bytes.count) bytes long; the limit is \(options.limits.bytes).")
    }
    var parser = JSONParser(bytes, options: options)
    do {
      try parser.parse()
    } catch {
      let diagnostic = parser.diagnostic(error)
      parser.release()
      throw diagnostic
    }
    return JSON(document: parser.document(), index: 0)
  }

  /// Reads a whole text.
  public static func parse(
    _ bytes: [UInt8], options: Options = .screen
  ) throws(Diagnostic) -> JSON {
    let result: Result<JSON, Diagnostic> = bytes.withUnsafeBytes { bytes in
      do throws(Diagnostic) {
        return .success(try parse(bytes, options: options))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads a whole text.
  public static func parse(
    _ text: String, options: Options = .screen
  ) throws(Diagnostic) -> JSON {
    try parse(Array(text.utf8), options: options)
  }

  // MARK: - What it is

  /// Which of the six kinds.
  public var kind: Kind {
    switch entry.kind {
    case .null: .null
    case .true, .false: .bool
    case .int, .decimal: .number
    case .string, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool { entry.kind == .null }

  /// Nil unless this is `true` or `false`.
  public var bool: Bool? {
    switch entry.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A number that is an integer of 64 bits, however it is written: `1`, `1.0`, `10e-1`.
  public var int: Int64? {
    switch entry.kind {
    case .int: entry.int
    case .decimal: number?.int64
    default: nil
    }
  }

  /// Nil unless this is a number; the digits are as written.
  public var number: DecimalNumber? {
    switch entry.kind {
    case .int: DecimalNumber(entry.int)
    case .decimal:
      DecimalNumber(
        uncheckedText: String(decoding: document.numberBytes(index), as: UTF8.self))
    default: nil
    }
  }

  /// The nearest binary number, ties to even; ±infinity when it is too large. Nil unless this is
  /// a number.
  public var double: Double? {
    switch entry.kind {
    case .int: Double(entry.int)
    case .decimal: DoubleReader.read(document.numberBytes(index))
    default: nil
    }
  }

  /// Nil unless this is a string.
  public var string: String? {
    guard kind == .string else { return nil }
    return String(decoding: document.stringBytes(index), as: UTF8.self)
  }

  /// Gives a string's UTF-8 bytes, unescaped, without making a `String`: for secrets. Nil unless
  /// this is a string.
  ///
  /// The bytes are valid inside `body` only.
  public func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard kind == .string else { return nil }
    return body(document.stringBytes(index))
  }

  // MARK: - Where it is

  /// Distance of the value's first byte from the start of the text.
  public var offset: Int { entry.offset }

  /// Line and column of the value's first byte. Linear in `offset`: for errors.
  public var position: Position { document.position(of: offset) }

  /// JSON Pointer (RFC 6901) to this value. Linear in what stands before it: for errors.
  public var path: String {
    var path = ""
    var container = 0
    while container != index {
      let isObject = document.tape[container].kind == .object
      var child = container + (isObject ? 2 : 1)
      var number = 0
      while document.next(child) <= index {
        child = document.next(child) + (isObject ? 1 : 0)
        number += 1
      }
      path += isObject ? "/" + JSONPointer.token(document.stringBytes(child - 1)) : "/\(number)"
      container = child
    }
    return path
  }
}

extension JSONDocument {
  /// The tape index after the value at `index`.
  @inline(__always)
  func next(_ index: Int) -> Int {
    let entry = tape[index]
    return entry.kind == .array || entry.kind == .object ? entry.low : index + 1
  }
}
