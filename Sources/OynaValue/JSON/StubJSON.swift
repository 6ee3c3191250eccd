// Stand-in until room `json` lands: same surface, deleted at the merge.
public struct JSON: Sendable {
  public struct Options: Sendable { public static let screen = Options() }
  public enum Kind: Sendable { case null, bool, number, string, array, object }
  public var kind: Kind { .null }
  public var bool: Bool? { nil }
  public var int: Int64? { nil }
  public var number: DecimalNumber? { nil }
  public var double: Double? { nil }
  public var string: String? { nil }
  public var isNull: Bool { true }
  public var array: [JSON]? { nil }
  public var object: [(key: String, value: JSON)]? { nil }
  public subscript(_ key: String) -> JSON? { nil }
  public var position: Position { Position(line: 1, column: 1, offset: 0) }
  public var offset: Int { 0 }
  public var value: Value { .null }
  public static func parse(_ text: String, options: Options = .screen) throws(Diagnostic) -> JSON {
    JSON()
  }
}
