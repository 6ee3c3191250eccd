extension JSON {
  /// The place of one byte of a string's content: where in the text an error inside a pattern or
  /// an expression stands, whatever was escaped before it.
  ///
  /// `utf8Offset` counts bytes of the unescaped string from 0; one past the end is the closing
  /// quote. For a value that is no string: the value's own place. Linear in `offset`: for errors.
  public func position(inString utf8Offset: Int) -> Position {
    document.position(of: offset(inString: utf8Offset))
  }

  /// Distance of one byte of a string's content from the start of the text, like
  /// `position(inString:)`.
  public func offset(inString utf8Offset: Int) -> Int {
    guard kind == .string else { return offset }
    let text = document.text
    var place = offset + 1
    var remaining = utf8Offset
    while remaining > 0, place < document.count, text[place] != UInt8(ascii: "\"") {
      guard text[place] == UInt8(ascii: "\\") else {
        place += 1
        remaining -= 1
        continue
      }
      let (width, length) = escape(at: place)
      guard remaining >= length else { break }
      place += width
      remaining -= length
    }
    return place
  }

  /// The bytes of an escape in the text, and of the character that it stands for.
  private func escape(at place: Int) -> (width: Int, length: Int) {
    let text = document.text
    guard text[place + 1] == UInt8(ascii: "u") else { return (2, 1) }
    var unit = 0
    for index in place + 2..<place + 6 { unit = unit << 4 | Int(hexadecimal: text[index]) }
    switch unit {
    case ..<0x80: return (6, 1)
    case ..<0x800: return (6, 2)
    case 0xD800...0xDBFF: return (12, 4)
    default: return (6, 3)
    }
  }
}

extension JSONDocument {
  /// The places of many bytes of the text in one pass; `offsets` ascend.
  public func positions(ofAscending offsets: [Int]) -> [Position] {
    var positions: [Position] = []
    var last = Position(line: 1, column: 1, offset: 0)
    for offset in offsets {
      let rest = UnsafeBufferPointer(start: text + last.offset, count: count - last.offset)
      let step = Position(offset: offset - last.offset, in: rest)
      last = Position(
        line: last.line + step.line - 1,
        column: step.line == 1 ? last.column + step.column - 1 : step.column,
        offset: last.offset + step.offset)
      positions.append(last)
    }
    return positions
  }
}

extension Int {
  fileprivate init(hexadecimal digit: UInt8) {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = Int(digit) - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self = Int(digit) - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self = Int(digit) - 87
    default: self = 0
    }
  }
}
