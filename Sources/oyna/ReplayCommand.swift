import Foundation
import OynaEngine
import OynaValue

/// `oyna replay SCREEN.json [EVENTS.jsonl|-] [--today YYYY-MM-DD]`: drives the engine without a
/// host. Prints the state after loading, then one state a line for each event.
enum ReplayCommand {
  static let usage = "replay SCREEN.json [EVENTS.jsonl|-] [--today YYYY-MM-DD]"

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var files = arguments
    var today: CalendarDay?
    if let place = files.firstIndex(of: "--today") {
      guard place + 1 < files.count, let day = CalendarDay(files[place + 1]) else {
        StandardError.write("usage: oyna \(usage)\n")
        return 2
      }
      today = day
      files.removeSubrange(place...(place + 1))
    }
    guard files.count == 1 || files.count == 2, !files[0].hasPrefix("--") else {
      StandardError.write("usage: oyna \(usage)\n")
      return 2
    }
    guard let document = InputFile.read(files[0]) else {
      StandardError.write("oyna replay: cannot read \(files[0])\n")
      return 2
    }
    do throws(Diagnostic) {
      var session = try ReplaySession(document: document, today: today)
      StandardOutput.write(session.openingLine() + [UInt8(ascii: "\n")])
      return replay(&session, events: files.count == 2 ? files[1] : "-")
    } catch {
      StandardOutput.write(ReplaySession.errorLine(error) + [UInt8(ascii: "\n")])
      return 1
    }
  }

  /// Answers each event at once, so that a program may drive the engine through two pipes.
  private static func replay(_ session: inout ReplaySession, events file: String) -> Int32 {
    guard file != "-" else {
      var input = StandardInput()
      while let line = input.readLine() { answer(line, &session) }
      return 0
    }
    guard let events = InputFile.read(file) else {
      StandardError.write("oyna replay: cannot read \(file)\n")
      return 2
    }
    for line in events.split(separator: UInt8(ascii: "\n")) { answer(Array(line), &session) }
    return 0
  }

  /// Empty lines are passed over.
  private static func answer(_ line: [UInt8], _ session: inout ReplaySession) {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    StandardOutput.write(session.line(for: line) + [UInt8(ascii: "\n")])
  }
}
