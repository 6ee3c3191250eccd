/// Who reads which key, in an order in which each reader comes after everything that it reads.
///
/// After a change the runtime starts with `readers(of:)` of the changed key and takes readers in
/// ascending order; a `computed` marks its key as changed, a `visible` that flips marks the keys of
/// the inputs in its component's subtree, an `options` may clear its field. So each reader runs at
/// most once an event, and never sees a value that is about to change.
///
/// A component in a row (or an item) has one reader here; it runs once for each row. A key of a row
/// also feeds the key of its group.
public struct DependencyGraph: Sendable {
  /// One thing to evaluate again when something it reads changes.
  public enum Reader: Sendable, Hashable {
    /// `Screen.computed` at this index.
    case computed(Int)
    /// `visibleWhen` of a component.
    case visible(ComponentIndex)
    /// `enabledWhen` of a component.
    case enabled(ComponentIndex)
    /// The options of a field: dependent on another field, or asked for again.
    case options(ComponentIndex)
    /// A rule of a component, because of a key that is not the component's own. Its own rules run
    /// on every change of its own key and are not listed under it.
    case rule(ComponentIndex, Int)
    /// The computed texts of a component: `templates`, accessibility and computed error messages.
    case text(ComponentIndex)
    /// The screen's title.
    case title
    /// The URL, items and cursor of a `load`.
    case load(ComponentIndex)
  }

  /// Every reader, in topological order.
  public let readers: [Reader]
  /// `edges[starts[k] ..< starts[k + 1]]` are the places in `readers` of the readers of key `k`.
  let starts: [Int32]
  let edges: [Int32]

  /// The places in `readers` of what reads `key` directly, ascending.
  public func readers(of key: KeyIndex) -> ArraySlice<Int32> {
    edges[Int(starts[key.rawValue])..<Int(starts[key.rawValue + 1])]
  }

  static let none = DependencyGraph(readers: [], starts: [0], edges: [])
}
