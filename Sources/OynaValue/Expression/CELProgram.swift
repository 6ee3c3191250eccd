/// An expression of CEL, the Common Expression Language, compiled once and evaluated often.
///
/// ```swift
/// let program = try CELProgram("age >= 18 && size(name) > 1", environment: .screen)
/// let state: [String: Value] = ["age": .int(34), "name": .string("Zuhra")]
/// let value = try program.evaluate { state[program.variables[$0]] ?? .null }
/// ```
///
/// Language: <https://github.com/google/cel-spec/blob/master/doc/langdef.md>, without protocol
/// buffers, with the extensions strings, math, optionals, bindings, encoders and two-variable
/// macros. It has no side effects and always ends.
public final class CELProgram: Sendable {
  /// The text that was compiled.
  public let source: String

  /// The names that the expression reads, in the order of their slots. A name is what it is
  /// declared as: `a`, `com.example.a`, or `user.email` for `state["user.email"]`.
  public let variables: [String]

  /// Where each of the variables is first read: bytes from the start of `source`.
  public let variableOffsets: [Int]

  /// What type the value will have, as far as the checker knows.
  public let resultType: CELType

  private let root: ExpressionNode
  private let localCount: Int

  /// Parses, checks and compiles `source`.
  ///
  /// Linear in the length of the text. Throws an error of the kind `syntax` or `check`, with its
  /// place.
  public init(_ source: String, environment: CELEnvironment = .standard) throws(CELError) {
    let (tree, rootID) = try ExpressionParser.parse(
      source, expandsMacros: environment.expandsMacros)
    var compiler = ExpressionCompiler(tree, environment: environment)
    let compiled = try compiler.compile(rootID)
    self.source = source
    variables = compiler.variables
    variableOffsets = compiler.variableOffsets
    resultType = compiler.types.type(compiled.type)
    root = compiled.node
    localCount = compiler.localCount
  }

  /// Evaluates the expression.
  ///
  /// - Parameters:
  ///   - costLimit: how much work is allowed, in units of about one operator: each step through a
  ///     list, each call and each 16 bytes of text cost one.
  ///   - workspace: what to keep for the next evaluation; it makes `matches` quicker.
  ///   - lookup: the value of the variable in a slot. Called once for each slot, before anything
  ///     else.
  /// - Throws: an error of the kind `evaluation`, or `costLimit` if the limit was reached.
  public func evaluate(
    costLimit: Int = 100_000, workspace: CELWorkspace? = nil, _ lookup: (Int) -> Value
  ) throws(CELError) -> Value {
    let count = variables.count + localCount
    let result = withUnsafeTemporaryAllocation(of: Value.self, capacity: max(count, 1)) {
      memory -> Result<Value, EvaluationFailure> in
      // Memory of the stack: an array would cost an allocation for each evaluation. Initialised
      // here and deinitialised on the way out, so the nodes only ever see valid values.
      guard let slots = memory.baseAddress else { return .failure(.init(.costLimit, at: 0)) }
      for slot in 0..<variables.count { (slots + slot).initialize(to: lookup(slot)) }
      let locals = slots + variables.count
      locals.initialize(repeating: .null, count: localCount)
      defer { slots.deinitialize(count: count) }
      var frame = ExpressionFrame(
        variables: slots, locals: locals, budget: costLimit, workspace: workspace)
      do throws(EvaluationFailure) {
        return .success(try root.evaluate(&frame))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let failure): throw failure.error(costLimit: costLimit)
    }
  }
}
