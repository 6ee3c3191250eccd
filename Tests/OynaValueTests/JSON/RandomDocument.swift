import OynaValue

/// A random JSON document as text and as the value it must read as.
struct RandomDocument {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Text without space at random places, or with it.
  mutating func make(depth: Int = 4) -> (text: String, value: Value) {
    let choice = Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator)
    switch choice {
    case 0: return ("null", .null)
    case 1: return Bool.random(using: &generator) ? ("true", .bool(true)) : ("false", .bool(false))
    case 2: return integer()
    case 3: return fraction()
    case 4, 5:
      let (text, value) = string()
      return (text, .string(value))
    case 6: return array(depth)
    default: return object(depth)
    }
  }

  private mutating func space() -> String {
    let spaces = ["", "", "", " ", "\n", "\t", "\r\n", "  "]
    return spaces.randomElement(using: &generator) ?? ""
  }

  private mutating func integer() -> (String, Value) {
    let bits = Int.random(in: 0..<64, using: &generator)
    let value = Int64(bitPattern: generator.next()) >> Int64(bits)
    return (String(value), .int(value))
  }

  private mutating func fraction() -> (String, Value) {
    let whole = Int64.random(in: -1000...1000, using: &generator)
    let digits = String(UInt64.random(in: 0...99_999, using: &generator))
    let exponents = ["", "e5", "E-3", "e+20", "e-400"]
    let exponent = exponents.randomElement(using: &generator) ?? ""
    let text = "\(whole).\(digits)\(exponent)"
    return (text, DecimalNumber(text).map(Value.decimal) ?? .null)
  }

  private mutating func string() -> (text: String, value: String) {
    var text = "\""
    var value = ""
    for _ in 0..<Int.random(in: 0..<20, using: &generator) {
      let scalar = self.scalar()
      value.unicodeScalars.append(scalar)
      text += spelling(of: scalar)
    }
    return (text + "\"", value)
  }

  private mutating func scalar() -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0...0x1F, 0x80...0x7FF, 0x410...0x44F, 0x800...0xD7FF,
      0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    let range = ranges.randomElement(using: &generator) ?? 0x20...0x7E
    return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?"
  }

  /// As itself where that is allowed, or in one of its escapes.
  private mutating func spelling(of scalar: Unicode.Scalar) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n",
      "\r": "\\r", "\t": "\\t",
    ]
    let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return String(scalar).utf16.map(escape).joined()
    case 1: return short[scalar] ?? (mustEscape ? escape(UInt16(scalar.value)) : String(scalar))
    default: return mustEscape ? escape(UInt16(scalar.value)) : String(scalar)
    }
  }

  private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: unit & 1 == 0)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private mutating func array(_ depth: Int) -> (String, Value) {
    var texts: [String] = []
    var values: [Value] = []
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      let (text, value) = make(depth: depth - 1)
      texts.append(space() + text + space())
      values.append(value)
    }
    return ("[" + texts.joined(separator: ",") + space() + "]", .list(values))
  }

  private mutating func object(_ depth: Int) -> (String, Value) {
    var texts: [String] = []
    var map = ValueMap()
    let isLarge = Int.random(in: 0..<10, using: &generator) == 0
    for _ in 0..<Int.random(in: 0..<(isLarge ? 40 : 6), using: &generator) {
      let (keyText, key) = string()
      guard map[key] == nil else { continue }
      let (text, value) = make(depth: isLarge ? 0 : depth - 1)
      texts.append(space() + keyText + space() + ":" + space() + text + space())
      map.set(value, for: key)
    }
    return ("{" + texts.joined(separator: ",") + space() + "}", .map(map))
  }
}
