import OynaEngine
import OynaValue

extension ScreenLinter {
  private static let expressionMembers: Set<String> = [
    "visibleWhen", "enabledWhen", "when", "expression", "condition",
  ]

  /// Members of texts, numbers and other plain values, such as `name.length`: CEL has none, so the
  /// expression fails on every value, silently, as all expressions of a screen do.
  mutating func lintExpressions(_ screen: Screen) {
    walk(root, screen)
  }

  private mutating func walk(_ json: JSON, _ screen: Screen) {
    for member in json.object.map({ Array($0) }) ?? [] where !member.key.hasPrefix("$") {
      let value = member.value
      if let text = value.string {
        let isExpression = Self.expressionMembers.contains(member.key)
        for part in isExpression ? [text[...]] : Self.placeholders(text) {
          selections(in: part, screen, at: value)
        }
      } else if member.key == "computed" {
        for member in value.object.map({ Array($0) }) ?? [] {
          guard let text = member.value.string else { continue }
          selections(in: text[...], screen, at: member.value)
        }
      } else {
        walk(value, screen)
      }
    }
    for element in json.array.map({ Array($0) }) ?? [] { walk(element, screen) }
  }

  /// What stands between `{{` and `}}`.
  private static func placeholders(_ text: String) -> [Substring] {
    text.split(separator: "{{").dropFirst(text.hasPrefix("{{") ? 0 : 1).map {
      $0.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    }
  }

  private mutating func selections(in text: Substring, _ screen: Screen, at place: JSON) {
    for (key, member) in Self.selections(text) {
      guard let index = screen.field(for: StateKey(key)), let field = screen[index].field,
        Self.isPlain(field.valueType), screen.key(StateKey(key + "." + member)) == nil
      else { continue }
      warn(
        .noSuchField,
        "`\(key)` is a plain value and has no member `\(member)`: the expression always fails.",
        at: place, correction: member == "length" ? "size(\(key))" : nil)
    }
  }

  private static func isPlain(_ type: FieldModel.ValueType) -> Bool {
    switch type {
    case .text, .number, .money, .date, .bool, .choice: true
    case .choices, .file, .rows, .cart: false
    }
  }

  /// Every `name.member` that is no call and no part of a longer path, outside of quotes.
  private static func selections(_ text: Substring) -> [(key: String, member: String)] {
    var found: [(key: String, member: String)] = []
    var path: [Substring] = []
    var rest = text
    while let character = rest.first {
      if character == "'" || character == "\"" {
        rest = rest.dropFirst().drop { $0 != character }.dropFirst()
        path = []
      } else if character.isLetter || character == "_" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest.dropFirst(name.count)
        path.append(name)
        if rest.first == ".", rest.dropFirst().first.map({ $0.isLetter || $0 == "_" }) == true {
          rest = rest.dropFirst()
          continue
        }
        if path.count == 2, rest.first != "(" { found.append((String(path[0]), String(path[1]))) }
        path = []
      } else {
        rest = rest.dropFirst()
        path = []
        // What follows a closed bracket belongs to its value, not to a key.
        if [")", "]", "}"].contains(character), rest.first == "." {
          rest = rest.dropFirst()
          path = [""]
        }
      }
    }
    return found
  }
}
