import OynaEngine
import OynaValue
import Testing

/// The submit's state machine, and FORMS §4 "Async, submit, server".
@Suite struct SubmitTests {
  private func form() throws -> OpenForm {
    var form = try OpenForm("\(text("a", required())), \(text("b"))")
    form.type("x", in: "a")
    return form
  }

  @Test("errors show on submit: the first invalid field gets the focus, the count is announced")
  func errorsOnSubmit() throws {
    var form = try OpenForm("\(text("a")), \(text("b", required())), \(text("c", required()))")
    form.submit()
    #expect(form.focused == "b")
    #expect(form.error("b") == "required")
    #expect(form.error("c") == "required")
    #expect(form.request == nil)
    let announced = form.effects.contains { effect in
      if case .announce("Correct 2 fields") = effect { true } else { false }
    }
    #expect(announced)
  }

  @Test("an error comes on leaving an edited field, and goes with the next edit")
  func errorsOnBlur() throws {
    var form = try OpenForm(
      text("a", #"{"rule": "minLength", "value": 3, "errorMessage": "short"}"#))
    form.send(.focus(key: "a"))
    form.send(.blur(key: "a"))
    #expect(form.error("a") == nil)
    form.type("x", in: "a")
    #expect(form.error("a") == nil)
    form.send(.blur(key: "a"))
    #expect(form.error("a") == "short")
    form.type("xy", in: "a")
    #expect(form.error("a") == nil)
    form.send(.blur(key: "a"))
    #expect(form.error("a") == "short")
  }

  @Test("a second submit while one is in flight does nothing")
  func doubleSubmit() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    #expect(form.engine.isSubmitting)
    form.submit()
    #expect(form.effects.isEmpty)
    let button = try #require(form.engine.node("submit"))
    #expect(button.isBusy)
    #expect(!button.isEnabled)
  }

  @Test(
    "a retry with unchanged values: the same key, the same bytes, the next number",
    arguments: [
      NetworkError.offline, .timeout,
    ])
  func retrySameKey(_ kind: NetworkError) throws {
    var form = try form()
    let first = try form.submitAndKeep()
    let firstBody = form.sent
    form.lose(kind)
    #expect(form.offersRetry)
    #expect(!form.engine.isSubmitting)
    #expect(form.value("a") == .string("x"))
    form.send(.snackbarAction(.retry))
    let second = try #require(form.request)
    #expect(second.key == first.key)
    #expect(form.sent == firstBody)
    #expect(second.id == RequestID(2))
  }

  @Test("after an edit: a new key; after a time-out the person is told of the first")
  func retryAfterEdit() throws {
    for (kind, isTold) in [(NetworkError.offline, false), (.timeout, true)] {
      var form = try form()
      let first = try form.submitAndKeep()
      form.lose(kind)
      form.type("y", in: "a")
      let second = try form.submitAndKeep()
      #expect(second.key != first.key)
      #expect(form.sent == #"{"a":"y"}"#)
      #expect((form.snackbar?.contains("may have arrived") == true) == isTold)
    }
  }

  @Test(
    "which answers offer a retry",
    arguments: [
      (408, true), (425, true), (429, true), (500, true), (502, true), (503, true), (400, false),
      (401, false), (403, false), (404, false), (409, false), (413, false), (302, false),
    ])
  func retryableStatuses(_ status: Int, _ offers: Bool) throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(status, "")
    #expect(form.offersRetry == offers)
    #expect(form.snackbar != nil)
    #expect(!form.engine.isSubmitting)
    #expect(form.value("a") == .string("x"))
  }

  private static let failed = "The server failed. Try again in a moment"
  private static let tooMany = "Too many requests. Try again in a moment"

  @Test(
    "what a gateway says to its operators is not shown; what is said to people is",
    arguments: [408, 429, 500, 502, 503, 504])
  func noticesOfServers(_ status: Int) throws {
    let body = #"{"title": "Bad gateway", "detail": "upstream 10.0.0.7 refused"}"#
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(status, body)
    #expect(form.snackbar == (status == 429 ? Self.tooMany : Self.failed))
    _ = try form.submitAndKeep()
    form.answer(status, body, headers: [("content-LANGUAGE", "uz")])
    #expect(form.snackbar == "upstream 10.0.0.7 refused")
    #expect(form.offersRetry)
  }

