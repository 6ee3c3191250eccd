/// The place of a node in its `ExpressionTree`.
struct ExpressionNodeID {
  let index: Int32
}

/// Some consecutive children of a node in `ExpressionTree.children`.
struct ExpressionChildren {
  let start: Int32
  let count: Int32
}

enum UnaryOperator: UInt8 {
  case not, negate

  var symbol: String {
    switch self {
    case .not: "!"
    case .negate: "-"
    }
  }
}

enum BinaryOperator: UInt8 {
  case multiply, divide, remainder
  case add, subtract
  case equal, notEqual, less, lessEqual, greater, greaterEqual, membership

  var symbol: String {
    switch self {
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    case .add: "+"
    case .subtract: "-"
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessEqual: "<="
    case .greater: ">"
    case .greaterEqual: ">="
    case .membership: "in"
    }
  }
}

/// How `a.b` reads its field.
enum SelectionKind: UInt8 {
  /// `a.b`
  case value
  /// `a.?b`
  case optional
  /// `has(a.b)`
  case presence
}

/// A macro that runs its body with variables of its own.
enum ExpressionMacro: UInt8 {
  case all, exists, existsOne, map, filter, transformList, transformMap
  case bind, optionalMap, optionalFlatMap

  var name: String {
    switch self {
    case .all: "all"
    case .exists: "exists"
    case .existsOne: "exists_one"
    case .map: "map"
    case .filter: "filter"
    case .transformList: "transformList"
    case .transformMap: "transformMap"
    case .bind: "bind"
    case .optionalMap: "optMap"
    case .optionalFlatMap: "optFlatMap"
    }
  }
}

/// `range.macro(first, second, filter, body)`.
struct ExpressionComprehension {
  let macro: ExpressionMacro
  /// The list or map that is walked; the value that `bind` names.
  let range: ExpressionNodeID
  let firstVariable: String
  let secondVariable: String?
  let filter: ExpressionNodeID?
  let body: ExpressionNodeID
}

/// An expression as it was written, macros expanded: nodes in one array, children before parents.
struct ExpressionTree {
  enum Node {
    case literal(Value)
    case name(String, isAbsolute: Bool)
    case select(ExpressionNodeID, String, SelectionKind)
    case index(ExpressionNodeID, ExpressionNodeID, isOptional: Bool)
    case call(String, ExpressionChildren, isAbsolute: Bool)
    case memberCall(String, ExpressionNodeID, ExpressionChildren)
    case unary(UnaryOperator, ExpressionNodeID)
    case binary(BinaryOperator, ExpressionNodeID, ExpressionNodeID)
    /// `&&` and `||` of two or more operands: flat, so a long chain is no deep tree.
    case and(ExpressionChildren)
    case or(ExpressionChildren)
    case conditional(ExpressionNodeID, ExpressionNodeID, ExpressionNodeID)
    case list(ExpressionChildren)
    /// Keys and values in turn.
    case map(ExpressionChildren)
    /// An element or entry written `[?e]` or `{?k: e}`: the child of a list, or a map's value.
    case optionalEntry(ExpressionNodeID)
    /// An index into `comprehensions`: it would make every node large.
    case comprehension(Int32)
  }

  private(set) var nodes: [Node] = []
  /// Where each node stands in the text: the byte an error about it points to.
  private(set) var offsets: [Int32] = []
  private(set) var children: [ExpressionNodeID] = []
  private(set) var comprehensions: [ExpressionComprehension] = []
  /// The length of the longest way down from each node.
  private var heights: [Int16] = []

  init(capacity: Int) {
    nodes.reserveCapacity(capacity)
    offsets.reserveCapacity(capacity)
    heights.reserveCapacity(capacity)
  }

  subscript(_ id: ExpressionNodeID) -> Node { nodes[Int(id.index)] }

  func offset(of id: ExpressionNodeID) -> Int { Int(offsets[Int(id.index)]) }

  func ids(_ range: ExpressionChildren) -> ArraySlice<ExpressionNodeID> {
    children[Int(range.start)..<Int(range.start + range.count)]
  }

  mutating func addChildren(_ ids: [ExpressionNodeID]) -> ExpressionChildren {
    let start = Int32(children.count)
    children.append(contentsOf: ids)
    return ExpressionChildren(start: start, count: Int32(ids.count))
  }

  mutating func add(_ node: Node, at offset: Int) throws(CELError) -> ExpressionNodeID {
    let height = heightOfChildren(node) + 1
    guard height <= ExpressionLimits.height else {
      throw CELError(
        .syntax, "The expression nests deeper than \(ExpressionLimits.height) levels.",
        offset: offset)
    }
    nodes.append(node)
    offsets.append(Int32(truncatingIfNeeded: offset))
    heights.append(Int16(truncatingIfNeeded: height))
    return ExpressionNodeID(index: Int32(nodes.count - 1))
  }

  mutating func add(
    _ comprehension: ExpressionComprehension, at offset: Int
  ) throws(CELError) -> ExpressionNodeID {
    comprehensions.append(comprehension)
    return try add(.comprehension(Int32(comprehensions.count - 1)), at: offset)
  }

  private func heightOfChildren(_ node: Node) -> Int {
    func height(_ id: ExpressionNodeID) -> Int { Int(heights[Int(id.index)]) }
    func height(_ range: ExpressionChildren) -> Int {
      ids(range).reduce(0) { max($0, height($1)) }
    }
    switch node {
    case .literal, .name: return 0
    case .select(let operand, _, _), .unary(_, let operand), .optionalEntry(let operand):
      return height(operand)
    case .index(let left, let right, _), .binary(_, let left, let right):
      return max(height(left), height(right))
    case .call(_, let range, _), .and(let range), .or(let range), .list(let range),
      .map(let range):
      return height(range)
    case .memberCall(_, let receiver, let range): return max(height(receiver), height(range))
    case .conditional(let condition, let first, let second):
      return max(height(condition), max(height(first), height(second)))
    case .comprehension(let index):
      let comprehension = comprehensions[Int(index)]
      let filter = comprehension.filter.map { height($0) } ?? 0
      return max(height(comprehension.range), max(filter, height(comprehension.body)))
    }
  }
}

/// What an expression may not exceed, so that no text can exhaust the stack or the memory.
enum ExpressionLimits {
  /// Bytes of one expression's text: DESIGN.md §9's limit of a string.
  static let bytes = 65_536
  /// Brackets, calls, prefixes and conditionals inside one another. cel-spec asks for 32 at least.
  static let nesting = 100
  /// Levels of the tree, which operators in a row make deep as well.
  static let height = 160
}
