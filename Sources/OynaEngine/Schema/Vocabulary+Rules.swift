extension Vocabulary {
  /// The members of every rule.
  public static let ruleMembers: [MemberEntry] = [
    MemberEntry("rule", .string, required: true),
    MemberEntry("errorMessage", .text),
    MemberEntry("severity", .oneOf(["error", "warning"])),
    MemberEntry("when", .expression),
  ]

  private static let unit = MemberEntry("unit", .oneOf(["grapheme", "scalar", "utf16", "byte"]))

  /// Every rule, in the order of `Docs/Format/Rules.md`.
  public static let rules: [RuleEntry] = [
    RuleEntry("required"),
    RuleEntry(
      "regex",
      [
        MemberEntry("pattern", .string, required: true),
        MemberEntry("flags", .string),
      ]),
    RuleEntry("minLength", [MemberEntry("value", .int(atLeast: 0), required: true), unit]),
    RuleEntry("maxLength", [MemberEntry("value", .int(atLeast: 0), required: true), unit]),
    RuleEntry("min", [MemberEntry("value", .number, required: true)]),
    RuleEntry("max", [MemberEntry("value", .number, required: true)]),
    RuleEntry("step", [MemberEntry("value", .number, required: true)]),
    RuleEntry("email"),
    RuleEntry("url"),
    RuleEntry("phone", [MemberEntry("region", .string)]),
    RuleEntry("date"),
    RuleEntry("minDate", [MemberEntry("value", .dateBound, required: true)]),
    RuleEntry("maxDate", [MemberEntry("value", .dateBound, required: true)]),
    RuleEntry("age", [MemberEntry("value", .int(atLeast: 0), required: true)]),
    RuleEntry("oneOf", [MemberEntry("values", .array, required: true)]),
    RuleEntry("equalsField", [MemberEntry("field", .key, required: true)]),
    RuleEntry("requireOne", [MemberEntry("fields", .keys, required: true)]),
    RuleEntry("luhn"),
    RuleEntry("iban"),
    RuleEntry("inn"),
    RuleEntry("pinfl"),
    RuleEntry("expression", [MemberEntry("expression", .expression, required: true)]),
    RuleEntry(
      "remote",
      [
        MemberEntry("url", .url, required: true),
        MemberEntry("debounce", .int(atLeast: 0)),
      ]),
    RuleEntry(
      "dependent_validation",
      [
        MemberEntry("dependsOn", .key, required: true),
        MemberEntry("equals", .any),
        MemberEntry("in", .array),
        MemberEntry("rules", .rules, required: true),
      ]),
  ]

  /// The methods of a `submit`; the first is the default.
  static let submitMethods = ["POST", "PUT", "PATCH"]
  /// The methods of a `request`; the first is the default.
  static let requestMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  /// The members of `queue`.
  public static let queueMembers: [MemberEntry] = [
    MemberEntry("lane", .any, required: true),
    MemberEntry("kind", .string),
    MemberEntry("title", .text),
    MemberEntry("identifier", .string),
    MemberEntry("hold", .int(atLeast: 0)),
    MemberEntry("timeToLive", .int(atLeast: 1)),
    MemberEntry("lookUp", .url),
    MemberEntry("undo", .object),
    MemberEntry("message", .text),
  ]

  private static func sending(_ methods: [String]) -> [MemberEntry] {
    [
      MemberEntry("method", .oneOf(methods)),
      MemberEntry("url", .url, required: true),
      MemberEntry("headers", .object),
      MemberEntry("on", .object),
      MemberEntry("queue", .object),
    ]
  }

  /// Every action, in the order of `Docs/Format/Actions.md`.
  public static let actions: [ActionEntry] = [
    ActionEntry("submit", sending(submitMethods)),
    ActionEntry("request", sending(requestMethods) + [MemberEntry("body", .any)]),
    ActionEntry(
      "navigate",
      [
        MemberEntry("mode", .oneOf(NavigateAction.Mode.allCases.map { $0.rawValue })),
        MemberEntry("url", .url),
        MemberEntry("prefetch", .bool),
      ]),
    ActionEntry("open_url", [MemberEntry("url", .url, required: true)]),
    ActionEntry(
      "set_value",
      [
        MemberEntry("key", .key, required: true),
        MemberEntry("value", .any),
        MemberEntry("expression", .expression),
      ]),
    ActionEntry("reset", [MemberEntry("fields", .keys)]),
    ActionEntry("validate", [MemberEntry("fields", .keys)]),
    ActionEntry("focus", [MemberEntry("field", .key, required: true)]),
    ActionEntry(
      "alert", [MemberEntry("title", .text), MemberEntry("message", .text, required: true)]),
    ActionEntry("snackbar", [MemberEntry("message", .text, required: true)]),
    ActionEntry("reload", [MemberEntry("component", .string)]),
    ActionEntry("patch", [MemberEntry("patch", .array, required: true)]),
    ActionEntry(
      "command",
      [MemberEntry("command", .oneOf(commandNames), required: true)] + commandParameters),
    ActionEntry("undo"),
    ActionEntry("redo"),
    ActionEntry(
      "pay", open: true,
      [
        MemberEntry("url", .url, required: true),
        MemberEntry("method", .any),
        MemberEntry("on", .object),
      ]),
    ActionEntry("sequence", [MemberEntry("actions", .actions, required: true)]),
    ActionEntry(
      "when",
      [
        MemberEntry("condition", .expression, required: true),
        MemberEntry("then", .actions),
        MemberEntry("else", .actions),
      ]),
    ActionEntry(
      "haptic",
      [
        MemberEntry(
          "style", .name(["light", "medium", "heavy", "success", "warning", "error"]))
      ]),
    ActionEntry("copy", [MemberEntry("text", .text, required: true)]),
    ActionEntry("share", [MemberEntry("text", .text), MemberEntry("url", .url)]),
    ActionEntry("track", open: true, [MemberEntry("name", .string, required: true)]),
  ]

  /// Every parameter of some command.
  private static let commandParameters: [MemberEntry] = [
    MemberEntry("cart", .key),
    MemberEntry("product", .any),
    MemberEntry("quantity", .any),
    MemberEntry("unitPrice", .any),
    MemberEntry("code", .any),
    MemberEntry("field", .key),
    MemberEntry("text", .text),
    MemberEntry("conversation", .any),
    MemberEntry("from", .any),
    MemberEntry("to", .any),
    MemberEntry("amount", .any),
    MemberEntry("currency", .any),
    MemberEntry("title", .text),
    MemberEntry("message", .text),
    MemberEntry("hold", .int(atLeast: 0)),
    MemberEntry("on", .object),
  ]

  /// The commands on carts and texts, then those that are queued.
  public static var commandNames: [String] {
    CommandAction.Operation.allCases.map { $0.rawValue }
      + [SendMessageCommand.actionName, TransferMoneyCommand.actionName]
  }

  /// The parameters of one of `commandNames`, besides `type` and `command`; nil for another name.
  public static func parameters(ofCommand name: String) -> [MemberEntry]? {
    if let operation = CommandAction.Operation(rawValue: name) { return parameters(of: operation) }
    let own: [String]
    switch name {
    case SendMessageCommand.actionName: own = ["conversation", "text"]
    case TransferMoneyCommand.actionName: own = ["from", "to", "amount", "currency"]
    default: return nil
    }
    return own.map { MemberEntry($0, .any, required: true) } + [
      MemberEntry("title", .text), MemberEntry("message", .text),
      MemberEntry("hold", .int(atLeast: 0)), MemberEntry("on", .object),
    ]
  }

  private static func parameters(of operation: CommandAction.Operation) -> [MemberEntry] {
    var members = [MemberEntry(operation.targetMember, .key, required: true)]
    if operation.hasProduct { members.append(MemberEntry("product", .any, required: true)) }
    if let name = operation.argumentMember {
      members.append(
        MemberEntry(
          name, operation == .appendText ? .text : .any, required: operation != .addProduct))
    }
    return members
  }
}
