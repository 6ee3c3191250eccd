import Foundation
import OynaValue
import Testing

@testable import OynaEngine

/// Whatever happens on the way, then a good network: nothing lost, nothing doubled, lanes in order.
///
/// Every program of four steps over three requests is run, and long random ones; a failing program
/// is shrunk before it is printed.
@Suite("Outbox model") struct OutboxModelTests {
  @Test("every program of four steps, all fates") func exhaustive() {
    var count = 0
    explore(Program.start, [], depth: 4, fates: OutboxWorld.Fate.allCases, &count)
    print("outbox model: \(count) programs")
    #expect(count > 10_000)
  }

  @Test("every program of five steps, the fates that matter most") func exhaustiveDeeper() {
    var count = 0
    explore(Program.start, [], depth: 5, fates: [.ok, .lostAnswer, .refused, .notSent], &count)
    print("outbox model: \(count) programs")
    #expect(count > 10_000)
  }

  @Test("random long programs", arguments: [1, 2, 16]) func random(windowSize: Int) {
    let seed =
      ProcessInfo.processInfo.environment["OYNA_SEED"].flatMap { UInt64($0) }
      ?? .random(in: .min ... .max)
    print("outbox model: window \(windowSize), seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let length = Int.random(in: 1...60, using: &generator)
      let program = (0..<length).map { _ in WorldStep.random(using: &generator) }
      guard Program.violation(program, windowSize: windowSize) != nil else { continue }
      let shortest = shrink(program) { Program.violation($0, windowSize: windowSize) != nil }
      let reason = Program.violation(shortest, windowSize: windowSize) ?? ""
      Issue.record("seed \(seed), window \(windowSize): \(reason)\n\(shortest)")
      return
    }
  }

  private func explore(
    _ world: OutboxWorld, _ program: [WorldStep], depth: Int, fates: [OutboxWorld.Fate],
    _ count: inout Int
  ) {
    if depth == 0 {
      count += 1
      if let reason = Program.violationAfterSettling(world) {
        Issue.record("\(program)\n\(reason)")
      }
      return
    }
    var steps: [WorldStep] = [
      .advance(1_000), .advance(400_000), .network(false), .crash(arrived: true),
      .crash(arrived: false),
    ]
    for index in world.sends.indices {
      steps += fates.map { WorldStep.answer(index, $0) }
    }
    if !world.refreshing.isEmpty { steps += [.refresh(true), .refresh(false)] }
    if !world.outbox.isOnline { steps.append(.network(true)) }
    steps += (1...3).map { WorldStep.withdraw($0) }
    for step in steps {
      var next = world
      if let reason = Program.run(step, &next) {
        Issue.record("\(program + [step])\n\(reason)")
        continue
      }
      explore(next, program + [step], depth: depth - 1, fates: fates, &count)
    }
  }
}

private enum WorldStep {
  case answer(Int, OutboxWorld.Fate)
  case advance(Int64)
  case network(Bool)
  /// What was on its way had arrived, or not.
  case crash(arrived: Bool)
  case refresh(Bool)
  case lookUp
  case withdraw(Int)
  case enqueue(lane: Int, dependsOn: Int?)
  case drop(Int)

  static func random(using generator: inout SeededGenerator) -> WorldStep {
    let number = Int.random(in: 1...8, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...6:
      let fate = OutboxWorld.Fate.allCases.randomElement(using: &generator) ?? .ok
      return .answer(Int.random(in: 0..<3, using: &generator), fate)
    case 7...8:
      return .advance([0, 1, 1_000, 30_000, 400_000].randomElement(using: &generator) ?? 1)
    case 9: return .advance(8 * 86_400_000)
    case 10: return .network(.random(using: &generator))
    case 11: return .crash(arrived: .random(using: &generator))
    case 12: return .refresh(.random(using: &generator))
    case 13: return .lookUp
    case 14...15: return .withdraw(number)
    case 16: return .drop(number)
    default:
      return .enqueue(
        lane: number % 3, dependsOn: number.isMultiple(of: 3) ? number / 2 : nil)
    }
  }
}

private enum Program {
  /// Two requests in one lane, and one in another lane that depends on the first.
  static var start: OutboxWorld { start(windowSize: 2) }

  static func start(windowSize: Int) -> OutboxWorld {
    var configuration = OutboxConfiguration()
    configuration.windowSize = windowSize
    var world = OutboxWorld(configuration)
    _ = run(.enqueue(lane: 0, dependsOn: nil), &world)
    _ = run(.enqueue(lane: 0, dependsOn: nil), &world)
    _ = run(.enqueue(lane: 1, dependsOn: 1), &world)
    return world
  }

  static func violation(_ program: [WorldStep], windowSize: Int) -> String? {
    var world = start(windowSize: windowSize)
    for step in program {
      if let reason = run(step, &world) { return reason }
    }
    return violationAfterSettling(world)
  }

