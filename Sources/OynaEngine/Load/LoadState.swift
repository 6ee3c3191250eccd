/// Where content that comes from a URL stands: exactly one of four.
///
/// Loading again over content that is shown is no state of its own: the content stays `loaded`, and
/// the component says besides that it is being refreshed.
public enum LoadState<Value> {
  /// Nothing has come yet.
  case loading
  /// Content came, and there is something in it.
  case loaded(Value)
  /// An answer came, and there is nothing in it.
  case empty
  /// Nothing came that can be shown; the message is for the person.
  case failed(message: String)
}

extension LoadState: Sendable where Value: Sendable {}
