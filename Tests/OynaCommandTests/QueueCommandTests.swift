import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue
import Testing

@testable import oyna

@Suite("oyna queue") struct QueueCommandTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("oyna-queue-\(UUID().uuidString)").path

  private func fill() throws {
    let queue = try OutboxQueue(path: path)
    defer { queue.close() }
    let lane = try #require(OutboxLane("a"))
    let target = try #require(OutboxTarget("POST", "/api/v1/messages"))
    _ = try queue.enqueue(
      OutboxDraft(
        lane: lane, kind: .message, target: target, payload: try OutboxPayload(.string("hi"))))
    for case .send(let attempt, _, _, _) in queue.takeWork() {
      queue.answered(attempt, .response(OutboxResponse(status: 403)))
    }
  }

  private func remove() {
    for suffix in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  @Test("wrong usage is 2, a file that is not there is 1 and is not made") func usage() {
    #expect(Queue.run([]) == 2 && Queue.run(["list"]) == 2)
    #expect(Queue.run(["list", path]) == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("dead letters are findings; requeue and drop leave none") func deadLetters() throws {
    try fill()
    defer { remove() }
    #expect(Queue.run(["frobnicate", path]) == 2)
    #expect(Queue.run(["drop", path]) == 2 && Queue.run(["drop", path, "x"]) == 2)
    #expect(Queue.run(["list", path]) == 1 && Queue.run(["list", path, "--format", "json"]) == 1)
    #expect(Queue.run(["list", path, "--format", "xml"]) == 2)
    #expect(Queue.run(["requeue", path, "--all"]) == 0)
    #expect(Queue.run(["list", path]) == 0)
    let queue = try OutboxQueue(path: path, isOnline: false)
    #expect(try queue.file.row(id: 2)?.state.name == "ready")
    queue.close()
    #expect(Queue.run(["drop", path, "2"]) == 0)
    #expect(Queue.run(["drop", path, "2"]) == 1)
    #expect(Queue.run(["drop", path, "99"]) == 1)
  }

  @Test("drain without a server sends nothing and keeps everything") func drain() throws {
    try fill()
    defer { remove() }
    #expect(Queue.run(["requeue", path, "1"]) == 0)
    #expect(Queue.run(["drain", path]) == 2 && Queue.run(["drain", path, "--server", "x"]) == 2)
    let queue = try OutboxQueue(path: path)
    #expect(queue.count == 1)
    queue.close()
  }
}
