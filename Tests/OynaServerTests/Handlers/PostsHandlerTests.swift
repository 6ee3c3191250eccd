import OynaValue
import Testing

@testable import OynaServer

/// The posts of the demo: pages by cursor, and every way in which a source can behave.
@Suite struct PostsHandlerTests {
  private static func get(
    _ query: [(name: String, value: String)], count: Int = 120, language: String = "uz",
    fields: [(String, String)] = []
  ) async -> HTTPResponse {
    var router = Router()
    PostsHandler(count: count) {}.add(to: &router)
    let request = HTTPRequest(
      method: "GET", target: "/api/v1/posts", query: query,
      headers: HTTPFields([("Accept-Language", language)] + fields))
    return await router.reply(to: request).reply.response()
  }

  private static func json(_ response: HTTPResponse) throws -> JSON {
    try JSON.parse(response.body)
  }

  @Test("a text that no title can hold is not looked for; it finds nothing, in one page")
  func longSearch() async throws {
    for query in [String(repeating: "a", count: 15_000), "yo‘q narsa"] {
      let page = try Self.json(await Self.get([("q", query)], count: 100_000))
      #expect(page["posts"]?.array?.count == 0)
      #expect(page["next"]?.isNull == true)
    }
    let found = try Self.json(await Self.get([("q", "MOBIL")], count: 100_000))
    #expect(found["posts"]?.array?.first?["title"]?.string?.hasPrefix("Mobil ilova") == true)
  }

  @Test("pages follow one another by the cursor until there is none, and miss and repeat nothing")
  func pages() async throws {
    var ids: [Int64] = []
    var sizes: [Int] = []
    var cursor: String?
    repeat {
      let page = try Self.json(await Self.get(cursor.map { [("cursor", $0)] } ?? []))
      let posts = try #require(page["posts"]?.array)
      ids += posts.compactMap { $0["id"]?.int }
      sizes.append(posts.count)
      cursor = page["next"]?.string
    } while cursor != nil
    #expect(sizes == [50, 70])
    #expect(ids == (1...120).reversed().map { Int64($0) })
  }

  @Test(
    "a cursor that is none is a problem",
    arguments: ["", "x", "1", "1.0", "-1.5", "0.9999", "1.2.3"])
  func badCursor(_ cursor: String) async throws {
    let response = await Self.get([("cursor", cursor)])
    #expect(response.status == 400)
  }

  @Test("a scenario behaves as it is named")
  func scenarios() async throws {
    #expect(await Self.get([("scenario", "broken")]).status == 500)
    #expect(await Self.get([("scenario", "halfway")]).status == 200)
    #expect(await Self.get([("scenario", "halfway"), ("cursor", "50.100")]).status == 503)
    let empty = try Self.json(await Self.get([("scenario", "empty")]))
    #expect(empty["posts"]?.array?.isEmpty == true)
    #expect(throws: Diagnostic.self) {
      try JSON.parse("<!doctype html>")
    }
    let wrong = await Self.get([("scenario", "wrong")])
    #expect(wrong.status == 200)
    #expect((try? Self.json(wrong)) == nil)
    let slow = try Self.json(await Self.get([("scenario", "slow")]))
    #expect(slow["posts"]?.array?.count == 50)
  }

  @Test("a search finds by title, in the language that is read")
  func search() async throws {
    for (language, word) in [("uz", "filial"), ("ru", "ОТДЕЛЕНИЕ"), ("en", "branch")] {
      let page = try Self.json(await Self.get([("q", word)], language: language))
      let titles = page["posts"]?.array?.compactMap { $0["title"]?.string } ?? []
      #expect(titles.count == 24)
      #expect(titles.allSatisfy { $0.lowercased().contains(word.lowercased()) })
    }
  }

  @Test("a known tag is answered with nothing new")
  func tag() async throws {
    let first = await Self.get([])
    let tag = try #require(first.headers["etag"])
    #expect(await Self.get([], fields: [("If-None-Match", tag)]).status == 304)
  }
}
