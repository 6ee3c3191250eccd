import Foundation
public import OynaEngine
public import OynaValue

/// What stores need of the world. Everything can be replaced: a test brings a transport that
/// answers at once and a clock that it moves itself.
public struct ClientEnvironment: Sendable {
  /// Sends requests.
  public var transport: any Transport
  /// BCP 47 tag of the person's language, asked of servers and used where a screen names none.
  public var language: String
  /// Components, actions and formats that the application adds to the format.
  public var extensions = Extensions()
  /// Where copies are kept for a time without a network; nil keeps none.
  public var copies: KeptCopies?
  /// The day that `today` means in rules.
  public var today: @Sendable () -> CalendarDay
  /// Milliseconds of a clock that only runs forward.
  public var now: @Sendable () -> Int64
  /// Returns after so many milliseconds, or throws when its task is cancelled.
  public var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void
  /// 128 fresh random bits for each engine: its idempotency keys come from them.
  public var seed: @Sendable () -> Context.Seed

  /// The machine's clocks and randomness.
  public init(transport: any Transport, language: String) {
    self.transport = transport
    self.language = language
    today = { CalendarDay.current }
    now = { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
    sleep = { try await Task.sleep(for: .milliseconds($0)) }
    seed = {
      var generator = SystemRandomNumberGenerator()
      return Context.Seed(high: generator.next(), low: generator.next())
    }
  }
}

extension CalendarDay {
  /// The day where the device is.
  static var current: CalendarDay {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day], from: Date())
    let day = CalendarDay(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
    return day ?? CalendarDay.epoch
  }
}
