public import OynaValue

/// A compiled expression whose variables are bound to state keys.
///
/// ```swift
/// let value = try condition.program.evaluate { slot in store[condition.reads[slot]] }
/// ```
public struct BoundExpression: Sendable {
  /// The expression itself; its cost is bounded when it runs.
  public let program: CELProgram
  /// The key of each variable of `program`, in slot order; without repetition.
  public let reads: [KeyIndex]
}

/// A value of an action: given, or computed when the action runs.
///
/// On the wire a string that is one `{{ expression }}` and nothing else keeps the type of the
/// expression's value; any other string with `{{ }}` becomes text.
public indirect enum ValueTemplate: Sendable {
  /// A value as the document gives it.
  case literal(Value)
  /// The value of the expression, with its type.
  case expression(BoundExpression)
  /// A text with computed parts.
  case text(Template)
  /// A list whose elements are each given or computed.
  case list([ValueTemplate])
  /// A map whose members are each given or computed, in document order.
  case map([(name: String, value: ValueTemplate)])
}
