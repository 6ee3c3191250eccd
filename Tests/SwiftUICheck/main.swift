// Evaluates OynaSwiftUI's views for screens and compares what they draw with the engine's resolved tree, node by node.
// Compiled with the views themselves by Scripts/check-swiftui, against the facsimile; see there for what it shows.
import Foundation
import OynaClient
import OynaEngine
import OynaValue
import SwiftUI

/// No network: screens are opened from their documents.
struct NoTransport: Transport {
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    throw .offline
  }
}

/// What is drawn of one node of the resolved tree: found by its identifier in the evaluated views.
struct Drawn {
  let id: String
  var children: [Drawn] = []
  /// Names and modifiers of its own views, those of nodes inside left out.
  var parts: [String] = []
}

@MainActor
enum Check {
  static var failures = 0
  static var compared = 0
  static var messages = 0
  static var types: Set<String> = []

  static func fail(_ message: String) {
    failures += 1
    if failures <= 20 { print("check-swiftui: \(message)") }
  }

  /// The identified views in these, with what belongs to each.
  static func drawn(_ nodes: [_Node], into owner: inout Drawn) {
    for node in nodes {
      let prefix = "accessibilityIdentifier("
      let mark = node.modifiers.first { $0.hasPrefix(prefix) }
      if let mark {
        var one = Drawn(id: String(mark.dropFirst(prefix.count).dropLast()))
        one.parts = [node.name] + node.modifiers
        drawn(node.children, into: &one)
        owner.children.append(one)
      } else {
        owner.parts += [node.name] + node.modifiers
        drawn(node.children, into: &owner)
      }
    }
  }

  static func compare(_ screen: String, _ store: ScreenStore) {
    guard let tree = store.tree else { return fail("\(screen): not open") }
    var all = Drawn(id: "")
    drawn(_evaluate(StoreView(store: store)), into: &all)
    let rotor =
      "accessibilityRotor(\(store.problems.map { $0.message }.joined(separator: "|")))"
    if !all.parts.contains(rotor) { fail("\(screen): no \(rotor)") }
    messages += store.problems.count
    guard all.children.count == 1 else {
      return fail("\(screen): \(all.children.count) roots are drawn")
    }
    compare(tree.root, all.children[0], screen, store)
  }

  private static func compare(
    _ state: NodeState, _ drawn: Drawn, _ screen: String, _ store: ScreenStore
  ) {
    let place = "\(screen): \(state.id.name) (\(state.node.type))"
    compared += 1
    types.insert(state.node.type)
    guard drawn.id == state.id.name else { return fail("\(place): \(drawn.id) is drawn instead") }
    for wanted in parts(of: state, store) where !drawn.parts.contains(wanted) {
      fail("\(place): no \(wanted) in \(drawn.parts)")
    }
    // Of tabs the open one is drawn.
    let children = state.node.type == "tabs" ? Array(state.children.prefix(1)) : state.children
    guard children.count == drawn.children.count else {
      return fail("\(place): \(drawn.children.map { $0.id }) for \(children.map { $0.id.name })")
    }
    for (child, one) in zip(children, drawn.children) { compare(child, one, screen, store) }
  }

