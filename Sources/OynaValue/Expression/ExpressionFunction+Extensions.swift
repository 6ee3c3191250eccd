extension ExpressionFunctions {
  /// The extensions that cel-spec's suites name: strings, math, optionals, encoders.
  static let extensions: [(ExpressionFunction, [String])] = strings + math + optionals + encoders

  /// The names before the dot of the functions above.
  static let namespaces = ["math", "strings", "optional", "base64"]

  private static let strings: [(ExpressionFunction, [String])] = [
    (.charAt, ["string charAt(int) -> string"]),
    (.indexOf, ["string indexOf(string) -> int", "string indexOf(string, int) -> int"]),
    (
      .lastIndexOf,
      ["string lastIndexOf(string) -> int", "string lastIndexOf(string, int) -> int"]
    ),
    (.join, ["list(string) join() -> string", "list(string) join(string) -> string"]),
    (.lowerAscii, ["string lowerAscii() -> string"]),
    (.upperAscii, ["string upperAscii() -> string"]),
    (
      .replace,
      [
        "string replace(string, string) -> string",
        "string replace(string, string, int) -> string",
      ]
    ),
    (
      .split, ["string split(string) -> list(string)", "string split(string, int) -> list(string)"]
    ),
    (.substring, ["string substring(int) -> string", "string substring(int, int) -> string"]),
    (.trim, ["string trim() -> string"]),
    (.reverse, ["string reverse() -> string"]),
    (.format, ["string format(list(dyn)) -> string"]),
    (.quote, [":strings.quote(string) -> string"]),
  ]

  private static let math: [(ExpressionFunction, [String])] = [
    (.greatest, extremes("greatest")),
    (.least, extremes("least")),
    (.ceil, [":math.ceil(double) -> double"]),
    (.floor, [":math.floor(double) -> double"]),
    (.round, [":math.round(double) -> double"]),
    (.truncate, [":math.trunc(double) -> double"]),
    (.absolute, sameNumber("abs")),
    (.sign, sameNumber("sign")),
    (
      .squareRoot,
      [
        ":math.sqrt(double) -> double", ":math.sqrt(int) -> double", ":math.sqrt(uint) -> double",
      ]
    ),
    (.isNaN, [":math.isNaN(double) -> bool"]),
    (.isInfinite, [":math.isInf(double) -> bool"]),
    (.isFinite, [":math.isFinite(double) -> bool"]),
    (.bitAnd, [":math.bitAnd(int, int) -> int", ":math.bitAnd(uint, uint) -> uint"]),
    (.bitOr, [":math.bitOr(int, int) -> int", ":math.bitOr(uint, uint) -> uint"]),
    (.bitXor, [":math.bitXor(int, int) -> int", ":math.bitXor(uint, uint) -> uint"]),
    (.bitNot, [":math.bitNot(int) -> int", ":math.bitNot(uint) -> uint"]),
    (
      .bitShiftLeft,
      [":math.bitShiftLeft(int, int) -> int", ":math.bitShiftLeft(uint, int) -> uint"]
    ),
    (
      .bitShiftRight,
      [":math.bitShiftRight(int, int) -> int", ":math.bitShiftRight(uint, int) -> uint"]
    ),
  ]

  private static let optionals: [(ExpressionFunction, [String])] = [
    (.optionalOf, [":optional.of(A) -> optional(A)"]),
    (.optionalOfNonZeroValue, [":optional.ofNonZeroValue(A) -> optional(A)"]),
    (.optionalNone, [":optional.none() -> optional(A)"]),
    (.hasValue, ["optional(A) hasValue() -> bool"]),
    (.optionalValue, ["optional(A) value() -> A"]),
    (.optionalOr, ["optional(A) or(optional(A)) -> optional(A)"]),
    (.optionalOrValue, ["optional(A) orValue(A) -> A"]),
    (
      .optionalUnwrap,
      [
        ":optional.unwrap(list(optional(A))) -> list(A)",
        "list(optional(A)) unwrapOpt() -> list(A)",
      ]
    ),
    (.first, ["list(A) first() -> optional(A)"]),
    (.last, ["list(A) last() -> optional(A)"]),
  ]

  private static let encoders: [(ExpressionFunction, [String])] = [
    (.base64Encode, [":base64.encode(bytes) -> string"]),
    (.base64Decode, [":base64.decode(string) -> bytes"]),
  ]

  private static func sameNumber(_ name: String) -> [String] {
    ["int", "uint", "double"].map { ":math.\(name)(\($0)) -> \($0)" }
  }

  /// `greatest` and `least` of one to sixteen numbers, or of a list of them. The result of mixed
  /// types is known only when it is evaluated.
  private static func extremes(_ name: String) -> [String] {
    let numbers = ["int", "uint", "double"]
    var lines: [String] = []
    for first in numbers {
      lines.append(":math.\(name)(\(first)) -> \(first)")
      lines.append(":math.\(name)(list(\(first))) -> \(first)")
      for second in numbers {
        let result = first == second ? first : "dyn"
        lines.append(":math.\(name)(\(first), \(second)) -> \(result)")
      }
    }
    return lines
  }
}
