#if canImport(SwiftUI)
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// What every view of a node needs besides the node.
  @MainActor
  struct NodeContext {
    let store: ScreenStore
    let focus: FocusState<String?>.Binding

    var words: ClientWords { store.words }

    func tap(_ node: ResolvedNode) { store.tap(node.id.name) }

    func event(_ name: String, of node: ResolvedNode) {
      store.send(.custom(id: node.id.name, name: name))
    }
  }

  extension Binding {
    /// A binding into a store, which lives on the main actor as every view does.
    @MainActor
    static func onMain(
      _ get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
    ) -> Binding<Value> { Binding(get: get, set: set) }
  }

  extension ResolvedNode {
    /// A text of `props`; nil when it is missing or empty.
    func text(_ name: String) -> String? {
      switch props[name] {
      case .string(let text)?: text.isEmpty ? nil : text
      case .int(let number)?: String(number)
      case .decimal(let number)?: number.text
      default: nil
      }
    }

    func flag(_ name: String) -> Bool {
      if case .bool(true)? = props[name] { return true }
      return false
    }

    /// A measure: only what is drawn by it is binary, never a value of the form.
    func number(_ name: String) -> Double? {
      switch props[name] {
      case .int(let number)?: Double(number)
      case .decimal(let number)?: number.double
      default: nil
      }
    }

    var label: String { text("label") ?? accessibility.label ?? "" }
  }

  extension ResolvedField {
    /// The value as a person edits it.
    func shownText(of node: ResolvedNode) -> String {
      switch value {
      case .string(let text): return text
      case .int(let number):
        guard node.type == "money_input" else { return String(number) }
        let currency = node.text("currency").flatMap { Currency(code: $0) } ?? .uzs
        return Money(minorUnits: number, currency: currency).decimalText
      case .decimal(let number): return number.text
      default: return ""
      }
    }

    /// The places of the chosen options.
    var chosenPlaces: [Int] {
      options.indices.filter { place in
        if case .list(let chosen) = value { return chosen.contains(options[place].value) }
        return value == options[place].value
      }
    }

    func takesSeveral(_ node: ResolvedNode) -> Bool {
      if case .list = value { return true }
      return node.type == "checkbox" || node.flag("multiple")
    }
  }
#endif
