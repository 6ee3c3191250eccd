import OynaValue

/// One key that a person pressed in a terminal.
enum TypedKey: Equatable {
  /// A printable character, scalar by scalar.
  case scalar(Unicode.Scalar)
  case enter, tab, backTab, backspace, escape
  case up, down, left, right
  case pageUp, pageDown
  /// Control and a letter, in lower case; `_` for undo.
  case control(Character)
}

/// Reads the bytes of a terminal in raw mode: UTF-8 text and the escape sequences of ECMA-48 that
/// terminals send for keys. What is incomplete waits for its rest; what is unknown is dropped.
struct KeyParser {
  private var pending: [UInt8] = []

  /// The keys in these bytes. `pending` never holds typed text longer than one character.
  mutating func keys(in bytes: UnsafeRawBufferPointer) -> [TypedKey] {
    var keys: [TypedKey] = []
    for byte in bytes {
      pending.append(byte)
      if let key = take() { keys.append(key) }
    }
    // An escape byte at the end of what was read at once is the key itself.
    if pending == [0x1B] {
      pending = []
      keys.append(.escape)
    }
    return keys
  }

  private mutating func take() -> TypedKey? {
    let first = pending[0]
    if first == 0x1B { return takeEscape() }
    let length = Self.length(first)
    guard pending.count >= length else { return nil }
    defer { erase() }
    if length == 1 { return Self.key(ascii: first) }
    return String(validUTF8: pending)?.unicodeScalars.first.map { .scalar($0) }
  }

  /// `ESC [` parameters final, or `ESC O` final.
  private mutating func takeEscape() -> TypedKey? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
      erase()
      return .escape
    }
    guard pending.count > 2, let final = pending.last, (0x40...0x7E).contains(final) else {
      return nil
    }
    defer { erase() }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"):
      return pending[2] == UInt8(ascii: "5")
        ? .pageUp : pending[2] == UInt8(ascii: "6") ? .pageDown : nil
    default: return nil
    }
  }

  private mutating func erase() {
    for place in pending.indices { pending[place] = 0 }
    pending.removeAll(keepingCapacity: true)
  }

  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func key(ascii byte: UInt8) -> TypedKey? {
    switch byte {
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x08, 0x7F: .backspace
    case 0x1F: .control("_")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x20...0x7E: .scalar(Unicode.Scalar(byte))
    default: nil
    }
  }
}
