/// `all`, `exists` and `exists_one` over a list or a map, with one or two variables.
final class QuantifierNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let macro: ExpressionMacro
  private let walk: ExpressionWalk
  private let predicate: ExpressionNode

  init(
    _ macro: ExpressionMacro, _ walk: ExpressionWalk, _ predicate: ExpressionNode, offset: Int32
  ) {
    self.macro = macro
    self.walk = walk
    self.predicate = predicate
    super.init(offset: offset)
  }

  override func evaluateBool(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Bool {
    var items = try walk.begin(&frame, at: offset)
    defer { walk.end(&frame) }
    if macro == .existsOne { return try existsOne(&items, &frame) }
    // `all` is `&&` over the elements, `exists` is `||`: the deciding one wins over errors.
    let deciding = macro == .exists
    var failure: EvaluationFailure?
    while try walk.step(&items, &frame, at: offset) {
      do throws(EvaluationFailure) {
        if try predicate.evaluateBool(&frame) == deciding { return deciding }
      } catch {
        guard error.isAbsorbable else { throw error }
        if failure == nil { failure = error }
      }
    }
    if let failure { throw failure }
    return !deciding
  }

  private func existsOne(
    _ items: inout ExpressionWalk.Items, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Bool {
    var count = 0
    while try walk.step(&items, &frame, at: offset) {
      if try predicate.evaluateBool(&frame) { count += 1 }
    }
    return count == 1
  }
}

/// `map`, `filter`, `transformList` and `transformMap`.
final class TransformNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let macro: ExpressionMacro
  private let walk: ExpressionWalk
  private let filter: ExpressionNode?
  private let transform: ExpressionNode

  init(
    _ macro: ExpressionMacro, _ walk: ExpressionWalk, filter: ExpressionNode?,
    _ transform: ExpressionNode, offset: Int32
  ) {
    self.macro = macro
    self.walk = walk
    self.filter = filter
    self.transform = transform
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    var items = try walk.begin(&frame, at: offset)
    defer { walk.end(&frame) }
    if macro == .transformMap { return try transformMap(&items, &frame) }
    var result: [Value] = []
    if macro != .filter, filter == nil { result.reserveCapacity(min(items.count, 1024)) }
    while try walk.step(&items, &frame, at: offset) {
      if let filter, try !filter.evaluateBool(&frame) { continue }
      if macro == .filter {
        if try transform.evaluateBool(&frame) { result.append(frame.locals[walk.first]) }
      } else {
        result.append(try transform.evaluate(&frame))
      }
    }
    return .list(result)
  }

  private func transformMap(
    _ items: inout ExpressionWalk.Items, _ frame: inout ExpressionFrame
  ) throws(EvaluationFailure) -> Value {
    var map = ValueMap()
    while try walk.step(&items, &frame, at: offset) {
      if let filter, try !filter.evaluateBool(&frame) { continue }
      let value = try transform.evaluate(&frame)
      // The keys are indices or another map's keys, so none comes twice.
      map.set(value, for: frame.locals[walk.first])
    }
    return .map(map)
  }
}

/// How a macro goes through its range: elements of a list or keys of a map in one variable, or
/// index and element, key and value, in two.
struct ExpressionWalk: Sendable {
  let range: ExpressionNode
  let first: Int
  let second: Int?

  /// The items of a range: elements of a list, or else entries of a map.
  struct Items {
    var elements: [Value] = []
    var entries: [ValueMap.Entry] = []
    var isMap = false
    var count = 0
    var next = 0
  }

  func begin(
    _ frame: inout ExpressionFrame, at offset: Int32
  ) throws(EvaluationFailure) -> Items {
    switch try range.evaluate(&frame) {
    case .list(let elements): return Items(elements: elements, count: elements.count)
    case .map(let map): return Items(entries: map.entries, isMap: true, count: map.count)
    default: throw EvaluationFailure(.noSuchOverload, at: offset, name: "range")
    }
  }

  /// Sets the variables to the next item; false when there is none left.
  @inline(__always)
  func step(
    _ items: inout Items, _ frame: inout ExpressionFrame, at offset: Int32
  ) throws(EvaluationFailure) -> Bool {
    let index = items.next
    guard index < items.count else { return false }
    items.next = index + 1
    try frame.charge(1, at: offset)
    if items.isMap {
      frame.locals[first] = items.entries[index].key
      if let second { frame.locals[second] = items.entries[index].value }
    } else if let second {
      frame.locals[first] = .int(Int64(index))
      frame.locals[second] = items.elements[index]
    } else {
      frame.locals[first] = items.elements[index]
    }
    return true
  }

  /// Lets go of the last item.
  func end(_ frame: inout ExpressionFrame) {
    frame.locals[first] = .null
    if let second { frame.locals[second] = .null }
  }
}

/// `cel.bind(name, value, body)`, `optional.optMap(name, body)` and `optFlatMap`.
final class BindingNode: ExpressionNode, @unchecked Sendable {
  // Sendable: see ExpressionNode.
  private let macro: ExpressionMacro
  private let slot: Int
  private let value: ExpressionNode
  private let body: ExpressionNode

  init(
    _ macro: ExpressionMacro, slot: Int, _ value: ExpressionNode, _ body: ExpressionNode,
    offset: Int32
  ) {
    self.macro = macro
    self.slot = slot
    self.value = value
    self.body = body
    super.init(offset: offset)
  }

  override func evaluate(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    try frame.charge(1, at: offset)
    if macro == .bind { return try bind(&frame) }
    let bound = try value.evaluate(&frame)
    defer { frame.locals[slot] = .null }
    guard case .optional(let wrapped) = bound else {
      throw EvaluationFailure(.noSuchOverload, at: offset, name: macro.name)
    }
    guard let wrapped else { return bound }
    frame.locals[slot] = wrapped
    let result = try body.evaluate(&frame)
    guard macro == .optionalFlatMap else { return .optional(result) }
    guard case .optional = result else {
      throw EvaluationFailure(.optionalExpected, at: body.offset)
    }
    return result
  }

  /// `cel.bind`: an error of the value is kept until the body reads the variable.
  private func bind(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    defer { frame.locals[slot] = .null }
    do throws(EvaluationFailure) {
      frame.locals[slot] = try value.evaluate(&frame)
    } catch {
      guard error.isAbsorbable else { throw error }
      frame.failedBindings.append((slot, error))
      defer { frame.failedBindings.removeLast() }
      return try body.evaluate(&frame)
    }
    return try body.evaluate(&frame)
  }
}
