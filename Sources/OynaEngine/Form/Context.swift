public import OynaValue

/// What the engine has to know of the world when a screen opens. Nothing of it is looked up later:
/// the same context and the same events give the same effects.
public struct Context: Sendable {
  /// BCP 47 tag of the person's language, used when the screen names none: `uz`, `uz-Cyrl`, `ru`,
  /// `en`; another tag is taken as `uz`.
  public var language: String
  /// The day that `today` means in rules.
  public var today: CalendarDay
  /// Where idempotency keys come from: 128 random bits, new for each engine. A fixed seed makes a
  /// run repeatable, and its keys guessable.
  public var seed: Seed

  /// 128 bits.
  public struct Seed: Sendable, Hashable {
    /// The first 64 random bits.
    public let high: UInt64
    /// The other 64.
    public let low: UInt64
    /// 128 bits of the host's generator; fixed in a replay.
    public init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }
  }

  /// What the host knows when a screen starts.
  public init(language: String = "uz", today: CalendarDay, seed: Seed) {
    self.language = language
    self.today = today
    self.seed = seed
  }
}
