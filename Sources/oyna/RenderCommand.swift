import Foundation
import OynaEngine
import OynaValue

/// `oyna render SCREEN.json [--values FILE] [--events FILE] [--format text|html]`: the resolved
/// tree, as a renderer gets it, after the values of a JSON object were typed in, or after the event
/// lines of a replay: answers of a `load` are events too.
enum RenderCommand {
  static let usage = "render SCREEN.json [--values FILE] [--events FILE] [--format text|html]"

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    guard let options = RenderOptions(arguments) else {
      StandardError.write("usage: oyna \(usage)\n")
      return 2
    }
    do throws(Diagnostic) {
      if let events = options.events {
        print(try replayed(options.screen, events), options)
        return 0
      }
      let document = try JSON.parse(try read(options.screen))
      guard let today = CalendarDay(options.today) else { return 2 }
      var engine = Engine(
        screen: try Screen(decoding: document),
        context: Context(today: today, seed: Context.Seed(high: 0, low: 0)))
      if let file = options.values { try fill(&engine, try JSON.parse(try read(file))) }
      print(engine.resolvedScreen(), options)
      return 0
    } catch {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      StandardError.write("oyna render\(place): \(error.message)\n")
      return 1
    }
  }

  private static func print(_ screen: ResolvedScreen, _ options: RenderOptions) {
    StandardOutput.write(options.isHTML ? HTMLTree(screen).text : TextTree(screen).text)
  }

  /// The screen after the events; a bad line is told and left out, as a replay does.
  private static func replayed(
    _ screen: String, _ events: String
  ) throws(Diagnostic) -> ResolvedScreen {
    var session = try ReplaySession(document: try read(screen))
    _ = session.openingLine()
    for line in try read(events).split(separator: UInt8(ascii: "\n")) {
      let state = session.line(for: Array(line))
      if state.starts(with: #"{"error""#.utf8) {
        StandardError.write("oyna render: \(String(decoding: state, as: UTF8.self))\n")
      }
    }
    return session.resolvedScreen()
  }

  private static func read(_ file: String) throws(Diagnostic) -> [UInt8] {
    guard let bytes = InputFile.read(file) else {
      throw Diagnostic(.error, Diagnostic.Code("unreadable-file"), "cannot read \(file)")
    }
    return bytes
  }

  /// Types the values in, as a person would.
  private static func fill(_ engine: inout Engine, _ values: JSON) throws(Diagnostic) {
    guard let members = values.object else {
      throw Diagnostic(
        .error, Diagnostic.Code("wrong-type"), "the values are not an object", at: values.position)
    }
    for (key, value) in members {
      let secret = value.withUTF8 { Secret(copying: $0) }
      var effects = engine.handle(.input(key: key, value: value.value))
      if !effects.isEmpty, let secret {
        effects = engine.handle(.secretInput(key: key, value: secret))
      }
      for case .report(let finding) in effects {
        StandardError.write("oyna render: \(finding.message)\n")
      }
    }
  }
}

private struct RenderOptions {
  var screen = ""
  var values: String?
  var events: String?
  var isHTML = false
  let today = "2026-12-01"

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--values":
        guard let file = rest.popFirst() else { return nil }
        values = file
      case "--events":
        guard let file = rest.popFirst() else { return nil }
        events = file
      case "--format":
        guard let format = rest.popFirst(), ["text", "html"].contains(format) else { return nil }
        isHTML = format == "html"
      default:
        guard screen.isEmpty, !word.hasPrefix("--") else { return nil }
        screen = word
      }
    }
    if screen.isEmpty { return nil }
  }
}

/// The tree as an outline: one node a line.
private struct TextTree {
  private(set) var text = ""

  init(_ screen: ResolvedScreen) {
    text = "\(screen.title.isEmpty ? screen.id : screen.title) (\(screen.id), \(screen.language))\n"
    write(screen.root, depth: 1)
  }

  private mutating func write(_ node: ResolvedNode, depth: Int) {
    text += String(repeating: "  ", count: depth) + "\(node.type) \(node.id.name)"
    if let label = node.words { text += " “\(label)”" }
    if let field = node.field {
      let dots = String(repeating: "•", count: field.secretLength)
      text += " = \(field.isSecret ? dots : field.value.shown)"
      if field.isRequired { text += " *" }
      if let error = field.error { text += " ! \(error)" }
    }
    if case .string(let state)? = node.props["state"], node.type == "load" {
      text += " (\(state))"
    }
    if !node.isEnabled { text += " (disabled)" }
    text += "\n"
    for child in node.children { write(child, depth: depth + 1) }
  }
}

/// The tree as a plain page: readable without styles or scripts.
private struct HTMLTree {
  private(set) var text = ""

  init(_ screen: ResolvedScreen) {
    text = "<!doctype html>\n<html lang=\"\(escape(screen.language))\">\n<meta charset=\"utf-8\">\n"
    text += "<title>\(escape(screen.title.isEmpty ? screen.id : screen.title))</title>\n"
    write(screen.root)
    text += "</html>\n"
  }

  private mutating func write(_ node: ResolvedNode) {
    let id = escape(node.id.name)
    if let field = node.field, node.children.isEmpty {
      write(node, field, id)
      return
    }
    switch node.type {
    case "text": text += "<p id=\"\(id)\">\(escape(node.words ?? ""))</p>\n"
    case "button", "link":
      text += "<button id=\"\(id)\"\(node.isEnabled ? "" : " disabled")>"
      text += "\(escape(node.words ?? ""))</button>\n"
    case "divider": text += "<hr id=\"\(id)\">\n"
    default:
      let name = node.type == "form" ? "form" : "section"
      text += "<\(name) id=\"\(id)\" data-type=\"\(escape(node.type))\">\n"
      if let title = node.words { text += "<h2>\(escape(title))</h2>\n" }
      for child in node.children { write(child) }
      text += "</\(name)>\n"
    }
  }

  private mutating func write(_ node: ResolvedNode, _ field: ResolvedField, _ id: String) {
    let state = (node.isEnabled ? "" : " disabled") + (field.isRequired ? " required" : "")
    text += "<label for=\"\(id)\">\(escape(node.words ?? field.key))</label>\n"
    if field.options.isEmpty {
      let type =
        field.isSecret
        ? "password" : ["checkbox", "toggle_switch"].contains(node.type) ? "checkbox" : "text"
      let value = field.isSecret ? "" : escape(field.value.shown)
      text += "<input id=\"\(id)\" name=\"\(escape(field.key))\" type=\"\(type)\""
      text += " value=\"\(value)\"\(state)>\n"
    } else {
      text += "<select id=\"\(id)\" name=\"\(escape(field.key))\"\(state)>\n"
      for option in field.options {
        let isChosen = option.value == field.value
        text += "<option value=\"\(escape(option.value.shown))\"\(isChosen ? " selected" : "")>"
        text += "\(escape(option.label))</option>\n"
      }
      text += "</select>\n"
    }
    if let error = field.error { text += "<p role=\"alert\">\(escape(error))</p>\n" }
  }

  private func escape(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}

extension ResolvedNode {
  /// What the node says: its label, title or text.
  fileprivate var words: String? {
    for name in ["label", "title", "text"] {
      if case .string(let text)? = props[name], !text.isEmpty { return text }
    }
    return nil
  }
}

extension Value {
  /// Text as it stands, anything else as JSON.
  fileprivate var shown: String {
    if case .string(let text) = self { return text }
    if case .null = self { return "" }
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}
