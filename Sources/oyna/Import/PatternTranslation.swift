import OynaValue

/// A regular expression of JSON Schema (ECMA-262, searched for) in the syntax of RE2.
struct PatternTranslation {
  /// The same expression; it is searched for, as `matches()` of CEL does.
  let searched: String
  /// The expression of a rule `regex`, which matches the whole value.
  let whole: String

  /// Nil where RE2 has nothing like it: look-around, back-references.
  init?(_ source: String) {
    var translator = Translator(source)
    guard let text = translator.translate(), (try? RegularExpression(text)) != nil else {
      return nil
    }
    searched = text
    let isAnchored = source.hasPrefix("^") && source.hasSuffix("$") && !source.hasSuffix("\\$")
    whole = isAnchored && !source.contains("|") ? text : "(?s:.*)(?:\(text))(?s:.*)"
    guard (try? RegularExpression(whole)) != nil else { return nil }
  }

  private struct Translator {
    private let source: [Character]
    private var index = 0
    private var isInClass = false

    // ECMA-262 §22.2.2.9: its white space is Unicode's, RE2's is not.
    private static let space =
      #"\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}"#
      + #"\x{205f}\x{3000}\x{feff}"#

    init(_ source: String) { self.source = Array(source) }

    mutating func translate() -> String? {
      var result = ""
      while index < source.count {
        let character = source[index]
        index += 1
        switch character {
        case "\\":
          guard let escape = escape() else { return nil }
          result += escape
        case "[" where !isInClass:
          isInClass = true
          if starts(with: "^]") {
            index += 2
            isInClass = false
            result += #"[\x{0}-\x{10ffff}]"#
          } else if starts(with: "]") {
            return nil
          } else {
            result += "["
          }
        case "[":
          result += #"\["#
        case "]" where isInClass:
          isInClass = false
          result += "]"
        case "(" where !isInClass && starts(with: "?"):
          guard let group = group() else { return nil }
          result += group
        case "." where !isInClass:
          result += #"[^\n\r\x{2028}\x{2029}]"#
        default:
          result.append(character)
        }
      }
      return result
    }

    private func starts(with text: String) -> Bool { source[index...].starts(with: Array(text)) }

    /// After `(`: RE2 has groups with and without a name, and no look-around.
    private mutating func group() -> String? {
      if starts(with: "?:") {
        index += 2
        return "(?:"
      }
      if starts(with: "?<"), !starts(with: "?<="), !starts(with: "?<!") {
        index += 2
        return "(?P<"
      }
      return nil
    }

    /// After a backslash.
    private mutating func escape() -> String? {
      guard index < source.count else { return nil }
      let character = source[index]
      index += 1
      switch character {
      case "s": return isInClass ? Self.space : "[\(Self.space)]"
      case "S": return isInClass ? nil : "[^\(Self.space)]"
      case "u":
        if starts(with: "{") {
          guard let end = source[index...].firstIndex(of: "}") else { return nil }
          defer { index = end + 1 }
          return #"\x{"# + String(source[(index + 1)..<end]) + "}"
        }
        guard index + 4 <= source.count else { return nil }
        defer { index += 4 }
        return #"\x{"# + String(source[index..<(index + 4)]) + "}"
      case "c":
        guard index < source.count, let code = source[index].asciiValue else { return nil }
        index += 1
        return #"\x{"# + String(code % 32, radix: 16) + "}"
      case "0": return #"\x{0}"#
      case "b" where isInClass: return #"\x{8}"#
      case "k", "1", "2", "3", "4", "5", "6", "7", "8", "9": return nil
      case "p", "P":
        guard starts(with: "{"), let end = source[index...].firstIndex(of: "}") else { return nil }
        defer { index = end + 1 }
        let name = String(source[(index + 1)..<end])
        let value = name.split(separator: "=").last.map(String.init) ?? name
        return "\\\(character){\(Self.categories[value] ?? value)}"
      case "/", "\"", "'", "@", "#", "%", "&", ",", ":", ";", "<", ">", "=", "!", "~", "`", "_":
        return String(character)
      default: return "\\" + String(character)
      }
    }

    private static let categories = [
      "Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Number": "N",
      "Decimal_Number": "Nd", "Punctuation": "P", "Symbol": "S", "Separator": "Z", "Mark": "M",
    ]
  }
}
