import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// What tells open pages that a file was saved.
@Suite struct ReloadFeedTests {
  private func ask(_ feed: ReloadFeed, after number: String?) -> Reply {
    let fields = number.map { [("Last-Event-ID", $0)] } ?? []
    return feed.reply(
      to: HTTPRequest(
        method: "GET", target: ReloadFeed.path, headers: HTTPFields(fields.map { ($0.0, $0.1) })))
  }

  private func text(_ reply: Reply) async -> String {
    String(decoding: await reply.response().body, as: UTF8.self)
  }

  private func waits(_ feed: ReloadFeed, _ count: Int) async {
    while feed.waitingCount != count { await Task.yield() }
  }

  @Test func aPageThatKnowsNothingIsToldWhereThingsStand() async {
    let feed = ReloadFeed(number: 7)
    let response = await ask(feed, after: nil).response()
    #expect(response.headers["content-type"] == "text/event-stream")
    #expect(response.headers["cache-control"] == "no-store")
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == "retry: 10\nid: 7\ndata: {\"errors\":[]}\n\n")
  }

  @Test func aPageThatKnowsItAllWaitsForTheNextSave() async {
    let feed = ReloadFeed(number: 7)
    async let one = text(ask(feed, after: "7"))
    async let other = text(ask(feed, after: "7"))
    await waits(feed, 2)
    feed.publish([])
    #expect(await one == "retry: 10\nid: 8\ndata: {\"errors\":[]}\n\n")
    #expect(await other == "retry: 10\nid: 8\ndata: {\"errors\":[]}\n\n")
    #expect(feed.waitingCount == 0)
  }

  @Test func aPageThatMissedASaveOrKnowsAnotherRunIsToldAtOnce() async {
    let feed = ReloadFeed(number: 7)
    feed.publish([])
    #expect(await text(ask(feed, after: "7")).contains("id: 8\ndata: "))
    #expect(await text(ask(feed, after: "9")).contains("id: 8\ndata: "))
    #expect(await text(ask(feed, after: "x")).contains("id: 8\ndata: "))
  }

  @Test func aClosedFeedLetsEverybodyGoAndNobodyWaits() async {
    let feed = ReloadFeed(number: 7)
    async let one = text(ask(feed, after: "7"))
    await waits(feed, 1)
    feed.close()
    #expect(await one == "retry: 500\nid: 7\n\n")
    #expect(await text(ask(feed, after: "7")) == "retry: 500\nid: 7\n\n")
  }

  @Test func anErrorComesWithItsPlaceItsLineAndItsCorrection() async throws {
    let server = try ServerFixture { $0.reloads = true }
    let first = await server.get(ReloadFeed.path)
    let number = String(decoding: first.body, as: UTF8.self).split(separator: "\n")[1].dropFirst(4)
    async let next = server.get(ReloadFeed.path, [("Last-Event-ID", String(number))])
    let path = server.directory + "/screens/loan.json"
    try ServerFixture.write(
      ServerFixture.screen.replacing("\"Ariza\"", with: "\"{{ nam }}\""), path)
    let data = try #require(
      String(decoding: await next.body, as: UTF8.self).split(separator: "\n").first {
        $0.hasPrefix("data: ")
      })
    let errors = try #require(try JSON.parse(String(data.dropFirst(6)))["errors"]?.array)
    let error = try #require(errors.first)
    #expect(error["file"]?.string == path)
    #expect(error["path"]?.string == "/title")
    #expect(error["code"]?.string == "unknown-key")
    #expect(error["line"]?.int == 1)
    #expect(error["correction"]?.string?.contains("name") == true)
    #expect(error["text"]?.string?.hasPrefix(#"{"oyna": "1", "id": "loan""#) == true)
  }

  @Test func productionHasNoFeedAndNoTools() async throws {
    let web = ["index.html": "<head></head>", "dev/reload.js": "1"]
    let server = try ServerFixture(web: web)
    #expect(await server.get(ReloadFeed.path).status == 404)
    #expect(await server.get("/dev/reload.js").status == 404)
    #expect(await server.get("/").body == Array("<head></head>".utf8))
    let author = try ServerFixture(web: web) { $0.reloads = true }
    #expect(await author.get("/dev/reload.js").status == 200)
    #expect(
      String(decoding: await author.get("/").body, as: UTF8.self)
        == "<head><script type=\"module\" src=\"/dev/reload.js\"></script>\n</head>")
  }
}

/// What watches the folder of screens.
@Suite struct FileWatchTests {
  private func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/oyna-watch-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func reaches(_ count: Locked<Int>, _ wanted: Int) async -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(60) {
      if count.withLock({ $0 }) >= wanted { return true }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return false
  }

  @Test func aSaveARenameADeletionAndANewFolderAreTold() async throws {
    let folder = try folder()
    let watch = FileWatch(directory: folder)
    // Before `start` counts: what is saved while the files are read is not missed.
    try ServerFixture.write("1", folder + "/a.json")
    let count = Locked(0)
    watch.start { count.withLock { $0 += 1 } }
    #expect(await reaches(count, 1))
    let steps: [() throws -> Void] = [
      { try ServerFixture.write("2", folder + "/a.json") },
      { try Data("3".utf8).write(to: URL(fileURLWithPath: folder + "/a.json"), options: .atomic) },
      { try FileManager.default.removeItem(atPath: folder + "/a.json") },
      { try ServerFixture.write("4", folder + "/strings/ru.json") },
      { try ServerFixture.write("5", folder + "/strings/ru.json") },
    ]
    for step in steps {
      let before = count.withLock { $0 }
      try step()
      #expect(await reaches(count, before + 1))
    }
    watch.stop()
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Two links of a folder to itself are 2^40 ways before the system says that there are too many.
  @Test func linksThatLeadBackAreFollowedOnce() async throws {
    let folder = try folder()
    for name in ["a", "b"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + name, withDestinationPath: ".")
    }
    let watch = FileWatch(directory: folder)
    let count = Locked(0)
    watch.start { count.withLock { $0 += 1 } }
    try ServerFixture.write("1", folder + "/a.json")
    #expect(await reaches(count, 1))
    watch.stop()
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func aFolderThatIsReplacedIsWatchedOn() async throws {
    let folder = try folder()
    let files = FileManager.default
    let watch = FileWatch(directory: folder)
    let count = Locked(0)
    watch.start { count.withLock { $0 += 1 } }
    // As a checkout or a copy of a whole folder does it: away, and then another one is there.
    try files.moveItem(atPath: folder, toPath: folder + ".old")
    #expect(await reaches(count, 1))
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(await reaches(count, 2))
    let before = count.withLock { $0 }
    try ServerFixture.write("1", folder + "/a.json")
    #expect(await reaches(count, before + 1))
    try files.removeItem(atPath: folder)
    let gone = count.withLock { $0 }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(await reaches(count, gone + 1))
    watch.stop()
    for path in [folder, folder + ".old"] { try files.removeItem(atPath: path) }
  }
}
