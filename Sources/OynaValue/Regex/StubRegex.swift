// Stand-in until room `regex` lands: same surface, deleted at the merge.
public struct RegularExpressionError: Error, Sendable {
  public let message: String
  public let offset: Int
}
public struct RegularExpression: Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
  }
  public struct Limits: Sendable { public static let standard = Limits() }
  public let pattern: String
  public init(_ pattern: String, options: Options = [], limits: Limits = .standard)
    throws(RegularExpressionError)
  { self.pattern = pattern }
}
