import OynaEngine
import OynaValue
import Testing

/// FORMS §4, "Conditional required / visibility / stale errors".
@Suite struct FormsConditionTests {
  @Test("F-01: a field that becomes disabled loses its error and is not sent")
  func disabledFieldLosesItsError() throws {
    var form = try OpenForm(
      "\(text("a")), \(text("b", required(), more: #""enabledWhen": "a == '1'""#))")
    form.type("1", in: "a")
    form.submit()
    #expect(form.error("b") == "required")
    form.type("2", in: "a")
    #expect(form.error("b") == nil)
    form.submit()
    #expect(form.sent == #"{"a":"2"}"#)
  }

  @Test("F-03: answering one of a group takes the group's error away")
  func groupErrorGoesWhenOneIsAnswered() throws {
    let rule = #"{"rule": "requireOne", "fields": ["a", "b"], "errorMessage": "one of them"}"#
    var form = try OpenForm(
      """
      {"id": "group", "type": "section", "children": [\(text("a")), \(text("b"))],
       "validations": [\(rule)]}
      """)
    form.submit()
    #expect(form.error("group") == "one of them")
    #expect(form.focused == "a")
    #expect(form.request == nil)
    form.type("x", in: "b")
    #expect(form.error("group") == nil)
    #expect(form.error("a") == nil)
    form.submit()
    #expect(form.sent == #"{"b":"x"}"#)
  }

  @Test("F-05: a grandchild does not stay visible through a hidden parent's value")
  func hiddenParentReadsAsNull() throws {
    var form = try OpenForm(
      """
      \(text("a")), \(text("b", more: #""visibleWhen": "a == 'yes'""#)),
      \(text("c", more: #""visibleWhen": "b == 'yes'""#))
      """)
    form.type("yes", in: "a")
    form.type("yes", in: "b")
    form.type("deep", in: "c")
    #expect(form.shows("c"))
    form.type("no", in: "a")
    #expect(!form.shows("b"))
    #expect(!form.shows("c"))
    form.submit()
    #expect(form.sent == #"{"a":"no"}"#)
  }

  @Test(
    "F-07: a field that was never shown does not block",
    arguments: [
      #""visibleWhen": "a == 'shown'""#, #""hidden": true"#,
    ])
  func hiddenFromLoadDoesNotBlock(_ member: String) throws {
    var form = try OpenForm("\(text("a")), \(text("b", required(), more: member))")
    form.type("x", in: "a")
    form.submit()
    #expect(form.sent == #"{"a":"x"}"#)
  }

  @Test("F-09: conditions are evaluated when the screen opens, before the first edit")
  func initialValuesHide() throws {
    var form = try OpenForm(
      "\(text("a")), \(text("b", required(), more: #""visibleWhen": "a != 'skip'""#))",
      state: #"{"a": "skip"}"#)
    #expect(!form.shows("b"))
    form.submit()
    #expect(form.sent == #"{"a":"skip"}"#)
  }

  @Test("F-11: the count of invalid fields follows every flip of a condition")
  func invalidCountFollowsFlips() throws {
    var form = try OpenForm(
      """
      \(text("a")), \(text("b", required(), more: #""visibleWhen": "a != 'hide'""#)),
      \(text("c", required(), more: #""enabledWhen": "a != 'off'""#))
      """)
    #expect(form.engine.invalidFieldCount == 2)
    form.type("hide", in: "a")
    #expect(form.engine.invalidFieldCount == 1)
    form.type("off", in: "a")
    #expect(form.engine.invalidFieldCount == 1)
    form.type("x", in: "a")
    #expect(form.engine.invalidFieldCount == 2)
  }

  @Test("F-13: a component that is hidden for good stays hidden whatever its condition says")
  func staticHiddenWins() throws {
    var form = try OpenForm(
      "\(text("a")), \(text("b", more: #""hidden": true, "visibleWhen": "a == 'x'""#))")
    form.type("x", in: "a")
    #expect(!form.shows("b"))
  }

  @Test("F-15: the key of a hidden field is absent from the body")
  func hiddenKeyIsAbsent() throws {
    var form = try OpenForm(
      "\(text("a")), \(text("b", more: #""visibleWhen": "a == 'x'""#))")
    form.type("x", in: "a")
    form.type("typed", in: "b")
    form.type("y", in: "a")
    form.submit()
    #expect(form.sent == #"{"a":"y"}"#)
  }

  @Test("F-17: a default of a hidden field is not sent; a value typed before comes back")
  func hiddenValueReturns() throws {
    var form = try OpenForm(
      """
      \(text("a")),
      {"id": "b", "type": "number_input", "props": {"value": 1}, "visibleWhen": "a == 'x'"}
      """)
    form.type("y", in: "a")
    _ = try form.submitAndKeep()
    #expect(form.sent == #"{"a":"y"}"#)
    form.answer(500, "")
    form.type("x", in: "a")
    _ = try form.submitAndKeep()
    #expect(form.sent == #"{"a":"x","b":1}"#)
    form.answer(500, "")
    form.type(.int(5), in: "b")
    form.type("y", in: "a")
    form.type("x", in: "a")
    form.submit()
    #expect(form.sent == #"{"a":"x","b":5}"#)
  }
}
