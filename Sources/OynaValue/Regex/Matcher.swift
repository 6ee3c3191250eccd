extension RegularExpression {
  /// Matches texts against one regular expression and keeps what it learns from them.
  ///
  /// Not Sendable: it belongs to one owner, an engine for example. Any bytes are a text; where
  /// they are not UTF-8 only `\C` takes them.
  public final class Matcher {
    /// What it matches against.
    public let expression: RegularExpression
    private var whole: LazyAutomaton?
    private var anywhere: LazyAutomaton?
    private var atStart: LazyAutomaton?

    init(_ expression: RegularExpression) { self.expression = expression }

    /// Whether the whole of `text` matches. Linear in the text.
    public func matchesWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      let automaton = whole ?? make(.whole)
      return switch automaton.run(text, isEarliest: false) {
      case .no: false
      case .yes: true
      case .gaveUp: simulates(text, .whole)
      }
    }

    /// Whether some part of `text` matches. Linear in the text.
    public func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      let automaton = anywhere ?? make(.anywhere)
      return switch automaton.run(text, isEarliest: true) {
      case .no: false
      case .yes: true
      case .gaveUp: simulates(text, .none)
      }
    }

    /// The spans of the first match and of its groups, in bytes; nil where a group took no part.
    ///
    /// With `anchored` the match must begin at 0. Linear in the text.
    public func firstMatch(
      _ text: UnsafeBufferPointer<UInt8>, anchored: Bool = false
    ) -> [Range<Int>?]? {
      let isAnchored = anchored || expression.program.isAnchoredAtStart
      let isEnough =
        isAnchored && expression.groupCount == 1 && !expression.program.takesLongestMatch
      let automaton =
        isAnchored ? atStart ?? make(.atStart) : anywhere ?? make(.anywhere)
      switch automaton.run(text, isEarliest: !isEnough) {
      case .no: return nil
      case .yes(let end) where isEnough: return [0..<end]
      case .yes, .gaveUp: return spans(text, isAnchored ? .start : .none)
      }
    }

    /// The spans of the groups when the whole of `text` matches, group 0 being all of it.
    public func wholeMatch(_ text: UnsafeBufferPointer<UInt8>) -> [Range<Int>?]? {
      guard matchesWhole(text) else { return nil }
      return expression.groupCount == 1 ? [0..<text.count] : spans(text, .whole)
    }

    /// As with bytes.
    public func matchesWhole(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { matchesWhole($0) }
    }

    /// As with bytes.
    public func contains(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { contains($0) }
    }

    /// As with bytes.
    public func firstMatch(_ text: String, anchored: Bool = false) -> [Range<Int>?]? {
      var text = text
      return text.withUTF8 { firstMatch($0, anchored: anchored) }
    }

    /// As with bytes.
    public func wholeMatch(_ text: String) -> [Range<Int>?]? {
      var text = text
      return text.withUTF8 { wholeMatch($0) }
    }

    private func make(_ goal: LazyAutomaton.Goal) -> LazyAutomaton {
      let automaton = LazyAutomaton(
        expression.program, goal, memoryLimit: expression.limits.matcherBytes)
      switch goal {
      case .whole: whole = automaton
      case .anywhere: anywhere = automaton
      case .atStart: atStart = automaton
      }
      return automaton
    }

    private func simulates(
      _ text: UnsafeBufferPointer<UInt8>, _ anchor: ThreadSimulation.Anchor
    ) -> Bool {
      var simulation = ThreadSimulation(expression.program, groupCount: 0)
      return simulation.run(text, anchor) != nil
    }

    private func spans(
      _ text: UnsafeBufferPointer<UInt8>, _ anchor: ThreadSimulation.Anchor
    ) -> [Range<Int>?]? {
      let groupCount = expression.program.groupCount
      var simulation = ThreadSimulation(expression.program, groupCount: groupCount)
      guard let slots = simulation.run(text, anchor) else { return nil }
      return (0..<groupCount).map { group in
        let start = slots[2 * group]
        let end = slots[2 * group + 1]
        return start >= 0 && end >= start ? start..<end : nil
      }
    }
  }
}
