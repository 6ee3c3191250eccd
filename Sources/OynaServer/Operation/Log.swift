import Foundation
import OynaStorage
import OynaValue

/// Structured logs: one JSON object a line.
///
/// A member is a number, a flag, a fixed word of the source, or text that is marked as coming from
/// outside, which is cut and escaped. There is no way to log a `Value`, a `Secret` or a body: no
/// member can be made of one.
public final class Log: Sendable {
  /// What is written: each level includes those after it.
  public enum Level: Int, Sendable, CaseIterable {
    /// Every request.
    case debug
    /// Starts, stops, submissions and every answer of 400 or more.
    case info
    /// What failed at the server's side: storage, a back end, a payment.
    case error
  }

  /// The value of a member.
  public enum Member: Sendable {
    /// A fixed word of the source.
    case word(StaticString)
    /// A whole number.
    case int(Int64)
    /// A flag.
    case bool(Bool)
    /// Milliseconds with three digits after the point.
    case milliseconds(nanoseconds: Int64)
    /// Text from outside: at most 256 bytes, with no control character (JSON escapes them), so that
    /// it cannot start a line of its own.
    case outside(String)
  }

  private let level: Level
  private let clock: @Sendable () -> Int64
  private let write: @Sendable ([UInt8]) -> Void
  private let lock = Locked(())

  /// - Parameters:
  ///   - clock: milliseconds since 1970.
  ///   - write: takes a whole line with its line feed; called by one thread at a time.
  public init(
    level: Level, clock: @escaping @Sendable () -> Int64,
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.level = level
    self.clock = clock
    self.write = write
  }

  /// Whether a line of this level would be written.
  public func isOn(_ level: Level) -> Bool { level.rawValue >= self.level.rawValue }

  /// Writes one line, unless the level is off. Names of members are fixed words of the source.
  public func write(_ level: Level, _ event: StaticString, _ members: [(StaticString, Member)]) {
    guard isOn(level) else { return }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("time")
    writer.string(Self.time(clock()))
    writer.key("level")
    writer.string("\(level)")
    writer.key("event")
    writer.string("\(event)")
    for (name, member) in members {
      writer.key("\(name)")
      switch member {
      case .word(let word): writer.string("\(word)")
      case .int(let number): writer.int(number)
      case .bool(let flag): writer.bool(flag)
      case .milliseconds(let nanoseconds): writer.double(Double(nanoseconds / 1_000) / 1_000)
      case .outside(let text): writer.string(Self.cut(text))
      }
    }
    writer.endObject()
    let line = writer.bytes + [UInt8(ascii: "\n")]
    lock.withLock { _ in write(line) }
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > 256 else { return text }
    return String(decoding: text.utf8.prefix(256), as: UTF8.self) + "…"
  }

  /// RFC 3339 in UTC with milliseconds.
  static func time(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func pad(_ number: some BinaryInteger, _ count: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let day = "\(pad(parts.tm_year + 1900, 4))-\(pad(parts.tm_mon + 1))-\(pad(parts.tm_mday))"
    let time = "\(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec))"
    return "\(day)T\(time).\(pad(milliseconds % 1_000, 3))Z"
  }
}
