/// A value to bind. Each case is one type of PostgreSQL, also when it is null: a prepared statement
/// keeps the types that it was first given.
enum PostgresValue: Sendable {
  case integer(Int64?)
  case text(String?)
  /// Text that is bytes already and holds no zero byte, such as JSON; comes back as bytes.
  case utf8([UInt8])
  case bytes([UInt8])
  case boolean(Bool)
  /// Values of one type, as an array.
  case list(PostgresType, [PostgresValue])

  /// Texts as an array.
  static func texts(_ texts: [String]) -> PostgresValue { .list(.text, texts.map { .text($0) }) }

  /// Integers as an array.
  static func integers(_ numbers: [Int64]) -> PostgresValue {
    .list(.integer, numbers.map { .integer($0) })
  }

  /// The type of a value that is no array.
  var type: PostgresType {
    switch self {
    case .integer: .integer
    case .text, .utf8: .text
    case .bytes: .bytes
    case .boolean: .boolean
    case .list(let type, _): type
    }
  }

  /// The object identifier of the type of the parameter.
  var parameterType: UInt32 {
    if case .list(let type, _) = self { type.arrayIdentifier } else { type.identifier }
  }

  /// The value in PostgreSQL's binary format; nil for null.
  var encoded: [UInt8]? {
    switch self {
    case .boolean(let value): [value ? 1 : 0]
    case .bytes(let bytes), .utf8(let bytes): bytes
    case .integer(let number): number.map { Self.bytes($0) }
    case .text(let text): text.map(PostgresText.encode)
    case .list(let type, let values): Self.array(of: type, values)
    }
  }

  /// One dimension from 1 (`array_recv` in `arrayfuncs.c`).
  private static func array(of type: PostgresType, _ values: [PostgresValue]) -> [UInt8] {
    var all = bytes(Int32(values.isEmpty ? 0 : 1)) + bytes(Int32(1)) + bytes(type.identifier)
    guard !values.isEmpty else { return all }
    all += bytes(Int32(values.count)) + bytes(Int32(1))
    for value in values {
      let element = value.encoded
      all += bytes(Int32(element?.count ?? -1))
      if let element { all += element }
    }
    return all
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

/// The types that are bound. The identifiers are fixed in `pg_type.dat` of PostgreSQL.
enum PostgresType: Sendable {
  case boolean
  case bytes
  case integer
  case text

  var identifier: UInt32 {
    switch self {
    case .boolean: 16
    case .bytes: 17
    case .integer: 20
    case .text: 25
    }
  }

  /// That of the arrays of it.
  var arrayIdentifier: UInt32 {
    switch self {
    case .boolean: 1000
    case .bytes: 1001
    case .integer: 1016
    case .text: 1009
    }
  }
}

/// Text on its way to and from PostgreSQL, whose `text` holds every character but U+0000.
///
/// A client may send that one too. U+10FFFF, which is no character, marks it: U+0000 is written as
/// the mark and `0`, the mark itself as the mark and `F`. Any other text is as it is.
enum PostgresText {
  private static let mark: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]

  static func encode(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == 0 || $0 == 0xF4 }) else { return bytes }
    var written: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0 {
        written += mark + [0x30]
        index += 1
      } else if bytes[index...].starts(with: mark) {
        written += mark + [0x46]
        index += mark.count
      } else {
        written.append(bytes[index])
        index += 1
      }
    }
    return written
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(0xF4) else { return String(decoding: bytes, as: UTF8.self) }
    var read: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: mark), index + mark.count < bytes.count {
        let isZero = bytes[index + mark.count] == 0x30
        read += isZero ? [0] : mark
        index += mark.count + 1
      } else {
        read.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: read, as: UTF8.self)
  }
}
