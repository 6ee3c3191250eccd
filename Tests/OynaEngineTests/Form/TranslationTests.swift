import OynaEngine
import OynaValue
import Testing

/// The same screen in another language, in place.
@Suite struct TranslationTests {
  private static func document(
    _ language: String, label: String, message: String, id: String = "s"
  ) -> String {
    """
    {"id": "\(id)", "title": "\(label)!", "language": "\(language)", "state": {"note": "kept"},
     "body": {"id": "flow", "type": "stepper_flow", "children": [
       {"id": "one", "type": "step", "props": {"title": "\(label) 1"}, "children": [
         {"id": "a", "type": "text_input", "props": {"label": "\(label)"},
          "validations": [{"rule": "minLength", "value": 3, "errorMessage": "\(message)"}]},
         {"id": "pin", "type": "secure_input", "props": {"label": "PIN"}},
         {"id": "n", "type": "number_input", "props": {"label": "N"},
          "validations": [{"rule": "min", "value": 5}]}]},
       {"id": "two", "type": "step", "props": {"title": "\(label) 2"}, "children": [
         {"id": "g", "type": "repeating_group", "props": {"minRows": 1}, "children": [
           {"id": "name_field", "type": "text_input",
            "props": {"label": "\(label)", "stateKey": "name"}}]},
         {"id": "same", "type": "text", "props": {"text": "Oyna"}}]}]}}
    """
  }

  private let uzbek = document("uz", label: "Ism", message: "Qisqa")
  private let russian = document("ru", label: "Имя", message: "Коротко")

  private func translate(_ form: inout OpenForm, to document: String) throws -> [NodeChange] {
    _ = form.engine.takeChanges()
    form.send(.translated(try screen(document)))
    return form.engine.takeChanges()
  }

  @Test("values, rows, secrets, the page and the focus stay; errors are said anew")
  func inPlace() throws {
    var form = try OpenForm(document: uzbek)
    form.type("ab", in: "a")
    form.typeSecret("1234", in: "pin")
    form.type("2", in: "n")
    form.type("Lola", in: "g[r1].name")
    form.send(.blur(key: "n"))
    form.send(.focus(key: "a"))
    form.send(.blur(key: "a"))
    #expect(form.error("a") == "Qisqa")
    let before = try #require(form.error("n"))
    form.send(.focus(key: "n"))
    _ = try translate(&form, to: russian)
    #expect(form.error("a") == "Коротко")
    // The engine's own words too.
    #expect(form.error("n") != nil && form.error("n") != before)
    #expect(form.value("a") == .string("ab"))
    #expect(form.value("g[r1].name") == .string("Lola"))
    #expect(form.value("note") == .string("kept"))
    #expect(form.engine.focusedKey == "n")
    let pin = form.engine.resolvedScreen().root.node("pin")
    #expect(pin?.field?.secretLength == 4)
  }

  @Test("only what is drawn otherwise changes, after the heading")
  func changes() throws {
    var form = try OpenForm(document: uzbek)
    let changes = try translate(&form, to: russian)
    guard case .heading("Имя!", "ru")? = changes.first else {
      Issue.record("\(changes)")
      return
    }
    let updated = changes.dropFirst().map { change -> String in
      if case .update(let node) = change { node.id.name } else { "\(change)" }
    }
    #expect(updated == ["one", "a"])
    form.type("x", in: "n")
    #expect(form.engine.takeChanges().count == 1)
  }

  @Test("the open page of a wizard stays open")
  func openPage() throws {
    var form = try OpenForm(document: uzbek)
    form.type("abc", in: "a")
    form.type("7", in: "n")
    form.send(.custom(id: "flow", name: "next"))
    #expect(form.shows("two"))
    _ = try translate(&form, to: russian)
    #expect(form.shows("two") && !form.shows("one"))
    let row = form.engine.resolvedScreen().root.node("g[r1].name_field")
    #expect(row?.props["label"] == .string("Имя"))
  }

  @Test("another screen is no translation")
  func otherScreen() throws {
    var form = try OpenForm(document: uzbek)
    form.type("abc", in: "a")
    let other = Self.document("ru", label: "Имя", message: "Коротко", id: "t")
    #expect(try translate(&form, to: other).isEmpty)
    guard case .report(let finding)? = form.effects.first else {
      Issue.record("\(form.effects)")
      return
    }
    #expect(finding.code.name == "other-screen")
    #expect(form.value("a") == .string("abc"))
  }
}

/// `file_input`: what the host tells of an upload, and what the engine makes of it.
@Suite struct FileFieldTests {
  private static let file = #"""
    {"id": "f", "type": "file_input", "props": {"accept": [".pdf"]}, "validations": [{"rule": "required", "errorMessage": "required"}]}
    """#

  private func value(_ more: String) throws -> Value {
    try JSON.parse(#"{"name": "a.pdf", "size": 10, "type": "application/pdf"\#(more)}"#).value
  }

  @Test("a submit waits for the upload and then goes by itself")
  func waits() throws {
    var form = try OpenForm(Self.file)
    form.type(try value(""), in: "f")
    form.send(.blur(key: "f"))
    #expect(form.error("f") == nil)
    form.submit()
    #expect(form.request == nil && form.engine.isSubmitting)
    form.type(try value(#", "id": "u1""#), in: "f")
    #expect(
      form.sent
        == #"{"f":{"name":"a.pdf","size":10,"type":"application/pdf","id":"u1"}}"#)
  }

  @Test("a failed upload is an error, and another try takes it away")
  func failed() throws {
    var form = try OpenForm(Self.file)
    form.type(try value(""), in: "f")
    form.submit()
    form.type(try value(#", "failed": true"#), in: "f")
    #expect(!form.engine.isSubmitting)
    #expect(form.error("f") == "The file was not uploaded. Try again")
    form.type(try value(""), in: "f")
    #expect(form.error("f") == nil)
  }
}
