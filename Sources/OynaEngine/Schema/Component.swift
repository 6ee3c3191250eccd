public import OynaValue

/// The place of a component in `Screen.components`: document order, parents before children.
public struct ComponentIndex: Sendable, Hashable, Comparable {
  public let rawValue: Int
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One component of the document, decoded and checked.
public struct Component: Sendable {
  /// The document's `id`, or one made from the component's place, such as `body/0/2`.
  public let id: String
  public let hasOwnID: Bool
  public let type: ComponentType
  /// Nil for a type that this engine does not know: its fallback is drawn, else nothing.
  public let kind: Kind?
  /// Every member of `props` as written, those that this engine does not know included.
  public let props: ValueMap
  /// The members of `props` whose text is computed; plain text stays in `props` only.
  public let templates: [(name: String, template: Template)]
  public let children: [ComponentIndex]
  public let parent: ComponentIndex?
  /// How `parent` holds it.
  public let role: Role
  /// The index after the last component of its subtree: components `self ..< subtreeEnd` are the
  /// component and everything in it, slots and fallbacks included.
  public let subtreeEnd: ComponentIndex
  public let scope: ScopeIndex
  /// The nearest `form` around it; a submit inside sends that form's fields only.
  public let form: ComponentIndex?
  /// The nearest `step` around it.
  public let step: ComponentIndex?
  /// Present exactly when `kind` is `.input`.
  public let field: FieldModel?
  public let rules: [Rule]
  /// `"hidden": true`: never shown, whatever `visibleWhen` says (FORMS F-13).
  public let isHidden: Bool
  public let visibleWhen: BoundExpression?
  /// `"disabled": true`: never enabled, whatever `enabledWhen` says.
  public let isDisabled: Bool
  public let enabledWhen: BoundExpression?
  /// The actions of each event, such as `tap` and `change`, in document order.
  public let on: [(event: String, actions: [Action])]
  public let accessibility: AccessibilityModel?
  public let fallback: ComponentIndex?
  /// Present for a `load` component.
  public let load: LoadModel?
  /// Distance of the component from the start of the document in UTF-8 bytes.
  public let offset: Int

  /// How a parent holds a component.
  public enum Role: String, Sendable {
    case body, child, fallback, skeleton, content, empty, error
  }

  /// What the engine does with a type that it knows.
  public enum Kind: Sendable, Hashable {
    case input(InputKind)
    case layout
    case content
    /// `button`, `link`.
    case control
    case form
    /// `stepper_flow`.
    case wizard
    case step
    case load
    /// `cart`, `payment_methods`, `undo_bar`, `queue_status`: drawn from the engine's own state.
    case service
  }
}

/// The type of a component on the wire: an open set.
public struct ComponentType: Sendable, Hashable {
  public let name: String
  public init(_ name: String) { self.name = name }
}

/// The inputs of the format.
public enum InputKind: String, Sendable, CaseIterable {
  case text = "text_input"
  case secure = "secure_input"
  case textArea = "text_area"
  case number = "number_input"
  case money = "money_input"
  case date = "date_input"
  case dropdown
  case radioGroup = "radio_group"
  /// One box, or a list of boxes when it has options.
  case checkbox
  case toggle = "toggle_switch"
  case stepper
  case slider
  case otp = "otp_input"
  case file = "file_input"
  case repeatingGroup = "repeating_group"
}

/// What the document tells assistive technology.
public struct AccessibilityModel: Sendable {
  public let label: Template?
  public let hint: Template?
  public let role: String?
  public let isHidden: Bool
}

/// A `load` component: what it asks for and how its answer becomes components.
///
/// Inside `content` the key `data` is the loaded value; when `items` is given, `content` is the
/// template of one item and `item` and `index` are keys too.
public struct LoadModel: Sendable {
  public let url: Template
  public let method: String
  public let policy: CachePolicy
  /// The list of rows in `data`; nil draws `content` once.
  public let items: BoundExpression?
  /// The identity of one item; nil: its index.
  public let itemID: BoundExpression?
  /// The cursor of the next page; null or absent when there is none.
  public let nextCursor: BoundExpression?
  /// The scope of `data`, `item` and `index`.
  public let scope: ScopeIndex
  public let skeleton: ComponentIndex?
  public let content: ComponentIndex?
  public let empty: ComponentIndex?
  public let error: ComponentIndex?

  public enum CachePolicy: String, Sendable, CaseIterable {
    case networkFirst = "network_first"
    case cacheFirst = "cache_first"
    case staleWhileRevalidate = "stale_while_revalidate"
    case never
  }
}
