extension ExpressionParser {
  /// The int, uint or double of the current token, which is then passed.
  mutating func numberLiteral(
    isNegative: Bool, at offset: Int
  ) throws(CELError) -> ExpressionNodeID {
    let digits = lexer.bytes[token.start..<token.end]
    let value: Value
    switch token.kind {
    case .double:
      guard let magnitude = ExpressionNumber.double(digits), magnitude.isFinite else {
        throw CELError(.syntax, "This double is out of range.", offset: offset)
      }
      value = .double(isNegative ? -magnitude : magnitude)
    case .uint:
      guard let magnitude = magnitude(of: digits.dropLast()) else {
        throw CELError(.syntax, "This uint is over 18446744073709551615.", offset: offset)
      }
      value = .uint(magnitude)
    default:
      let minimum = UInt64(1) << 63
      guard let magnitude = magnitude(of: digits), magnitude <= (isNegative ? minimum : minimum - 1)
      else {
        throw CELError(
          .syntax, "This int is outside -9223372036854775808…9223372036854775807.",
          offset: offset)
      }
      value = .int(isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude))
    }
    try advance()
    return try tree.add(.literal(value), at: offset)
  }

  private func magnitude(of digits: ArraySlice<UInt8>) -> UInt64? {
    var rest = digits
    var radix: UInt64 = 10
    if digits.count > 2, digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      rest = digits.dropFirst(2)
    }
    var magnitude: UInt64 = 0
    for byte in rest {
      guard let digit = byte.hexadecimalDigit else { return nil }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry else { return nil }
      magnitude = sum
    }
    return magnitude
  }

  /// The string or bytes of the current token, escapes resolved.
  func textLiteral() throws(CELError) -> Value {
    let bytes = lexer.bytes
    var start = token.start
    var end = token.end
    var isRaw = false
    while bytes[start] != UInt8(ascii: "\""), bytes[start] != UInt8(ascii: "'") {
      if bytes[start] | 0x20 == UInt8(ascii: "r") { isRaw = true }
      start += 1
    }
    let quote = bytes[start]
    let isTriple = end - start >= 6 && bytes[start + 1] == quote && bytes[start + 2] == quote
    start += isTriple ? 3 : 1
    end -= isTriple ? 3 : 1
    let isBytes = token.kind == .bytes
    let body = bytes[start..<end]
    if !body.contains(where: { $0 == UInt8(ascii: "\\") || $0 == 0x0D }) {
      return isBytes ? .bytes(Array(body)) : .string(String(decoding: body, as: UTF8.self))
    }
    var result: [UInt8] = []
    result.reserveCapacity(body.count)
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), !isRaw {
        index = try escape(at: index + 1, end: end, isBytes: isBytes, into: &result)
      } else if byte == 0x0D {
        // A line break inside a triple-quoted literal is LF on every platform.
        result.append(0x0A)
        index += index + 1 < end && bytes[index + 1] == 0x0A ? 2 : 1
      } else {
        result.append(byte)
        index += 1
      }
    }
    return isBytes ? .bytes(result) : .string(String(decoding: result, as: UTF8.self))
  }

  /// Resolves the escape whose letter is at `index`; the index after it.
  private func escape(
    at index: Int, end: Int, isBytes: Bool, into result: inout [UInt8]
  ) throws(CELError) -> Int {
    let letter = lexer.bytes[index]
    switch letter {
    case UInt8(ascii: "a"): result.append(0x07)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "v"): result.append(0x0B)
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "`"):
      result.append(letter)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      return try numericEscape(
        at: index, digits: 3, radix: 8, end: end, isBytes: isBytes, into: &result)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return try numericEscape(
        at: index + 1, digits: 2, radix: 16, end: end, isBytes: isBytes, into: &result)
    case UInt8(ascii: "u") where !isBytes, UInt8(ascii: "U") where !isBytes:
      return try numericEscape(
        at: index + 1, digits: letter == UInt8(ascii: "u") ? 4 : 8, radix: 16, end: end,
        isBytes: false, into: &result)
    default:
      throw CELError(.syntax, "A string literal has an unknown escape.", offset: index - 1)
    }
    return index + 1
  }

  private func numericEscape(
    at start: Int, digits: Int, radix: UInt32, end: Int, isBytes: Bool, into result: inout [UInt8]
  ) throws(CELError) -> Int {
    let backslash = radix == 8 ? start - 1 : start - 2
    var number: UInt32 = 0
    for index in start..<(start + digits) {
      guard index < end, let digit = lexer.bytes[index].hexadecimalDigit, digit < radix else {
        throw CELError(.syntax, "An escape has too few digits.", offset: backslash)
      }
      number = number &* radix &+ UInt32(digit)
    }
    if isBytes {
      result.append(UInt8(truncatingIfNeeded: number))
    } else if let scalar = Unicode.Scalar(number) {
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      throw CELError(.syntax, "An escape names no Unicode character.", offset: backslash)
    }
    return start + digits
  }
}
