import OynaValue

/// What a screen knows of paying: the chosen way, and the request that begins it.
struct PaymentState {
  /// The way that was chosen in `payment_methods`; nil until one is.
  var chosen: String?
  /// The request on its way, or to be sent again.
  var request: Sending?
  /// How often the screen was asked for by `poll`.
  var polls = 0

  /// One intention to pay: the same key and the same bytes until it is answered.
  struct Sending {
    let action: PayAction
    /// The node whose action it is, such as a button.
    var node: Int
    let url: String
    let headers: [(name: String, value: String)]
    let body: RequestBody
    /// How often it was sent without an answer.
    var tries = 0
  }

  /// Milliseconds before the next question: a second, doubling to a quarter of a minute.
  static func wait(after count: Int) -> Int64 { min(1_000 << Int64(min(count, 4)), 15_000) }
}

/// The component that shows the ways to pay.
enum PaymentMethods {
  static let componentType = "payment_methods"

  /// The names that a component offers, as its document lists them.
  static func names(_ props: ValueMap) -> [String] {
    guard case .list(let methods)? = props["methods"] else { return [] }
    var names: [String] = []
    for method in methods {
      if case .string(let name) = method { names.append(name) }
    }
    return names
  }

  /// The props to draw: each way with its words, and which one is chosen.
  static func props(_ props: ValueMap, chosen: String?, _ language: MoneyLanguage) -> ValueMap {
    var drawn = props
    let names = names(props)
    var methods: [Value] = []
    for name in names {
      let words = PaymentWord.method(name, language)
      var method = ValueMap()
      method.set(.string(name), for: "value")
      method.set(.string(words.label), for: "label")
      method.set(.string(words.hint), for: "hint")
      method.set(.bool(name == chosen ?? names[0]), for: "selected")
      methods.append(.map(method))
    }
    drawn.set(.list(methods), for: "methods")
    return drawn
  }
}
