import Foundation
import OynaStorage
import Testing

@Suite("Outbox file") struct OutboxFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> OutboxFile { try OutboxFile(path: folder.file(), now: 7) }

  @Test("a row comes back exactly as it was, after closing too") func roundTrip() throws {
    var row = record(5, dedupeKey: "once", dependsOn: 3)
    row.compensates = 2
    row.lookUpURL = "/api/v1/messages/5"
    row.traceID = "trace"
    row.state = .init("waiting", reason: "backoff", number: 1, epoch: 2, deadline: 3, duration: 4)
    row.attempts = 6
    row.failures = 7
    row.firstReached = 8
    row.replayedFingerprint = .min
    row.replayedCount = 9
    let bytes = OutboxBody(bytes: Array(0...255) + [0, 0], contentType: "application/json")
    let file = try open()
    try file.commit([.insert(row, bytes)])
    #expect(try file.row(id: 5) == row && file.body(id: 5) == bytes)
    file.close()
    let again = try open()
    #expect(try again.row(id: 5) == row && again.body(id: 5) == bytes)
    #expect(again.damagedPath == nil)
  }

  @Test("the file is readable by its owner only") func permissions() throws {
    _ = try open()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file())
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("each opening is a new run with a greater epoch") func epochs() throws {
    for run in 1...4 {
      let file = try open()
      #expect(file.epoch == Int64(run))
      file.close()
    }
  }

  @Test("a file that is open is refused to a second opener") func exclusive() throws {
    let file = try open()
    #expect { try open() } throws: { ($0 as? StorageError)?.kind == .busy }
    file.close()
    _ = try open()
  }

  @Test("a row leaves together with its outcome, and ids are never used again") func settle() throws
  {
    let file = try open()
    try file.commit([.insert(record(1), body()), .insert(record(2), body())])
    try file.commit([
      .settle(id: 1, name: "succeeded", status: 201, fence: nil),
      .settle(id: 2, name: "cancelled", status: 0, fence: nil),
    ])
    #expect(try file.count() == 0)
    let outcome = OutboxOutcomeRecord(id: 1, key: "key-1", name: "succeeded", status: 201)
    #expect(try file.outcome(of: 1) == outcome && file.outcome(of: 3) == nil)
    #expect(try file.snapshot(windowSize: 4).lastID == 2)
  }

  @Test("a completion counts only under the attempt and the epoch in flight") func fencing() throws
  {
    let file = try open()
    let state = OutboxRecord.State("inflight", number: 2, epoch: 5)
    try file.commit([.insert(record(1, state: state), body())])
    for (attempt, epoch) in [(1, 5), (2, 4), (3, 5), (2, 6)] as [(Int64, Int64)] {
      let fence = OutboxFence(attempt: attempt, epoch: epoch)
      try file.commit([.settle(id: 1, name: "succeeded", status: 200, fence: fence)])
      #expect(try file.row(id: 1) != nil && file.outcome(of: 1) == nil)
    }
    let fence = OutboxFence(attempt: 2, epoch: 5)
    try file.commit([.settle(id: 1, name: "succeeded", status: 200, fence: fence)])
    #expect(try file.row(id: 1) == nil && file.outcome(of: 1)?.status == 200)
  }

  @Test("a key that is there is refused, and the whole call with it") func uniqueKeys() throws {
    let file = try open()
    try file.commit([.insert(record(1, key: "k"), body())])
    #expect {
      try file.commit([.insert(record(2), body()), .insert(record(3, key: "k"), body())])
    } throws: {
      ($0 as? StorageError)?.kind == .constraint
    }
    #expect(try file.rows(after: 0, limit: 10).map(\.id) == [1])
    try file.commit([.insert(record(4), body())])
    #expect(try file.count() == 2)
  }

  @Test("one live row for a dedupe key; a dead one does not count") func dedupe() throws {
    let file = try open()
    try file.commit([.insert(record(1, dedupeKey: "d"), body())])
    #expect(throws: StorageError.self) {
      try file.commit([.insert(record(2, dedupeKey: "d"), body())])
    }
    try file.commit([.update(record(1, dedupeKey: "d", state: .init("dead")))])
    try file.commit([.insert(record(2, dedupeKey: "d"), body())])
    #expect(try file.count() == 2)
  }

  @Test("a snapshot holds the front of each lane, whatever is behind it") func snapshot() throws {
    let file = try open()
    var changes: [OutboxFileChange] = []
    for id in 1...30 { changes.append(.insert(record(Int64(id), lane: "\(id % 3)"), body())) }
    changes.append(.insert(record(31, lane: "dead", state: .init("dead")), body()))
    changes.append(.insert(record(32, lane: "0", state: .init("dead")), body()))
    try file.commit(changes)
    let snapshot = try file.snapshot(windowSize: 2)
    #expect(snapshot.lastID == 32)
    #expect(snapshot.lanes.map(\.name) == ["0", "1", "2", "dead"])
    #expect(snapshot.lanes.map(\.count) == [10, 10, 10, 0])
    #expect(snapshot.lanes.map(\.deadCount) == [1, 0, 0, 1])
    #expect(snapshot.lanes.map { $0.first.map(\.id) } == [[3, 6], [1, 4], [2, 5], []])
    #expect(try file.rows(lane: "0", after: 6, limit: 3).map(\.id) == [9, 12, 15])
  }

  @Test("dependants are found through others, dead ones left out") func dependants() throws {
    let file = try open()
    try file.commit([
      .insert(record(1), body()), .insert(record(2, dependsOn: 1), body()),
      .insert(record(3, dependsOn: 2), body()), .insert(record(4), body()),
      .insert(record(5, dependsOn: 3, state: .init("dead")), body()),
      .insert(record(6, dependsOn: 5), body()),
    ])
    #expect(try file.dependants(of: 1).map(\.id) == [2, 3])
    #expect(try file.dependants(of: 4).isEmpty)
  }

  @Test("calls that meet share a commit, in the order in which they were submitted")
  func groupCommit() throws {
    let file = try open()
    let before = file.commitCount
    let commits = (1...64).map { file.submit([.insert(record(Int64($0)), body())]) }
    for commit in commits { try file.wait(for: commit) }
    #expect(file.commitCount - before == 1)
    #expect(try file.count() == 64)
  }

  @Test("sixty-four threads: every row is there, in no more commits than calls") func threads()
    throws
  {
    let file = try open()
    let before = file.commitCount
    let ids = IDs()
    let group = DispatchGroup()
    let failures = IDs()
    for _ in 0..<64 {
      group.enter()
      Thread {
        for _ in 0..<20 {
          let row = record(ids.next())
          if (try? file.commit([.insert(row, body())])) == nil { _ = failures.next() }
        }
        group.leave()
      }.start()
    }
    group.wait()
    #expect(failures.next() == 1)
    #expect(try file.count() == 1_280)
    #expect(file.commitCount - before <= 1_280)
  }

  private final class IDs: @unchecked Sendable {
    // Used under `lock`.
    private let lock = NSLock()
    private var last: Int64 = 0
    func next() -> Int64 {
      lock.withLock {
        last += 1
        return last
      }
    }
  }

  @Test("ten thousand rows open with the fronts of the lanes only") func reopen() throws {
    let file = try open()
    let bytes = body(String(repeating: "x", count: 1_024))
    for start in stride(from: 1, through: 10_000, by: 500) {
      try file.commit(
        (start..<start + 500).map { .insert(record(Int64($0), lane: "\($0 % 10)"), bytes) })
    }
    file.close()
    let again = try open()
    let snapshot = try again.snapshot(windowSize: 16)
    #expect(snapshot.lanes.count == 10 && snapshot.lanes.allSatisfy { $0.count == 1_000 })
    #expect(snapshot.lanes.allSatisfy { $0.first.count == 16 })
  }

  @Test("a deleted body is in no file any more once the log is emptied") func secureDelete() throws
  {
    let canary = "canary-\(UUID().uuidString)"
    let file = try open()
    try file.commit([.insert(record(1), body(canary))])
    #expect(folder.bytes().contains(Array(canary.utf8)))
    try file.commit([.settle(id: 1, name: "succeeded", status: 200, fence: nil)])
    try file.emptyLog()
    #expect(!folder.bytes().contains(Array(canary.utf8)))
  }

  @Test("a damaged file is set aside and reported, never a crash or a loop", arguments: 0..<6)
  func damage(kind: Int) throws {
    let file = try open()
    let bytes = body(String(repeating: "x", count: 2_000))
    try file.commit((1...50).map { .insert(record(Int64($0)), bytes) })
    file.close()
    let url = URL(fileURLWithPath: folder.file())
    var data = try Data(contentsOf: url)
    switch kind {
    case 0: data = Data("no database at all, but long enough for a header".utf8)
    case 1: data = data.prefix(5_000)
    case 2: data.replaceSubrange(0..<16, with: Data(count: 16))
    case 3: for index in 4_096..<8_192 { data[index] = 0xFF }
    case 4: data = Data(repeating: 0xA5, count: 30_000)
    default: data.replaceSubrange(8_192..<data.count, with: Data(count: data.count - 8_192))
    }
    try data.write(to: url)
    let damaged = try open()
    #expect(damaged.damagedPath == folder.file() + ".damaged-7")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file() + ".damaged-7")) == data)
    try damaged.commit([.insert(record(1), body())])
    #expect(try damaged.count() == 1)
    damaged.close()
    #expect(try open().damagedPath == nil)
  }

  @Test("an empty file is a new queue; a folder or another application's file is refused")
  func otherFiles() throws {
    try Data().write(to: URL(fileURLWithPath: folder.file()))
    #expect(try open().damagedPath == nil)
    let isRefused = { (error: any Error) in (error as? StorageError)?.kind == .cannotOpen }
    #expect { try OutboxFile(path: folder.path, now: 1) } throws: { isRefused($0) }
    #expect { try OutboxFile(path: folder.path + "/none/x", now: 1) } throws: { isRefused($0) }
  }

  @Test("a closed file says so") func closed() throws {
    let file = try open()
    file.close()
    #expect(throws: StorageError.closed) { try file.commit([.insert(record(1), body())]) }
    #expect(throws: StorageError.closed) { try file.count() }
  }
}
