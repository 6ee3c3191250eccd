extension Rule.Check {
  /// As a document writes it, for counting; a rule that this engine does not know is `unknown`, so
  /// that the names stay few.
  public var name: String {
    switch self {
    case .required: "required"
    case .regex: "regex"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .min: "min"
    case .max: "max"
    case .step: "step"
    case .email: "email"
    case .url: "url"
    case .phone: "phone"
    case .date: "date"
    case .minDate: "minDate"
    case .maxDate: "maxDate"
    case .age: "age"
    case .oneOf: "oneOf"
    case .equalsField: "equalsField"
    case .requireOne: "requireOne"
    case .luhn: "luhn"
    case .iban: "iban"
    case .inn: "inn"
    case .pinfl: "pinfl"
    case .expression: "expression"
    case .remote: "remote"
    case .dependent: "dependent_validation"
    case .unknown: "unknown"
    }
  }
}
