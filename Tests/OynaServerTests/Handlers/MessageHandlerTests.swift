import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct MessageHandlerTests {
  let server: ServerFixture
  private let path = "/api/v1/messages"

  init() throws { server = try ServerFixture() }

  private func body(_ id: String = "m1", _ text: String = "salom", to: String = "family") -> String
  {
    #"{"id":"\#(id)","conversation":"\#(to)","text":"\#(text)"}"#
  }

  private func texts(_ conversation: String = "family") async -> [String?] {
    let request = HTTPRequest(
      method: "GET", target: path, query: [("conversation", conversation)])
    let response = await server.service.reply(to: request).response()
    return response.json?["messages"]?.array?.map { $0["text"]?.string } ?? []
  }

  @Test func aMessageIsStoredOnceForItsKey() async throws {
    let first = await server.post(body(), key: "a", to: path)
    #expect(first.status == 201)
    #expect(first.headers["idempotency-key"] == #""a""#)
    let again = await server.post(body(), key: "a", to: path)
    #expect(again.body == first.body)
    #expect(again.headers["idempotency-replayed"] == "true")
    #expect(await texts() == ["salom"])
    #expect(await server.get(path + "/m1").json?["message"]?["text"]?.string == "salom")
  }

  @Test func messagesOfAConversationComeInTheOrderOfArrival() async throws {
    for number in 1...5 {
      _ = await server.post(body("m\(number)", "\(number)"), key: "k\(number)", to: path)
    }
    _ = await server.post(body("x", "elsewhere", to: "work"), key: "x", to: path)
    #expect(await texts() == ["1", "2", "3", "4", "5"])
    #expect(await texts("work") == ["elsewhere"])
    #expect(await texts("none") == [])
  }

  @Test func anIDIsUsedOnceWhateverTheKey() async throws {
    _ = await server.post(body(), key: "a", to: path)
    let other = await server.post(body("m1", "other"), key: "b", to: path)
    #expect(other.status == 409)
    #expect(other.problem == "message-id-taken")
    #expect(await texts() == ["salom"])
  }

  @Test func aDeletedMessageIsGoneAndALateCopyDoesNotBringItBack() async throws {
    _ = await server.post(body(), key: "a", to: path)
    let gone = await server.post("{}", key: "a.undo", to: path + "/m1", method: "DELETE")
    #expect(gone.status == 200)
    #expect(await texts() == [])
    #expect(await server.get(path + "/m1").status == 404)
    #expect(await server.post(body(), key: "b", to: path).status == 409)
    let again = await server.post("{}", key: "a.undo", to: path + "/m1", method: "DELETE")
    #expect(again.status == 200 && again.headers["idempotency-replayed"] == "true")
    let other = await server.post("{}", key: "c", to: path + "/m1", method: "DELETE")
    #expect(other.status == 404)
  }

  @Test(arguments: [
    "{}", #"{"id":"a","conversation":"c"}"#, #"{"id":"","conversation":"c","text":"t"}"#,
    #"{"id":1,"conversation":"c","text":"t"}"#, #"{"id":"a","conversation":"c","text":""}"#,
  ])
  func anIncompleteMessageIsRefusedAndNothingIsKept(_ body: String) async throws {
    let response = await server.post(body, to: path)
    #expect(response.status == 422)
    #expect(response.problem == "bad-message")
    #expect(await texts() == [])
  }

  @Test func aMessageOverTheLimitIsRefused() async throws {
    let long = String(repeating: "x", count: 16 * 1_024 + 1)
    #expect(await server.post(body("m", long), to: path).problem == "bad-message")
    #expect(await server.post(body(), key: nil, to: path).problem == "idempotency-key-missing")
  }

  @Test func accountsAreChoicesOfADropdownInTheReadersLanguage() async throws {
    let answer = await server.get("/api/v1/accounts", [("Accept-Language", "ru")])
    let options = answer.json?["options"]?.array
    #expect(options?.map { $0["value"]?.string } == ["card", "savings"])
    #expect(options?.first?["label"]?.string == "Карта · 5\u{A0}000\u{A0}000\u{A0}сум")
  }
}
