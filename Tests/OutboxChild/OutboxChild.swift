import FaultyStorage
import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue

/// The process that the kill test kills: enqueues transfers, sends them through its pipes, and dies
/// at a named point if it was told to.
///
/// `OutboxChild FILE RUN ENQUEUES POINT COUNT CANARY`; POINT is `none` or a name of `Point` or
/// `FaultyStorage.Call`, COUNT the how manyth time. On standard output it tells what has happened,
/// one line each, and on standard input it reads the fate of each request.
@main
enum OutboxChild {
  enum Point: String, CaseIterable {
    case opened, beforeEnqueue, afterEnqueue, acknowledged, beforeSend, sent, beforeAnswer
    case afterAnswer, drained
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 7, let run = Int64(arguments[2]), let count = Int(arguments[3]),
      let dieAt = Int(arguments[5])
    else { exit(2) }
    var child = Child(
      run: run, point: arguments[4], dieAt: dieAt, canary: arguments[6])
    try child.live(path: arguments[1], enqueues: count)
  }
}

/// Dies at the chosen occurrence of the chosen point. `SIGKILL`: nothing is flushed or closed.
private final class Executioner: @unchecked Sendable {
  // Points are passed on one thread: this process has no other.
  private let point: String
  private var left: Int

  init(point: String, dieAt: Int) {
    self.point = point
    left = dieAt
  }

  func pass(_ name: String) {
    guard name == point else { return }
    left -= 1
    if left == 0 { kill(getpid(), SIGKILL) }
  }
}

private struct Child {
  let run: Int64
  let executioner: Executioner
  let canary: String

  init(run: Int64, point: String, dieAt: Int, canary: String) {
    self.run = run
    self.canary = canary
    executioner = Executioner(point: point, dieAt: dieAt)
  }

  mutating func live(path: String, enqueues: Int) throws {
    let executioner = executioner
    let plan = FaultyStorage.plan(for: path)
    plan.onCall = { call, _ in executioner.pass(call.rawValue) }
    let clock = Clock(run: run)
    var configuration = OutboxConfiguration()
    configuration.windowSize = 4
    let queue = try OutboxQueue(
      path: path, configuration: configuration, clock: { clock.now() },
      observe: { event in
        if case .settled(let id, .succeeded) = event { say("done \(id.number)") }
      })
    if queue.damagedPath != nil { exit(7) }
    executioner.pass(OutboxChild.Point.opened.rawValue)
    var left = enqueues
    while left > 0 || queue.count > 0 {
      if left > 0 {
        try enqueue(left, queue)
        left -= 1
      }
      let work = queue.takeWork()
      for piece in work { send(piece, queue) }
      if work.isEmpty { queue.resume() }
    }
    try queue.file.emptyLog()
    executioner.pass(OutboxChild.Point.drained.rawValue)
    queue.close()
    say("end")
  }

  private func enqueue(_ number: Int, _ queue: OutboxQueue) throws {
    let name = "\(run)-\(number)"
    let lane = number % 3
    var body = ValueMap()
    body.set(.string(name), for: "id")
    body.set(.int(Int64(lane)), for: "from")
    body.set(.int(Int64((lane + 1) % 3)), for: "to")
    body.set(.int(Int64(number) * 100 + 1), for: "amount")
    guard let lane = OutboxLane("account/\(lane)"),
      let target = OutboxTarget("POST", "/api/v1/transfers")
    else { exit(2) }
    // A secret must be refused, and leave no trace in any file.
    var secret = ValueMap()
    secret.set(.string(canary), for: "cvv")
    if (try? OutboxPayload(.map(secret))) != nil { exit(3) }
    let payload = try OutboxPayload(.map(body))
    executioner.pass(OutboxChild.Point.beforeEnqueue.rawValue)
    let ticket = try queue.enqueue(
      OutboxDraft(lane: lane, kind: .transfer, target: target, payload: payload))
    executioner.pass(OutboxChild.Point.afterEnqueue.rawValue)
    say("enqueued \(ticket.id.number) \(name)")
    executioner.pass(OutboxChild.Point.acknowledged.rawValue)
  }

  private func send(_ work: OutboxQueue.Work, _ queue: OutboxQueue) {
    guard case .send(let attempt, _, let key?, let payload) = work else { exit(4) }
    executioner.pass(OutboxChild.Point.beforeSend.rawValue)
    say("send \(attempt.id.number) \(key.text) \(String(decoding: payload.bytes, as: UTF8.self))")
    executioner.pass(OutboxChild.Point.sent.rawValue)
    guard let fate = readLine() else { exit(5) }
    executioner.pass(OutboxChild.Point.beforeAnswer.rawValue)
    let answer: OutboxAnswer =
      switch fate {
      case "201", "twice": .response(OutboxResponse(status: 201))
      case "lost": .noAnswer
      case "offline": .notSent
      case "running":
        .response(OutboxResponse(status: 409, problemType: "/idempotency-in-progress"))
      default: .response(OutboxResponse(status: Int(fate) ?? 500))
      }
    queue.answered(attempt, answer)
    // The network delivered the answer twice.
    if fate == "twice" { queue.answered(attempt, answer) }
    executioner.pass(OutboxChild.Point.afterAnswer.rawValue)
  }
}

/// One line to the parent, whole or not at all.
private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  guard write(1, bytes, bytes.count) == bytes.count else { exit(6) }
}

/// Time that flies: two seconds a look, so no back-off is waited for.
private final class Clock: @unchecked Sendable {
  // Looked at on one thread: this process has no other.
  private var milliseconds: Int64 = 0
  private let start: Int64
  init(run: Int64) { start = 1_700_000_000_000 + run * 100_000 }

  func now() -> OutboxTime {
    milliseconds += 2_000
    return OutboxTime(monotonic: milliseconds, wall: start + milliseconds)
  }
}
