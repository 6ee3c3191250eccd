import Foundation
import Testing

/// Parents kill their children at random moments and at every named point, while a child enqueues,
/// sends and acknowledges over a server that loses, delays, doubles and resets answers.
///
/// Four parents side by side, each with a file and a server of its own: most of a child's life is
/// waiting for the disk. 2,000 kills, or as many as fit two minutes. `OYNA_KILLS` sets the number
/// (then without a limit of time), `OYNA_SEED` repeats a run.
@Suite("Outbox kills", .serialized) struct OutboxKillTests {
  @Test("0 lost, 0 doubled, lanes in order, the sum constant, no secret on disk") func kills()
    throws
  {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["OYNA_KILLS"].flatMap { Int($0) }
    let seed = environment["OYNA_SEED"].flatMap { UInt64($0) } ?? .random(in: .min ... .max)
    let folders = try (0..<Self.parentCount).map { _ in try TemporaryFolder() }
    var parents: [Parent] = []
    for (place, folder) in folders.enumerated() {
      parents.append(try Parent(folder: folder, seed: seed &+ UInt64(place)))
    }
    let start = Date()
    let limit: TimeInterval = wanted == nil ? 120 : .infinity
    let each = ((wanted ?? 2_000) + parents.count - 1) / parents.count
    let family = parents
    DispatchQueue.concurrentPerform(iterations: family.count) { place in
      family[place].live(kills: each, until: start.addingTimeInterval(limit))
    }
    let seconds = Int(Date().timeIntervalSince(start))
    let total = { (count: (Parent) -> Int) in parents.map(count).reduce(0, +) }
    let points = parents.reduce(into: Set<String>()) { $0.formUnion($1.points) }
    print(
      """
      outbox kills: \(total { $0.killCount }) kills in \(total { $0.runCount }) runs and \
      \(seconds) s, \(total { $0.acknowledged.count }) acknowledged, \(total { $0.sendCount }) sent, \
      \(points.count) of \(Parent.allPoints.count) points hit, seed \(seed): \
      \(total { $0.lost.count }) lost, \(total { $0.doubled.count }) doubled
      """)
    for (parent, folder) in zip(parents, folders) {
      #expect(parent.violation == nil, "seed \(seed)")
      #expect(parent.lost.isEmpty && parent.doubled.isEmpty)
      #expect(parent.balances.reduce(0, +) == 0)
      for name in folder.names {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        #expect(!Canary.isIn(bytes, parent.canary), "a secret in \(name)")
      }
    }
    #expect(total { $0.killCount } > 20)
  }

  private static let parentCount = 4

  @Test("the scan for a canary finds it in every encoding") func canary() {
    let canary = "k9Qz-0123456789-abcdefgh"
    let padded = ["", "x", "xy"].map { Data(($0 + canary + "tail").utf8).base64EncodedData() }
    let utf16 = canary.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = canary.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let hex = canary.utf8.map { String($0, radix: 16) }.joined()
    for bytes in padded + [Data(canary.utf8), Data(utf16), Data(big), Data(hex.utf8)] {
      #expect(Canary.isIn(Data("before".utf8) + bytes + Data("after".utf8), canary))
    }
    #expect(!Canary.isIn(Data(canary.dropLast().utf8), canary))
  }
}

/// The parent: spawns and kills children, and is the server that they send to.
private final class Parent: @unchecked Sendable {
  // Each lives on one thread, and is looked at once all have ended.
  static let storagePoints = ["open", "write", "sync", "truncate", "delete"]
  static let allPoints =
    storagePoints + [
      "opened", "beforeEnqueue", "afterEnqueue", "acknowledged", "beforeSend", "sent",
      "beforeAnswer", "afterAnswer", "drained",
    ]

  private let executable: String
  private let path: String
  private var generator: SeededGenerator
  let canary: String

  private(set) var killCount = 0
  private(set) var runCount = 0
  private(set) var sendCount = 0
  /// Points at which a child died.
  private(set) var points: Set<String> = []
  private(set) var acknowledged: Set<String> = []
  private(set) var violation: String?
  /// The ledger: accounts 0 to 2, and what was executed by key.
  private(set) var balances: [Int64] = [0, 0, 0]
  private var executedKeys: Set<String> = []
  private var executedNames: [String: Int] = [:]
  private var lastID: [Int: Int64] = [:]

