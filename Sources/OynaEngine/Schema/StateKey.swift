/// The name of one value of the screen's state, as the document writes it.
///
/// Any text but `""` and `__proto__`; a dot has no meaning (`user.email` is one key).
public struct StateKey: Sendable, Hashable {
  /// As written.
  public let name: String
  /// Any name; the decoder refuses empty ones.
  public init(_ name: String) { self.name = name }
}

/// The place of a state key in `Screen.keys`: dense from 0, so that a store can be a flat array.
public struct KeyIndex: Sendable, Hashable, Comparable {
  /// From 0.
  public let rawValue: Int
  /// The key or scope at a place.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One state key of the screen, of a row of a repeating group, or of an item of a `load`.
public struct KeyDeclaration: Sendable {
  /// Its name.
  public let key: StateKey
  /// Where it is declared.
  public let scope: ScopeIndex
  /// Who gives it its value.
  public let origin: Origin
  /// No expression, template or condition reads a sensitive key: the screen would be refused.
  public let isSensitive: Bool

  /// Who gives the key its value.
  public enum Origin: Sendable, Hashable {
    /// An input component writes it.
    case field(ComponentIndex)
    /// An expression of `computed`: the index in `Screen.computed`.
    case computed(Int)
    /// Only `state` (and `set_value`) gives it.
    case state
    /// The runtime gives it inside a row or an item: `index`, `item`, `data`.
    case local
  }
}

/// The place of a scope in `Screen.scopes`; the screen's own scope is 0.
public struct ScopeIndex: Sendable, Hashable {
  /// From 0.
  public let rawValue: Int
  /// The key or scope at a place.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  /// The screen's own scope.
  public static let screen = ScopeIndex(0)
}

/// A set of names: the screen's, a row's of one repeating group, or an item's of one `load`.
///
/// An expression looks a name up in its own scope first and then in the enclosing ones. Row scopes
/// do not nest: a repeating group inside a row is refused.
public struct KeyScope: Sendable {
  /// The `repeating_group` or `load` component; nil for the screen.
  public let owner: ComponentIndex?
  /// Where names are looked up next; nil for the screen.
  public let parent: ScopeIndex?
  /// The keys declared here, ascending.
  public internal(set) var keys: [KeyIndex]
}
