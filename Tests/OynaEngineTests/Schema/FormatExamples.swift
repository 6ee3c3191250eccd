import Foundation
import OynaEngine
import OynaValue
import Testing

/// One fenced block of a page of `Docs/Format`.
struct FormatBlock: Sendable, CustomTestStringConvertible {
  let page: String
  /// Line of the opening fence, from 1.
  let line: Int
  /// What follows the fence: `json`, `json unknown`, `verdicts`, `replay`, `refused`, …
  let kind: String
  let text: String
  /// The nearest `json` block before it.
  let example: String
  /// The first line in code style after it.
  let note: String

  var testDescription: String { "\(page):\(line) \(kind)" }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Docs/Format").standardized

  /// Every block of every page.
  static let all: [FormatBlock] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().flatMap { blocks(of: $0) }
  }()

  private static func blocks(of page: String) -> [FormatBlock] {
    let text = try? String(contentsOf: folder.appending(path: page), encoding: .utf8)
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [FormatBlock] = []
    var example = ""
    var index = 0
    while index < lines.count {
      guard lines[index].hasPrefix("```") else {
        index += 1
        continue
      }
      let start = index
      let kind = String(lines[start].dropFirst(3))
      index += 1
      while index < lines.count, !lines[index].hasPrefix("```") { index += 1 }
      let text = lines[(start + 1)..<min(index, lines.count)].joined(separator: "\n")
      index += 1
      if kind.hasPrefix("json") { example = text }
      let note = lines[min(index, lines.count)...].first { !$0.isEmpty } ?? ""
      blocks.append(
        FormatBlock(
          page: page, line: start + 1, kind: kind, text: text, example: example,
          note: note.trimmingCharacters(in: ["`"])))
    }
    return blocks
  }

  static func blocks(_ kinds: String...) -> [FormatBlock] {
    all.filter { kinds.contains($0.kind) }
  }

  /// The example as a whole document: a component, a rule and an action are put into one.
  static func document(_ example: String) throws -> JSON {
    let json = try JSON.parse(example)
    if json["body"] != nil, json["type"] == nil { return json }
    let around: String
    if json["rule"] != nil {
      around =
        #"{"id": "a", "type": "text_input", "props": {"label": "A"}, "validations": [\#(example)]}"#
    } else if let type = json["type"]?.string, Vocabulary.component(type) == nil,
      json["props"] == nil
    {
      around =
        #"{"id": "b", "type": "button", "props": {"label": "B"}, "on": {"tap": \#(example)}}"#
    } else {
      around = example
    }
    return try JSON.parse(body(around))
  }

  /// Every `type` and `rule` in a document.
  static func names(_ json: JSON) -> Set<String> {
    var names: Set<String> = []
    if let array = json.array {
      for element in array { names.formUnion(Self.names(element)) }
    }
    if let object = json.object {
      for (name, value) in object {
        if name == "type" || name == "rule", let text = value.string { names.insert(text) }
        names.formUnion(Self.names(value))
      }
    }
    return names
  }
}
