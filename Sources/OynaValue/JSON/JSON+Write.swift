extension JSON {
  /// How a parsed value is written back.
  public enum Spelling: Sendable {
    /// Numbers as they were written, members in their order.
    case kept
    /// RFC 8785: numbers as doubles in their shortest spelling, members sorted by their keys'
    /// UTF-16 code units. A number that is no finite double stays as it was written.
    case canonical
  }

  /// Writes the value without space; reading it gives the same value back.
  ///
  /// Recursion is bounded by the depth limit that the document was read with (at most 1,024).
  public func write(into bytes: inout [UInt8], _ spelling: Spelling = .kept) {
    switch entry.kind {
    case .null: bytes += "null".utf8
    case .true: bytes += "true".utf8
    case .false: bytes += "false".utf8
    case .int, .decimal: writeNumber(into: &bytes, spelling)
    case .string, .escapedString:
      JSONWriter.append(utf8: document.stringBytes(index), to: &bytes)
    case .array:
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in Elements(document: document, container: index) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(into: &bytes, spelling)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object: writeObject(into: &bytes, spelling)
    }
  }

  /// The text that `write` writes.
  public func text(_ spelling: Spelling = .kept) -> String {
    var bytes: [UInt8] = []
    write(into: &bytes, spelling)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writeNumber(into bytes: inout [UInt8], _ spelling: Spelling) {
    if spelling == .canonical, let double, double.isFinite {
      DoubleWriter.append(double, to: &bytes)
    } else {
      bytes += document.numberBytes(index)
    }
  }

  private func writeObject(into bytes: inout [UInt8], _ spelling: Spelling) {
    var keys = Members(document: document, container: index).keys
    if spelling == .canonical {
      keys.sort { left, right in
        let one = document.stringBytes(left.index)
        let other = document.stringBytes(right.index)
        return precedesInUTF16(one, other)
      }
    }
    bytes.append(UInt8(ascii: "{"))
    for (number, key) in keys.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.append(utf8: document.stringBytes(key.index), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSON(document: document, index: key.index + 1).write(into: &bytes, spelling)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

/// Order by UTF-16 code units, of texts in UTF-8: the same as byte order but for scalars beyond
/// U+FFFF (first byte F0 or more), whose surrogates sort before U+E000 (first byte EE or more).
private func precedesInUTF16(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  var index = 0
  while index < left.count, index < right.count {
    let one = left[index]
    let other = right[index]
    if one != other {
      if one >= 0xF0, (0xEE...0xEF) ~= other { return true }
      if other >= 0xF0, (0xEE...0xEF) ~= one { return false }
      return one < other
    }
    index += 1
  }
  return left.count < right.count
}
