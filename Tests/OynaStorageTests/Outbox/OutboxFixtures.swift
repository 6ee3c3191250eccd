import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue

/// A folder that is gone when the test ends.
final class TemporaryFolder {
  let path: String

  /// In memory where there is such a place: what these tests cut and kill is not the disk.
  init() throws {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    let url = parent.appendingPathComponent("oyna-outbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "outbox") -> String { path + "/" + name }

  /// The names of all files, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// All bytes of all files.
  func bytes() -> [UInt8] {
    names.flatMap { [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: file($0)))) ?? Data()) }
  }
}

/// SplitMix64, so that a printed seed repeats a run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A clock that moves only when told to, or by a step at each look.
final class ManualClock: @unchecked Sendable {
  // Used under `lock`.
  private let lock = NSLock()
  private var milliseconds: Int64 = 0
  private let step: Int64

  init(step: Int64 = 0) { self.step = step }

  func advance(_ duration: Int64) { lock.withLock { milliseconds += duration } }

  var now: OutboxTime {
    lock.withLock {
      milliseconds += step
      return OutboxTime(monotonic: milliseconds, wall: 1_700_000_000_000 + milliseconds)
    }
  }
}

/// What a queue reported.
final class EventLog: @unchecked Sendable {
  // Used under `lock`.
  private let lock = NSLock()
  private var events: [OutboxEvent] = []
  func add(_ event: OutboxEvent) { lock.withLock { events.append(event) } }
  var all: [OutboxEvent] { lock.withLock { events } }
}

func draft(
  _ lane: String = "a", _ text: String = "hello", kind: OutboxKind = .message
) -> OutboxDraft {
  OutboxDraft(
    lane: OutboxLane(lane).unsafelyUnwrapped, kind: kind,
    target: OutboxTarget("POST", "/api/v1/messages").unsafelyUnwrapped,
    payload: (try? OutboxPayload(.string(text))).unsafelyUnwrapped)
}

func record(
  _ id: Int64, lane: String = "a", key: String? = nil, dedupeKey: String? = nil,
  dependsOn: Int64? = nil, state: OutboxRecord.State = .init("ready")
) -> OutboxRecord {
  OutboxRecord(
    id: id, key: key ?? "key-\(id)", lane: lane, kind: "message", schemaVersion: 1,
    method: "POST", url: "/api/v1/messages", dedupeKey: dedupeKey, created: 1, expires: 2,
    dependsOn: dependsOn, compensates: nil, lookUpURL: nil, traceID: nil, state: state,
    attempts: 0, failures: 0, firstReached: nil, replayedFingerprint: nil, replayedCount: 0)
}

func body(_ text: String = "body") -> OutboxBody {
  OutboxBody(bytes: Array(text.utf8), contentType: "text/plain")
}

func number(_ number: Int64) -> OutboxID { OutboxID(number).unsafelyUnwrapped }
