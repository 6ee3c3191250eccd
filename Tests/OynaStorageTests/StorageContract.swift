import OynaStorage
import Testing

/// The storage contract in executable form: each implementation runs every case.
@Suite struct StorageContract {
  static let answer = StoredAnswer(
    status: 200, contentType: "application/json", language: "uz", body: Array(#"{"a":1}"#.utf8))

  static func claim(
    _ key: String, tenant: String = "t", fingerprint: [UInt8] = [1], former: [[UInt8]] = [],
    now: Int64 = 0, expires: Int64 = 1_000
  ) -> IdempotencyClaim {
    IdempotencyClaim(
      tenant: tenant, key: key, fingerprint: fingerprint, formerFingerprints: former, now: now,
      expires: expires)
  }

  static func record(
    _ id: String, tenant: String = "t", created: Int64 = 5, secrets: [EncryptedField] = []
  ) -> SubmissionRecord {
    SubmissionRecord(
      id: id, tenant: tenant, screen: "loan", url: "/apply", created: created,
      values: Array(#"{"name":"O‘ktam"}"#.utf8), secrets: secrets)
  }

  static let secret = EncryptedField(
    key: "passport", keyID: "k1", nonce: [UInt8](repeating: 7, count: 12),
    sealed: [UInt8](repeating: 0, count: 20))

  @Test(arguments: StoreKind.all)
  func keepsWhatItWasGiven(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let record = Self.record("1", secrets: [Self.secret])
    try await storage.transaction { t throws(StorageError) in try t.insert(record) }
    let found = try await storage.transaction { t throws(StorageError) in
      try t.submission(id: "1")
    }
    #expect(found == record)
    let none = try await storage.transaction { t throws(StorageError) in
      try t.submission(id: "2")
    }
    #expect(none == nil)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func listsNewestFirstPerTenant(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    try await storage.transaction { t throws(StorageError) in
      try t.insert(Self.record("old", created: 1))
      try t.insert(Self.record("other", tenant: "u", created: 2))
      try t.insert(Self.record("new", created: 3))
      try t.insert(Self.record("newer", created: 3))
    }
    let ids = try await storage.transaction { t throws(StorageError) in
      try t.submissions(tenant: "t", limit: 2).map(\.id)
    }
    #expect(ids == ["newer", "new"])
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func failedTransactionKeepsNothing(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let error = await #expect(throws: StorageError.self) {
      try await storage.transaction { t throws(StorageError) in
        try t.insert(Self.record("1"))
        try t.insert(Self.record("1"))
      }
    }
    #expect(error?.kind == .constraint)
    #expect(try await count(storage) == 0)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func effectRunsOncePerKey(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let first = try await storage.once(Self.claim("k")) { t throws(StorageError) in
      try t.insert(Self.record("1"))
      return Self.answer
    }
    #expect(first == .executed(Self.answer))
    let second = try await storage.once(Self.claim("k")) { t throws(StorageError) in
      try t.insert(Self.record("2"))
      return StoredAnswer(status: 500, contentType: "", body: [])
    }
    #expect(second == .replayed(Self.answer))
    #expect(try await storage.recall(Self.claim("k")) == .replayed(Self.answer))
    #expect(try await count(storage) == 1)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func keyOfAnotherRequestIsRefused(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    _ = try await storage.once(Self.claim("k")) { _ in Self.answer }
    let other = Self.claim("k", fingerprint: [2])
    #expect(try await storage.once(other) { _ in Self.answer } == .reused)
    #expect(try await storage.recall(other) == .reused)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func formerFingerprintStillMatches(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    _ = try await storage.once(Self.claim("k", fingerprint: [1])) { _ in Self.answer }
    let rotated = Self.claim("k", fingerprint: [9], former: [[3], [1]])
    #expect(try await storage.once(rotated) { _ in Self.answer } == .replayed(Self.answer))
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func tenantsNeverMeet(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    _ = try await storage.once(Self.claim("k", tenant: "a")) { _ in Self.answer }
    #expect(try await storage.recall(Self.claim("k", tenant: "b")) == nil)
    let other = try await storage.once(Self.claim("k", tenant: "b")) { _ in Self.answer }
    #expect(other == .executed(Self.answer))
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func expiredKeyIsANewKey(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    _ = try await storage.once(Self.claim("k", now: 0, expires: 10)) { _ in Self.answer }
    #expect(try await storage.recall(Self.claim("k", now: 9)) == .replayed(Self.answer))
    #expect(try await storage.recall(Self.claim("k", now: 10)) == nil)
    let late = Self.claim("k", fingerprint: [2], now: 10, expires: 20)
    #expect(try await storage.once(late) { _ in Self.answer } == .executed(Self.answer))
    #expect(try await storage.removeExpiredKeys(now: 19) == 0)
    #expect(try await storage.removeExpiredKeys(now: 20) == 1)
    #expect(try await storage.recall(Self.claim("k", now: 10)) == nil)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func failedEffectLeavesTheKeyFree(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    await #expect(throws: StorageError(.statement, "no")) {
      _ = try await storage.once(Self.claim("k")) { t throws(StorageError) in
        try t.insert(Self.record("1"))
        throw StorageError(.statement, "no")
      }
    }
    #expect(try await storage.recall(Self.claim("k")) == nil)
    #expect(try await count(storage) == 0)
    await storage.close()
  }

  /// 32 callers with one key and four keys more: one effect a key, and every caller gets an answer
  /// that is true.
  @Test(arguments: StoreKind.all)
  func concurrentCallersShareOneEffect(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let outcomes = try await withThrowingTaskGroup(of: (Int, IdempotencyOutcome).self) { group in
      for number in 0..<160 {
        group.addTask {
          let key = number % 5
          let outcome = try await storage.once(Self.claim("k\(key)")) { t throws(StorageError) in
            try t.insert(Self.record("\(key)-\(number)"))
            return Self.answer
          }
          return (key, outcome)
        }
      }
      var all: [(Int, IdempotencyOutcome)] = []
      for try await outcome in group { all.append(outcome) }
      return all
    }
    for key in 0..<5 {
      let mine = outcomes.filter { $0.0 == key }.map(\.1)
      #expect(mine.count == 32)
      #expect(mine.filter { $0 == .executed(Self.answer) }.count == 1)
      #expect(!mine.contains(.reused))
    }
    #expect(try await count(storage) == 5)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func anUploadIsGivenToOneSubmission(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let upload = UploadRecord(
      id: "u", tenant: "t", name: "a.pdf", mediaType: "application/pdf", size: 7, created: 3)
    try await storage.transaction { t throws(StorageError) in
      try t.insert(upload)
      try t.insert(
        UploadRecord(
          id: "v", tenant: "t", name: "b", mediaType: "image/png", size: 5, created: 4))
    }
    let claims = try await storage.transaction { t throws(StorageError) in
      try t.insert(Self.record("1"))
      return [
        try t.claimUpload(id: "u", tenant: "other", submission: "1"),
        try t.claimUpload(id: "u", tenant: "t", submission: "1"),
        try t.claimUpload(id: "u", tenant: "t", submission: "1"),
        try t.claimUpload(id: "none", tenant: "t", submission: "1"),
      ]
    }
    #expect(claims == [false, true, false, false])
    let (found, waiting, removed, left) = try await storage.transaction {
      t throws(StorageError) in
      (
        try t.upload(id: "u", tenant: "t"), try t.unclaimedUploadBytes(tenant: "t"),
        try t.removeUnclaimedUploads(before: 4) + t.removeUnclaimedUploads(before: 5),
        try t.upload(id: "v", tenant: "t")
      )
    }
    #expect(found?.submission == "1" && found?.size == 7 && found?.name == "a.pdf")
    #expect(waiting == 5)
    #expect(removed == ["v"])
    #expect(left == nil)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func aValueIsTakenOnce(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    let taken = try await storage.transaction { t throws(StorageError) in
      try t.insert(Self.record("1"))
      return [
        try t.isTaken("a", register: "phone", tenant: "t"),
        try t.take("a", register: "phone", tenant: "t", submission: "1"),
        try t.isTaken("a", register: "phone", tenant: "t"),
        try t.take("a", register: "phone", tenant: "t", submission: "1"),
        try t.isTaken("a", register: "mail", tenant: "t"),
        try t.isTaken("a", register: "phone", tenant: "u"),
      ]
    }
    #expect(taken == [false, true, true, false, false, false])
    // A value and a file belong to a submission that is there.
    let error = await #expect(throws: StorageError.self) {
      try await storage.transaction { t throws(StorageError) in
        _ = try t.take("b", register: "phone", tenant: "t", submission: "none")
      }
    }
    #expect(error?.kind == .constraint)
    await storage.close()
  }

