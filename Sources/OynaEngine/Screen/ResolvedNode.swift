public import OynaValue

/// The identity of a node of the resolved tree, kept over re-renders and patches.
///
/// The component's `id`, or `group[rowId].id` for a component inside a row of a repeating group.
/// A component without an `id` gets one from its place (`body/0/2`).
public struct NodeID: Sendable, Hashable {
  public let name: String
  public init(_ name: String) { self.name = name }
}

/// One node of the resolved tree: what a renderer draws, with nothing left to decide.
///
/// Conditions are applied (a hidden component is no node), text is computed and formatted, an
/// unknown component is already its fallback. A renderer never evaluates and never validates.
public struct ResolvedNode: Sendable {
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
  public var accessibility: ResolvedAccessibility
  /// The event names that the component listens to, such as `tap`.
  public let events: [String]
  public var children: [ResolvedNode]
}

/// What a renderer shows of an input's state.
public struct ResolvedField: Sendable {
  /// The key of the field: its `stateKey`, or `group[rowId].key` in a row.
  public let key: String
  /// The value to show. For a secret it is always `.null`: a renderer keeps what was typed in its
  /// native control and never gets it back.
  public var value: Value
  /// The number of characters of a secret, to draw dots after a re-render; 0 for other fields.
  public var secretLength: Int
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
  public let value: Value
  public let label: String
  public let isEnabled: Bool
}

/// What assistive technology is told about a node.
public struct ResolvedAccessibility: Sendable {
  public var label: String?
  public var hint: String?
  /// `heading`, `image`, `none`, …: only when the document overrides the component's own role.
  public var role: String?
  public var isHidden: Bool
}

/// A change of the resolved tree since the last time changes were taken, in order of application.
public enum NodeChange: Sendable {
  /// A whole new tree: another screen or the first one.
  case screen(ResolvedScreen)
  case insert(ResolvedNode, parent: NodeID, index: Int)
  case remove(NodeID)
  case move(NodeID, parent: NodeID, index: Int)
  /// The node's own parts changed; `children` of the payload is empty and not meant.
  case update(ResolvedNode)
}

/// A whole resolved screen.
public struct ResolvedScreen: Sendable {
  public let id: String
  public let title: String
  /// BCP 47 language tag of the screen's text, such as `uz`.
  public let language: String
  public let root: ResolvedNode
}
