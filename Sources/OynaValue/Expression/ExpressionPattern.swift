/// `text.matches("pattern")`: the pattern is compiled with the program.
final class PatternNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let text: ExpressionNode
  private let pattern: RegularExpression

  init(_ text: ExpressionNode, _ pattern: RegularExpression, offset: Int32) {
    self.text = text
    self.pattern = pattern
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    guard case .string(let text) = try self.text.evaluate(&frame) else {
      throw EvaluationFailure(.noSuchOverload, at: offset, name: "matches")
    }
    try frame.charge(bytes: text.utf8.count, at: offset)
    guard let workspace = frame.workspace else { return pattern.contains(text) }
    return workspace.matcher(of: self, pattern).contains(text)
  }
}

/// What evaluations may keep from one to the next: what the patterns of `matches` have learnt
/// from the texts they saw.
///
/// Not Sendable: it belongs to one owner, an engine for example, and serves all its programs.
public final class CELWorkspace {
  private var matchers: [ObjectIdentifier: RegularExpression.Matcher] = [:]
  /// Keeps the nodes alive, so that no other object gets the identifier of one.
  private var owners: [PatternNode] = []

  /// A workspace that knows nothing yet.
  public init() {}

  func matcher(
    of node: PatternNode, _ pattern: RegularExpression
  ) -> RegularExpression.Matcher {
    let key = ObjectIdentifier(node)
    if let known = matchers[key] { return known }
    let matcher = pattern.makeMatcher()
    matchers[key] = matcher
    owners.append(node)
    return matcher
  }
}