  /// Runs a step if it applies. What is wrong afterwards, or nil.
  static func run(_ step: WorldStep, _ world: inout OutboxWorld) -> String? {
    switch step {
    case .answer(let index, let fate):
      guard index < world.sends.count else { return nil }
      world.answer(fate, at: index)
    case .advance(let milliseconds): world.advance(milliseconds)
    case .network(let isOnline): world.network(isOnline)
    case .crash(let arrived): world.crash(arrived: arrived)
    case .refresh(let succeeded): world.refresh(succeeded)
    case .lookUp: lookUp(&world)
    case .withdraw(let number): return withdraw(id(Int64(number)), &world)
    case .enqueue(let name, let dependency):
      var new = draft("lane \(name)")
      new.dependsOn = dependency.flatMap { OutboxID(Int64($0)) }
      new.lookUpURL = "/api/v1/messages/\(world.lastNumber + 1)"
      _ = try? world.enqueue(new)
    case .drop(let number):
      guard let row = world.rows[id(Int64(number))]?.row else { return nil }
      let dependants = world.dependants(of: row.id)
      guard
        let step = try? world.outbox.drop(
          row, dependants: dependants, at: world.now, using: &world.generator)
      else { return nil }
      world.perform(step)
    }
    return violation(world)
  }

  private static func lookUp(_ world: inout OutboxWorld) {
    guard let id = world.lookUps.first else { return }
    guard let row = world.rows[id]?.row else { return world.lookUp(.unavailable) }
    world.lookUp(world.effects[row.key] == nil ? .notFound : .found(status: 200))
  }

  private static func withdraw(_ id: OutboxID, _ world: inout OutboxWorld) -> String? {
    // A compensation of a compensation has no draft here, and one undo is enough.
    guard let row = world.rows[id]?.row, row.compensates == nil,
      !world.rows.values.contains(where: { $0.row.compensates == id })
    else { return nil }
    let wasExecuted = world.executed.contains { $0.id == id }
    do {
      switch try world.withdraw(id, compensation: draft(row.lane.name, "undo")) {
      case .cancelled(let all):
        for cancelled in all where world.executed.contains(where: { $0.id == cancelled }) {
          return "\(cancelled) was cancelled, but the server had executed it"
        }
      case .obsolete where wasExecuted: return "\(id) was obsolete, but executed"
      case .obsolete, .compensating: break
      }
    } catch { return "withdraw \(id): \(error)" }
    return violation(world)
  }

  /// The invariants that hold after every step.
  static func violation(_ world: OutboxWorld) -> String? {
    let dead = world.rows.values.filter { $0.row.isDead }
    guard world.outbox.count == world.rows.count, world.outbox.deadCount == dead.count else {
      return "counts \(world.outbox.count)/\(world.rows.count), dead \(world.outbox.deadCount)"
    }
    let memory = world.outbox.lanes.reduce(0) { $0 + $1.window.count }
    guard memory <= world.outbox.lanes.count * world.configuration.windowSize else {
      return "\(memory) rows in memory"
    }
    let lanesInFlight = world.sends.compactMap { world.rows[$0.attempt.id]?.row.lane }
    guard Set(lanesInFlight).count == lanesInFlight.count else { return "two of a lane in flight" }
    for send in world.sends where world.rows[send.attempt.id] != nil {
      guard case .inflight? = world.state(send.attempt.id) else {
        return "\(send.attempt.id) is on its way, but not in flight on disk"
      }
    }
    var last: [OutboxLane: OutboxID] = [:]
    for (lane, id) in world.executed {
      if let before = last[lane], before >= id { return "\(lane.name): \(id) after \(before)" }
      last[lane] = id
    }
    for (id, outcome) in world.outcomes {
      let isExecuted = world.executed.contains { $0.id == id }
      switch outcome {
      case .succeeded, .succeededUnreadably: if !isExecuted { return "\(id) did not succeed" }
      case .cancelled: if isExecuted { return "\(id) was executed, not cancelled" }
      case .dropped: break
      }
    }
    return nil
  }

  /// A good network from now on: everything ends, and as it should.
  static func violationAfterSettling(_ start: OutboxWorld) -> String? {
    var world = start
    world.network(true)
    for _ in 0..<400 {
      if !world.refreshing.isEmpty {
        world.refresh(true)
      } else if !world.sends.isEmpty {
        world.answer(.ok)
      } else if !world.lookUps.isEmpty {
        lookUp(&world)
      } else if let stuck = world.rows.values.map({ $0.row }).filter({ $0.isUndecided }).min(by: {
        $0.id < $1.id
      }) {
        if let reason = run(.drop(Int(stuck.id.number)), &world) { return reason }
      } else if let wake = world.wakeAfter {
        world.advance(wake)
      } else if let host = world.outbox.hosts.first(where: { $0.value.access == .signedOut })?.key {
        world.perform(
          world.outbox.tokenRefreshed(
            host: host, succeeded: true, at: world.now, using: &world.generator))
      } else {
        break
      }
      if let reason = violation(world) { return reason }
    }
    for row in world.rows.values.map({ $0.row }) where !row.isDead {
      return "\(row.id) is stuck in \(row.state)"
    }
    for number in stride(from: 1, through: world.lastNumber, by: 1) {
      guard world.rows[id(number)] != nil || world.outcomes[id(number)] != nil else {
        return "\(number) is lost"
      }
    }
    guard world.outbox.lanes.isEmpty else { return "lanes are left" }
    return nil
  }
}

extension OutboxRow {
  /// Waits for a person.
  fileprivate var isUndecided: Bool {
    switch state {
    case .conflict, .needsReconcile: true
    case .staged, .ready, .inflight, .waiting, .blocked, .dead: false
    }
  }
}
