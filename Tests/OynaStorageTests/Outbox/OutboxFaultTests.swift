import FaultyStorage
import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import Testing

/// SQLite's own method: the n-th call of the file layer fails, for n = 1, 2, … until nothing fails.
@Suite("Outbox faults", .serialized) struct OutboxFaultTests {
  @Test(
    "whichever call fails: a typed error, then everything that was acknowledged is there",
    arguments: FaultyStorage.Fault.allCases, [false, true])
  func everyCall(fault: FaultyStorage.Fault, isPersistent: Bool) throws {
    var n = 0
    var unknown = 0
    while true {
      n += 1
      let folder = try TemporaryFolder()
      let plan = FaultyStorage.plan(for: folder.path)
      defer { FaultyStorage.remove(plan) }
      plan.fault = fault
      plan.isPersistent = isPersistent
      plan.failAt = n
      let run = Life(path: folder.file())
      var callsOfOpening = Int.max
      run.live { callsOfOpening = plan.count }
      // While the file is being made, SQLite itself syncs its rollback; nothing is promised yet.
      if n > callsOfOpening {
        #expect(plan.syncsAfterFailedSync == 0, "call \(n): a sync after one that failed")
      }
      let calls = plan.count
      plan.failAt = nil
      run.recover()
      unknown += run.unknown.count
      if let reason = run.violation { Issue.record("call \(n), \(fault): \(reason)") }
      if calls < n { break }
    }
    print("outbox faults: \(fault), persistent \(isPersistent): \(n - 1) calls, \(unknown) unknown")
    #expect(n > 20)
  }

  @Test("after a power cut at any call, every acknowledged row is there") func powerCut() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    let total = try cut(at: .max, using: &generator)
    var cuts = 0
    for call in 1...total {
      for _ in 0..<3 {
        _ = try cut(at: call, using: &generator)
        cuts += 1
      }
    }
    print("outbox power cuts: \(cuts) at \(total) calls, seed \(seed)")
  }

  /// Lives until the cut at this call, and opens what the disk may hold then. The calls made.
  private func cut(at call: Int, using generator: inout SeededGenerator) throws -> Int {
    let folder = try TemporaryFolder()
    let after = try TemporaryFolder()
    let plan = FaultyStorage.plan(for: folder.path)
    defer { FaultyStorage.remove(plan) }
    let run = Life(path: folder.file())
    let survivor = Life(path: after.file())
    var done: Set<String> = []
    var copy = generator
    plan.onCall = { _, number in
      guard number == call else { return }
      survivor.inherit(run)
      done = run.done
      try? plan.cutPower(to: after.path, using: &copy)
    }
    run.live()
    generator = copy
    guard call < .max else { return plan.count }
    let executedBefore = survivor.executedNames.count
    survivor.recover()
    if let reason = survivor.violation { Issue.record("call \(call): \(reason)") }
    let sentAfter = survivor.executedNames[executedBefore...]
    #expect(done.isDisjoint(with: sentAfter), "call \(call): settled, but sent again")
    return plan.count
  }
}

/// One life of a queue: enqueues in two lanes, sends what is due to a server that executes each key
/// once, and notes what it was told.
private final class Life {
  let path: String
  private(set) var acknowledged: Set<String> = []
  private(set) var refused: Set<String> = []
  /// `stopped`: it is not known whether they were kept.
  private(set) var unknown: Set<String> = []
  private(set) var done: Set<String> = []
  private(set) var damagedPath: String?
  private var queue: OutboxQueue?
  /// The server: names by key, in order.
  private var executed: [(key: String, lane: String, name: String, id: Int64)] = []
  private let clock = ManualClock(step: 2_000)
  private var failures: [String] = []

  init(path: String) { self.path = path }

  var executedNames: [String] { executed.map(\.name) }

  /// Takes over what another life was told, and its server, as they are at this moment.
  func inherit(_ other: Life) {
    acknowledged = other.acknowledged
    executed = other.executed
  }

  func live(opened: () -> Void = {}) {
    guard open() else { return }
    opened()
    for index in 1...6 {
      enqueue("\(index)", lane: index.isMultiple(of: 2) ? "even" : "odd")
      if index == 3 { drain() }
    }
    drain()
    queue?.close()
  }

  func recover() {
    queue?.close()
    queue = nil
    guard open() else {
      failures.append("cannot be opened again")
      return
    }
    drain()
    if queue?.count != 0 { failures.append("\(queue?.count ?? -1) left after recovery") }
    queue?.close()
  }

  private func open() -> Bool {
    do throws(StorageError) {
      let clock = clock
      let queue = try OutboxQueue(path: path, clock: { clock.now })
      damagedPath = queue.damagedPath ?? damagedPath
      self.queue = queue
      return true
    } catch {
      return false
    }
  }

  private func enqueue(_ name: String, lane: String) {
    do throws(OutboxError) {
      _ = try queue?.enqueue(draft(lane, name))
      acknowledged.insert(name)
    } catch {
      switch error {
      case .stopped: unknown.insert(name)
      case .storage: refused.insert(name)
      default: failures.append("enqueue: \(error)")
      }
    }
  }

  private func drain() {
    guard let queue else { return }
    for _ in 0..<300 {
      let work = queue.takeWork()
      for case .send(let attempt, _, let key?, let payload) in work {
        let name = String(String(decoding: payload.bytes, as: UTF8.self).dropFirst().dropLast())
        let lane = (try? queue.file.row(id: attempt.id.number))?.lane ?? ""
        if !executed.contains(where: { $0.key == key.text }) {
          executed.append((key.text, lane, name, attempt.id.number))
        }
        queue.answered(attempt, .response(OutboxResponse(status: 201)))
        if (try? queue.file.row(id: attempt.id.number)) == .some(nil) { done.insert(name) }
      }
      if work.isEmpty {
        if queue.count == 0 { return }
        queue.resume()
      }
    }
  }

  var violation: String? {
    if let failure = failures.first { return failure }
    if damagedPath != nil { return "damaged" }
    let names = executedNames
    if Set(names).count != names.count { return "doubled: \(names)" }
    if let lost = acknowledged.subtracting(names).min() { return "lost \(lost)" }
    if let ghost = refused.intersection(names).min() { return "refused, but sent: \(ghost)" }
    for lane in ["odd", "even"] {
      let ids = executed.filter { $0.lane == lane }.map(\.id)
      if ids != ids.sorted() { return "\(lane) out of order: \(ids)" }
    }
    return nil
  }
}
