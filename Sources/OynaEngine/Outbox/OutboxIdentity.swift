/// The number of a queued request: from 1, in the order of enqueuing, never used twice in a file.
public struct OutboxID: Sendable, Hashable, Comparable {
  /// Unique in the file, ascending.
  public let number: Int64

  /// Fails unless `number` is positive.
  public init?(_ number: Int64) {
    guard number > 0 else { return nil }
    self.number = number
  }

  init(next number: Int64) { self.number = number }

  public static func < (left: OutboxID, right: OutboxID) -> Bool { left.number < right.number }
}

/// The key under which a server executes a request once: the same for each attempt, a new one for
/// each new intention (draft-ietf-httpapi-idempotency-key-header-07).
public struct IdempotencyKey: Sendable, Hashable {
  /// 1 to 255 visible ASCII characters other than `"` and `\`; it holds nothing personal.
  public let text: String

  /// Fails for a text that is no key: 1 to 255 visible ASCII characters.
  public init?(_ text: String) {
    guard 1...255 ~= text.utf8.count else { return nil }
    for byte in text.utf8 {
      guard 0x21...0x7E ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
        return nil
      }
    }
    self.text = text
  }

  /// A version 4 UUID (RFC 9562) of 122 of the given random bits.
  public init(random: (high: UInt64, low: UInt64)) {
    let high = random.high & ~0xF000 | 0x4000
    let low = random.low & ~(0b11 << 62) | (0b10 << 62)
    var text = ""
    for (place, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
      if place == 8 || place == 12 { text += "-" }
      text += String((high >> UInt64(shift)) & 0xF, radix: 16)
    }
    for (place, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
      if place == 0 || place == 4 { text += "-" }
      text += String((low >> UInt64(shift)) & 0xF, radix: 16)
    }
    self.text = text
  }

  /// The value of the `Idempotency-Key` header: a Structured Field String (RFC 9651), so in quotes.
  public var headerValue: String { "\"" + text + "\"" }

  /// The key of the request that takes this one back. It follows from this key alone, so a repeated
  /// undo is one effect. Nil when it would be too long.
  public var undo: IdempotencyKey? { IdempotencyKey(text + ".undo") }
}

/// The line in which requests wait for one another: within a lane they are sent in order, one at a
/// time; lanes do not wait for each other. `account/17`, `chat/family`.
public struct OutboxLane: Sendable, Hashable {
  /// As it is stored.
  public let name: String

  /// Fails unless `name` has 1 to 255 UTF-8 bytes.
  public init?(_ name: String) {
    guard 1...255 ~= name.utf8.count else { return nil }
    self.name = name
  }
}

/// What a queued request asks for, such as `transfer`: an open set of names that a server knows.
public struct OutboxKind: Sendable, Hashable {
  /// As it is stored.
  public let name: String
  /// The kind with this name.
  public init(_ name: String) { self.name = name }

  /// A message of a conversation.
  public static let message = OutboxKind("message")
  /// Takes a message back.
  public static let messageDeletion = OutboxKind("message-deletion")
  /// An order of a cart.
  public static let order = OutboxKind("order")
  /// Takes an order back.
  public static let orderCancellation = OutboxKind("order-cancellation")
  /// Money between two accounts.
  public static let transfer = OutboxKind("transfer")
  /// Takes a transfer back.
  public static let transferReversal = OutboxKind("transfer-reversal")

  /// The kind of the request that takes one of this kind back.
  public var undo: OutboxKind {
    switch self {
    case .message: .messageDeletion
    case .order: .orderCancellation
    case .transfer: .transferReversal
    default: OutboxKind(name + "-undo")
    }
  }
}

/// Two clocks at one moment, in milliseconds.
///
/// Waits inside of a run count on the monotonic clock; the wall clock serves what outlives a run
/// and may be set by hand at any time.
public struct OutboxTime: Sendable, Hashable {
  /// Milliseconds of a clock that never jumps; starts anew with the device.
  public let monotonic: Int64
  /// Since 1970-01-01T00:00:00Z.
  public let wall: Int64

  /// One reading of both clocks.
  public init(monotonic: Int64, wall: Int64) {
    self.monotonic = monotonic
    self.wall = wall
  }
}
