/// The figures and policies of an outbox. Times are milliseconds.
public struct OutboxConfiguration: Sendable {
  /// How many requests the queue holds, dead ones included.
  public var itemLimit = 10_000
  /// How long a request may wait before it is not sent any more. Less than `keyRetention`.
  public var timeToLive: Int64 = 7 * 86_400_000
  /// Attempts with an unknown outcome before a request is dead; nil for as many as its time allows.
  public var maximumAttempts: Int?
  /// Requests under way at once.
  public var maximumInflight = 4
  /// Rows of a lane that are kept in memory; the others are on disk only. At least 1.
  public var windowSize = 16
  /// How long an item waits after a failure.
  public var backoff = OutboxBackoff.foreground
  /// The longest wait for a first request that still runs on the server.
  public var inProgressCap: Int64 = 30_000
  /// Heads start within this time when the network returns.
  public var startJitter: Int64 = 2_000
  /// While the device says that it is offline, one request is tried this often: reachability is a
  /// hint, never a gate.
  public var probeInterval: Int64 = 60_000
  /// A lane stops behind a dead request until it is requeued or dropped.
  public var laneStopsAfterFailure = false
  /// The kinds that this application knows; nil for all.
  public var knownKinds: Set<OutboxKind>?
  /// Policies of hosts by scheme and authority; all others are third parties.
  public var hosts: [String: OutboxHostPolicy] = ["": .own]

  /// The defaults of DESIGN §9.
  public init() {}

  func policy(of host: String) -> OutboxHostPolicy { hosts[host] ?? .thirdParty }
}

/// What a host does with idempotency keys.
public struct OutboxHostPolicy: Sendable, Hashable {
  /// It executes each key once. Without keys a request whose outcome is unknown is not repeated
  /// (RFC 9110 §9.2.2).
  public let takesKeys: Bool
  /// It sends the key back; an answer without it comes from somebody else.
  public let echoesKeys: Bool
  /// How long it remembers a key, in milliseconds.
  public let keyRetention: Int64

  /// What is known of a host.
  public init(takesKeys: Bool, echoesKeys: Bool, keyRetention: Int64) {
    self.takesKeys = takesKeys
    self.echoesKeys = echoesKeys
    self.keyRetention = keyRetention
  }

  /// An Oyna server: 30 days.
  public static let own = OutboxHostPolicy(
    takesKeys: true, echoesKeys: true, keyRetention: 30 * 86_400_000)
  /// A host that takes no keys: nothing is sent to it twice.
  public static let thirdParty = OutboxHostPolicy(
    takesKeys: false, echoesKeys: false, keyRetention: 0)
}
