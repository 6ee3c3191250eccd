import OynaEngine
import OynaValue
import Testing

/// Plural categories by Unicode CLDR 46 ("Language Plural Rules") in the languages of the engine, and
/// the number in the form that was chosen.
@Suite struct PluralTests {
  static let forms = #"'one', 'one #', 'few', 'few #', 'many', 'many #', 'other', 'other #'"#

  static func text(_ number: String, _ language: String) throws -> String {
    let form = try OpenForm(
      document: """
        {"id": "s", "language": "\(language)", "state": {"n": \(number)},
         "body": {"type": "text", "props": {"text": "{{ n | plural(\(forms)) }}"}}}
        """)
    var engine = form.engine
    guard case .string(let text)? = engine.resolvedScreen().root.props["text"] else { return "" }
    return text
  }

  @Test(
    "a number chooses its form",
    arguments: [
      ("uz", ["1"], "one"), ("uz", ["0", "2", "5", "11", "21", "100", "1.5"], "other"),
      ("uz-Cyrl", ["1"], "one"), ("uz-Cyrl", ["0", "21"], "other"),
      ("en", ["1"], "one"), ("en", ["0", "2", "11", "21", "1.5"], "other"),
      ("ru", ["1", "21", "31", "101", "121"], "one"),
      ("ru", ["2", "3", "4", "22", "24", "102", "104"], "few"),
      ("ru", ["0", "5", "11", "12", "14", "20", "25", "100", "111", "112"], "many"),
      ("ru", ["1.5", "0.1"], "other"),
    ])
  func category(language: String, numbers: [String], category: String) throws {
    for number in numbers {
      #expect(try Self.text(number, language).hasPrefix(category + " "), "\(number) in \(language)")
    }
  }

  @Test("the number stands in the form as the language writes it")
  func number() throws {
    #expect(try Self.text("21", "ru") == "one 21")
    #expect(try Self.text("1234567", "uz") == "other 1\u{A0}234\u{A0}567")
    #expect(try Self.text("1234567", "en") == "other 1,234,567")
  }
}
