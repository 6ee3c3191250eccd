import OynaClient
import OynaEngine

/// One line of a screen drawn as text.
struct TextLine {
  enum Style { case plain, title, heading, quiet, error, focused }

  var text: String
  var style = Style.plain
  /// What can be reached here.
  var target: Target?
}

/// A place that the focus can stand on.
struct Target: Hashable {
  /// What a key does there.
  enum Part: Hashable {
    /// The control of a field; its keys edit.
    case field(key: String)
    /// One of several choices, by place.
    case option(key: String, place: Int)
    /// A button or a link: it is tapped.
    case tap
    /// A component's own event: `next`, `back`, `add`, `remove`.
    case event(String)
    /// A tab, by place.
    case tab(Int)
    /// Sets how many of a product a cart holds.
    case quantity(key: String, product: String, to: Int64)
    /// The promo code of a cart: typed here, applied with Enter.
    case promoCode(key: String)
    /// Other rows of a `load`.
    case rows(first: Int)
  }

  let node: NodeID
  let part: Part

  /// The field that has the focus while it is here.
  var key: String? {
    switch part {
    case .field(let key), .option(let key, _): key
    case .tap, .event, .tab, .quantity, .promoCode, .rows: nil
    }
  }
}
