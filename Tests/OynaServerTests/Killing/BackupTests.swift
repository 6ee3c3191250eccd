import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// `oyna backup` beside a serving process that is written to, and `oyna restore` elsewhere.
@Suite struct BackupTests {
  private let directory: String

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/oyna-backup-" + UUID().uuidString
    try ServerFixture.write(ServerFixture.screen, directory + "/screens/loan.json")
    try ServerFixture.write(ServerFixture.receipt, directory + "/screens/receipt.json")
  }

  private func oyna(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    try await ChildProcess.run(KillTests.command, arguments)
  }

  private func post(_ number: Int, _ port: Int) async throws -> (head: String, body: String)? {
    let body = #"{"name":"n\#(number)","passport":"AA7654321"}"#
    let client = try RawClient(port: port)
    await client.send(
      "POST /api/v1/loan/apply HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Idempotency-Key: k\(number)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return await client.readResponse()
  }

  @Test(.enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"))
  func whatWasAcknowledgedBeforeABackupIsThereAfterARestore() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let server = try ServingProcess(directory)
    var answers: [String] = []
    for number in 0..<20 {
      answers.append(try #require(try await post(number, server.port)).body)
    }
    let client = try RawClient(port: server.port)
    let file = "%PDF-1.7\n" + String(repeating: "x", count: 100)
    await client.send(
      "POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Type: application/pdf\r\n"
        + "Content-Disposition: attachment; filename=\"a.pdf\"\r\n"
        + "Content-Length: \(file.utf8.count)\r\n\r\n\(file)")
    let upload = try #require(await client.readResponse())
    let id = try #require(try JSON.parse(upload.body)["id"]?.string)

    // Others go on posting meanwhile.
    let isDone = Locked(false)
    let port = server.port
    let writer = Task {
      var number = 1_000
      while !isDone.withLock({ $0 }) {
        _ = try await post(number, port)
        number += 1
      }
    }
    let copy = directory + "/copy"
    let backup = try await oyna(
      ["backup", "--to", copy, "--database", "sqlite:\(directory)/db"])
    isDone.withLock { $0 = true }
    try await writer.value
    try #require(backup.status == 0, "\(backup.output)")
    server.kill()

    let place = ["--database", "sqlite:\(directory)/there/db"]
    try FileManager.default.createDirectory(
      atPath: directory + "/there", withIntermediateDirectories: true)
    let restored = try await oyna(["restore", copy] + place)
    try #require(restored.status == 0, "\(restored.output)")
    let second = try await oyna(["restore", copy] + place)
    #expect(second.status == 1 && second.output.contains("overwrites nothing"))

    let other = try ServingProcess(directory, place)
    for number in 0..<20 {
      let answer = try #require(try await post(number, other.port))
      #expect(answer.body == answers[number])
      #expect(answer.head.contains("Idempotency-Replayed: true"))
    }
    other.terminate()
    #expect(
      try String(contentsOfFile: directory + "/there/db.uploads/" + id, encoding: .utf8) == file)
    // The keys came along: what was encrypted opens.
    let keyring = try Keyring(file: directory + "/there/db.key")
    let storage = try SQLiteStorage(path: directory + "/there/db", now: 0)
    let row = try #require(
      try await storage.transaction { transaction throws(StorageError) in
        try transaction.submissions(tenant: "", limit: 1)
      }.first)
    await storage.close()
    let secret = try #require(row.secrets.first)
    #expect(keyring.open(secret, row: row.id) == Array("AA7654321".utf8))
  }

  @Test(.enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"))
  func whatCannotBeBackedUpOrRestoredIsToldClearly() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let nowhere = try await oyna(
      ["backup", "--to", directory + "/copy", "--database", "sqlite:\(directory)/none"])
    #expect(nowhere.status == 1 && nowhere.output.contains("no database that can be read"))
    #expect(!FileManager.default.fileExists(atPath: directory + "/copy"))
    // Nothing half is left behind.
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["screens"])
    #expect(!FileManager.default.fileExists(atPath: directory + "/none"))
    let postgres = try await oyna(["backup", "--to", "x", "--database", "postgres://a"])
    #expect(postgres.status == 2 && postgres.output.contains("Docs/Operations.md"))
    let none = try await oyna(["restore", directory + "/copy"])
    #expect(none.status == 1 && none.output.contains("holds no backup"))
    try ServerFixture.write(
      String(repeating: "damaged ", count: 1_000), directory + "/copy/database.sqlite")
    let damaged = try await oyna(
      ["restore", directory + "/copy", "--database", "sqlite:\(directory)/db"])
    #expect(damaged.status == 1 && !FileManager.default.fileExists(atPath: directory + "/db"))
  }

  @Test(.enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"))
  func aFolderWithASlashIsTheSameAndAFailedRestoreLeavesNothing() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let server = try ServingProcess(directory)
    _ = try await post(1, server.port)
    let backup = try await oyna(
      ["backup", "--to", directory + "/copy/", "--database", "sqlite:\(directory)/db"])
    #expect(backup.status == 0, "\(backup.output)")
    server.kill()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory + "/copy").sorted() == [
        "database.sqlite", "keys", "uploads",
      ])
    // Where the files cannot go: there is a file in the way of their folder.
    let there = directory + "/there"
    try ServerFixture.write("x", there + "/file")
    let place = ["--database", "sqlite:\(there)/db", "--uploads", there + "/file/uploads"]
    let restored = try await oyna(["restore", directory + "/copy/"] + place)
    #expect(restored.status == 1 && !restored.output.contains("NSCocoaErrorDomain"))
    #expect(restored.output.contains(there + "/file/uploads"), "\(restored.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: there) == ["file"])
    let again = try await oyna(
      ["restore", directory + "/copy/", "--database", "sqlite:\(there)/db"])
    #expect(again.status == 0, "\(again.output)")
  }
}
