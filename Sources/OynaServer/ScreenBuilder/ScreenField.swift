public import OynaValue

/// A type that a screen's state can hold, so that a reference to a state key knows its type.
public protocol ScreenValue: Sendable {
  /// The value as it stands in the document.
  var screenValue: Value { get }
}

extension String: ScreenValue {
  /// As a CEL and JSON value.
  public var screenValue: Value { .string(self) }
}

extension Bool: ScreenValue {
  /// As a CEL and JSON value.
  public var screenValue: Value { .bool(self) }
}

extension Int64: ScreenValue {
  /// As a CEL and JSON value.
  public var screenValue: Value { .int(self) }
}

extension Int: ScreenValue {
  /// As a CEL and JSON value.
  public var screenValue: Value { .int(Int64(self)) }
}

extension DecimalNumber: ScreenValue {
  /// As a CEL and JSON value.
  public var screenValue: Value { int64.map(Value.int) ?? .decimal(self) }
}

extension Array: ScreenValue where Element: ScreenValue {
  /// As a CEL and JSON value.
  public var screenValue: Value { .list(map(\.screenValue)) }
}

/// A state key that knows the type of its value: a rule, a condition or an action that names it
/// cannot misspell it or compare it with a value of another type.
///
/// ```swift
/// let delivery = ScreenField<String>("delivery_type")
/// let condition = delivery == "courier"          // delivery == 5 does not compile
/// ```
public struct ScreenField<FieldValue: ScreenValue>: Sendable {
  /// The name in the screen's state and in the submission.
  public let key: String

  /// A reference to the state key `key`.
  public init(_ key: String) { self.key = key }

  /// The field as a CEL expression: an identifier where the key is one, else `state["…"]`.
  var expression: String {
    let isIdentifier =
      key.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
      && key.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    return isIdentifier && !Self.reserved.contains(key)
      ? key : "state[\(ScreenCondition.literal(.string(key)))]"
  }

  /// The words that CEL keeps for itself.
  private static var reserved: Set<String> {
    [
      "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in",
      "let", "loop", "namespace", "null", "package", "return", "state", "true", "var", "void",
      "while",
    ]
  }

  /// The two are equal.
  public static func == (field: Self, value: FieldValue) -> ScreenCondition {
    ScreenCondition("\(field.expression) == \(ScreenCondition.literal(value.screenValue))")
  }

  /// The two differ.
  public static func != (field: Self, value: FieldValue) -> ScreenCondition {
    ScreenCondition("\(field.expression) != \(ScreenCondition.literal(value.screenValue))")
  }
}

extension ScreenField where FieldValue: Comparable {
  /// The field's value is less.
  public static func < (field: Self, value: FieldValue) -> ScreenCondition {
    ScreenCondition("\(field.expression) < \(ScreenCondition.literal(value.screenValue))")
  }

  /// The field's value is greater.
  public static func > (field: Self, value: FieldValue) -> ScreenCondition {
    ScreenCondition("\(field.expression) > \(ScreenCondition.literal(value.screenValue))")
  }

  /// The field's value is less or the same.
  public static func <= (field: Self, value: FieldValue) -> ScreenCondition {
    ScreenCondition("\(field.expression) <= \(ScreenCondition.literal(value.screenValue))")
  }

  /// The field's value is greater or the same.
  public static func >= (field: Self, value: FieldValue) -> ScreenCondition {
    ScreenCondition("\(field.expression) >= \(ScreenCondition.literal(value.screenValue))")
  }
}

/// A CEL expression that is true or false.
public struct ScreenCondition: Sendable, Hashable {
  /// The text that goes into the document.
  public let expression: String

  /// A condition as CEL text, for what the operators do not say.
  public init(_ expression: String) { self.expression = expression }

  /// Both hold.
  public static func && (a: Self, b: Self) -> Self {
    ScreenCondition("(\(a.expression)) && (\(b.expression))")
  }

  /// At least one holds.
  public static func || (a: Self, b: Self) -> Self {
    ScreenCondition("(\(a.expression)) || (\(b.expression))")
  }

  /// The other way round.
  public static prefix func ! (a: Self) -> Self {
    ScreenCondition("!(\(a.expression))")
  }

  /// A value as a CEL literal. JSON's escapes are a part of CEL's, so a string is written as JSON.
  static func literal(_ value: Value) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return writer.text
  }
}
