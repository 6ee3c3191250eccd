import OynaValue

/// JSON Schema's validation keywords (draft 2020-12), as far as a rule of Oyna does the same:
/// `minLength` and `maxLength` with the unit scalar, `min`, `max`, `step`, `oneOf`, and `regex` as
/// a search. A keyword that is about another type of value is fulfilled.
enum KeywordCheck {
  /// Nil for a keyword that no rule stands for.
  static func verdict(_ keyword: String, _ parameter: JSON, _ value: JSON) -> Bool? {
    switch keyword {
    case "minLength", "maxLength":
      guard let text = value.string, let bound = parameter.int else { return true }
      let length = text.unicodeScalars.count
      return keyword == "minLength" ? length >= bound : length <= bound
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      guard let number = value.number, let bound = parameter.number else { return true }
      return isInside(number, keyword, bound)
    case "multipleOf":
      guard let number = value.number, let step = parameter.number else { return true }
      return number.isMultiple(of: step)
    case "pattern":
      guard let text = value.string, let pattern = parameter.string else { return true }
      guard let expression = try? RegularExpression(pattern) else { return false }
      return expression.firstMatch(in: text) != nil
    case "enum":
      return parameter.array?.contains { $0.value == value.value } ?? false
    case "const":
      return parameter.value == value.value
    case "uniqueItems":
      guard parameter.bool == true, let elements = value.array else { return true }
      return Set(elements.map { $0.value }).count == elements.count
    default:
      return nil
    }
  }

  private static func isInside(
    _ number: DecimalNumber, _ keyword: String, _ bound: DecimalNumber
  ) -> Bool {
    switch keyword {
    case "minimum": number >= bound
    case "maximum": number <= bound
    case "exclusiveMinimum": number > bound
    default: number < bound
    }
  }
}
