import OynaValue
import Testing

@testable import OynaEngine

/// Rows that another tab made durable are taken up as if they had been enqueued here.
@Suite("Adopting rows of another tab") struct OutboxAdoptTests {
  private static let start = OutboxTime(monotonic: 0, wall: 1_700_000_000_000)

  private static func row(_ number: Int64, _ laneName: String) -> OutboxRow {
    OutboxRow(
      id: id(number), key: key("k\(number)"), lane: lane(laneName), kind: .message,
      schemaVersion: 1, target: OutboxTarget("POST", "/m").unsafelyUnwrapped, dedupeKey: nil,
      created: 0, expires: .max, dependsOn: nil, compensates: nil, lookUpURL: nil, traceID: nil,
      state: .ready, attempts: 0, failures: 0, firstReached: nil, replayed: nil)
  }

  @Test(
    "random batches over random lanes: each row goes once, in order within its lane",
    arguments: 0..<60)
  func onceInOrder(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var configuration = OutboxConfiguration()
    configuration.windowSize = Int.random(in: 1...4, using: &generator)
    configuration.maximumInflight = Int.random(in: 1...3, using: &generator)
    var outbox = Outbox(configuration: configuration, at: Self.start)
    var stored: [OutboxRow] = []
    var waiting: [OutboxAttempt] = []
    var sent: [OutboxID] = []
    var lanes: [OutboxID: OutboxLane] = [:]
    var clock: Int64 = 0

    func perform(_ step: OutboxStep) {
      for change in step.changes {
        if case .settle(let id, _, _) = change { stored.removeAll { $0.id == id } }
      }
      for action in step.actions {
        switch action {
        case .send(let attempt, _, _): waiting.append(attempt)
        case .load(let lane, let after, let limit):
          let next = stored.filter { $0.lane == lane && $0.id > after }.prefix(limit)
          perform(outbox.loaded(lane, Array(next), at: now(), using: &generator))
        default: break
        }
      }
    }
    func now() -> OutboxTime { OutboxTime(monotonic: clock, wall: Self.start.wall + clock) }

    var last: Int64 = 0
    for _ in 0..<40 {
      clock += 10
      if Bool.random(using: &generator) {
        // Several at once, and now and then some that were told before.
        var batch = stored.suffix(Int.random(in: 0...2, using: &generator)).map { $0 }
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
          last += Int64.random(in: 1...2, using: &generator)
          let new = Self.row(last, ["a", "b", "c"].randomElement(using: &generator) ?? "a")
          stored.append(new)
          lanes[new.id] = new.lane
          batch.append(new)
        }
        perform(outbox.adopt(batch, at: now(), using: &generator))
      } else if let place = waiting.indices.randomElement(using: &generator) {
        let attempt = waiting.remove(at: place)
        sent.append(attempt.id)
        let answer = OutboxAnswer.response(OutboxResponse(status: 201))
        perform(outbox.answered(attempt, answer, at: now(), using: &generator))
      }
      #expect(outbox.count == stored.count)
    }
    while let attempt = waiting.popLast() {
      clock += 10
      sent.append(attempt.id)
      perform(
        outbox.answered(
          attempt, .response(OutboxResponse(status: 201)), at: now(), using: &generator))
    }
    #expect(stored.isEmpty && outbox.count == 0)
    #expect(Set(sent).count == sent.count)
    for lane in Set(lanes.values) {
      let order = sent.filter { lanes[$0] == lane }
      #expect(order == order.sorted(), "\(lane.name)")
    }
    #expect(outbox.lastKnownNumber == last)
  }

  @Test("a row that is known already is not taken twice, and a stopped outbox takes none")
  func known() throws {
    var generator = SeededGenerator(seed: 1)
    var outbox = Outbox(at: Self.start)
    _ = outbox.adopt([Self.row(3, "a")], at: Self.start, using: &generator)
    let again = outbox.adopt(
      [Self.row(2, "a"), Self.row(3, "a")], at: Self.start, using: &generator)
    #expect(outbox.count == 1 && again.changes.isEmpty)
    _ = outbox.storeFailed()
    #expect(outbox.adopt([Self.row(4, "a")], at: Self.start, using: &generator) == OutboxStep())
    #expect(outbox.lastKnownNumber == 3)
  }

  @Test("a held row waits its time; the lane behind it waits with it")
  func held() throws {
    var generator = SeededGenerator(seed: 1)
    var outbox = Outbox(at: Self.start)
    var row = Self.row(1, "a")
    row.state = .waiting(OutboxWait(.hold, deadline: Self.start.wall + 5_000, duration: 5_000))
    let step = outbox.adopt([row, Self.row(2, "a")], at: Self.start, using: &generator)
    #expect(step.actions.isEmpty && step.wakeAfter == 5_000)
    let later = OutboxTime(monotonic: 5_000, wall: Self.start.wall + 5_000)
    let due = outbox.resume(at: later, using: &generator)
    #expect(
      due.actions.contains {
        if case .send(let sent, _, _) = $0 { sent.id == id(1) } else { false }
      })
  }
}
