import OynaEngine
import OynaValue
import Testing

/// FORMS §4, "Required / empty / booleans" and "Regex, strings, unicode".
@Suite struct FormsEmptinessTests {
  @Test(
    "F-19: white space alone is empty",
    arguments: ["\n\n", "   ", "\u{A0}", "\u{3000}", "\t\u{2009}"])
  func whiteSpaceIsEmpty(_ blank: String) throws {
    var form = try OpenForm(text("a", required()))
    form.type(blank, in: "a")
    form.submit()
    #expect(form.error("a") == "required")
  }

  @Test("F-19: text keeps the space that was typed around it")
  func spaceIsKept() throws {
    var form = try OpenForm(text("a", required()))
    form.type(" x ", in: "a")
    form.submit()
    #expect(form.sent == #"{"a":" x "}"#)
  }

  @Test("F-21: zero is a value")
  func zeroIsAValue() throws {
    var form = try OpenForm(
      """
      {"id": "n", "type": "number_input", "validations": [\(required())]},
      {"id": "d", "type": "dropdown", "validations": [\(required())],
       "props": {"options": [{"value": 0, "label": "none"}, {"value": 1, "label": "one"}]}},
      \(text("t", required()))
      """)
    form.type(.int(0), in: "n")
    form.type(.int(0), in: "d")
    form.type("0", in: "t")
    form.submit()
    #expect(form.sent == #"{"n":0,"d":0,"t":"0"}"#)
  }

  @Test("a choice of false is a choice: required and requireOne are content")
  func falseIsAChoice() throws {
    var form = try OpenForm(
      """
      {"id": "d", "type": "radio_group", "validations": [\(required())],
       "props": {"options": [{"value": true, "label": "yes"}, {"value": false, "label": "no"}]}},
      {"id": "one", "type": "text_input", "validations":
       [{"rule": "requireOne", "fields": ["d", "one"], "errorMessage": "one of these"}]}
      """)
    form.submit()
    #expect(form.error("d") == "required")
    form.type(.bool(false), in: "d")
    form.submit()
    #expect(form.error("one") == nil)
    #expect(form.sent == #"{"d":false}"#)
  }

  @Test("F-23: an untouched toggle sends false; required wants it on")
  func toggles() throws {
    var form = try OpenForm(
      """
      {"id": "plain", "type": "toggle_switch"},
      {"id": "consent", "type": "checkbox", "validations": [\(required("tick it"))]}
      """)
    form.submit()
    #expect(form.error("consent") == "tick it")
    form.type(.bool(true), in: "consent")
    form.submit()
    #expect(form.sent == #"{"plain":false,"consent":true}"#)
  }

  @Test(
    "F-25: what is no number is never sent as one",
    arguments: ["abc", "-", "e", "12abc", "1e3", "0x1A"])
  func noNumber(_ typed: String) throws {
    var form = try OpenForm(
      #"{"id": "n", "type": "number_input", "validations": [\#(required())]}"#)
    form.type(typed, in: "n")
    form.submit()
    #expect(form.error("n") == "Enter a number")
    #expect(form.request == nil)
    #expect(form.value("n") == .string(typed))
  }

  @Test("F-27: an optional field that is empty passes minLength and regex")
  func optionalEmptyPasses() throws {
    var form = try OpenForm(
      text(
        "a",
        #"{"rule": "minLength", "value": 3, "errorMessage": "short"}, {"rule": "regex", "pattern": "[a-z]+", "errorMessage": "letters"}"#
      ))
    form.fill("a", "")
    #expect(form.error("a") == nil)
    form.fill("a", "ab")
    #expect(form.error("a") == "short")
    form.fill("a", "")
    #expect(form.error("a") == nil)
    form.submit()
    #expect(form.sent == "{}")
  }

  @Test("F-29: a hostile pattern takes linear time")
  func hostilePattern() throws {
    var form = try OpenForm(
      text("a", #"{"rule": "regex", "pattern": "(a+)+$", "errorMessage": "no"}"#))
    form.fill("a", String(repeating: "a", count: 10_000) + "!")
    #expect(form.error("a") == "no")
    form.fill("a", String(repeating: "a", count: 10_000))
    #expect(form.error("a") == nil)
  }

  @Test("F-31: a pattern that does not compile refuses the screen")
  func badPatternRefuses() throws {
    let refused = try refusal(body(text("a", #"{"rule": "regex", "pattern": "[a-z"}"#)))
    #expect(refused.path == "/body/children/0/validations/0/pattern")
  }

  @Test(
    "F-33: a regex matches the whole value",
    arguments: [
      ("[0-9][A-Z]{3}", "1ABC sdf"), ("cat|dog", "catfish"), (#"\\d{4}"#, "1234\n"),
      ("^a|b$", "axx"),
    ])
  func wholeMatch(_ pattern: String, _ value: String) throws {
    var form = try OpenForm(
      text("a", #"{"rule": "regex", "pattern": "\#(pattern)", "errorMessage": "no"}"#))
    form.fill("a", value)
    #expect(form.error("a") == "no")
  }

  @Test("F-35: an email loses the space around it when it is sent")
  func emailIsTrimmed() throws {
    var form = try OpenForm(text("a", #"{"rule": "email", "errorMessage": "no"}"#))
    form.fill("a", " a@b.co ")
    #expect(form.error("a") == nil)
    form.submit()
    #expect(form.sent == #"{"a":"a@b.co"}"#)
  }

  @Test(
    "length counts what a person counts, or the unit of the rule",
    arguments: [
      ("grapheme", 1), ("scalar", 5), ("utf16", 8), ("byte", 18),
    ])
  func lengthUnits(_ unit: String, _ length: Int) throws {
    let family = "👩‍👩‍👧"
    for (bound, fails) in [(length, false), (length - 1, true)] where bound > 0 {
      var form = try OpenForm(
        text(
          "a",
          #"{"rule": "maxLength", "value": \#(bound), "unit": "\#(unit)", "errorMessage": "long"}"#)
      )
      form.fill("a", family)
      #expect((form.error("a") == "long") == fails)
    }
  }

  @Test("the first rule that fails, in document order, shows")
  func documentOrder() throws {
    var form = try OpenForm(
      text(
        "a",
        #"{"rule": "minLength", "value": 5, "errorMessage": "short"}, {"rule": "regex", "pattern": "[0-9]+", "errorMessage": "digits"}, \#(required())"#
      ))
    form.submit()
    #expect(form.error("a") == "required")
    form.fill("a", "abc")
    #expect(form.error("a") == "short")
    form.fill("a", "abcdef")
    #expect(form.error("a") == "digits")
  }
}
