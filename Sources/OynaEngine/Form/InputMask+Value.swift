extension InputMask {
  /// The value that is kept of a text that a person sees, or of the value itself.
  func value(of shown: String) -> String {
    switch self {
    case .phone: InputMask.digits(of: shown, keepsPlus: true)
    case .card: InputMask.digits(of: shown, keepsPlus: false)
    case .date: InputMask.day(of: shown)
    case .custom(let pattern): InputMask.value(of: shown, pattern: pattern)
    }
  }

  /// Without spaces, dashes and brackets; any other character stays, for a rule to refuse it.
  private static func digits(of shown: String, keepsPlus: Bool) -> String {
    var result = ""
    for scalar in shown.unicodeScalars {
      switch scalar {
      case " ", "-", "(", ")", "\u{A0}", "\u{2011}", "\u{2013}": continue
      case "+" where keepsPlus && !result.isEmpty: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// `31.12.2026`, `31/12/2026` → `2026-12-31`; anything else stays. A day of one digit stays too:
  /// without a caret it may be one whose second digit is being replaced.
  private static func day(of shown: String) -> String {
    let parts = shown.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }
    guard parts.count == 3, parts[0].utf8.count == 2, parts[1].utf8.count == 2,
      parts[2].utf8.count == 4
    else { return shown }
    return "\(parts[2])-\(parts[1])-\(parts[0])"
  }

  /// The characters that stand at `#`, `A` and `*`.
  private static func value(of shown: String, pattern: String) -> String {
    var result = ""
    var rest = Substring(shown)
    for place in pattern {
      guard let next = rest.first else { break }
      switch place {
      case "#", "A", "*":
        result.append(next)
        rest.removeFirst()
      default:
        if next == place { rest.removeFirst() }
      }
    }
    return result + rest
  }
}
