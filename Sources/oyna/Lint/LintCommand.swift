import Foundation
import OynaEngine
import OynaValue

/// `oyna lint FILE…|- [--format text|json]`: findings with line, column, path and a correction.
///
/// Catalogues of translations are looked for beside each file, in `strings/*.json`. `--extensions`
/// names the schema of what a host adds to the format (Docs/Extensions.md).
enum LintCommand {
  static let usage = "lint FILE…|- [--extensions FILE] [--format text|json]"

  /// How findings are printed.
  enum Format: String { case text, json }

  static func run(_ arguments: [String]) -> Int32 {
    guard let (files, format, schema) = parse(arguments), !files.isEmpty else {
      StandardError.write("usage: oyna \(usage)\n")
      return 2
    }
    var extensions = Extensions()
    if let schema {
      guard let bytes = InputFile.read(schema) else {
        StandardError.write("oyna: cannot read \(schema)\n")
        return 2
      }
      do throws(Diagnostic) {
        extensions = try Extensions(decoding: try JSON.parse(bytes)) { _, _, _ in "" }
      } catch {
        StandardError.write(line(error, schema, .text) + "\n")
        return 2
      }
    }
    var hasFindings = false
    for folder in Set(files.map { URL(filePath: $0).deletingLastPathComponent() }) {
      for (file, finding) in Catalogues.unreadable(in: folder) {
        hasFindings = true
        StandardOutput.write(line(finding, file, format) + "\n")
      }
    }
    for file in files {
      guard let bytes = InputFile.read(file) else {
        StandardError.write("oyna: cannot read \(file)\n")
        return 2
      }
      for finding in findings(in: file, bytes, extensions) {
        hasFindings = true
        StandardOutput.write(line(finding, file, format) + "\n")
      }
    }
    return hasFindings ? 1 : 0
  }

  private static func parse(
    _ arguments: [String]
  ) -> (files: [String], format: Format, extensions: String?)? {
    var files: [String] = []
    var extensions: String?
    var format = Format.text
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--format":
        guard let known = rest.popFirst().flatMap({ Format(rawValue: $0) }) else { return nil }
        format = known
      case _ where argument.hasPrefix("--format="):
        guard let known = Format(rawValue: String(argument.dropFirst(9))) else { return nil }
        format = known
      case "--extensions":
        guard let file = rest.popFirst() else { return nil }
        extensions = file
      case _ where argument.hasPrefix("-") && argument != InputFile.standardInput:
        return nil
      default:
        files.append(argument)
      }
    }
    return (files, format, extensions)
  }

  /// Every finding about one file, in the order of the text.
  static func findings(
    in file: String, _ bytes: [UInt8], _ extensions: Extensions = Extensions()
  ) -> [Diagnostic] {
    let json: JSON
    do {
      json = try JSON.parse(bytes)
    } catch {
      return [error]
    }
    let catalogues =
      file == InputFile.standardInput ? Catalogues() : Catalogues.beside(file)
    return ScreenLinter.findings(json, catalogues: catalogues, extensions: extensions)
  }

  static func line(_ finding: Diagnostic, _ file: String, _ format: Format) -> String {
    switch format {
    case .text: text(finding, file)
    case .json: jsonLine(finding, file)
    }
  }

  private static func text(_ finding: Diagnostic, _ file: String) -> String {
    var place = file
    if let position = finding.position { place += ":\(position.line):\(position.column)" }
    var line = "\(place): \(finding.severity.rawValue): \(finding.message)"
    if let correction = finding.correction { line += " Correction: \(correction)" }
    return line + " (\(finding.path.isEmpty ? "the document" : finding.path)) "
      + "[\(finding.code.name)]"
  }

  private static func jsonLine(_ finding: Diagnostic, _ file: String) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("file")
    writer.string(file)
    writer.key("severity")
    writer.string(finding.severity.rawValue)
    writer.key("code")
    writer.string(finding.code.name)
    writer.key("message")
    writer.string(finding.message)
    if let position = finding.position {
      writer.key("line")
      writer.int(position.line)
      writer.key("column")
      writer.int(position.column)
    }
    writer.key("path")
    writer.string(finding.path)
    if let correction = finding.correction {
      writer.key("correction")
      writer.string(correction)
    }
    writer.endObject()
    return writer.text
  }
}

/// The catalogues of translations beside a screen: language to the texts that it translates.
struct Catalogues {
  var texts: [(language: String, sources: Set<String>)] = []

  /// What keeps catalogues of a folder of screens from being read: said once, not of each text.
  static func unreadable(in folder: URL) -> [(file: String, finding: Diagnostic)] {
    var found: [(file: String, finding: Diagnostic)] = []
    let strings = folder.appending(path: "strings")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: strings.path)) ?? []
    for name in names.sorted() where name.hasSuffix(".json") {
      let file = strings.appending(path: name).relativePath
      do throws(Diagnostic) {
        _ = try JSON.parse(Array(FileManager.default.contents(atPath: file) ?? Data()))
      } catch {
        found.append((file, error))
      }
    }
    return found
  }

  /// Reads `strings/*.json` in the file's folder; a catalogue that is no object counts as empty.
  static func beside(_ file: String) -> Catalogues {
    let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "strings")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var catalogues = Catalogues()
    for name in names.sorted() where name.hasSuffix(".json") {
      let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
      // One that cannot be read is named by `unreadable`, and misses nothing.
      guard let json = try? JSON.parse(Array(data ?? Data())) else { continue }
      var sources: Set<String> = []
      if let members = json.object {
        for (source, _) in members { sources.insert(source) }
      }
      catalogues.texts.append((String(name.dropLast(5)), sources))
    }
    return catalogues
  }
}
