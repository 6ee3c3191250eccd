import Foundation
import Testing

@testable import OynaServer

/// One of `Examples/BackEnd` as a child process, which a test may kill and start again.
final class ExampleBackEnd: @unchecked Sendable {
  // `process` is touched by the test's own task only.
  enum Language: String, CaseIterable, Sendable {
    case python = "backend.py"
    case node = "backend.mjs"

    var program: String { self == .python ? "python3" : "node" }
  }

  static let secret = "oyna-test-secret"
  let port: Int
  private let language: Language
  private let database: String
  private var process: Process?

  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples/BackEnd").path

  /// Takes a port and starts there; what it stores goes below `directory`.
  init(_ language: Language, directory: String) async throws {
    self.language = language
    database = directory + "/backend-" + language.program
    port = try Self.freePort()
    try await start()
  }

  // SIGTERM would not do: a child inherits that the tests of stopping hold it back.
  deinit { kill() }

  func start() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [language.program, Self.directory + "/" + language.rawValue, "\(port)"]
    var environment = ProcessInfo.processInfo.environment
    environment["OYNA_FORWARD_SECRET"] = Self.secret
    environment["DATABASE"] = database
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    // It says nothing when it listens: ask until somebody answers.
    while (try? RawClient(port: port)) == nil {
      try #require(process.isRunning, "\(language.program) did not start")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func kill() {
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Sends a request of the test's own, past Oyna.
  func post(
    _ body: String, key: String, signature: String?
  ) async throws -> (head: String, body: String)? {
    let client = try RawClient(port: port)
    let signed = signature.map { "Oyna-Signature: \($0)\r\n" } ?? ""
    await client.send(
      "POST /api/v1/loan/apply HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Connection: close\r\nIdempotency-Key: \(key)\r\n\(signed)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let text = await client.readAll()
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    return (String(text[..<end.lowerBound]), String(text[end.upperBound...]))
  }

  private static func freePort() throws -> Int {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    defer { close(socket.descriptor) }
    return socket.port
  }
}
