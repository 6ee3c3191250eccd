import Foundation
import OynaStorage
import Testing

@testable import OynaServer

/// Kills a serving process with SIGKILL while clients post, again and again, and then asks for
/// every key: what was acknowledged is there, once, with the answer that was given.
@Suite struct KillTests {
  /// The command, built beside the tests.
  static let command =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/oyna"
  static let isBuilt = FileManager.default.isExecutableFile(atPath: command)

  private static let kills = 6
  private static let clients = 8

  @Test(.enabled(if: isBuilt, "the command oyna is not built beside the tests"))
  func nothingAcknowledgedIsLostAndNothingIsDoneTwice() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/oyna-kill-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try ServerFixture.write(ServerFixture.screen, directory + "/screens/loan.json")
    try ServerFixture.write(ServerFixture.receipt, directory + "/screens/receipt.json")
    let book = AnswerBook()
    for _ in 0..<Self.kills {
      let server = try ServingProcess(directory)
      let target = book.answered + 15
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.clients {
          group.addTask {
            while let number = book.next(), await Self.post(number, server.port, book) {}
          }
        }
        group.addTask {
          while book.answered < target { try? await Task.sleep(for: .milliseconds(2)) }
          server.kill()
        }
      }
    }
    let server = try ServingProcess(directory)
    for number in book.all { #expect(await Self.post(number, server.port, book)) }
    server.terminate()
    #expect(book.contradictions == [])
    let storage = try SQLiteStorage(path: directory + "/db", now: 0)
    let rows = try await storage.transaction { transaction throws(StorageError) in
      try transaction.submissions(tenant: "", limit: 1_000_000)
    }
    await storage.close()
    let names = rows.map { String(decoding: $0.values, as: UTF8.self) }
    #expect(Set(names).count == names.count)
    // A row may be there whose answer was lost with the process; an answer without a row may not.
    #expect(book.all.count >= Self.kills * 15)
    let stored = Set(names)
    for number in book.all {
      #expect(stored.contains(#"{"name":"n\#(number)","passport":"•••"}"#))
    }
  }

  /// False when there was no answer: the server is dead.
  private static func post(_ number: Int, _ port: Int, _ book: AnswerBook) async -> Bool {
    let body = #"{"name":"n\#(number)","passport":"AA7654321"}"#
    guard let client = try? RawClient(port: port) else { return false }
    await client.send(
      "POST /api/v1/loan/apply HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Idempotency-Key: k\(number)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    guard let response = await client.readResponse() else { return false }
    if response.head.hasPrefix("HTTP/1.1 200") { book.note(number, response.body) }
    return true
  }
}

/// What the server acknowledged, by the number of the submission.
private final class AnswerBook: Sendable {
  private struct State {
    var count = 0
    var answers: [Int: String] = [:]
    var contradictions: [Int] = []
  }

  private let state = Locked(State())

  /// The number to send next: one without an answer, or a new one; now and then an answered one.
  func next() -> Int? {
    state.withLock { state in
      state.count += 1
      return state.count % 3 == 0 ? state.count / 3 : state.count
    }
  }

  var answered: Int { state.withLock { $0.answers.count } }
  var all: [Int] { state.withLock { $0.answers.keys.sorted() } }
  var contradictions: [Int] { state.withLock { $0.contradictions } }

  func note(_ number: Int, _ answer: String) {
    state.withLock { state in
      if let first = state.answers[number], first != answer { state.contradictions.append(number) }
      state.answers[number] = answer
    }
  }
}

/// `oyna serve` as a child process on a free port.
final class ServingProcess: Sendable {
  let port: Int
  private let identifier: Int32
  private let process: Process

  init(
    _ directory: String, _ more: [String] = [], environment: [String: String] = [:]
  ) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: KillTests.command)
    process.arguments =
      [
        "serve", directory + "/screens", "--port", "0", "--database", "sqlite:\(directory)/db",
        "--log", "error",
      ] + more
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // `Oyna serves … on http://127.0.0.1:PORT`, once it listens.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let digits = line.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
    port = Int(digits) ?? 0
    identifier = process.processIdentifier
    self.process = process
  }

  func kill() {
    Foundation.kill(identifier, SIGKILL)
    process.waitUntilExit()
  }

  func signal(_ signal: Int32) { Foundation.kill(identifier, signal) }

  /// Waits for its end; away from the tasks' threads.
  func exitStatus() async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [process] in
        process.waitUntilExit()
        continuation.resume(returning: process.terminationStatus)
      }
    }
  }

  func terminate() {
    process.terminate()
    process.waitUntilExit()
  }
}
