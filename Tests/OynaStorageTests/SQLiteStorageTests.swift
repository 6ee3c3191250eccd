import Foundation
import Testing

@testable import OynaStorage

/// A directory that goes with the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/oyna-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The bytes of every file in it.
  func bytes() throws -> [String: Data] {
    var all: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      all[name] = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
    }
    return all
  }
}

@Suite struct SQLiteStorageTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func transactionsThatWaitTogetherShareOneCommit() async throws {
    let storage = try SQLiteStorage(path: directory.path + "/db", now: 0)
    let isRunning = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    async let first: Void = storage.transaction { _ in
      isRunning.signal()
      mayFinish.wait()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        isRunning.wait()
        continuation.resume()
      }
    }
    let arrived = Locked(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          if arrived.withLock({
            $0 += 1
            return $0
          }) == 64 {
            mayFinish.signal()
          }
          try await storage.transaction { t throws(StorageError) in
            try t.insert(StorageContract.record("\(number)"))
          }
        }
      }
      try await group.waitForAll()
    }
    try await first
    // Those that arrived last may still be on their way when the batch is taken.
    #expect(storage.commitCount <= 4)
    #expect(
      try await storage.transaction { t throws(StorageError) in
        try t.submissionCount(tenant: "t")
      } == 64)
    await storage.close()
  }

  @Test func aFailingTransactionDoesNotHarmItsBatch() async throws {
    let storage = try SQLiteStorage(path: directory.path + "/db", now: 0)
    let kinds = await withTaskGroup(of: StorageError.Kind?.self) { group in
      for number in 0..<40 {
        group.addTask {
          do throws(StorageError) {
            try await storage.transaction { t throws(StorageError) in
              try t.insert(StorageContract.record("\(number)"))
              if number % 2 == 1 { throw StorageError(.constraint, "odd") }
            }
            return nil
          } catch {
            return error.kind
          }
        }
      }
      var kinds: [StorageError.Kind?] = []
      for await kind in group { kinds.append(kind) }
      return kinds
    }
    #expect(kinds.filter { $0 == nil }.count == 20)
    #expect(kinds.filter { $0 == .constraint }.count == 20)
    let ids = try await storage.transaction { t throws(StorageError) in
      try t.submissions(tenant: "t", limit: 100).map(\.id)
    }
    #expect(Set(ids) == Set((0..<20).map { "\($0 * 2)" }))
    await storage.close()
  }

  @Test func rowsSurviveReopening() async throws {
    let path = directory.path + "/db"
    let storage = try SQLiteStorage(path: path, now: 0)
    try await storage.transaction { t throws(StorageError) in
      try t.insert(StorageContract.record("1"))
    }
    await storage.close()
    let again = try SQLiteStorage(path: path, now: 0)
    let found = try await again.transaction { t throws(StorageError) in
      try t.submission(id: "1")
    }
    #expect(found == StorageContract.record("1"))
    await again.close()
  }

  @Test func fileIsForItsOwnerOnly() async throws {
    let storage = try SQLiteStorage(path: directory.path + "/db", now: 0)
    for name in ["db", "db-wal", "db-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    await storage.close()
  }

  @Test func expiredKeysLeaveNoTraceOnDisk() async throws {
    let storage = try SQLiteStorage(path: directory.path + "/db", now: 0)
    let canary = "canary-4f8a2c91d7"
    let answer = StoredAnswer(status: 200, contentType: "text/plain", body: Array(canary.utf8))
    _ = try await storage.once(StorageContract.claim("k", expires: 10)) { _ in answer }
    let isThere = { try directory.bytes().values.contains { $0.contains(Data(canary.utf8)) } }
    #expect(try isThere())
    #expect(try await storage.removeExpiredKeys(now: 10) == 1)
    #expect(try !isThere())
    await storage.close()
  }

  // MARK: bad files

  @Test func noDatabaseIsRefusedAndLeftAlone() throws {
    let path = directory.path + "/db"
    let bytes = Data(
      "This is a letter, not a database. ".utf8 + [UInt8](repeating: 65, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: path, now: 0) }
    #expect(error?.kind == .corrupt)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func aDirectoryOrAMissingFolderIsRefused() {
    for path in [directory.path, directory.path + "/none/db"] {
      let error = #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: path, now: 0) }
      #expect(error?.kind == .cannotOpen)
      #expect(error?.message.contains(path) == true)
    }
  }

  @Test func aDatabaseOfAnotherApplicationIsRefused() throws {
    let path = directory.path + "/db"
    do {
      let other = try SQLiteConnection(path: path)
      try other.execute("CREATE TABLE theirs (a)")
    }
    let error = #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: path, now: 0) }
    #expect(error == StorageError(.cannotOpen, "The database belongs to another application."))
  }
}
