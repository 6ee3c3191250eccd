// Stand-in until room `cel` lands: same surface, deleted at the merge.
public struct CELError: Error, Sendable {
  public let message: String
  public let offset: Int
}
public struct CELEnvironment: Sendable {
  public static let standard = CELEnvironment()
  public static let screen = CELEnvironment()
}
public final class CELProgram: Sendable {
  public let source: String
  public let variables: [String]
  public init(_ source: String, environment: CELEnvironment = .standard) throws(CELError) {
    self.source = source
    self.variables = []
  }
  public func evaluate(costLimit: Int = 100_000, _ lookup: (Int) -> Value) throws(CELError) -> Value
  { .null }
}
