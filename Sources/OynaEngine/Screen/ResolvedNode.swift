public import OynaValue

/// The identity of a node of the resolved tree, kept over re-renders and patches.
///
/// The component's `id`, or `group[rowId].id` for a component inside a row of a repeating group.
/// A component without an `id` gets one from its place (`body/0/2`).
public struct NodeID: Sendable, Hashable {
  /// Unique in the tree.
  public let name: String
  /// The identity with this name.
  public init(_ name: String) { self.name = name }
}

/// One node of the resolved tree: what a renderer draws, with nothing left to decide.
///
/// Conditions are applied (a hidden component is no node), text is computed and formatted, an
/// unknown component is already its fallback. A renderer never evaluates and never validates.
public struct ResolvedNode: Sendable {
  /// What changes name it by.
  public let id: NodeID
  /// The component's type on the wire, such as `text_input`.
  public let type: String
  /// The component's `props` with text resolved, in document order; engine-only members left out.
  public var props: ValueMap
  /// Present for an input component.
  public var field: ResolvedField?
  /// False when `enabledWhen` is false or, for a button that submits, while a submit is in flight.
  public var isEnabled: Bool
  /// True while this node's own action is in flight (a button shows a spinner).
  public var isBusy: Bool
  /// Labels and roles that the document gives besides the visible ones.
  public var accessibility: ResolvedAccessibility
  /// The event names that the component listens to, such as `tap`.
  public let events: [String]
  /// In the order of drawing.
  public var children: [ResolvedNode]
}

/// What a renderer shows of an input's state.
public struct ResolvedField: Sendable {
  /// The key of the field: its `stateKey`, or `group[rowId].key` in a row.
  public let key: String
  /// The value to show: with its mask, and a number that is on its way as it was typed. For a
  /// secret it is always `.null`: a renderer keeps what was typed in its native control and never
  /// gets it back.
  public var value: Value
  /// The number of characters of a secret, to draw dots after a re-render; 0 for other fields.
  public var secretLength: Int
  /// True for a field whose text is drawn as dots and never comes back.
  public var isSecret: Bool
  /// True when a `required` rule applies at this moment.
  public var isRequired: Bool
  /// The message to show under the field; nil when none.
  public var error: String?
  /// The message of a failed rule of severity `warning`; nil when none.
  public var warning: String?
  /// The choices of a `dropdown` or `radio_group`; empty for other inputs.
  public var options: [ResolvedOption]
  /// True while a remote rule or the options are being asked for.
  public var isPending: Bool
}

/// One choice: its value keeps its JSON type.
public struct ResolvedOption: Sendable {
  /// What is kept when it is chosen; compared by type and value.
  public let value: Value
  /// What a person reads.
  public let label: String
  /// False for a choice that is shown but cannot be taken.
  public let isEnabled: Bool
}

/// What assistive technology is told about a node.
public struct ResolvedAccessibility: Sendable {
  /// Read instead of the visible label; nil leaves that.
  public var label: String?
  /// Read after the label.
  public var hint: String?
  /// `heading`, `image`, `none`, …: only when the document overrides the component's own role.
  public var role: String?
  /// True keeps the node from assistive technology.
  public var isHidden: Bool
}

/// A change of the resolved tree since the last time changes were taken, in order of application.
public enum NodeChange: Sendable {
  /// A whole new tree: another screen or the first one.
  case screen(ResolvedScreen)
  /// The name of the page or the language of its texts changed; the tree stays.
  case heading(title: String, language: String)
  /// A new node with all that is inside it, at `index` among the children of `parent`, from 0.
  case insert(ResolvedNode, parent: NodeID, index: Int)
  /// The node is gone, with all that is inside it.
  case remove(NodeID)
  /// The node is taken out, then put at `index` among the children of `parent`, from 0.
  case move(NodeID, parent: NodeID, index: Int)
  /// The node's own parts changed; `children` of the payload is empty and not meant.
  case update(ResolvedNode)
}

/// A whole resolved screen.
public struct ResolvedScreen: Sendable {
  /// The document's `id`.
  public let id: String
  /// The name of the page, computed.
  public let title: String
  /// BCP 47 language tag of the screen's text, such as `uz`.
  public let language: String
  /// `ltr` or `rtl` where the document says so; nil: as its language is written.
  public let direction: String?
  /// Whether a host may keep the screen's document for a time without a network.
  public let isStorable: Bool
  /// Everything that is drawn.
  public let root: ResolvedNode
}
