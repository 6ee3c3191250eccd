/// The types of one expression while it is checked: small numbers that stand for types, and the
/// type variables that stand for types not yet known.
///
/// Assignability and the join of list elements follow what cel-spec's type deduction suite expects
/// of a checker.
struct ExpressionTypes {
  struct ID: Equatable {
    let index: Int32
  }

  enum Shape {
    case simple(CELType)
    case list(ID)
    case map(ID, ID)
    case optional(ID)
    case variable(ID?)
  }

  private var shapes: [Shape]
  /// What to undo when an assignment fails half-way: variables with what they stood for before.
  private var trail: [(variable: ID, before: ID?)] = []

  static let dyn = ID(index: 0)
  static let null = ID(index: 1)
  static let bool = ID(index: 2)
  static let int = ID(index: 3)
  static let uint = ID(index: 4)
  static let double = ID(index: 5)
  static let string = ID(index: 6)
  static let bytes = ID(index: 7)
  static let timestamp = ID(index: 8)
  static let duration = ID(index: 9)
  static let type = ID(index: 10)

  private static let simpleShapes: [Shape] = [
    .simple(.dyn), .simple(.null), .simple(.bool), .simple(.int), .simple(.uint),
    .simple(.double), .simple(.string), .simple(.bytes), .simple(.timestamp), .simple(.duration),
    .simple(.type),
  ]

  init() {
    shapes = Self.simpleShapes
  }

  mutating func list(_ element: ID) -> ID { add(.list(element)) }
  mutating func map(_ key: ID, _ value: ID) -> ID { add(.map(key, value)) }
  mutating func optional(_ wrapped: ID) -> ID { add(.optional(wrapped)) }
  mutating func variable() -> ID { add(.variable(nil)) }

  private mutating func add(_ shape: Shape) -> ID {
    shapes.append(shape)
    return ID(index: Int32(shapes.count - 1))
  }

  /// What `id` stands for: never a variable that is bound.
  func resolve(_ id: ID) -> ID {
    var id = id
    while case .variable(.some(let bound)) = shapes[Int(id.index)] { id = bound }
    return id
  }

  func shape(_ id: ID) -> Shape { shapes[Int(resolve(id).index)] }

  /// Whether nothing is known of `id`: `dyn`, or a variable that is not bound.
  func isUnknown(_ id: ID) -> Bool {
    switch shape(id) {
    case .simple(.dyn), .variable: true
    default: false
    }
  }

  /// The type with its parameters replaced: each by one type variable of its own.
  mutating func instantiate(_ type: CELType, _ parameters: inout [(String, ID)]) -> ID {
    switch type {
    case .dyn: return Self.dyn
    case .null: return Self.null
    case .bool: return Self.bool
    case .int: return Self.int
    case .uint: return Self.uint
    case .double: return Self.double
    case .string: return Self.string
    case .bytes: return Self.bytes
    case .timestamp: return Self.timestamp
    case .duration: return Self.duration
    case .type: return Self.type
    case .list(let element): return list(instantiate(element, &parameters))
    case .map(let key, let value):
      let key = instantiate(key, &parameters)
      return map(key, instantiate(value, &parameters))
    case .optional(let wrapped): return optional(instantiate(wrapped, &parameters))
    case .parameter(let name):
      for (known, id) in parameters where known == name { return id }
      let id = variable()
      parameters.append((name, id))
      return id
    }
  }

  /// The type for people and for the caller: what is still unknown is `dyn`.
  func type(_ id: ID) -> CELType {
    switch shape(id) {
    case .simple(let type): type
    case .list(let element): .list(type(element))
    case .map(let key, let value): .map(type(key), type(value))
    case .optional(let wrapped): .optional(type(wrapped))
    case .variable: .dyn
    }
  }

  // MARK: Assignability

  /// Whether a value of `source` may stand where `target` is asked for; binds type variables if so
  /// and leaves them as they were if not.
  mutating func isAssignable(_ source: ID, to target: ID) -> Bool {
    let mark = trail.count
    let result = unify(source, target)
    if !result {
      for change in trail[mark...].reversed() {
        shapes[Int(change.variable.index)] = .variable(change.before)
      }
    }
    trail.removeSubrange(mark...)
    return result
  }

  private mutating func bind(_ variable: ID, to type: ID) {
    guard case .variable(let before) = shapes[Int(variable.index)] else { return }
    trail.append((variable, before))
    shapes[Int(variable.index)] = .variable(type)
  }

  private mutating func unify(_ left: ID, _ right: ID) -> Bool {
    if left == right { return true }
    if case .variable(let bound) = shapes[Int(right.index)] {
      if let result = substitute(left, for: right, bound: bound) { return result }
    }
    if case .variable(let bound) = shapes[Int(left.index)] {
      return substitute(right, for: left, bound: bound) ?? false
    }
    switch (shapes[Int(left.index)], shapes[Int(right.index)]) {
    case (.simple(.dyn), _), (_, .simple(.dyn)): return true
    case (.simple(.null), let other), (let other, .simple(.null)): return Self.isNullable(other)
    case (.simple(let a), .simple(let b)): return a == b
    case (.list(let a), .list(let b)), (.optional(let a), .optional(let b)): return unify(a, b)
    case (.map(let a, let b), .map(let c, let d)): return unify(a, c) && unify(b, d)
    default: return false
    }
  }

  /// Lets `type` stand for a variable; nil if the variable is free but part of `type`.
  private mutating func substitute(_ type: ID, for variable: ID, bound: ID?) -> Bool? {
    guard let bound else {
      if resolve(type) == variable { return true }
      guard !occurs(variable, in: type) else { return nil }
      bind(variable, to: type)
      return true
    }
    if type == bound || resolve(type) == resolve(bound) { return true }
    guard unify(type, bound) else { return false }
    let general = moreGeneral(type, bound)
    if !occurs(variable, in: general) { bind(variable, to: general) }
    return true
  }

  private static func isNullable(_ shape: Shape) -> Bool {
    switch shape {
    case .simple(.null), .simple(.timestamp), .simple(.duration), .optional: true
    default: false
    }
  }

  private func occurs(_ variable: ID, in id: ID) -> Bool {
    if id == variable { return true }
    switch shapes[Int(id.index)] {
    case .simple: return false
    case .variable(let bound): return bound.map { occurs(variable, in: $0) } ?? false
    case .list(let element), .optional(let element): return occurs(variable, in: element)
    case .map(let key, let value): return occurs(variable, in: key) || occurs(variable, in: value)
    }
  }

  private func moreGeneral(_ left: ID, _ right: ID) -> ID {
    isAsGeneral(left, as: right) ? left : right
  }

  private func isAsGeneral(_ left: ID, as right: ID) -> Bool {
    switch (shape(left), shape(right)) {
    case (.simple(.dyn), _), (.variable, _): true
    case (_, .simple(.dyn)), (_, .variable): false
    // A nullable type includes null.
    case (_, .simple(.null)): true
    case (.simple(.null), _): false
    case (.list(let a), .list(let b)), (.optional(let a), .optional(let b)): isAsGeneral(a, as: b)
    case (.map(let a, let b), .map(let c, let d)): isAsGeneral(a, as: c) && isAsGeneral(b, as: d)
    case (.simple(let a), .simple(let b)): a == b
    default: false
    }
  }

  /// The type of a list's elements, or a map's keys or values: what all of them can be, else `dyn`.
  mutating func join(_ previous: ID?, _ next: ID) -> ID {
    guard let previous else { return next }
    return isAssignable(previous, to: next) ? moreGeneral(previous, next) : Self.dyn
  }
}
