import Foundation
import OynaValue
import Testing

@testable import OynaServer

@Suite struct ScreenHandlerTests {
  @Test func aScreenComesInTheLanguageAskedFor() async throws {
    let server = try ServerFixture()
    let uzbek = await server.get("/screens/loan")
    #expect(uzbek.status == 200)
    #expect(uzbek.headers["content-type"] == "application/json")
    #expect(uzbek.headers["content-language"] == "uz")
    #expect(uzbek.headers["vary"] == "Accept-Language, Accept-Encoding")
    #expect(uzbek.headers["cache-control"] == "no-cache")
    #expect(uzbek.headers["x-content-type-options"] == "nosniff")
    #expect(uzbek.json?["title"]?.string == "Ariza")
    #expect(uzbek.json?["language"]?.string == "uz")
    let russian = await server.get("/screens/loan", [("Accept-Language", "de, ru-RU;q=0.7")])
    #expect(russian.headers["content-language"] == "ru")
    #expect(russian.json?["title"]?.string == "Заявка")
    #expect(russian.json?["language"]?.string == "ru")
    #expect(russian.headers["etag"] != uzbek.headers["etag"])
  }

  @Test func aKnownTagIsAnsweredWithNothingNew() async throws {
    let server = try ServerFixture()
    let first = await server.get("/screens/loan")
    let tag = try #require(first.headers["etag"])
    #expect(!tag.hasPrefix("W/"))
    let second = await server.get("/screens/loan", [("If-None-Match", "\"x\", \(tag)")])
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
    #expect(second.headers["etag"] == tag)
    #expect(second.headers["vary"] == "Accept-Language, Accept-Encoding")
    let russian = await server.get(
      "/screens/loan", [("If-None-Match", tag), ("Accept-Language", "ru")])
    #expect(russian.status == 200)
  }

  @Test func theTagIsTheSameAfterARestart() async throws {
    let first = try await ServerFixture().get("/screens/loan").headers["etag"]
    #expect(try await ServerFixture().get("/screens/loan").headers["etag"] == first)
  }

  @Test func theListNamesEveryScreen() async throws {
    let server = try ServerFixture()
    let list = await server.get("/screens", [("Accept-Language", "ru")])
    let screens = try #require(list.json?["screens"]?.array)
    #expect(screens.map { $0["id"]?.string } == ["loan", "loan_success"])
    #expect(screens.map { $0["title"]?.string } == ["Заявка", "Принято"])
    #expect(screens.map { $0["url"]?.string } == ["/screens/loan", "/screens/loan_success"])
  }

  @Test(arguments: ["/screens/none", "/screens/", "/screens/loan/x", "/screens/LOAN", "/x"])
  func anUnknownPathIsAProblem(target: String) async throws {
    let server = try ServerFixture()
    let response = await server.get(target)
    #expect(response.status == 404)
    #expect(response.problem == "not-found")
    #expect(response.headers["x-request-id"]?.count == 16)
  }

  @Test func aRequestIdIsTakenOverUnlessItIsHostile() async throws {
    let server = try ServerFixture()
    let given = await server.get("/x", [("X-Request-Id", "trace-1")])
    #expect(given.headers["x-request-id"] == "trace-1")
    for hostile in ["a b", "a\nb", String(repeating: "a", count: 65), "", "<x>"] {
      let response = await server.get("/x", [("X-Request-Id", hostile)])
      #expect(response.headers["x-request-id"] != hostile)
    }
  }

  // MARK: loading

