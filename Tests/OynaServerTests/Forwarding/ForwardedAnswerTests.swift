import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct ForwardedAnswerTests {
  private let catalog: ScreenCatalog
  private let fixture: ServerFixture

  init() throws {
    fixture = try ServerFixture()
    catalog = try ScreenCatalog(
      directory: fixture.directory + "/screens", security: SecurityHeaders())
  }

  private func read(
    _ status: Int, _ body: String, type: String = "application/json", language: String = "uz"
  ) -> ForwardedAnswer {
    ForwardedAnswer.read(
      ForwardAnswer(
        status: status, headers: HTTPFields([("Content-Type", type)]), body: Array(body.utf8)),
      language, catalog)
  }

  @Test(arguments: [
    (200, "{}"), (200, #"{"actions":[{"type":"snackbar","message":"x"}]}"#),
    (201, #"{"patch":[{"op":"update","id":"a"}]}"#),
    (200, #"{"screen":{"oyna":"1","id":"a","title":"A","body":{"type":"text","id":"t"}}}"#),
    (422, #"{"errors":{"name":"Band"}}"#), (409, #"{"title":"Taken"}"#),
    (403, #"{"detail":"No"}"#),
  ])
  func whatTheContractAllowsIsPassedOnAsItCame(status: Int, body: String) {
    guard case .kept(let answer) = read(status, body) else {
      Issue.record("refused")
      return
    }
    #expect(answer.status == status)
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
    #expect(
      answer.contentType == (status < 400 ? "application/json" : "application/problem+json"))
  }

  @Test func nothingIsSuccess() {
    guard case .kept(let answer) = read(200, "", type: "text/html") else {
      Issue.record("refused")
      return
    }
    #expect(answer.status == 204 && answer.body == [])
  }

  @Test func aScreenOfThisServerIsNamedAndFilledInThePersonsLanguage() throws {
    let body = #"{"screen":"loan_success","state":{"application_number":"A1"}}"#
    guard case .kept(let answer) = read(200, body, language: "ru") else {
      Issue.record("refused")
      return
    }
    let json = try JSON.parse(answer.body)
    #expect(json["screen"]?["title"]?.string == "Принято")
    #expect(json["screen"]?["state"]?["application_number"]?.string == "A1")
    #expect(json["screen"]?["state"]?["x"]?.int == 1)
    #expect(answer.language == "ru")
  }

  @Test(arguments: [
    (200, "<html>"), (200, "[]"), (200, "{"), (200, #"{"a":1,"a":2}"#),
    (200, #"{"screen":"none"}"#),
    (200, #"{"screen":"loan_success","state":[]}"#), (200, #"{"screen":{"id":"a"}}"#),
    (200, #"{"actions":{}}"#), (200, #"{"actions":[{}]}"#), (200, #"{"patch":[1]}"#),
    (302, ""), (401, #"{"title":"Not signed"}"#), (404, "<html>"), (404, "{}"), (400, ""),
    (422, #"{"errors":["a"]}"#), (422, #"{"errors":{"a":1}}"#),
    (200, String(repeating: "[", count: 100)),
  ])
  func anythingElseStopsHere(status: Int, body: String) {
    guard case .refused(let reason) = read(status, body) else {
      Issue.record("passed on")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func aPageOfHTMLIsNoAnswer() {
    guard case .refused = read(200, "{}", type: "text/html") else {
      Issue.record("passed on")
      return
    }
  }
}
