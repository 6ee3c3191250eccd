#if canImport(SwiftUI)
  public import OynaClient
  public import SwiftUI

  /// Views of the application for component types, drawn in the place of Oyna's own.
  public struct ComponentRegistry: Sendable {
    /// Draws a node: its state is observed, its store takes the events.
    public typealias Drawing = @MainActor @Sendable (NodeState, ScreenStore) -> AnyView

    private var drawings: [String: Drawing] = [:]

    /// Nothing registered: every component is Oyna's.
    public init() {}

    /// The application's drawing of a type; nil when it has none.
    public subscript(type: String) -> Drawing? {
      get { drawings[type] }
      set { drawings[type] = newValue }
    }
  }

  private struct ComponentRegistryKey: EnvironmentKey {
    static let defaultValue = ComponentRegistry()
  }

  extension EnvironmentValues {
    /// What the application draws itself.
    public var oynaComponents: ComponentRegistry {
      get { self[ComponentRegistryKey.self] }
      set { self[ComponentRegistryKey.self] = newValue }
    }
  }

  extension View {
    /// Draws every component of a type with a view of the application, in the screens inside.
    ///
    /// ```swift
    /// OynaScreen(url: url).oynaComponent("progress") { state, _ in
    ///   BrandProgress(value: state.node.props["value"])
    /// }
    /// ```
    public func oynaComponent(
      _ type: String,
      @ViewBuilder drawing: @escaping @MainActor @Sendable (NodeState, ScreenStore) -> some View
    ) -> some View {
      modifier(RegisteredComponent(type: type) { AnyView(drawing($0, $1)) })
    }
  }

  /// Adds to what is registered outside.
  struct RegisteredComponent: ViewModifier {
    let type: String
    let drawing: ComponentRegistry.Drawing
    @Environment(\.oynaComponents) private var outside

    func body(content: Content) -> some View {
      content.environment(\.oynaComponents, registry)
    }

    private var registry: ComponentRegistry {
      var registry = outside
      registry[type] = drawing
      return registry
    }
  }
#endif
