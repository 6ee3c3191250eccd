import Foundation
import OynaValue
import Testing

@testable import oyna

@Suite("oyna lint")
struct LintTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "BrokenScreens")

  /// Each line of `expected.jsonl`: what one file must give, as `--format json` prints it.
  static let expected: [String] = {
    let text = try? String(contentsOf: folder.appending(path: "expected.jsonl"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }()

  static let files: [String] = {
    let all = FileManager.default.subpaths(atPath: folder.path) ?? []
    return all.filter { $0.hasSuffix(".json") && !$0.contains("strings/") }.sorted()
  }()

  static func lines(_ file: String) throws -> [String] {
    let url = folder.appending(path: file)
    let bytes = Array(try Data(contentsOf: url))
    return LintCommand.findings(in: url.path, bytes).map {
      LintCommand.line($0, file, .json)
    }
  }

  @Test("finds the one fault of each broken screen, at its place", arguments: files)
  func fault(_ file: String) throws {
    let wanted = Self.expected.filter { $0.hasPrefix("{\"file\":\"\(file)\",") }
    #expect(wanted.count == 1)
    #expect(try Self.lines(file) == wanted)
  }

  @Test("knows a broken screen for each line of expected.jsonl")
  func expectations() {
    #expect(Self.expected.count == Self.files.count)
    #expect(Self.files.count > 120)
  }

  @Test("every finding has a line, a column and a path that leads to it", arguments: files)
  func places(_ file: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: file)))
    for finding in LintCommand.findings(in: file, bytes) {
      let position = try #require(finding.position)
      #expect(position.offset <= bytes.count)
      #expect(Position(offset: position.offset, in: bytes) == position)
      #expect(finding.path.isEmpty || finding.path.hasPrefix("/"))
    }
  }

  @Test("fifty thousand unknown members are no reason to wait")
  func manyFindings() throws {
    let members = (0..<50_000).map { ",\"m\($0)\":1" }.joined()
    let text = #"{"oyna":"1","id":"x","title":"x","body":{"type":"vstack"\#(members)}}"#
    #expect(LintCommand.findings(in: "-", Array(text.utf8)).count == ScreenLinter.findingLimit)
  }

  @Test("reads a pipe, and tells a schema of extensions that is not there from an empty one")
  func pipes() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("[1]".utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(InputFile.read(path) == Array("[1]".utf8))
    #expect(InputFile.read(Self.folder.path) == nil)
    #expect(InputFile.read("/nowhere") == nil)
  }

  static let statuses: [([String], Int32)] = [
    (["clean"], 0), (["mask.json"], 1), (["mask.json", "clean"], 1), ([], 2), (["--format"], 2),
    (["--format", "xml", "clean"], 2), (["--strict", "clean"], 2), (["no-such-file.json"], 2),
  ]

  @Test("prints for people: file, line, column, severity, message, correction, path, code")
  func text() {
    let finding = Diagnostic(
      .warning, .unknownMember, "A screen has no member `titel`: it is ignored.",
      at: Position(line: 3, column: 5, offset: 20), path: "/titel", correction: "title")
    #expect(
      LintCommand.line(finding, "a.json", .text)
        == "a.json:3:5: warning: A screen has no member `titel`: it is ignored. "
        + "Correction: title (/titel) [unknown-member]")
  }

  @Test(
    "the exit status is 0 for fine, 1 for findings, 2 for usage",
    arguments: statuses)
  func status(_ arguments: [String], _ status: Int32) {
    let screens = Self.folder.deletingLastPathComponent()
      .appending(path: "../../Screens/loan_success.json").standardized.path
    let paths = arguments.map { argument in
      if argument == "clean" { return screens }
      return argument.hasSuffix(".json") ? Self.folder.appending(path: argument).path : argument
    }
    #expect(LintCommand.run(paths) == status)
  }

  @Test("a catalogue that cannot be read is named itself, and misses no text")
  func unreadableCatalogue() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lint-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let strings = folder.appending(path: "strings")
    try FileManager.default.createDirectory(at: strings, withIntermediateDirectories: true)
    try Data(#"{"Salom": "Hello", "Salom": "Hi"}"#.utf8)
      .write(to: strings.appending(path: "en.json"))
    let screen = folder.appending(path: "s.json")
    let document =
      #"{"id": "s", "body": {"id": "t", "type": "text", "props": {"text": "Salom"}}}"#
    try Data(document.utf8).write(to: screen)
    let found = Catalogues.unreadable(in: folder)
    #expect(found.map { $0.finding.code.name } == ["json-duplicate-key"])
    #expect(found.allSatisfy { $0.file.hasSuffix("strings/en.json") })
    #expect(LintCommand.findings(in: screen.path, Array(document.utf8)).isEmpty)
    #expect(LintCommand.run([screen.path]) == 1)
  }

  @Test("the demo screens are clean in every language", arguments: try demoScreens())
  func demo(_ file: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    #expect(LintCommand.findings(in: file, bytes).map { LintCommand.line($0, file, .text) } == [])
  }

  static func demoScreens() throws -> [String] {
    let folder = folder.deletingLastPathComponent().appending(path: "../../Screens").standardized
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0).path }
  }
}
