import OynaValue

extension ScreenDecoder {
  /// Compiles an expression and binds its names.
  ///
  /// `label` names the member in messages.
  func expression(_ json: JSON?, _ label: String, in scope: ScopeIndex) -> BoundExpression? {
    guard let json, let source = string(json, label) else { return nil }
    return bind(source, label, in: scope, at: json, inString: 0)
  }

  /// A condition: its value must be able to be true or false.
  func condition(_ json: JSON?, _ label: String, in scope: ScopeIndex) -> BoundExpression? {
    guard let json, let bound = expression(json, label, in: scope) else { return nil }
    switch bound.program.resultType {
    case .bool, .dyn: break
    default:
      warn(
        .notBool,
        "`\(label)` gives \(bound.program.resultType.name), never true or false: it counts as "
          + "false.",
        at: json)
    }
    return bound
  }

  /// Compiles `source`, which stands in the string `json` from `inString` on.
  func bind(
    _ source: String, _ label: String, in scope: ScopeIndex, at json: JSON, inString: Int
  ) -> BoundExpression? {
    if let known = expressions[scope.rawValue][source] { return known }
    let program: CELProgram
    do {
      program = try CELProgram(source, environment: environment)
    } catch {
      self.error(
        .badExpression, "`\(label)` is no valid expression: \(error.message)", at: json,
        inString: inString + error.offset)
      return nil
    }
    var reads: [KeyIndex] = []
    for name in program.variables {
      let offset = inString + Self.place(of: name, in: source)
      guard let key = resolve(name, in: scope) else {
        reportUnknownKey(name, "`\(label)`", in: scope, at: json, inString: offset)
        continue
      }
      if keys[key.rawValue].isSensitive {
        error(
          .sensitiveRead, "`\(label)` reads `\(name)`, which is a secret: no expression may.",
          at: json, inString: offset)
      }
      reads.append(key)
    }
    guard reads.count == program.variables.count else { return nil }
    let bound = BoundExpression(program: program, reads: reads)
    expressions[scope.rawValue][source] = bound
    return bound
  }

  /// Where a name first stands in an expression as a whole word; 0 when it is not found.
  private static func place(of name: String, in source: String) -> Int {
    let wanted = Array(name.utf8)
    let text = Array(source.utf8)
    guard !wanted.isEmpty, text.count >= wanted.count else { return 0 }
    for start in 0...(text.count - wanted.count) {
      let end = start + wanted.count
      guard text[start] == wanted[0], text[start..<end].elementsEqual(wanted) else { continue }
      let isWhole =
        (start == 0 || !isWordByte(text[start - 1]))
        && (end == text.count || !isWordByte(text[end]))
      if isWhole { return start }
    }
    return 0
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  // MARK: - Patterns

  /// Compiles the pattern of a `regex` rule, once for each distinct pattern.
  func pattern(_ json: JSON?, flags: JSON?) -> RegularExpression? {
    guard let json, let source = string(json, "pattern") else { return nil }
    var prefix = ""
    if let flags, let letters = string(flags, "flags"), !letters.isEmpty {
      guard letters.allSatisfy({ $0 == "i" || $0 == "s" || $0 == "m" }) else {
        error(
          .badValue, "`flags` may hold `i`, `s` and `m` only, not `\(letters)`.", at: flags)
        return nil
      }
      prefix = "(?\(letters))"
    }
    if let known = patterns[prefix + source] { return known }
    do {
      let compiled = try RegularExpression(
        prefix + source, limits: RegularExpression.Limits(programSize: limits.regexProgram))
      patterns[prefix + source] = compiled
      return compiled
    } catch {
      self.error(
        error.kind == .programSize ? .limit : .badPattern,
        "The pattern is no valid regular expression: \(error.message)", at: json,
        inString: max(0, error.offset - prefix.utf8.count), correction: error.correction)
      return nil
    }
  }
}
