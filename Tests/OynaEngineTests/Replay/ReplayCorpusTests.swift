import Foundation
import OynaEngine
import OynaValue
import Testing

/// The corpus in `Tests/Replay`: the same files run here and, byte for byte alike, in WebAssembly.
///
/// A case is `NAME.json`, `NAME.events.jsonl` and `NAME.expected.jsonl`. After a change that is
/// meant, `OYNA_RECORD=1 swift test --filter ReplayCorpus` writes the expectations anew: read the
/// difference before it is committed.
@Suite struct ReplayCorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Replay")

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".events.jsonl") }
      .map { String($0.dropLast(".events.jsonl".count)) }.sorted()
  }

  @Test("the corpus is there")
  func corpusIsThere() { #expect(Self.names.count >= 10) }

  @Test("a replay prints the expected lines", arguments: names)
  func replay(_ name: String) throws {
    let document = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
    let events = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).events.jsonl"))
    let lines = Self.replay([UInt8](document), [UInt8](events))
    let file = Self.folder.appendingPathComponent("\(name).expected.jsonl")
    if ProcessInfo.processInfo.environment["OYNA_RECORD"] != nil {
      try Data(lines.joined(separator: "\n").appending("\n").utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    #expect(lines.count == expected.count)
    for (place, (line, wanted)) in zip(lines, expected).enumerated() {
      #expect(line == wanted, "line \(place + 1) of \(name)")
    }
  }

  @Test("a replay prints the same bytes each time", arguments: names)
  func isRepeatable(_ name: String) throws {
    let document = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
    let events = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).events.jsonl"))
    let once = Self.replay([UInt8](document), [UInt8](events))
    #expect(once == Self.replay([UInt8](document), [UInt8](events)))
  }

  @Test("a secret that was typed is in no line", arguments: names)
  func noSecretIsPrinted(_ name: String) throws {
    let document = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
    let events = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).events.jsonl"))
    for line in Self.replay([UInt8](document), [UInt8](events)) {
      #expect(!line.contains("qwerty") && !line.contains("AA1234567") && !line.contains("parol"))
    }
  }

  static func replay(_ document: [UInt8], _ events: [UInt8]) -> [String] {
    do throws(Diagnostic) {
      var session = try ReplaySession(document: document)
      var lines = [String(decoding: session.openingLine(), as: UTF8.self)]
      for line in events.split(separator: UInt8(ascii: "\n")) {
        lines.append(String(decoding: session.line(for: [UInt8](line)), as: UTF8.self))
      }
      return lines
    } catch {
      return [String(decoding: ReplaySession.errorLine(error), as: UTF8.self)]
    }
  }
}
