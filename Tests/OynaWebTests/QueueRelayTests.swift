import OynaEngine
import OynaValue
import Testing

@testable import OynaWeb

/// The page's queue as `outbox.js` talks to it: JSON in, JSON out, with a store of this test.
@Suite struct QueueRelayTests {
  /// The rows as the shell keeps them, by number.
  struct Page {
    var relay = QueueRelay()
    var rows: [Int64: String] = [:]
    var settled: [String] = []
    var actions: [JSON] = []
    var result: String?
    var monotonic: Int64 = 0

    mutating func call(_ event: String, adopt: [String] = []) throws {
      let now = "[\(monotonic), \(1_800_000_000_000 + monotonic)]"
      let text = #"{"now": \#(now), "adopt": [\#(adopt.joined(separator: ","))], \#(event)}"#
      var answer: [UInt8] = []
      ShellTests.withBytes(text) { answer = relay.answer(to: $0) }
      let json = try JSON.parse(answer)
      result = json["result"]?.string
      for change in json["changes"]?.array.map({ Array($0) }) ?? [] { apply(change) }
      actions = json["actions"]?.array.map { Array($0) } ?? []
    }

    private mutating func apply(_ change: JSON) {
      for name in ["insert", "update", "replace"] {
        guard let row = change[name]?["row"], let id = row["id"]?.int else { continue }
        var bytes: [UInt8] = []
        row.write(into: &bytes)
        rows[id] = String(decoding: bytes, as: UTF8.self)
      }
      if let settle = change["settle"], let id = settle["id"]?.int {
        rows[id] = nil
        settled.append("\(id) \(settle["outcome"]?.string ?? "")")
      }
      if let id = change["unreadable"]?.int { rows[id] = "unreadable" }
    }

    /// The number and key of what is to be sent.
    var sends: [(id: Int64, epoch: Int64, key: String)] {
      actions.compactMap {
        guard let send = $0["send"], let id = send["id"]?.int, let epoch = send["epoch"]?.int else {
          return nil
        }
        return (id, epoch, send["key"]?.string ?? "")
      }
    }
  }

  static func row(_ id: Int64, lane: String = "a", state: String = #""ready""#) -> String {
    #"{"id": \#(id), "key": "k\#(id)", "lane": "\#(lane)", "kind": "message", "method": "POST","#
      + #" "url": "/m", "created": 1799999999000, "expires": 9000000000000, "attempts": 0, "failures": 0,"#
      + #" "state": \#(state), "undo": {"method": "DELETE", "url": "/m/\#(id)"}, "title": "t"}"#
  }

  static let open = #""open": {"seed": "1", "epoch": 3, "lastNumber": 0, "isOnline": true}"#
  static func answered(
    _ id: Int64, _ epoch: Int64, key: String, echo: String? = nil
  ) -> String {
    #""answered": {"id": \#(id), "number": 1, "epoch": \#(epoch), "status": 201, "body": "{}","#
      + #" "headers": [["idempotency-key", "\"\#(echo ?? key)\""]], "key": "\#(key)"}"#
  }