  @Test func aBrokenScreenIsRefusedWithItsPlace() throws {
    let broken = "{\"oyna\": \"1\",\n \"id\": \"bad\",\n \"title\": \"x\",,}"
    let error = #expect(throws: ScreenCatalog.Failure.self) {
      _ = try ServerFixture(files: ["bad.json": broken])
    }
    #expect(error?.findings.count == 1)
    #expect(error?.description.contains("/screens/bad.json:3:15: ") == true)
  }

  @Test func everyBrokenFileIsTold() throws {
    let error = #expect(throws: ScreenCatalog.Failure.self) {
      _ = try ServerFixture(files: [
        "a.json": "[", "b.json": "{}", "strings/de.json": "{\"Ism\": 1}",
        "c.json": ServerFixture.receipt,
      ])
    }
    let files = error?.findings.map { $0.file.split(separator: "/").last.map(String.init) ?? "" }
    #expect(files == ["de.json", "a.json", "b.json", "receipt.json"])
    #expect(error?.description.contains("de.json:1:9: A translation is a string.") == true)
    #expect(error?.description.contains("is also in") == true)
  }

  @Test func aTranslationThatBreaksTheScreenIsRefused() throws {
    let error = #expect(throws: ScreenCatalog.Failure.self) {
      _ = try ServerFixture(files: ["strings/en.json": #"{"Ism": "Name {{ nothing_of_it( }}"}"#])
    }
    #expect(error?.description.contains("In en: ") == true)
  }

  @Test func aMissingTranslationIsAWarningAndTheTextStays() async throws {
    let server = try ServerFixture(files: ["strings/en.json": #"{"Ariza": "Application"}"#])
    #expect(server.warnings.contains { "\($0)".contains("en has no translation of \"Ism\".") })
    let screen = await server.get("/screens/loan", [("Accept-Language", "en")])
    #expect(screen.json?["title"]?.string == "Application")
    #expect(String(decoding: screen.body, as: UTF8.self).contains("\"label\":\"Ism\""))
  }

  @Test func noScreensAreRefused() {
    #expect(throws: ScreenCatalog.Failure.self) {
      _ = try ScreenCatalog(directory: "/nowhere", security: SecurityHeaders())
    }
  }

  @Test func aChangedScreenIsServedAndABrokenOneIsNot() async throws {
    let server = try ServerFixture { $0.reloads = true }
    let path = server.directory + "/screens/loan.json"
    try ServerFixture.write(ServerFixture.screen.replacing("Ariza", with: "Yangi ariza"), path)
    #expect(
      await until { await server.get("/screens/loan").json?["title"]?.string == "Yangi ariza" })
    try ServerFixture.write("{", path)
    #expect(
      await until {
        _ = await server.get("/screens/loan")
        return server.log.contains("screens refused")
      })
    #expect(await server.get("/screens/loan").json?["title"]?.string == "Yangi ariza")
    try ServerFixture.write(ServerFixture.screen, path)
    #expect(await until { await server.get("/screens/loan").json?["title"]?.string == "Ariza" })
  }

  /// Asks until it is so; two minutes at most, for a busy machine.
  private func until(_ condition: () async -> Bool) async -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(120) {
      if await condition() { return true }
      await Task.yield()
    }
    return false
  }
}

/// What the address and the client's version do to a screen.
@Suite struct ScreenAddressTests {
  static let post = """
    {"oyna": "1", "id": "post", "title": "Post", "state": {"id": "1", "other": "x"},
     "parameters": ["id"], "body": {"type": "text", "props": {"text": "{{ id }}"}}}
    """

  private static func get(
    _ server: ServerFixture, _ query: [(name: String, value: String)], _ tag: String = ""
  ) async -> HTTPResponse {
    let request = HTTPRequest(
      method: "GET", target: "/screens/post", query: query,
      headers: HTTPFields(tag.isEmpty ? [] : [("If-None-Match", tag)]))
    return await server.service.reply(to: request).response()
  }

  @Test func parametersSetTheStateThatTheScreenNamesAndNoOther() async throws {
    let server = try ServerFixture(files: ["post.json": Self.post])
    let plain = await Self.get(server, [])
    #expect(plain.json?["state"]?["id"]?.string == "1")
    let query = [("id", "4 2"), ("other", "evil"), ("title", "evil")].map {
      (name: $0.0, value: $0.1)
    }
    let linked = await Self.get(server, query)
    #expect(linked.json?["state"]?["id"]?.string == "4 2")
    #expect(linked.json?["state"]?["other"]?.string == "x")
    #expect(linked.json?["title"]?.string == "Post")
    let tag = try #require(linked.headers["etag"])
    #expect(tag != plain.headers["etag"])
    #expect(await Self.get(server, query, tag).status == 304)
  }

  @Test(
    arguments: [
      ("application/json", 200), ("application/json;oyna=1.0", 200),
      ("application/json; oyna=1.9", 200), ("application/json;oyna=2.0", 406),
      ("application/json;oyna=2, application/json;oyna=1.1", 200),
      ("application/json;oyna=x", 406),
    ])
  func aClientThatSpeaksAnotherMajorVersionIsTold(accept: String, status: Int) async throws {
    let server = try ServerFixture()
    let response = await server.get("/screens/loan", [("Accept", accept)])
    #expect(response.status == status)
    if status == 200 { #expect(response.headers["oyna-version"] == "1.1") }
  }
}
