public import OynaValue

/// The place of a component in `Screen.components`: document order, parents before children.
public struct ComponentIndex: Sendable, Hashable, Comparable {
  /// From 0.
  public let rawValue: Int
  /// The component at a place.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One component of the document, decoded and checked.
public struct Component: Sendable {
  /// The document's `id`, or one made from the component's place, such as `body/0/2`.
  public let id: String
  /// Whether the document gave the `id`.
  public let hasOwnID: Bool
  /// The type as written, known or not.
  public let type: ComponentType
  /// Nil for a type that this engine does not know: its fallback is drawn, else nothing.
  public let kind: Kind?
  /// Every member of `props` as written, those that this engine does not know included.
  public let props: ValueMap
  /// The members of `props` whose text is computed; plain text stays in `props` only.
  public let templates: [(name: String, template: Template)]
  /// In document order; empty for an unknown type.
  public let children: [ComponentIndex]
  /// Nil for the body.
  public let parent: ComponentIndex?
  /// How `parent` holds it.
  public let role: Role
  /// The index after the last component of its subtree: components `self ..< subtreeEnd` are the
  /// component and everything in it, slots and fallbacks included.
  public let subtreeEnd: ComponentIndex
  /// Where its own expressions look names up.
  public let scope: ScopeIndex
  /// The nearest `form` around it; a submit inside sends that form's fields only.
  public let form: ComponentIndex?
  /// The nearest `step` around it.
  public let step: ComponentIndex?
  /// Present exactly when `kind` is `.input`.
  public let field: FieldModel?
  /// In document order: the first that fails is shown.
  public let rules: [Rule]
  /// `"hidden": true`: never shown, whatever `visibleWhen` says (FORMS F-13).
  public let isHidden: Bool
  /// Shown while this is true; nil means always.
  public let visibleWhen: BoundExpression?
  /// `"disabled": true`: never enabled, whatever `enabledWhen` says.
  public let isDisabled: Bool
  /// Enabled while this is true; nil means always.
  public let enabledWhen: BoundExpression?
  /// The actions of each event, such as `tap` and `change`, in document order.
  public let on: [(event: String, actions: [Action])]
  /// Nil when the document says nothing.
  public let accessibility: AccessibilityModel?
  /// What is drawn instead of an unknown type.
  public let fallback: ComponentIndex?
  /// Present for a `load` component.
  public let load: LoadModel?
  /// Distance of the component from the start of the document in UTF-8 bytes.
  public let offset: Int

  /// How a parent holds a component.
  public enum Role: String, Sendable {
    /// The `body` of the screen: it has no parent.
    case body
    /// One of the parent's `children`.
    case child
    /// Drawn in the place of a parent whose type is unknown.
    case fallback
    /// Drawn redacted while a `load` has nothing yet.
    case skeleton
    /// Drawn over the data of a `load`, once or for each item.
    case content
    /// Drawn when the answer of a `load` has nothing in it.
    case empty
    /// Drawn when a `load` has failed.
    case error
  }

  /// What the engine does with a type that it knows.
  public enum Kind: Sendable, Hashable {
    /// Writes a state key.
    case input(InputKind)
    /// Arranges its children: `vstack`, `card`, `tabs` and others.
    case layout
    /// Shows something: `text`, `image`, `progress` and others.
    case content
    /// `button`, `link`.
    case control
    /// `form`: its fields are validated and sent together.
    case form
    /// `stepper_flow`.
    case wizard
    /// `step`: one page of a wizard.
    case step
    /// `load`: its content comes from a URL.
    case load
    /// `undo_bar`: offers what the history can take back and repeat.
    case undoBar
    /// `payment_methods`, `queue_status`: drawn from the engine's own state.
    case service
  }
}

/// The type of a component on the wire: an open set.
public struct ComponentType: Sendable, Hashable {
  /// Such as `text_input`.
  public let name: String
  /// Any name: an unknown one is not an error.
  public init(_ name: String) { self.name = name }
}

/// The inputs of the format.
public enum InputKind: String, Sendable, CaseIterable {
  /// A line of text.
  case text = "text_input"
  /// A secret: shown as dots, readable by no expression.
  case secure = "secure_input"
  /// A text of several lines.
  case textArea = "text_area"
  /// A number, kept exactly as typed.
  case number = "number_input"
  /// An amount of a currency, kept in minor units.
  case money = "money_input"
  /// A day of the calendar.
  case date = "date_input"
  /// One option of a list that opens; several where `multiple` is true.
  case dropdown
  /// One option of a list that is always shown.
  case radioGroup = "radio_group"
  /// One box, or a list of boxes when it has options.
  case checkbox
  /// A switch: on or off.
  case toggle = "toggle_switch"
  /// A number that two buttons make smaller and larger.
  case stepper
  /// A number on a scale between two bounds.
  case slider
  /// A code that is used once, such as one from an SMS.
  case otp = "otp_input"
  /// One or more files, which the host uploads.
  case file = "file_input"
  /// Rows of the same inputs, which a person adds and removes.
  case repeatingGroup = "repeating_group"
  /// Products with quantities, a promo code and totals.
  case cart
}

/// What the document tells assistive technology.
public struct AccessibilityModel: Sendable {
  /// The name that is read out.
  public let label: Template?
  /// What is read after the name.
  public let hint: Template?
  /// Overrides the role of the type, such as `heading`.
  public let role: String?
  /// True for decoration that is not read out.
  public let isHidden: Bool
}

/// A `load` component: what it asks for and how its answer becomes components.
///
/// Inside `content` the key `data` is the loaded value; when `items` is given, `content` is the
/// template of one item and `item` and `index` are keys too. Inside `error` the key `message` says
/// what went wrong.
public struct LoadModel: Sendable {
  /// Where the data comes from.
  public let url: Template
  /// Always `GET`.
  public let method: String
  /// Network first when the document does not say.
  public let policy: CachePolicy
  /// The list of rows in `data`; nil draws `content` once.
  public let items: BoundExpression?
  /// The identity of one item; nil: its index.
  public let itemID: BoundExpression?
  /// The cursor of the next page; null or absent when there is none.
  public let nextCursor: BoundExpression?
  /// Attempts that the engine makes by itself after a failure that may pass, from 0.
  public let retries: Int
  /// Milliseconds of quiet before a source that changed is asked for, from 0.
  public let debounce: Int64
  /// Whether a person can ask for the content again.
  public let isRefreshable: Bool
  /// The scope of `data`, `item` and `index`.
  public let scope: ScopeIndex
  /// Drawn redacted while nothing is loaded.
  public let skeleton: ComponentIndex?
  /// Drawn over the data.
  public let content: ComponentIndex?
  /// Drawn when there is nothing to show.
  public let empty: ComponentIndex?
  /// Drawn when loading failed.
  public let error: ComponentIndex?

  /// What may be shown before or instead of the network's answer.
  public enum CachePolicy: String, Sendable, CaseIterable {
    /// The network's answer; a kept one only while there is no network or no answer in time.
    case networkFirst = "network_first"
    /// A kept answer and nothing after it; the network's where none is kept.
    case cacheFirst = "cache_first"
    /// A kept answer at once, then the network's.
    case staleWhileRevalidate = "stale_while_revalidate"
    /// The network's answer alone, which is not kept.
    case never
  }
}