  @Test func whatAnotherTabInsertedIsSentOnceInOrder() throws {
    var page = Page()
    try page.call(Self.open)
    try page.call(#""resume": true"#, adopt: [Self.row(1), Self.row(2), Self.row(3, lane: "b")])
    #expect(page.sends.map { $0.id }.sorted() == [1, 3])
    // The same rows again: a tab that tells twice inserts nothing twice.
    try page.call(#""resume": true"#, adopt: [Self.row(1), Self.row(2)])
    #expect(page.sends.isEmpty)
    try page.call(Self.answered(1, 3, key: "k1"))
    #expect(page.settled == ["1 succeeded"])
    #expect(page.sends.map { $0.id } == [2])
  }

  @Test func anAnswerWithoutItsKeyIsNoAnswerOfTheServer() throws {
    var page = Page()
    try page.call(Self.open)
    try page.call(#""resume": true"#, adopt: [Self.row(1)])
    try page.call(Self.answered(1, 3, key: "k1", echo: "other"))
    #expect(page.settled.isEmpty)
    #expect(page.rows[1]?.contains(#""state":"waiting""#) == true)
  }

  @Test func aRowInFlightInARunThatEndedIsSentAgainUnderItsKey() throws {
    var page = Page()
    let inflight = Self.row(1, state: #""inflight", "number": 1, "epoch": 2"#)
    let lane = #"{"lane": "a", "first": [\#(inflight)], "count": 1}"#
    try page.call(
      #""open": {"seed": "1", "epoch": 3, "lastNumber": 1, "isOnline": true, "lanes": [\#(lane)]}"#)
    #expect(page.sends.map { $0.key } == ["k1"])
    // Its answer to the run before comes too late.
    try page.call(Self.answered(1, 2, key: "k1"))
    #expect(page.settled.isEmpty)
  }

  @Test func nothingIsSentWhileThePageIsOffline() throws {
    var page = Page()
    let lane = #"{"lane": "a", "first": [\#(Self.row(1))], "count": 1}"#
    try page.call(
      #""open": {"seed": "1", "epoch": 1, "lastNumber": 1, "isOnline": false, "lanes": [\#(lane)]}"#
    )
    #expect(page.sends.isEmpty)
    try page.call(#""network": "online""#)
    #expect(page.sends.map { $0.id } == [1])
  }

  @Test(arguments: ["{}", #"{"id": 2, "key": "", "lane": "a"}"#, #"{"id": 2, "state": "lost"}"#])
  func aRowThatCannotBeReadBlocksNobody(_ damaged: String) throws {
    var page = Page()
    try page.call(Self.open)
    try page.call(#""resume": true"#, adopt: [Self.row(1), damaged, Self.row(3, lane: "b")])
    #expect(page.sends.map { $0.id }.sorted() == [1, 3])
    #expect(page.rows[2] == (damaged == "{}" ? nil : "unreadable"))
  }

  @Test func undoCancelsWhatWasNotSentAndCompensatesWhatWas() throws {
    var page = Page()
    try page.call(Self.open)
    try page.call(#""resume": true"#, adopt: [Self.row(1), Self.row(2)])
    try page.call(#""withdraw": {"id": 2, "row": \#(Self.row(2))}"#)
    #expect(page.result == "cancelled")
    #expect(page.settled == ["2 cancelled"])
    let first = try #require(page.rows[1])
    try page.call(#""withdraw": {"id": 1, "row": \#(Self.row(1)), "stored": \#(first)}"#)
    #expect(page.result == "compensating")
    let undo = try #require(page.rows[3])
    #expect(undo.contains(#""key":"k1.undo""#) && undo.contains(#""url":"/m/1""#))
    #expect(page.sends.isEmpty, "only once it is known that the first has arrived")
    try page.call(Self.answered(1, 3, key: "k1"))
    #expect(page.actions.contains { $0["findDependency"]?["dependency"]?.int == 1 })
    try page.call(#""dependencyFound": {"dependency": 1, "of": 3, "found": "succeeded"}"#)
    #expect(page.sends.map { $0.key } == ["k1.undo"])
  }

  @Test func undoOfWhatHasLeftCompensatesOrSaysThatNothingDoes() throws {
    var page = Page()
    try page.call(Self.open)
    try page.call(
      #""withdraw": {"id": 1, "key": "k1", "outcome": "succeeded", "undone": \#(Self.row(1))}"#)
    #expect(page.result == "compensating")
    try page.call(#""withdraw": {"id": 9, "key": "k9", "outcome": "succeeded"}"#)
    #expect(page.result == "irreversible")
    try page.call(#""withdraw": {"id": 9, "key": "k9", "outcome": "dropped"}"#)
    #expect(page.result == "obsolete")
  }

  @Test func aDeadRequestIsSentAgainUnderANewKey() throws {
    var page = Page()
    try page.call(Self.open)
    let dead = Self.row(1, state: #""dead", "reason": "refused", "number": 422"#)
    try page.call(#""retry": {"row": \#(dead), "body": "{}", "contentType": "application/json"}"#)
    #expect(page.settled == ["1 dropped"])
    #expect(page.rows.count == 1 && page.sends.count == 1)
    #expect(page.sends[0].key != "k1")
    #expect(page.rows.values.first?.contains(#""title":"t""#) == true)
    let defect = Self.row(4, state: #""dead", "reason": "keyReused""#)
    try page.call(#""retry": {"row": \#(defect), "body": "{}"}"#)
    #expect(page.result == "refused")
  }

  @Test(arguments: [
    (#"{\"cvv\": \"123\"}"#, true), (#"{\"text\": \"4111 1111 1111 1111\"}"#, true),
    (#"{\"text\": \"salom\"}"#, false),
  ])
  func aStoredBodyIsScannedBeforeItIsSent(_ body: String, _ isSecret: Bool) throws {
    var page = Page()
    try page.call(#""check": {"body": "\#(body)"}"#)
    #expect((page.result == "unsendable") == isSecret)
  }

  @Test(arguments: ["", "[]", "{", #"{"now": 1}"#, #"{"now": [1, 2], "what": {}}"#])
  func aCallThatIsNoneIsAnsweredAsSuch(_ call: String) throws {
    var relay = QueueRelay()
    var answer: [UInt8] = []
    ShellTests.withBytes(call) { answer = relay.answer(to: $0) }
    #expect(try JSON.parse(answer)["result"]?.string == "malformed")
  }

  @Test func everyStateSurvivesItsWayThroughTheStore() throws {
    for state in [
      #""ready""#, #""inflight", "number": 2, "epoch": 7"#,
      #""waiting", "reason": "hostSlow", "deadline": 5, "duration": 6"#,
      #""conflict", "number": 412"#, #""needsReconcile""#,
      #""dead", "reason": "unexpectedRedirect", "number": 302"#,
    ] {
      let row = try #require(QueueRowText.row(JSON.parse(Self.row(5, state: state))))
      var json = JSONWriter()
      json.beginObject()
      QueueRowText.write(row, into: &json)
      json.endObject()
      #expect(try QueueRowText.row(JSON.parse(json.bytes)) == row, "\(state)")
    }
  }

  @Test func noticesOfTheShellAreReadOrRefused() throws {
    func notice(_ text: String) throws -> QueueNotice? {
      QueueNoticeReader.notice(try JSON.parse(text))
    }
    guard case .items(let items)? = try notice(#"{"items": [\#(Self.row(1)), {"id": 2}]}"#) else {
      Issue.record("no items")
      return
    }
    #expect(items.map { $0.title } == ["t"])
    #expect(items[0].hasUndo && items[0].isUnsent)
    for bad in [
      "{}", "[]", #"{"stored": {"ticket": 1}}"#, #"{"withdrawn": {"id": 1, "result": "maybe"}}"#,
      #"{"settled": {"key": "k", "outcome": "lost"}}"#, #"{"other": 1}"#,
    ] {
      #expect(try notice(bad) == nil, "\(bad)")
    }
  }
}