  /// PostgreSQL's text has no U+0000; whoever sends one finds it again all the same.
  @Test(arguments: StoreKind.all, ["a\u{0}b", "\u{0}", "\u{10FFFF}0\u{10FFFF}", "O‘ktam 😀", ""])
  func textComesBackAsItIs(_ kind: StoreKind, text: String) async throws {
    let store = try kind.make()
    let message = Message(id: "m\(text)", conversation: text, text: text, created: 1)
    let found = try await store.storage.transaction { t throws(StorageError) in
      _ = try t.insert(message, tenant: text)
      return try t.messages(conversation: text, tenant: text, limit: 5)
    }
    #expect(found == [message])
    await store.storage.close()
  }

  @Test(arguments: StoreKind.all)
  func messagesStandInTheOrderOfArrivalAndAreDeletedOnce(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask {
          try await storage.transaction { t throws(StorageError) in
            let message = Message(id: "\(number)", conversation: "c", text: "x", created: 1)
            _ = try t.insert(message, tenant: "t")
          }
        }
      }
      try await group.waitForAll()
    }
    let (all, again, deleted, taken, left) = try await storage.transaction {
      t throws(StorageError) in
      let last = Message(id: "last", conversation: "c", text: "y", created: 1)
      _ = try t.insert(last, tenant: "t")
      return (
        try t.messages(conversation: "c", tenant: "t", limit: 100).map(\.id),
        try t.messages(conversation: "c", tenant: "t", limit: 100).map(\.id),
        [
          try t.deleteMessage(id: "last", tenant: "t"),
          try t.deleteMessage(id: "last", tenant: "t"),
        ],
        try t.insert(last, tenant: "t"), try t.message(id: "last", tenant: "t")
      )
    }
    #expect(all.count == 25 && all.last == "last" && Set(all).count == 25 && all == again)
    #expect(deleted == [true, false] && taken == false && left == nil)
    await storage.close()
  }

  @Test(arguments: StoreKind.all)
  func closedStorageSaysSo(_ kind: StoreKind) async throws {
    let store = try kind.make()
    let storage = store.storage
    await storage.close()
    await storage.close()
    let error = await #expect(throws: StorageError.self) { _ = try await count(storage) }
    #expect(error?.kind == .closed)
  }

  private func count(_ storage: any Storage) async throws -> Int {
    try await storage.transaction { t throws(StorageError) in try t.submissionCount(tenant: "t") }
  }
}
