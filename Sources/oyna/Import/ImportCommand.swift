import Foundation
import OynaEngine
import OynaValue

/// `oyna import json-schema FILE [--ui FILE]`: a screen from a JSON Schema (2020-12, draft-07) and
/// a uiSchema of react-jsonschema-form, on standard output; what has no counterpart on standard
/// error.
///
/// Exit status 1 when something was left out, so that a script notices.
enum ImportCommand {
  static let usage =
    "import json-schema FILE [--ui FILE] [--id ID] [--url URL] [--language TAG]"

  private struct Arguments {
    var schema = ""
    var ui: String?
    var options = ScreenImporter.Options()

    init?(_ arguments: [String]) {
      guard arguments.first == "json-schema" else { return nil }
      var rest = arguments.dropFirst()
      var hasID = false
      while let argument = rest.popFirst() {
        guard argument.hasPrefix("--") else {
          guard schema.isEmpty else { return nil }
          schema = argument
          continue
        }
        guard let value = rest.popFirst() else { return nil }
        switch argument {
        case "--ui": ui = value
        case "--id":
          options.id = value
          hasID = true
        case "--url": options.url = value
        case "--language": options.language = value
        default: return nil
        }
      }
      guard !schema.isEmpty else { return nil }
      if !hasID {
        let name = URL(filePath: schema).lastPathComponent.prefix { $0 != "." }
        options.id = String(name)
      }
    }
  }

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    guard let arguments = Arguments(arguments) else {
      StandardError.write("usage: oyna \(usage)\n")
      return 2
    }
    guard let schema = read(arguments.schema) else { return 2 }
    var ui: JSON?
    if let file = arguments.ui {
      guard let json = read(file) else { return 2 }
      ui = json
    }
    let report = ImportReport()
    let screen = screen(schema.value, ui?.value, arguments.options, report)
    for finding in report.findings {
      StandardError.write(line(finding, arguments, schema, ui) + "\n")
    }
    guard let screen else {
      let reason = report.refusal ?? "There is no screen for it."
      StandardError.write("\(arguments.schema): error: \(reason)\n")
      return 1
    }
    var text = PrettyJSON()
    text.write(screen)
    StandardOutput.write(text.bytes + [UInt8(ascii: "\n")])
    let refusals = Self.refusals(text.bytes)
    for refusal in refusals {
      let line = refusal.position.map { " at line \($0.line)" } ?? ""
      StandardError.write(
        "\(arguments.schema): error: the screen is refused\(line): \(refusal.message) "
          + "(\(refusal.path.isEmpty ? "the document" : refusal.path))\n")
    }
    if !refusals.isEmpty { return 1 }
    return report.findings.contains { $0.kind == .leftOut } ? 1 : 0
  }

  /// The screen, and in `report` what it lacks; nil when the schema is not of an object.
  static func screen(
    _ schema: Value, _ ui: Value?, _ options: ScreenImporter.Options, _ report: ImportReport
  ) -> Value? {
    let first = ImportReport()
    let importer = ScreenImporter(schema, options: options, report: first, avoidsCycles: false)
    guard let plan = importer.plan(ui), first.refusal == nil else {
      report.take(first)
      return nil
    }
    let screen = importer.screen(plan)
    if !hasCycle(screen) {
      report.take(first)
      return screen
    }
    let second = ScreenImporter(schema, options: options, report: report, avoidsCycles: true)
    return second.plan(ui).map { second.screen($0) }
  }

  /// Why the screen that was made is refused: it is over a limit, or its schema was none.
  static func refusals(_ bytes: [UInt8]) -> [Diagnostic] {
    do throws(Diagnostic) {
      return Screen.diagnose(try JSON.parse(bytes)).filter { $0.severity == .error }
    } catch {
      return [error]
    }
  }

  private static func hasCycle(_ screen: Value) -> Bool {
    var writer = JSONWriter()
    writer.value(screen)
    guard let json = try? JSON.parse(writer.bytes) else { return false }
    return Screen.diagnose(json).contains { $0.code.name == "dependency-cycle" }
  }

  private static func read(_ file: String) -> JSON? {
    guard let bytes = InputFile.read(file) else {
      StandardError.write("oyna import: cannot read \(file)\n")
      return nil
    }
    do throws(Diagnostic) {
      return try JSON.parse(bytes)
    } catch {
      StandardError.write(LintCommand.line(error, file, .text) + "\n")
      return nil
    }
  }

  private static func line(
    _ finding: ImportReport.Finding, _ arguments: Arguments, _ schema: JSON, _ ui: JSON?
  ) -> String {
    let isUI = finding.pointer.hasPrefix("ui:")
    let pointer = isUI ? String(finding.pointer.dropFirst(3)) : finding.pointer
    let file = isUI ? arguments.ui ?? arguments.schema : arguments.schema
    let position = SchemaPointer.place(pointer, in: isUI ? ui ?? schema : schema)
    return "\(file):\(position.line):\(position.column): \(finding.kind.rawValue): "
      + "\(finding.message) (\(pointer.isEmpty ? "the document" : pointer))"
  }
}

/// JSON for people: two spaces a level; what is short stands on one line.
struct PrettyJSON {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: Value) { write(value, 0) }

  private mutating func write(_ value: Value, _ depth: Int) {
    let short = value.literal
    if short.utf8.count + depth * 2 <= 90 { return add(short) }
    switch value {
    case .map:
      let members = value.members ?? []
      block("{", "}", members.count, depth) { json, index in
        json.add(Value.string(members[index].0).literal + ": ")
        json.write(members[index].1, depth + 1)
      }
    case .list(let items):
      block("[", "]", items.count, depth) { json, index in json.write(items[index], depth + 1) }
    default: add(short)
    }
  }

  private mutating func block(
    _ open: String, _ close: String, _ count: Int, _ depth: Int,
    _ element: (inout PrettyJSON, Int) -> Void
  ) {
    add(open + "\n")
    for index in 0..<count {
      add(String(repeating: "  ", count: depth + 1))
      element(&self, index)
      add(index + 1 < count ? ",\n" : "\n")
    }
    add(String(repeating: "  ", count: depth) + close)
  }

  private mutating func add(_ text: String) { bytes += Array(text.utf8) }
}
