public import OynaValue

/// Text; `{{ expression }}` in it is computed.
public struct Text: ScreenElement {
  public let component: ScreenComponent

  /// How text is drawn.
  public enum Style: String, Sendable {
    /// The heading of a page.
    case title
    /// The heading of a part of it.
    case headline
    /// Running text.
    case body
    /// Small text beside something else.
    case caption
    /// A sum that should stand out.
    case amount
  }

  /// A paragraph or a heading.
  public init(_ text: String, style: Style = .body) {
    component = ScreenComponent(
      "text", id: nil, props: [("text", .string(text)), ("style", .string(style.rawValue))])
  }
}

/// A button with what it does.
public struct Button: ScreenElement {
  public let component: ScreenComponent

  /// How a button is drawn.
  public enum Style: String, Sendable {
    /// What a person most likely wants.
    case primary
    /// Another way, drawn less strongly.
    case secondary
    /// Drawn as text, without a frame.
    case plain
    /// Destroys something or cannot be taken back.
    case danger
  }

  /// A button that starts `onTap`.
  public init(_ label: String, id: String, style: Style = .primary, onTap: ScreenAction) {
    component = ScreenComponent(
      "button", id: id, props: [("label", .string(label)), ("style", .string(style.rawValue))]
    ).adding(event: "tap", onTap)
  }
}

/// Components one below the other.
public struct VStack: ScreenElement {
  public let component: ScreenComponent

  /// A stack of its children.
  public init(id: String? = nil, @ScreenComponentBuilder children: () -> [ScreenComponent]) {
    component = ScreenComponent("vstack", id: id, props: [], children: children())
  }
}

/// The fields that are validated and sent together.
public struct Form: ScreenElement {
  public let component: ScreenComponent

  /// A form of its children.
  public init(id: String? = nil, @ScreenComponentBuilder children: () -> [ScreenComponent]) {
    component = ScreenComponent("form", id: id, props: [], children: children())
  }
}

/// Components under a heading.
public struct Section: ScreenElement {
  public let component: ScreenComponent

  /// A section of its children.
  public init(
    _ title: String, id: String? = nil,
    @ScreenComponentBuilder children: () -> [ScreenComponent]
  ) {
    component = ScreenComponent(
      "section", id: id, props: [("title", .string(title))], children: children())
  }
}

/// Components on a card.
public struct Card: ScreenElement {
  public let component: ScreenComponent

  /// A card of its children.
  public init(id: String? = nil, @ScreenComponentBuilder children: () -> [ScreenComponent]) {
    component = ScreenComponent("card", id: id, props: [], children: children())
  }
}

/// A component of any type, such as one that a host adds.
public struct CustomComponent: ScreenElement {
  public let component: ScreenComponent

  /// A component of type `type` on the wire.
  public init(
    _ type: String, id: String? = nil, props: [(name: String, value: Value)] = [],
    @ScreenComponentBuilder children: () -> [ScreenComponent] = { [] }
  ) {
    let children = children()
    component = ScreenComponent(
      type, id: id, props: props.map { ($0.name, $0.value) },
      children: children.isEmpty ? nil : children)
  }
}
