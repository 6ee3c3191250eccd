import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue

/// `oyna bench queue`: the line protocol of the peers' bench, over the whole queue as an
/// application uses it: the outbox, its payload scan and its file.
///
/// `{"op": "open", "path"}`, `{"op": "enqueue", "n", "bytes", "callers"?}`, `{"op": "drain", "n"}`,
/// `{"op": "count"}`, `{"op": "ack", "bytes"}`. A drained message is sent, answered, its outcome
/// recorded and its row deleted, in one durable commit, in which the next one is marked as sent.
/// With `callers` the answer also has `per_s` and `commits`. `{"op": "undo", "n"}` times `n` undos
/// and redos of a cart's command, in `{"us"}` a pair.
enum QueueBench {
  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var bench = Run()
    var input = StandardInput()
    while let line = input.readLine() {
      var writer = JSONWriter()
      writer.beginObject()
      do {
        try bench.answer(JSON.parse(line), &writer)
      } catch {
        // A half-written answer is dropped.
        writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.string("\(error)")
      }
      writer.endObject()
      StandardOutput.write(writer.text + "\n")
    }
    return 0
  }

  private struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  private struct Run {
    private var queue: OutboxQueue?
    /// Work that was taken and is not answered yet.
    private var sends: [OutboxAttempt] = []

    mutating func answer(_ request: JSON, _ writer: inout JSONWriter) throws {
      let count = Int(request["n"]?.int ?? 0)
      let bytes = Int(request["bytes"]?.int ?? 1_024)
      switch request["op"]?.string {
      case "open":
        try open(request["path"]?.string ?? "")
        writer.key("ok")
        writer.bool(true)
      case "enqueue":
        if let callers = request["callers"]?.int {
          try enqueue(count, bytes, callers: Int(callers), &writer)
        } else {
          let draft = try Self.draft(bytes)
          let queue = try opened()
          try Self.time(count, &writer) { _ = try queue.enqueue(draft) }
        }
      case "drain": try drain(count, &writer)
      case "count":
        writer.key("count")
        writer.int(try opened().file.count())
      case "ack":
        _ = try opened().enqueue(try Self.draft(bytes))
        writer.key("ok")
        writer.bool(true)
      case "undo": try Self.undo(count, &writer)
      case let other: throw Unusable(description: "no op “\(other ?? "")”")
      }
    }

    private func opened() throws -> OutboxQueue {
      guard let queue else { throw Unusable(description: "no queue is open") }
      return queue
    }

    private mutating func open(_ path: String) throws {
      var configuration = OutboxConfiguration()
      configuration.itemLimit = .max
      let queue = try OutboxQueue(path: path, configuration: configuration)
      queue.network(isOnline: false)
      self.queue = queue
      sends = []
    }

    private static func draft(_ bytes: Int) throws -> OutboxDraft {
      guard let lane = OutboxLane("bench"), let target = OutboxTarget("POST", "/api/v1/messages")
      else { throw Unusable(description: "no draft") }
      // The body is the text in quotes: `bytes` in all.
      let text = String(repeating: "x", count: max(0, bytes - 2))
      return OutboxDraft(
        lane: lane, kind: .message, target: target, payload: try OutboxPayload(.string(text)))
    }

    private mutating func drain(_ count: Int, _ writer: inout JSONWriter) throws {
      let queue = try opened()
      queue.network(isOnline: true)
      try Self.time(count, &writer) {
        if sends.isEmpty {
          sends = queue.takeWork().compactMap {
            if case .send(let attempt, _, _, _) = $0 { attempt } else { nil }
          }
        }
        guard let attempt = sends.popLast() else { throw Unusable(description: "nothing to drain") }
        queue.answered(attempt, .response(OutboxResponse(status: 201)))
      }
      queue.network(isOnline: false)
    }

    private func enqueue(
      _ count: Int, _ bytes: Int, callers: Int, _ writer: inout JSONWriter
    ) throws {
      let queue = try opened()
      let draft = try Self.draft(bytes)
      let each = max(1, count / max(1, callers))
      let commitsBefore = queue.file.commitCount
      let failures = Failures()
      let start = Self.now()
      let threads = (0..<max(1, callers)).map { _ in
        let finished = DispatchSemaphore(value: 0)
        let thread = Thread {
          for _ in 0..<each where (try? queue.enqueue(draft)) == nil { failures.add() }
          finished.signal()
        }
        thread.start()
        return finished
      }
      for thread in threads { thread.wait() }
      let total = Self.microseconds(since: start)
      guard failures.count == 0 else { throw Unusable(description: "\(failures.count) failed") }
      let rows = each * threads.count
      writer.key("us")
      writer.beginArray()
      writer.double(total / Double(rows))
      writer.endArray()
      writer.key("per_s")
      writer.double((Double(rows) / total * 1e6).rounded())
      writer.key("commits")
      writer.int(queue.file.commitCount - commitsBefore)
    }

    /// Counts what threads could not enqueue.
    private final class Failures: @unchecked Sendable {
      // `value` is used under `lock`.
      private let lock = NSLock()
      private var value = 0
      func add() { lock.withLock { value += 1 } }
      var count: Int { lock.withLock { value } }
    }

    private static func undo(_ count: Int, _ writer: inout JSONWriter) throws {
      guard let product = ProductID("tea") else { throw Unusable(description: "no product") }
      let cart = Cart(currency: .uzs)
      let history = CommandHistory()
      let price = Money(minorUnits: 12_500_00, currency: .uzs)
      try history.execute(
        AddProductCommand(
          try CartLine(product: product, title: "Tea", unitPrice: price), to: cart))
      try history.execute(ChangeQuantityCommand(of: product, to: 2, in: cart))
      let rounds = 10_000
      try time(count, &writer, over: rounds) {
        for _ in 0..<rounds {
          try history.undo()
          try history.redo()
        }
      }
    }

    private static func time(
      _ count: Int, _ writer: inout JSONWriter, over rounds: Int = 1, _ body: () throws -> Void
    ) throws {
      var times: [Double] = []
      times.reserveCapacity(count)
      for _ in 0..<count {
        let start = now()
        try body()
        times.append(microseconds(since: start) / Double(rounds))
      }
      writer.key("us")
      writer.beginArray()
      for time in times { writer.double(time) }
      writer.endArray()
    }

    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    private static func microseconds(since start: UInt64) -> Double {
      Double(now() - start) / 1000
    }
  }
}