  /// What has to be drawn of a node.
  private static func parts(of state: NodeState, _ store: ScreenStore) -> [String] {
    let node = state.node
    var parts: [String] = []
    for name in ["text", "title", "subtitle"] {
      if let text = node.text(name), node.type != "tab" || name != "title" {
        parts.append(shown(text))
      }
    }
    if ["button", "link"].contains(node.type) { parts.append(shown(node.label)) }
    if node.type == "tabs" {
      parts += state.children.map { shown($0.node.text("title") ?? "") }
    }
    if let label = node.accessibility.label { parts.append("accessibilityLabel(\(label))") }
    if node.type == "button" && !node.isEnabled { parts.append("disabled(true)") }
    guard let field = node.field else { return parts }
    parts += [shown(node.label)]
    if let hint = node.text("hint") { parts.append(shown(hint)) }
    if let error = field.error {
      parts.append(shown(error))
      parts.append(
        "accessibilityHint(\([error, node.text("hint")].compactMap { $0 }.joined(separator: ". ")))"
      )
    }
    if !node.isEnabled { parts.append("disabled(true)") }
    if field.isSecret { parts += ["privacySensitive(true)", "SecureField"] }
    let isSearched =
      node.type == "dropdown" && !field.takesSeveral(node)
      && field.options.count > ChoiceControl.menuLimit
    if isSearched {
      // Its options are in a sheet, which is evaluated by itself.
      let context = NodeContext(store: store, focus: FocusState<String?>().projectedValue)
      var sheet = Drawn(id: "")
      drawn(
        _evaluate(SearchedControl(node: node, field: field, context: context).list), into: &sheet)
      for option in field.options where !sheet.parts.contains(shown(option.label)) {
        fail("\(state.id.name): no \(shown(option.label)) in its sheet")
      }
      if !sheet.parts.contains("searchable") { fail("\(state.id.name): cannot be searched") }
      let chosen = field.chosenPlaces.first.map { field.options[$0].label } ?? ""
      return parts + ["sheet", "accessibilityValue(\(chosen))"]
    }
    parts += field.options.map { shown($0.label) }
    switch node.type {
    case "text_input", "text_area", "number_input", "money_input", "otp_input":
      if !field.isSecret {
        parts.append("TextField(\(field.shownText(of: node).debugDescription))")
        parts.append("focused(Optional(\(field.key.debugDescription)))")
      }
    case "checkbox" where field.options.isEmpty, "toggle_switch":
      parts.append("Toggle(\(field.value == .bool(true)))")
    case "dropdown" where !field.takesSeveral(node):
      parts.append(field.chosenPlaces.first.map { "Picker(Optional(\($0)))" } ?? "Picker(nil)")
    case "stepper": parts.append("Stepper")
    case "slider": parts.append("accessibilityValue(\(field.shownText(of: node)))")
    case "date_input": parts.append(field.value == .null ? "Image(calendar)" : "DatePicker")
    default: break
    }
    return parts
  }

  private static func shown(_ text: String) -> String { "Text(\(text.debugDescription))" }
}

for path in CommandLine.arguments.dropFirst() {
  guard let data = FileManager.default.contents(atPath: path),
    let url = URL(string: "http://example.test/screens/x")
  else {
    Check.fail("\(path): unreadable")
    continue
  }
  let name = URL(fileURLWithPath: path).lastPathComponent
  let store = ScreenStore(
    url: url, environment: ClientEnvironment(transport: NoTransport(), language: "uz"))
  store.open([UInt8](data))
  Check.compare(name, store)
  // With every error that a person could see, and with a value in every text.
  for node in store.tree?.allNodes ?? [] {
    if let field = node.node.field, !field.isSecret, node.node.type == "text_input" {
      store.form.setValue(.string("x"), for: field.key)
      store.send(.blur(key: field.key))
    }
  }
  Check.compare(name + ", filled", store)
  for node in store.tree?.allNodes ?? [] {
    if node.node.type == "button" { store.tap(node.id.name) }
    if node.node.type == "stepper_flow" { store.send(.custom(id: node.id.name, name: "next")) }
  }
  Check.compare(name + ", submitted", store)
}

// A type that the format has and no screen here shows would be drawn unchecked.
for type in Vocabulary.components.map({ $0.type }) where !Check.types.contains(type) {
  Check.fail("\(type): in no screen of the check")
}
if Check.messages == 0 { Check.fail("no screen showed an error: the rotor was not checked") }
print(
  "check-swiftui: \(Check.compared) nodes compared with the resolved trees, \(Check.failures) differ"
)
exit(Check.failures == 0 ? 0 : 1)