  @Test("409 while the first still runs is tried again under the same key")
  func inProgress() throws {
    var form = try form()
    let first = try form.submitAndKeep()
    form.answer(
      409, #"{"type": "https://oyna.uz/problems/idempotency-in-progress", "detail": "runs"}"#)
    #expect(form.offersRetry)
    #expect(form.snackbar == "The request is still running")
    #expect(try form.submitAndKeep().key == first.key)
  }

  @Test("errors of the server land on their fields, the first in document order gets the focus")
  func serverErrors() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(
      422, #"{"title": "bad", "errors": {"b": "b is bad", "a": "a is bad", "ghost": "who?"}}"#)
    #expect(form.error("a") == "a is bad")
    #expect(form.error("b") == "b is bad")
    #expect(form.focused == "a")
    #expect(form.banner == ["who?"])
    #expect(form.value("a") == .string("x"))
  }

  @Test("what the server said of no field goes with the next submit, which it does not stop")
  func strangers() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(422, #"{"errors": {"ghost": "who?", "other": "where?"}}"#)
    #expect(form.banner == ["who?", "where?"])
    #expect(form.focused == nil)
    form.type("better", in: "b")
    #expect(form.banner == nil)
    _ = try form.submitAndKeep()
    #expect(form.banner == [])
    form.answer(204, "")
    _ = try form.submitAndKeep()
    #expect(form.banner == nil)
  }

  @Test("F-61: a corrected field shows no error of the server while the next submit is in flight")
  func staleServerError() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(422, #"{"errors": {"b": "b is bad"}}"#)
    form.type("better", in: "b")
    #expect(form.error("b") == nil)
    _ = try form.submitAndKeep()
    #expect(form.error("b") == nil)
  }

  @Test("F-63: an error of the server goes with an edit of that field only, and blocks nothing")
  func serverErrorStays() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(422, #"{"errors": {"b": "b is bad"}}"#)
    form.type("y", in: "a")
    form.send(.focus(key: "b"))
    form.send(.blur(key: "b"))
    #expect(form.error("b") == "b is bad")
    _ = try form.submitAndKeep()
    form.answer(422, #"{"errors": {"b": "b is bad"}}"#)
    form.type("z", in: "b")
    #expect(form.error("b") == nil)
  }

  @Test("F-65: a dot in a key has no meaning")
  func dotsInKeys() throws {
    var form = try OpenForm(
      """
      {"id": "one", "type": "text_input", "props": {"stateKey": "user.email"}},
      {"id": "two", "type": "text_input", "props": {"stateKey": "user"}}
      """)
    form.type("e", in: "user.email")
    form.type("u", in: "user")
    _ = try form.submitAndKeep()
    #expect(form.sent == #"{"user.email":"e","user":"u"}"#)
    form.answer(422, #"{"errors": {"user.email": "taken"}}"#)
    #expect(form.error("user.email") == "taken")
    #expect(form.error("user") == nil)
  }

  @Test("F-65: a key that no document may have refuses the screen", arguments: ["__proto__", ""])
  func forbiddenKeys(_ key: String) throws {
    _ = try refusal(
      body(#"{"id": "one", "type": "text_input", "props": {"stateKey": "\#(key)"}}"#))
  }

  @Test("F-67: a failed submit keeps values and focus", arguments: [500, 503])
  func failureKeepsValues(_ status: Int) throws {
    var form = try form()
    form.send(.focus(key: "a"))
    _ = try form.submitAndKeep()
    form.answer(status, "oops")
    #expect(form.value("a") == .string("x"))
    #expect(form.engine.focusedKey == "a")
  }

  @Test("F-59: after a reset or a clear the answer of before is dropped")
  func lateAnswer() throws {
    var form = try OpenForm(
      """
      \(text("a")), {"id": "reset", "type": "button", "on": {"tap": {"type": "reset"}}}
      """)
    for event in [Event.tap(id: "reset"), .clearSensitiveData] {
      form.type("x", in: "a")
      _ = try form.submitAndKeep()
      form.send(event)
      #expect(!form.engine.isSubmitting)
      form.answer(422, #"{"errors": {"a": "late"}}"#)
      #expect(form.effects.isEmpty)
      #expect(form.error("a") == nil)
      #expect(form.value("a") == .string(""))
    }
  }

  @Test("an answer is followed: another screen, actions, nothing readable")
  func answers() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(
      200,
      #"{"actions": [{"type": "set_value", "key": "b", "value": "set"}, {"type": "haptic", "style": "success"}]}"#
    )
    #expect(form.value("b") == .string("set"))
    _ = try form.submitAndKeep()
    form.answer(200, "<html>captive portal</html>")
    #expect(form.snackbar?.contains("cannot be read") == true)
    #expect(form.value("a") == .string("x"))
    _ = try form.submitAndKeep()
    form.answer(
      201, #"{"screen": {"oyna": "1", "id": "done", "body": {"type": "text", "id": "t"}}}"#)
    #expect(form.engine.screen.id == "done")
    #expect(form.value("a") == nil)
    #expect(!form.engine.isSubmitting)
  }

  @Test("a screen that cannot be decoded leaves this one, with its values")
  func badScreenAnswer() throws {
    var form = try form()
    _ = try form.submitAndKeep()
    form.answer(200, #"{"screen": {"oyna": "9", "id": "done"}}"#)
    #expect(form.engine.screen.id == "s")
    #expect(form.value("a") == .string("x"))
    #expect(form.snackbar != nil)
  }

  @Test("an unknown rule draws the screen, is reported, and blocks the submit with a clear message")
  func unknownRule() throws {
    var form = try OpenForm(text("a", #"{"rule": "horoscope", "errorMessage": "no"}"#))
    let isReported = form.effects.contains { effect in
      if case .report = effect { true } else { false }
    }
    #expect(isReported)
    form.type("x", in: "a")
    form.submit()
    #expect(form.request == nil)
    #expect(form.error("a") == "This form needs a newer version of the app (rule: horoscope)")
  }

  @Test("only the fields of the enclosing form are sent")
  func enclosingForm() throws {
    var form = try OpenForm(
      document: body(
        """
        \(text("outside")),
        {"id": "f", "type": "form", "children": [\(text("inside")),
         {"id": "submit", "type": "button",
          "on": {"tap": {"type": "submit", "method": "POST", "url": "/submit"}}}]}
        """))
    form.type("o", in: "outside")
    form.type("i", in: "inside")
    form.submit()
    #expect(form.sent == #"{"inside":"i"}"#)
  }
}