  init(folder: TemporaryFolder, seed: UInt64) throws {
    signal(SIGPIPE, SIG_IGN)
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    executable = products.appendingPathComponent("OutboxChild").path
    try #require(
      FileManager.default.isExecutableFile(atPath: executable), "no child at \(executable)")
    path = folder.file()
    generator = SeededGenerator(seed: seed)
    canary = (0..<24).map { _ in
      String("abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a")
    }.joined()
  }

  var lost: [String] { acknowledged.filter { executedNames[$0] == nil }.sorted() }
  var doubled: [String] { executedNames.filter { $0.value > 1 }.map(\.key).sorted() }

  /// Kills children until enough have died or the time is over, then lets the queue drain.
  func live(kills wanted: Int, until end: Date) {
    do {
      while killCount < wanted, Date() < end, violation == nil {
        try runOnce(kills: true)
        // Now and then to the end, so that rows do not pile up.
        if runCount.isMultiple(of: 25) { try runToTheEnd() }
      }
      try runToTheEnd()
    } catch {
      violation = violation ?? "\(error)"
    }
  }

  func runToTheEnd() throws {
    for _ in 0..<3 where try runOnce(kills: false) { return }
    violation = violation ?? "the queue does not drain"
  }

  /// One life of a child. True when it came to its end.
  @discardableResult
  func runOnce(kills: Bool) throws -> Bool {
    runCount += 1
    let isRandom = Bool.random(using: &generator)
    let point = Self.allPoints[runCount % Self.allPoints.count]
    // Some points are passed once or a few times in a life, others often.
    let most: Int =
      switch point {
      case "opened", "drained", "delete": 1
      case "truncate": 2
      case "open": 3
      case "write": 80
      case "sync": 30
      default: 5
      }
    let count = Int.random(in: 1...most, using: &generator)
    let named = kills && !isRandom
    let child = try Child(
      executable,
      [
        path, "\(runCount)", kills ? "\(Int.random(in: 1...6, using: &generator))" : "0",
        named ? point : "none",
        named ? "\(count)" : "0",
        canary,
      ])
    if kills, isRandom {
      let delay = Int.random(in: 0...40_000, using: &generator)
      let pid = child.pid
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) {
        // Not yet waited for, so the number is still the child's.
        kill(pid, SIGKILL)
      }
      serve(child)
      // The kill must not hit another process: the child is waited for only after it.
      usleep(UInt32(delay))
    } else {
      serve(child)
    }
    let status = child.wait()
    if status & 0x7F == SIGKILL {
      killCount += 1
      if named { points.insert(point) }
      return false
    }
    if status != 0 { violation = violation ?? "the child ended with \(status >> 8)" }
    return status == 0
  }

  /// Reads what the child tells until it ends.
  private func serve(_ child: Child) {
    while let line = child.readLine() {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      switch words.first {
      case "enqueued" where words.count == 3: acknowledged.insert(words[2])
      case "send" where words.count == 4: child.write(answer(id: words[1], key: words[2], words[3]))
      case "done", "end": break
      default: violation = violation ?? "the child said “\(line)”"
      }
    }
  }

  /// The server double: what is executed, and what the child is told.
  private func answer(id: String, key: String, _ body: String) -> String {
    sendCount += 1
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<50:
      execute(id, key, body)
      return "201"
    case 50..<57:
      execute(id, key, body)
      return "twice"
    case 57..<67:
      execute(id, key, body)
      return "lost"
    case 67..<73: return "lost"
    case 73..<79: return "offline"
    case 79..<85: return "503"
    case 85..<90: return "500"
    case 90..<93: return "429"
    case 93..<96:
      execute(id, key, body)
      return "running"
    default:
      usleep(2_000)
      execute(id, key, body)
      return "201"
    }
  }

  /// Executes a key once, in order within its lane.
  private func execute(_ id: String, _ key: String, _ body: String) {
    guard executedKeys.insert(key).inserted else { return }
    guard let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
      let name = object["id"] as? String, let from = object["from"] as? Int,
      let to = object["to"] as? Int, let amount = object["amount"] as? Int64, let id = Int64(id)
    else {
      violation = violation ?? "the body was “\(body)”"
      return
    }
    if let last = lastID[from], last >= id {
      violation = violation ?? "lane \(from): \(id) after \(last)"
    }
    lastID[from] = id
    executedNames[name, default: 0] += 1
    balances[from] -= amount
    balances[to] += amount
  }
}

/// A child process with a pipe each way.
private final class Child {
  private static let spawning = NSLock()
  let pid: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []

  init(_ executable: String, _ arguments: [String]) throws {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    // Under a lock: a child of another thread must not inherit a pipe that is not yet marked.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw POSIXError(.EMFILE) }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    var pid: pid_t = 0
    let strings = ([executable] + arguments).map { strdup($0) }
    let code = posix_spawn(&pid, executable, &actions, nil, strings + [nil], environ)
    for string in strings { free(string) }
    posix_spawn_file_actions_destroy(&actions)
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    self.pid = pid
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    close(input)
    close(output)
  }

  /// Nil at the end. A line is written whole or not at all.
  func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Foundation.write(input, bytes, bytes.count)
  }

  /// The status of `waitpid`.
  func wait() -> Int32 {
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    return status
  }
}

/// Looks for a text in the encodings in which it might have reached a disk.
private enum Canary {
  static func isIn(_ bytes: Data, _ canary: String) -> Bool {
    encodings(of: canary).contains { bytes.range(of: $0) != nil }
  }

  private static func encodings(of canary: String) -> [Data] {
    let utf8 = Data(canary.utf8)
    let little = Data(canary.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let big = Data(canary.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    let hex = canary.utf8.map { String(UInt8($0), radix: 16) }.joined()
    // Base64 of the text at each of the three offsets, without the characters that its
    // neighbours change.
    let base64 = (0..<3).map { offset in
      let encoded = [UInt8]((Data(count: offset) + utf8).base64EncodedData())
      let first = offset == 0 ? 0 : offset + 1
      let last = (offset + utf8.count) / 3 * 4
      return Data(encoded[first..<last])
    }
    return [utf8, little, big, Data(hex.utf8), Data(hex.uppercased().utf8)] + base64
  }
}
