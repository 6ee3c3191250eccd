import OynaEngine
import OynaValue
import Testing

@Suite("Text with computed parts")
struct TemplateTests {
  /// A text's parts in words, over the keys `a` and `b`.
  static func parts(_ text: String) throws -> [String] {
    var writer = JSONWriter()
    writer.string(text)
    let screen = try screen(
      body(
        #"{"type": "text", "props": {"text": \#(writer.text)}}"#, state: #"{"a": 1, "b": 2}"#))
    guard let template = screen.components[1].templates.first?.template,
      case .parts(let parts) = template
    else { return ["plain"] }
    return parts.map { part in
      switch part {
      case .text(let text): "'\(text)'"
      case .expression(let bound, let format): bound.program.source + words(format)
      }
    }
  }

  static func words(_ format: Template.Format?) -> String {
    switch format {
    case nil: ""
    case .number?: " as number"
    case .money(let currency)?: " as money \(currency ?? "own")"
    case .date?: " as date"
    case .plural(let forms)?: " as plural \(forms.map(\.category).joined(separator: ","))"
    case .custom(let name)?: " as \(name)"
    }
  }

  @Test(
    "is split at {{ expression | format }}",
    arguments: [
      ("no braces", ["plain"]), ("{ a } }}", ["plain"]), ("{{{{ a }}", ["plain"]),
      ("{{ a }}", ["a"]), ("{{a}}", ["a"]), ("x{{ a }}y{{ b }}", ["'x'", "a", "'y'", "b"]),
      ("{{ a }} {{{{ {{ b }}", ["a", "' {{ '", "b"]),
      ("{{ a | money }}", ["a as money own"]), ("{{a|number}}", ["a as number"]),
      ("{{ a | money(\"USD\") }}", ["a as money USD"]),
      ("{{ a | money('EUR') }}", ["a as money EUR"]), ("{{ a | date }}", ["a as date"]),
      ("{{ a == 1 || b == 2 }}", ["a == 1 || b == 2"]),
      ("{{ a == 1 || b == 2 | yesno }}", ["a == 1 || b == 2 as yesno"]),
      ("{{ {'x': {'y': a}}['x']['y'] }}", ["{'x': {'y': a}}['x']['y']"]),
      ("{{ '}}' + string(a) }}", ["'}}' + string(a)"]),
      ("{{ '\\'}}' }}!", ["'\\'}}'", "'!'"]), ("{{ 'a|b' }}", ["'a|b'"]),
      (
        "{{ a | plural(\"one\", \"# kun\", \"other\", \"# kun\") }}",
        ["a as plural one,other"]
      ),
      ("so'm: {{ a }} ≈ 👍", ["'so'm: '", "a", "' ≈ 👍'"]),
    ])
  func split(_ text: String, _ parts: [String]) throws {
    #expect(try Self.parts(text) == parts)
  }

  @Test(
    "that cannot be read is refused with the place in the text",
    arguments: [
      ("abc {{ a", 4, "A `{{` has no `}}`."), ("{{ (a }}", 0, "A `{{` has no `}}`."),
      ("{{ 'a }}", 0, "A `{{` has no `}}`."), ("x {{  }}", 4, "A `{{ }}` is empty."),
      ("{{ | money }}", 2, "A `{{ }}` is empty."),
      ("{{ a | }}", 7, "A `|` must be followed by a format."),
      ("{{ a | date(\"x\") }}", 11, "`date` has too many arguments."),
      ("{{ a | money(x) }}", 12, "The arguments of a format are quoted texts in parentheses."),
      (
        "{{ a | plural(\"one\", \"x\") }}", 7,
        "`plural` takes pairs of a category and its text, `other` among them."
      ),
    ])
  func refused(_ text: String, _ offset: Int, _ message: String) throws {
    var writer = JSONWriter()
    writer.string(text)
    let start = #"{"id": "s", "state": {"a": 1}, "body": {"type": "text", "props": {"text": "#
    let error = try refusal(start + writer.text + "}}}")
    #expect(error.message == message)
    #expect(error.code == .badTemplate)
    #expect(error.path == "/body/props/text")
    #expect(error.position?.offset == start.utf8.count + 1 + offset)
  }

  @Test("a format's name that nobody knows is a warning with the nearest one")
  func unknownFormat() throws {
    let screen = try screen(
      body(#"{"type": "text", "props": {"text": "{{ a | monay }}"}}"#, state: #"{"a": 1}"#))
    #expect(screen.diagnostics.map(\.correction) == ["money"])
  }

  @Test("only members that people read are templates")
  func otherMembers() throws {
    let screen = try screen(
      body(
        """
        {"id": "{{ x }}", "type": "text_input", "props": {"stateKey": "{{ y }}",
         "value": "{{ z }}", "unknown": "{{ ( }}", "label": "{{ 1 }}"},
         "accessibility": {"hint": "{{ 2 }}"}}
        """))
    #expect(screen.components[1].templates.map(\.name) == ["label"])
    #expect(screen.components[1].field?.initial == .string("{{ z }}"))
  }
}
