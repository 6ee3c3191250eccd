/// The ASCII encoding of international labels (RFC 3492), without the `xn--`.
enum Punycode {
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26

  /// Lower-case digits to characters; nil for what is no encoding.
  static func decode(_ text: [UInt8]) -> [Unicode.Scalar]? {
    // A label is at most 63 bytes, so every sum below stays far under 32 bits but where checked.
    guard text.count <= 59 else { return nil }
    let delimiter = text.lastIndex(of: UInt8(ascii: "-"))
    var output: [Unicode.Scalar] = text[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
    guard output.allSatisfy({ $0.isASCII }) else { return nil }
    var index = delimiter.map { $0 + 1 } ?? 0
    var code = 128
    var position = 0
    var bias = 72
    while index < text.count {
      let start = position
      var weight = 1
      var step = base
      while true {
        guard index < text.count, let digit = digit(text[index]) else { return nil }
        index += 1
        position += digit * weight
        guard position <= 0xFF_FFFF else { return nil }
        let threshold = threshold(step, bias)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight <= 0xFF_FFFF else { return nil }
        step += base
      }
      bias = adapted(position - start, count: output.count + 1, isFirst: start == 0)
      code += position / (output.count + 1)
      position %= output.count + 1
      guard let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: position)
      position += 1
    }
    return output
  }

  /// Characters to lower-case digits.
  static func encode(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var output = scalars.filter { $0.isASCII }.map { UInt8(truncatingIfNeeded: $0.value) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var done = basicCount
    var code = 128
    var bias = 72
    var delta: Int64 = 0
    while done < scalars.count {
      let next = scalars.lazy.map { Int($0.value) }.filter { $0 >= code }.min() ?? code
      delta += Int64(next - code) * Int64(done + 1)
      code = next
      for scalar in scalars {
        if Int(scalar.value) < code { delta += 1 }
        guard Int(scalar.value) == code else { continue }
        appendDigits(delta, bias, to: &output)
        bias = adapted(Int(delta), count: done + 1, isFirst: done == basicCount)
        delta = 0
        done += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  private static func appendDigits(_ delta: Int64, _ bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var step = base
    while true {
      let threshold = Int64(threshold(step, bias))
      if rest < threshold { break }
      output.append(character(Int(threshold + (rest - threshold) % (Int64(base) - threshold))))
      rest = (rest - threshold) / (Int64(base) - threshold)
      step += base
    }
    output.append(character(Int(rest)))
  }

  private static func threshold(_ step: Int, _ bias: Int) -> Int {
    min(max(step - bias, tMin), tMax)
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = delta / (isFirst ? 700 : 2)
    delta += delta / count
    var step = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      step += base
    }
    return step + (base - tMin + 1) * delta / (delta + 38)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    if CharacterClass.isDigit(byte) { return CharacterClass.digit(byte) + 26 }
    let letter = byte &- UInt8(ascii: "a")
    return letter < 26 ? Int(letter) : nil
  }

  private static func character(_ digit: Int) -> UInt8 {
    UInt8(digit < 26 ? digit + 97 : digit + 22)
  }
}
