import OynaEngine
import OynaValue
import Testing

/// A `load` whose source, copies or renderer do what they should not.
@Suite struct LoadHostileTests {
  private func loadedOnce(_ policy: String) throws -> LoadTests.OpenList {
    try LoadTests.OpenList(
      LoadTests.document.replacing(
        #""retries": 2"#, with: #""pullToRefresh": true, "policy": "\#(policy)""#))
  }

  @Test("rows that no list can have are none", arguments: [Int.max, .min, 100_001])
  func impossibleRows(_ place: Int) throws {
    var list = try LoadTests.OpenList()
    list.answer(200, LoadTests.page(1...3))
    list.send(.rows(id: "list", first: place, count: place))
    list.expectInStep()
    list.send(.rows(id: "list", first: 0, count: 20))
    #expect(list.drawn.count(ofType: "item") == 3)
  }

  @Test("a 304 confirms what is shown; where nothing is shown it is a failure, not an endless wait")
  func nothingToConfirm() throws {
    var list = try loadedOnce("network_first")
    list.answer(304, "")
    #expect(list.drawn.outline.contains(#"=string("failed")"#))
    list.send(.custom(id: "list", name: "retry"))
    list.answer(200, LoadTests.page(1...3, next: "c"))
    // A page of the list: the rows before it do not answer for it, and it is not asked for again.
    list.answer(304, "")
    #expect(list.form.request == nil)
    #expect(list.drawn.outline.contains("pageRetry"))
    list.expectInStep()
  }

  @Test("cursors that lead round in a circle end the list", arguments: ["item.id", ""])
  func circle(_ identity: String) throws {
    var list = try LoadTests.OpenList(
      identity.isEmpty
        ? LoadTests.document.replacing(#""itemId": "item.id","#, with: "") : LoadTests.document)
    list.answer(200, LoadTests.page(0..<3, next: "a"))
    list.answer(200, LoadTests.page(3..<6, next: "b"))
    #expect(list.form.request?.url.hasSuffix("cursor=b") == true)
    list.answer(200, LoadTests.page(0..<3, next: "a"))
    #expect(list.form.request == nil)
    #expect(
      list.form.effects.contains { effect in
        if case .report(let finding) = effect { finding.code.name == "cursor-loop" } else { false }
      })
    list.expectInStep()
    // A refresh begins anew, with the same cursors.
    list.send(.custom(id: "list", name: "refresh"))
    list.answer(200, LoadTests.page(0..<3, next: "a"))
    #expect(list.form.request?.url.hasSuffix("cursor=a") == true)
  }

  @Test("a copy that cannot be read gives way to the network's answer")
  func unreadableCopy() throws {
    var list = try loadedOnce("stale_while_revalidate")
    list.form.answer(200, "<html>", to: 1, headers: [("oyna-cache", "revalidating")])
    list.draw()
    #expect(list.drawn.outline.contains(#"=string("loading")"#))
    list.answer(200, LoadTests.page(1...2), to: 1)
    #expect(list.drawn.count(ofType: "item") == 2)
    list.expectInStep()
  }

  @Test("what a person asks for again comes from the network, whatever was kept")
  func refreshed() throws {
    for policy in ["cache_first", "stale_while_revalidate"] {
      var list = try loadedOnce(policy)
      #expect(list.form.request?.cache.rawValue == policy)
      list.answer(200, LoadTests.page(1...2))
      list.send(.custom(id: "list", name: "refresh"))
      #expect(list.form.request?.cache == .networkFirst)
      list.answer(200, LoadTests.page(1...2))
      list.send(.input(key: "q", value: .string("other")))
      #expect(list.form.request?.cache.rawValue == policy)
    }
    var list = try loadedOnce("never")
    list.send(.custom(id: "list", name: "refresh"))
    #expect(list.form.request?.cache == .never)
  }

  @Test("the network's answer after a copy is announced only when it says otherwise")
  func announcedOnce() throws {
    func isAnnounced(_ list: LoadTests.OpenList) -> Bool {
      list.form.effects.contains { if case .announce = $0 { true } else { false } }
    }
    for (body, isNews) in [(LoadTests.page(1...3), false), (LoadTests.page(1..<1), true)] {
      var list = try loadedOnce("stale_while_revalidate")
      list.form.answer(
        200, LoadTests.page(1...2), to: 1, headers: [("oyna-cache", "revalidating")])
      list.draw()
      #expect(isAnnounced(list))
      list.answer(200, body, to: 1)
      #expect(isAnnounced(list) == isNews)
    }
  }

  @Test("an `items` that fails over the answer is a failure, not an empty list")
  func failingItems() throws {
    var list = try LoadTests.OpenList(
      LoadTests.document.replacing("data.rows", with: "data.rows.filter(row, row.name != '')"))
    list.answer(200, #"{"message": "not what was asked for"}"#)
    #expect(list.drawn.outline.contains(#"=string("failed")"#))
    list.send(.custom(id: "list", name: "retry"))
    list.answer(200, LoadTests.page(1...2))
    #expect(list.drawn.count(ofType: "item") == 2)
  }
}
