import OynaValue
import Testing

@testable import OynaEngine

@Suite("Outbox") struct OutboxTests {
  var world = OutboxWorld()

  @Test("a row is durable before it is sent, and in flight on disk before a byte goes") func order()
    throws
  {
    var world = world
    let row = try world.outbox.enqueue(draft(), key: key("k"), at: world.now)
    #expect(row.state == .ready)
    var step = world.outbox.resume(at: world.now, using: &world.generator)
    #expect(step.changes.isEmpty && step.actions.isEmpty)
    step = world.outbox.committed(row, at: world.now, using: &world.generator)
    guard case .update(let stored)? = step.changes.first else {
      Issue.record("no mark before the send")
      return
    }
    #expect(stored.state == .inflight(attempt: 1, epoch: 1))
    let attempt = OutboxAttempt(id: row.id, number: 1, epoch: 1)
    #expect(
      step.actions == [
        .report(.sending(row.id)), .send(attempt, target: row.target, key: key("k")),
      ])
  }

  @Test("an insertion that fails leaves nothing behind") func insertFailed() throws {
    var world = world
    let row = try world.outbox.enqueue(draft(), key: key("k"), at: world.now)
    world.outbox.insertFailed(row)
    #expect(world.outbox.count == 0 && world.outbox.lanes.isEmpty)
    let next = try world.enqueue(draft())
    #expect(next.number == 2 && world.sends.count == 1)
  }

  @Test("a lane sends one at a time in order; lanes do not wait for each other") func lanes() throws
  {
    var world = world
    for text in ["1", "2", "3"] { try world.enqueue(draft("a", text)) }
    try world.enqueue(draft("b"))
    #expect(world.sends.map { $0.attempt.id.number } == [1, 4])
    world.answer(.ok)
    #expect(world.sends.map { $0.attempt.id.number } == [4, 2])
    world.answer(.ok, at: 1)
    world.answer(.ok, at: 1)
    world.answer(.ok)
    #expect(world.executed.map { $0.id.number } == [1, 2, 3, 4])
    #expect(world.outbox.count == 0 && world.outbox.lanes.isEmpty)
  }

  @Test("no more are in flight than allowed, and every lane has its turn") func inflightLimit()
    throws
  {
    var configuration = OutboxConfiguration()
    configuration.maximumInflight = 2
    var world = OutboxWorld(configuration)
    for index in 0..<40 { try world.enqueue(draft("lane \(index % 8)")) }
    while !world.sends.isEmpty {
      #expect(world.sends.count <= 2)
      world.answer(.ok)
    }
    #expect(world.executed.count == 40)
  }

  @Test("a lane longer than the window is read from the store and stays in order")
  func windows() throws {
    var configuration = OutboxConfiguration()
    configuration.windowSize = 4
    var world = OutboxWorld(configuration)
    world.network(false)
    for index in 0..<100 { try world.enqueue(draft("a", "\(index)")) }
    #expect(world.outbox.lanes.reduce(0) { $0 + $1.window.count } == 4)
    world.network(true)
    world.advance(2_000)
    while !world.sends.isEmpty {
      #expect(world.outbox.lanes.reduce(0) { $0 + $1.window.count } <= 4)
      world.answer(.ok)
    }
    #expect(world.executed.map { $0.id.number } == Array(1...100))
    #expect(world.rows.isEmpty && world.outbox.count == 0)
  }

  @Test("an unknown outcome is repeated with the same key, once") func lostAnswer() throws {
    var world = world
    try world.enqueue(draft(), key: "k")
    world.answer(.lostAnswer)
    #expect(world.rows[id(1)]?.row.attempts == 1)
    world.advance(1_000)
    #expect(world.sends.first?.key == key("k"))
    #expect(world.sends.first?.attempt.number == 2)
    world.answer(.ok)
    #expect(world.effects == [key("k"): 1] && world.outcomes == [id(1): .succeeded(status: 201)])
  }

  @Test("a late answer to an older attempt or run is dropped") func fencing() throws {
    var world = world
    try world.enqueue(draft())
    let first = world.sends[0].attempt
    world.answer(.lostRequest)
    world.advance(1_000)
    let late = world.outbox.answered(
      first, .response(OutboxResponse(status: 403)), at: world.now, using: &world.generator)
    #expect(late == OutboxStep())
    #expect(world.state(id(1)) == .inflight(attempt: 2, epoch: 1))
    world.crash()
    let old = OutboxAttempt(id: id(1), number: 2, epoch: 1)
    let older = world.outbox.answered(
      old, .response(OutboxResponse(status: 201)), at: world.now, using: &world.generator)
    #expect(older == OutboxStep() && world.sends.first?.attempt.epoch == 2)
  }

  @Test("what was in flight when the process died is sent again under its key") func crash() throws
  {
    var world = world
    try world.enqueue(draft(), key: "k")
    world.crash()
    #expect(world.sends.map { $0.attempt } == [OutboxAttempt(id: id(1), number: 2, epoch: 2)])
    #expect(world.sends[0].key == key("k"))
    // It may have arrived: an undo must not say that it was not sent.
    #expect(throws: OutboxError.irreversible(id(1))) { try world.withdraw(id(1)) }
  }

  @Test("what was only waiting when the process died can still be cancelled for nothing")
  func crashWaiting() throws {
    var world = world
    world.network(false)
    try world.enqueue(draft())
    world.crash(isOnline: false)
    #expect(try world.withdraw(id(1)) == .cancelled([id(1)]))
    #expect(world.rows.isEmpty && world.sends.isEmpty)
  }

  @Test("offline: nothing is sent but one probe a minute, and all goes when the network returns")
  func offline() throws {
    var world = world
    world.network(false)
    for name in ["a", "b", "c"] { try world.enqueue(draft(name)) }
    #expect(world.sends.isEmpty && world.wakeAfter == 60_000)
    world.advance(59_999)
    #expect(world.sends.isEmpty)
    world.advance(1)
    #expect(world.sends.count == 1)
    world.answer(.notSent)
    #expect(world.rows.values.allSatisfy { $0.row.attempts == 0 && !$0.row.mayHaveArrived })
    world.network(true)
    world.advance(2_000)
    #expect(world.sends.count == 3)
  }

  @Test("when the network returns, starts are spread over two seconds") func startJitter() throws {
    var world = world
    for index in 0..<4 { try world.enqueue(draft("\(index)")) }
    for _ in 0..<4 { world.answer(.notSent) }
    world.network(false)
    world.network(true)
    let wakes = world.outbox.lanes.map { $0.wakeAt - world.now.monotonic }
    #expect(wakes.allSatisfy { 0...2_000 ~= $0 } && Set(wakes).count > 1)
  }

  @Test("a refused request is a dead letter, and its lane goes on") func deadLetter() throws {
    var world = world
    try world.enqueue(draft())
    try world.enqueue(draft())
    world.answer(.refused)
    #expect(world.state(id(1)) == .dead(.refused(status: 403)))
    #expect(world.events.contains(.died(id(1), .refused(status: 403))))
    #expect(world.sends.map { $0.attempt.id.number } == [2])
    #expect(world.outbox.count == 2 && world.outbox.deadCount == 1)
  }

  @Test("by policy a lane stops behind a dead letter until it is dropped or requeued")
  func stoppingLane() throws {
    var configuration = OutboxConfiguration()
    configuration.laneStopsAfterFailure = true
    for requeues in [false, true] {
      var world = OutboxWorld(configuration)
      try world.enqueue(draft("a", "1"))
      try world.enqueue(draft("a", "2"))
      world.answer(.refused)
      #expect(world.sends.isEmpty)
      world.crash()
      #expect(world.sends.isEmpty)
      let dead = try #require(world.rows[id(1)])
      if requeues {
        let (row, step) = try world.outbox.requeue(
          dead.row, key: key("new"), payload: dead.payload, at: world.now)
        world.perform(step)
        world.insert(row, dead.payload)
      } else {
        world.perform(
          try world.outbox.drop(dead.row, at: world.now, using: &world.generator))
      }
      world.answer(.ok)
      if requeues { world.answer(.ok) }
      #expect(world.rows.isEmpty && world.outbox.count == 0)
    }
  }

  @Test("429 slows the whole host down; 401 pauses it for one refresh") func hostPauses() throws {
    var world = world
    for name in ["a", "b"] { try world.enqueue(draft(name)) }
    world.answer(.slowDown)
    world.answer(.ok)
    try world.enqueue(draft("c"))
    #expect(world.sends.isEmpty)
    world.advance(29_999)
    #expect(world.sends.isEmpty)
    world.advance(2_001)
    #expect(world.sends.count == 2)
    world.answer(.unauthorized)
    world.answer(.unauthorized)
    #expect(world.refreshing == [""] && world.sends.isEmpty)
    world.refresh(true)
    #expect(world.sends.count == 2)
    world.answer(.unauthorized)
    #expect(world.refreshing.isEmpty && world.events.last == .signInNeeded(host: ""))
    world.answer(.unauthorized)
    world.advance(86_400_000)
    #expect(world.sends.isEmpty)
    #expect(world.rows.values.allSatisfy { $0.row.attempts == 0 })
    world.perform(
      world.outbox.tokenRefreshed(
        host: "", succeeded: true, at: world.now, using: &world.generator))
    #expect(world.sends.count == 2)
  }

  @Test("a third party without keys is not asked twice once a byte was written") func noKeys()
    throws
  {
    var world = world
    try world.enqueue(draft("a", "x", url: "https://api.example.com/v1/notes"))
    #expect(world.sends[0].key == nil)
    world.answer(.notSent)
    world.advance(1_000)
    world.answer(.lostRequest)
    #expect(world.state(id(1)) == .dead(.notRepeatable))
  }

  @Test("expiry before it was sent is a dead letter; afterwards it is looked up") func expiry()
    throws
  {
    var world = world
    world.network(false)
    var short = draft()
    short.timeToLive = 1_000
    try world.enqueue(short)
    world.advance(1_000)
    #expect(world.state(id(1)) == .dead(.expired))
    world.network(true)
    short.lookUpURL = "/api/v1/messages/7"
    try world.enqueue(short)
    world.answer(.lostAnswer)
    world.advance(1_001)
    #expect(world.state(id(2)) == .needsReconcile && world.lookUps == [id(2)])
    world.lookUp(.unavailable)
    world.advance(300_000)
    world.lookUp(.found(status: 200))
    #expect(world.outcomes[id(2)] == .succeeded(status: 200))
  }

  @Test("a key that the server may have forgotten is never sent again") func forgottenKey() throws {
    var configuration = OutboxConfiguration()
    configuration.timeToLive = 90 * 86_400_000
    var world = OutboxWorld(configuration)
    try world.enqueue(draft())
    world.answer(.lostAnswer)
    let retention: Int64 = 30 * 86_400_000 - 3_600_000
    world.network(false)
    world.advance(retention)
    #expect(world.sends.count == 1)
    world.answer(.lostRequest)
    world.advance(300_000)
    #expect(world.state(id(1)) == .needsReconcile && world.sends.isEmpty)
    #expect(world.events.last == .needsDecision(id(1)))
    let payload = try #require(world.rows[id(1)]?.payload)
    world.network(true)
    world.perform(
      try world.outbox.resend(
        id(1), key: key("fresh"), payload: payload, at: world.now, using: &world.generator))
    #expect(world.sends.map { $0.key } == [key("fresh")])
  }

  @Test("a replayed server error stops after two equal ones") func replayedError() throws {
    var world = world
    try world.enqueue(draft())
    for round in 0..<3 {
      let response = OutboxResponse(
        status: 500, isReplayed: round > 0, fingerprint: round == 0 ? 1 : 2)
      let attempt = world.sends.removeFirst().attempt
      world.perform(
        world.outbox.answered(
          attempt, .response(response), at: world.now, using: &world.generator))
      if round < 2 { world.advance(300_000) }
    }
    #expect(world.state(id(1)) == .needsReconcile)
  }

  @Test("a conflict holds its lane until it is rebased under a new key, in its place")
  func conflict() throws {
    var world = world
    try world.enqueue(draft("a", "1"), key: "old")
    try world.enqueue(draft("a", "2"))
    world.answer(.conflict)
    #expect(world.state(id(1)) == .conflict(status: 412) && world.sends.isEmpty)
    let payload = try OutboxPayload(.string("rebased"))
    world.perform(
      try world.outbox.rebase(
        id(1), key: key("new"), payload: payload, at: world.now, using: &world.generator))
    #expect(world.sends.map { $0.key } == [key("new")] && world.rows[id(1)]?.payload == payload)
    world.answer(.ok)
    world.answer(.ok)
    #expect(world.executed.map { $0.id.number } == [1, 2])
  }

  @Test("a redirect is followed on the same origin only, five times at most") func redirects()
    throws
  {
    let cases: [(String?, Int, String?)] = [
      ("/api/v2/messages", 307, "/api/v2/messages"), ("/x", 308, "/x"),
      ("https://evil.example/x", 307, nil), ("//evil.example/x", 308, nil), (nil, 307, nil),
      ("/x", 302, nil), ("/x", 303, nil), ("javascript:x", 307, nil),
    ]
    for (location, status, followed) in cases {
      var world = world
      try world.enqueue(draft())
      let response = OutboxResponse(status: status, location: location)
      for _ in 0..<6 {
        guard let send = world.sends.popLast() else { break }
        world.perform(
          world.outbox.answered(
            send.attempt, .response(response), at: world.now, using: &world.generator))
        if let followed, let next = world.sends.last { #expect(next.target.url == followed) }
      }
      #expect(world.state(id(1)) == .dead(.unexpectedRedirect(status: status)))
    }
  }

  @Test("a clock set back or forward delays at most one cap") func clock() {
    let wait = OutboxWait(.backoff, deadline: 1_000_000, duration: 5_000)
    func left(_ wall: Int64) -> Int64 {
      wait.remaining(at: OutboxTime(monotonic: 0, wall: wall), cap: 3_600_000)
    }
    #expect(left(995_000) == 5_000 && left(999_000) == 1_000 && left(2_000_000) == 0)
    #expect(left(-30_000_000_000) == 5_000 && left(.min) == 0)
    let long = OutboxWait(.hostSlow, deadline: .max, duration: .max)
    #expect(long.remaining(at: OutboxTime(monotonic: 0, wall: 0), cap: 3_600_000) == 3_600_000)
  }

  @Test("a held request may be sent only after its time") func hold() throws {
    var world = world
    var held = draft()
    held.hold = 5_000
    try world.enqueue(held)
    #expect(world.sends.isEmpty && world.wakeAfter == 5_000)
    world.advance(4_999)
    #expect(world.sends.isEmpty)
    world.advance(1)
    #expect(world.sends.count == 1)
  }

  @Test("the queue holds as many as it may") func limit() throws {
    var configuration = OutboxConfiguration()
    configuration.itemLimit = 3
    var world = OutboxWorld(configuration)
    for _ in 0..<3 { try world.enqueue(draft()) }
    #expect(throws: OutboxError.full(limit: 3)) { try world.enqueue(draft()) }
    world.answer(.ok)
    #expect(try world.enqueue(draft()).number == 4)
    #expect(OutboxConfiguration().itemLimit == 10_000)
  }

  @Test("a kind that this application does not know is a dead letter and blocks nobody")
  func unknownKind() throws {
    var world = world
    world.network(false)
    try world.enqueue(draft())
    world.configuration.knownKinds = [.transfer]
    world.crash()
    #expect(world.state(id(1)) == .dead(.unknownKind) && world.outbox.lanes.isEmpty)
  }

  @Test("a failed store stops everything") func storeFailed() throws {
    var world = world
    try world.enqueue(draft())
    #expect(world.outbox.storeFailed().actions == [.report(.stopped)])
    #expect(throws: OutboxError.stopped) { try world.enqueue(draft()) }
    let step = world.outbox.answered(
      world.sends[0].attempt, .response(OutboxResponse(status: 200)), at: world.now,
      using: &world.generator)
    #expect(step == OutboxStep())
  }
}
