import OynaEngine
import OynaValue
import Testing

/// FORMS §4, "Performance": F-73, F-74, F-75 by counts, not by time.
@Suite struct KeystrokeCountTests {
  private func fields(_ count: Int) -> String {
    (0..<count).map { index in
      text(
        "f\(index)",
        #"\#(required()), {"rule": "minLength", "value": 2}, {"rule": "regex", "pattern": "[a-z]+"}"#,
        more: index % 10 == 5 ? #""visibleWhen": "f0 == 'all'""# : "")
    }.joined(separator: ",\n")
  }

  @Test(
    "F-73: a keystroke evaluates the field's own rules and nothing else",
    arguments: [10, 1000, 5000])
  func ownRulesOnly(_ count: Int) throws {
    var form = try OpenForm(fields(count))
    form.type("abc", in: "f1")
    #expect(form.engine.evaluated == 3)
    form.type("", in: "f1")
    #expect(form.engine.evaluated == 1)
    form.type("a", in: "f1")
    #expect(form.engine.evaluated == 2)
  }

  @Test("F-75: a condition is evaluated when what it reads changes, and only then")
  func conditionsOfOneKey() throws {
    var form = try OpenForm(fields(100))
    form.type("abc", in: "f0")
    #expect(form.engine.evaluated == 3 + 10)
    form.type("all", in: "f0")
    // Ten fields came into view: each is empty and fails its first rule.
    #expect(form.engine.evaluated == 3 + 10 + 10)
  }

  @Test("F-73: opening evaluates each visible field's rules once", arguments: [10, 1000])
  func openingEvaluatesOnce(_ count: Int) throws {
    let form = try OpenForm(fields(count))
    #expect(form.engine.evaluated == count - count / 10 + count / 10)
  }

  @Test(
    "a change of one field gives one change of the tree, on a screen of any size",
    arguments: [10, 5000])
  func oneChange(_ count: Int) throws {
    var form = try OpenForm(fields(count))
    _ = form.engine.takeChanges()
    form.type("abc", in: "f1")
    #expect(form.engine.takeChanges().count == 1)
    #expect(form.engine.takeChanges().isEmpty)
  }
}
