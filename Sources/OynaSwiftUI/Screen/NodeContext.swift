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

    var words: HostWords { store.words }

    /// The return key of the last field ends typing, of any other it goes on.
    func isLast(_ field: ResolvedField) -> Bool { store.tree?.fieldKeys.last == field.key }

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
    /// A measure: only what is drawn by it is binary, never a value of the form.
    func number(_ name: String) -> Double? {
      switch props[name] {
      case .int(let number)?: Double(number)
      case .decimal(let number)?: number.double
      default: nil
      }
    }
  }
#endif
