import Testing

@testable import OynaEngine

@Suite("Undo of a queued request") struct OutboxUndoTests {
  var world = OutboxWorld()

  @Test("while nothing was sent, no byte ever is, wherever the row stands") func cancel() throws {
    var configuration = OutboxConfiguration()
    configuration.windowSize = 2
    for target in 2...6 {
      var world = OutboxWorld(configuration)
      for index in 1...6 { try world.enqueue(draft("a", "\(index)")) }
      #expect(try world.withdraw(id(Int64(target))) == .cancelled([id(Int64(target))]))
      while !world.sends.isEmpty { world.answer(.ok) }
      #expect(world.executed.map { $0.id.number } == (1...6).filter { $0 != target })
      #expect(world.outbox.count == 0 && world.outcomes[id(Int64(target))] == .cancelled)
    }
  }

  @Test("the head that waits for the network is cancelled too") func cancelHead() throws {
    var world = world
    try world.enqueue(draft())
    world.answer(.notSent)
    #expect(try world.withdraw(id(1)) == .cancelled([id(1)]))
    world.advance(86_400_000)
    #expect(world.sends.isEmpty && world.rows.isEmpty && world.outbox.lanes.isEmpty)
  }

  @Test("what depends on it is cancelled with it, or the undo is refused") func dependants() throws
  {
    var world = world
    world.network(false)
    try world.enqueue(draft("a"))
    var second = draft("b")
    second.dependsOn = id(1)
    try world.enqueue(second)
    var third = draft("c")
    third.dependsOn = id(2)
    try world.enqueue(third)
    var copy = world
    #expect(throws: OutboxError.hasDependants(id(1), count: 2)) {
      _ = try copy.outbox.withdraw(
        id(1), key: key("k"), fact: .row(copy.rows[id(1)].unsafelyUnwrapped.row),
        dependants: copy.dependants(of: id(1)), cancelsDependants: false, compensation: nil,
        at: copy.now, using: &copy.generator)
    }
    #expect(try world.withdraw(id(1)) == .cancelled([id(1), id(2), id(3)]))
    #expect(world.rows.isEmpty && world.outbox.count == 0)
  }

  @Test(
    "in flight: the compensation waits behind it and goes only if it succeeded",
    arguments: [OutboxWorld.Fate.ok, .lostAnswer, .refused])
  func compensateInflight(fate: OutboxWorld.Fate) throws {
    var world = world
    try world.enqueue(draft(), key: "k")
    guard case .compensating(let row) = try world.withdraw(id(1), compensation: draft()) else {
      Issue.record("not compensating")
      return
    }
    #expect(row.key == key("k.undo") && row.dependsOn == id(1) && row.compensates == id(1))
    #expect(world.sends.count == 1)
    world.answer(fate)
    world.advance(1_000)
    if fate == .refused {
      #expect(world.sends.isEmpty && world.outcomes[id(2)] == .cancelled)
      #expect(world.state(id(1)) == .dead(.refused(status: 403)))
      return
    }
    if fate == .lostAnswer { world.answer(.ok) }
    #expect(world.sends.map { $0.key } == [key("k.undo")])
    world.answer(.ok)
    #expect(world.events.contains(.compensated(id(1))) && world.rows.isEmpty)
    #expect(world.effects == [key("k"): 1, key("k.undo"): 1])
  }

  @Test("confirmed: the compensation goes at once; refused, the effect stands") func confirmed()
    throws
  {
    var world = world
    try world.enqueue(draft(), key: "k")
    world.answer(.ok)
    guard case .compensating(let row) = try world.withdraw(id(1), compensation: draft()) else {
      Issue.record("not compensating")
      return
    }
    #expect(row.dependsOn == nil && world.sends.count == 1)
    world.answer(.refused)
    #expect(world.events.last == .compensationFailed(id(1), .refused(status: 403)))
  }

  @Test("a change by somebody else makes the undo stale") func stale() throws {
    var world = world
    try world.enqueue(draft())
    world.answer(.ok)
    _ = try world.withdraw(id(1), compensation: draft())
    world.answer(.conflict)
    #expect(world.state(id(2)) == .dead(.stale))
    #expect(world.events.last == .compensationFailed(id(1), .stale))
  }

  @Test("refused or dropped: nothing to take back") func obsolete() throws {
    var world = world
    try world.enqueue(draft())
    world.answer(.refused)
    #expect(try world.withdraw(id(1), compensation: draft()) == .obsolete)
    let dead = try #require(world.rows[id(1)]?.row)
    world.perform(try world.outbox.drop(dead, at: world.now, using: &world.generator))
    #expect(try world.withdraw(id(1), compensation: draft()) == .obsolete)
    #expect(world.outbox.count == 0 && world.sends.isEmpty)
  }

  @Test("sent, with nothing that takes it back: refused before anything changes")
  func irreversible()
    throws
  {
    var world = world
    try world.enqueue(draft())
    let count = world.changeCount
    #expect(throws: OutboxError.irreversible(id(1))) { try world.withdraw(id(1)) }
    #expect(world.changeCount == count && world.outbox.count == 1)
  }

  @Test("requeue: the same key while the outcome is unknown, a new one after a refusal")
  func requeue() throws {
    var configuration = OutboxConfiguration()
    configuration.maximumAttempts = 1
    for fate in [OutboxWorld.Fate.lostAnswer, .refused] {
      var world = OutboxWorld(configuration)
      try world.enqueue(draft(), key: "old")
      world.answer(fate)
      let dead = try #require(world.rows[id(1)])
      let (row, step) = try world.outbox.requeue(
        dead.row, key: key("new"), payload: dead.payload, at: world.now)
      world.perform(step)
      world.insert(row, dead.payload)
      #expect(row.id == id(2) && row.key == key(fate == .refused ? "new" : "old"))
      #expect(row.mayHaveArrived == (fate == .lostAnswer))
      world.answer(.ok)
      #expect(world.effects.values.allSatisfy { $0 == 1 } && world.outbox.count == 0)
    }
  }

  @Test("a key that was reused with another body is never requeued") func keyReused() throws {
    var world = world
    try world.enqueue(draft())
    let attempt = world.sends.removeFirst().attempt
    world.perform(
      world.outbox.answered(
        attempt,
        .response(OutboxResponse(status: 422, problemType: "/idempotency-key-reused")),
        at: world.now, using: &world.generator))
    let dead = try #require(world.rows[id(1)])
    #expect(dead.row.state == .dead(.keyReused))
    #expect(throws: OutboxError.notAllowed(id(1))) {
      _ = try world.outbox.requeue(
        dead.row, key: key("new"), payload: dead.payload, at: world.now)
    }
  }

  @Test(
    "a request in another lane waits for the one it depends on",
    arguments: [OutboxWorld.Fate.ok, .refused])
  func dependency(fate: OutboxWorld.Fate) throws {
    var world = world
    try world.enqueue(draft("a"))
    var second = draft("b")
    second.dependsOn = id(1)
    try world.enqueue(second)
    #expect(world.sends.count == 1)
    #expect(throws: OutboxError.unknownDependency(id(99))) {
      var unknown = draft()
      unknown.dependsOn = id(99)
      try world.enqueue(unknown)
    }
    world.answer(fate)
    if fate == .ok {
      world.answer(.ok)
      #expect(world.rows.isEmpty)
    } else {
      #expect(world.state(id(2)) == .dead(.dependencyFailed))
    }
  }
}
