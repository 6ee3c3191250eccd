public import OynaValue

/// Something that becomes one component of a screen: `TextInput`, `Button`, `Form`, …
public protocol ScreenElement: Sendable {
  /// The component as it goes into the document.
  var component: ScreenComponent { get }
}

/// One component of a screen written in Swift. It becomes the same JSON that an author would write.
public struct ScreenComponent: Sendable, ScreenElement {
  private var members: ValueMap
  private var props: ValueMap

  /// Itself.
  public var component: ScreenComponent { self }

  init(
    _ type: String, id: String?, props: [(String, Value?)],
    children: [ScreenComponent]? = nil, rules: [ScreenRule] = []
  ) {
    members = ValueMap()
    self.props = ValueMap()
    if let id { set("id", .string(id)) }
    set("type", .string(type))
    for case (let name, let value?) in props { self.props.set(value, for: .string(name)) }
    if let children { set("children", .list(children.map(\.value))) }
    if !rules.isEmpty { set("validations", .list(rules.map(\.value))) }
  }

  private mutating func set(_ name: String, _ value: Value) {
    members.set(value, for: .string(name))
  }

  fileprivate func with(_ name: String, _ value: Value) -> ScreenComponent {
    var component = self
    component.set(name, value)
    return component
  }

  /// The component as it stands in the document.
  var value: Value {
    guard !props.isEmpty else { return .map(members) }
    var whole = members
    whole.set(.map(props), for: .string("props"))
    return .map(whole)
  }

  func adding(event: String, _ action: ScreenAction) -> ScreenComponent {
    var events = ValueMap()
    if case .map(let known)? = members["on"] { events = known }
    events.set(action.value, for: .string(event))
    return with("on", .map(events))
  }

  func adding(prop name: String, _ value: Value?) -> ScreenComponent {
    guard let value else { return self }
    var component = self
    component.props.set(value, for: .string(name))
    return component
  }
}

extension ScreenElement {
  /// The same component, shown only while `condition` holds.
  public func visible(when condition: ScreenCondition) -> ScreenComponent {
    component.with("visibleWhen", .string(condition.expression))
  }

  /// The same component, enabled only while `condition` holds.
  public func enabled(when condition: ScreenCondition) -> ScreenComponent {
    component.with("enabledWhen", .string(condition.expression))
  }

  /// The same component with what to draw where its type is not known.
  public func fallback(_ other: some ScreenElement) -> ScreenComponent {
    component.with("fallback", other.component.value)
  }

  /// The same component with a reaction to an event, such as `change`.
  public func on(_ event: String, _ action: ScreenAction) -> ScreenComponent {
    component.adding(event: event, action)
  }

  /// The same component with a member of `props` that has no parameter here.
  public func with(prop name: String, _ value: Value) -> ScreenComponent {
    component.adding(prop: name, value)
  }
}

/// Collects components in document order.
@resultBuilder
public enum ScreenComponentBuilder {
  /// The components of a block.
  public static func buildBlock(_ components: [ScreenComponent]...) -> [ScreenComponent] {
    components.flatMap { $0 }
  }
  /// One component.
  public static func buildExpression(_ element: some ScreenElement) -> [ScreenComponent] {
    [element.component]
  }
  /// The components of an `if` without `else`.
  public static func buildOptional(_ components: [ScreenComponent]?) -> [ScreenComponent] {
    components ?? []
  }
  /// The components of an `if`.
  public static func buildEither(first components: [ScreenComponent]) -> [ScreenComponent] {
    components
  }
  /// The components of an `else`.
  public static func buildEither(second components: [ScreenComponent]) -> [ScreenComponent] {
    components
  }
  /// The components of a `for`.
  public static func buildArray(_ components: [[ScreenComponent]]) -> [ScreenComponent] {
    components.flatMap { $0 }
  }
}
