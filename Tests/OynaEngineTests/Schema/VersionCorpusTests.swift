import Foundation
import OynaEngine
import OynaValue
import Testing

/// The corpus in `Tests/Versions`: documents of older and newer versions, and what this version makes
/// of each: the tree that is drawn, then the lines of a replay.
///
/// `OYNA_RECORD=1 swift test --filter VersionCorpus` writes the expectations anew: read the
/// difference before it is committed.
@Suite struct VersionCorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Versions")

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test("the corpus is there")
  func corpusIsThere() { #expect(Self.names.count >= 7) }

  @Test("a document of another version is drawn and behaves as expected", arguments: names)
  func corpus(_ name: String) throws {
    let document = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
    let events = try? Data(contentsOf: Self.folder.appendingPathComponent("\(name).events.jsonl"))
    let seen = Self.seen([UInt8](document), [UInt8](events ?? Data()))
    let file = Self.folder.appendingPathComponent("\(name).expected.txt")
    if ProcessInfo.processInfo.environment["OYNA_RECORD"] != nil {
      try Data(seen.utf8).write(to: file)
    }
    #expect(seen == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test("versions are read as major.minor")
  func versions() {
    for (text, wanted) in [("1", "1.0"), ("1.9", "1.9"), ("2.0", "2.0"), ("10.11", "10.11")] {
      let version = ScreenVersion(text)
      #expect(version.map { "\($0.major).\($0.minor)" } == wanted)
    }
    for text in ["", "1.", ".1", "a", "1.2.3", "-1", "1.-2"] { #expect(ScreenVersion(text) == nil) }
  }

  private static func seen(_ document: [UInt8], _ events: [UInt8]) -> String {
    do throws(Diagnostic) {
      let screen = try Screen(decoding: try JSON.parse(document))
      guard let day = CalendarDay("2026-12-01") else { return "" }
      var engine = Engine(
        screen: screen, context: Context(today: day, seed: Context.Seed(high: 1, low: 1)))
      var text = DrawnTree(engine.resolvedScreen()).outline
      for finding in screen.diagnostics {
        text += "\(finding.severity) \(finding.code.name) \(finding.path)\n"
      }
      var session = try ReplaySession(document: document)
      text += String(decoding: session.openingLine(), as: UTF8.self) + "\n"
      for line in events.split(separator: UInt8(ascii: "\n")) {
        text += String(decoding: session.line(for: Array(line)), as: UTF8.self) + "\n"
      }
      return text
    } catch {
      return String(decoding: ReplaySession.errorLine(error), as: UTF8.self) + "\n"
    }
  }
}
