import OynaEngine
import OynaValue
import Testing

/// A field of a page of a wizard that is not open.
@Suite struct WizardTests {
  private func wizard() throws -> OpenForm {
    var form = try OpenForm(
      """
      {"id": "flow", "type": "stepper_flow", "children": [
        {"id": "one", "type": "step", "children": [\(text("a")), {"id": "box", "type": "section",
          "children": [\(text("deep"))]}]},
        {"id": "two", "type": "step", "children": [\(text("b")),
          {"id": "rows", "type": "repeating_group", "validations": [\(required("a row"))],
           "children": [\(text("c"))]}]}]}
      """)
    form.send(.custom(id: "flow", name: "next"))
    #expect(form.shows("two"))
    return form
  }

  @Test("an error of the server turns to the page of its field")
  func serverError() throws {
    var form = try wizard()
    form.send(.custom(id: "rows", name: "add"))
    _ = try form.submitAndKeep()
    form.answer(422, #"{"errors": {"deep": "no", "b": "neither"}}"#)
    #expect(form.focused == "deep" && form.shows("one"))
    form.send(.custom(id: "flow", name: "next"))
    #expect(form.shows("two") && form.error("b") == "neither")
  }

  @Test("a focus that the page asks for, such as from a list of errors, turns to it too")
  func focus() throws {
    var form = try wizard()
    form.send(.focus(key: "b"))
    #expect(form.focused == nil && form.shows("two"), "it is there already")
    form.send(.focus(key: "deep"))
    #expect(form.focused == "deep" && form.shows("one"))
  }

  @Test("the page is not left before the server has answered what is asked of it")
  func remoteRule() throws {
    func open() throws -> OpenForm {
      var form = try OpenForm(
        #"""
        {"id": "flow", "type": "stepper_flow", "children": [
          {"id": "one", "type": "step", "children": [
            {"id": "phone", "type": "text_input", "validations": [
              {"rule": "remote", "url": "/known", "debounce": 0, "errorMessage": "known already"}]}]},
          {"id": "two", "type": "step", "children": [{"id": "b", "type": "text_input"}]}]}
        """#)
      form.type("901234567", in: "phone")
      _ = try #require(form.request)
      form.send(.custom(id: "flow", name: "next"))
      #expect(form.shows("one") && form.engine.node("flow")?.isBusy == true)
      return form
    }
    var accepted = try open()
    accepted.answer(200, #"{"valid": true}"#, to: 1)
    #expect(accepted.shows("two") && accepted.engine.node("flow")?.isBusy == false)

    var refused = try open()
    refused.answer(200, #"{"valid": false}"#, to: 1)
    #expect(refused.shows("one") && refused.error("phone") == "known already")
    #expect(refused.focused == "phone" && refused.engine.node("flow")?.isBusy == false)

    var left = try open()
    left.send(.clearSensitiveData)
    #expect(left.shows("one") && left.engine.node("flow")?.isBusy == false)
  }

  @Test("a group that needs a row and has none takes the focus itself")
  func emptyGroup() throws {
    var form = try wizard()
    form.submit()
    #expect(form.error("rows") == "a row")
    #expect(form.focused == "rows")
  }

  @Test("whether a row can be added or removed is told when it changes")
  func rowLimits() throws {
    var form = try OpenForm(
      #"{"id": "g", "type": "repeating_group", "props": {"minRows": 1, "maxRows": 2}, "children": [\#(text("c"))]}"#
    )
    _ = form.engine.takeChanges()
    form.send(.custom(id: "g", name: "add"))
    var updated: [String: Bool] = [:]
    for case .update(let node) in form.engine.takeChanges() {
      updated[node.id.name] =
        node.props["canAdd"].map { $0 == .bool(true) } ?? node.isEnabled
    }
    #expect(updated == ["g": false, "g[r1]": true])
    form.send(.custom(id: "g[r1]", name: "remove"))
    updated = [:]
    for case .update(let node) in form.engine.takeChanges() {
      updated[node.id.name] =
        node.props["canAdd"].map { $0 == .bool(true) } ?? node.isEnabled
    }
    #expect(updated == ["g": true, "g[r2]": false])
  }
}
