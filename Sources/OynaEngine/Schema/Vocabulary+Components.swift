extension Vocabulary {
  /// The members of the document itself.
  public static let screenMembers: [MemberEntry] = [
    MemberEntry("oyna", .string),
    MemberEntry("id", .string, required: true),
    MemberEntry("title", .text),
    MemberEntry("language", .string),
    MemberEntry("direction", .oneOf(["ltr", "rtl"])),
    MemberEntry("currency", .string),
    MemberEntry("cache", .oneOf(["default", "never"])),
    MemberEntry("submission", .oneOf(["flat", "nested"])),
    MemberEntry("poll", .string),
    MemberEntry("state", .object),
    MemberEntry("parameters", .keys),
    MemberEntry("computed", .object),
    MemberEntry("body", .component, required: true),
  ]

  /// The members of every component, besides the slots of its type.
  public static let componentMembers: [MemberEntry] = [
    MemberEntry("id", .string),
    MemberEntry("type", .string, required: true),
    MemberEntry("props", .object),
    MemberEntry("children", .components),
    MemberEntry("validations", .rules),
    MemberEntry("visibleWhen", .expression),
    MemberEntry("enabledWhen", .expression),
    MemberEntry("hidden", .bool),
    MemberEntry("disabled", .bool),
    MemberEntry("sensitive", .bool),
    MemberEntry("atRest", atRest),
    MemberEntry("on", .object),
    MemberEntry("accessibility", .object),
    MemberEntry("fallback", .component),
    MemberEntry("requires", .object),
  ]

  /// The members of `accessibility`.
  public static let accessibilityMembers: [MemberEntry] = [
    MemberEntry("label", .text),
    MemberEntry("hint", .text),
    MemberEntry("role", .name(["heading", "image", "list", "group", "status", "alert", "none"])),
    MemberEntry("hidden", .bool),
  ]

  /// The members of an option.
  public static let optionMembers: [MemberEntry] = [
    MemberEntry("value", .any, required: true),
    MemberEntry("label", .text, required: true),
    MemberEntry("disabled", .bool),
  ]

  /// The members of a product of a `cart`.
  public static let productMembers: [MemberEntry] = [
    MemberEntry("id", .string, required: true),
    MemberEntry("title", .text, required: true),
    MemberEntry("unitPrice", .int(atLeast: 0), required: true),
    MemberEntry("currency", .string),
    MemberEntry("stock", .int(atLeast: 0)),
  ]

  /// The members of a promo code of a `cart`.
  public static let promoCodeMembers: [MemberEntry] = [
    MemberEntry("code", .string, required: true),
    MemberEntry("basisPoints", .int(atLeast: 0)),
    MemberEntry("amount", .int(atLeast: 0)),
    MemberEntry("minimumSubtotal", .int(atLeast: 0)),
  ]

  static let atRest = MemberType.oneOf(["mask", "encrypted", "clear"])

  /// The members of `props` of every input.
  private static let field: [MemberEntry] = [
    MemberEntry("stateKey", .key),
    MemberEntry("label", .text),
    MemberEntry("hint", .text),
    MemberEntry("placeholder", .text),
    MemberEntry("value", .any),
    MemberEntry("readOnly", .bool),
    MemberEntry("sensitive", .bool),
    MemberEntry("atRest", atRest),
    MemberEntry("onHide", .oneOf(["keep", "clear"])),
    MemberEntry("autofocus", .bool),
    MemberEntry("autocomplete", .string),
  ]

  private static let keyboards = MemberType.name([
    "default", "phonePad", "numberPad", "decimalPad", "emailAddress", "url", "asciiCapable",
  ])

  private static let typed: [MemberEntry] = [
    MemberEntry("keyboardType", keyboards),
    MemberEntry("autocapitalize", .name(["none", "words", "sentences", "characters"])),
    MemberEntry("mask", .mask),
    MemberEntry("prefix", .text),
    MemberEntry("suffix", .text),
  ]

  private static let numeric: [MemberEntry] = [
    MemberEntry("min", .number),
    MemberEntry("max", .number),
    MemberEntry("step", .number),
    MemberEntry("prefix", .text),
    MemberEntry("suffix", .text),
  ]

  private static let fieldEvents = ["change", "focus", "blur"]

  private static func input(
    _ kind: InputKind, children: Bool = false, _ props: [MemberEntry] = []
  ) -> ComponentEntry {
    ComponentEntry(
      kind.rawValue, .input(kind), children: children, events: fieldEvents, field + props)
  }

  static let inputs: [ComponentEntry] = [
    input(.text, typed),
    input(.secure, typed + [MemberEntry("canReveal", .bool)]),
    input(.textArea, typed + [MemberEntry("rows", .int(atLeast: 1))]),
    input(.number, numeric),
    input(.money, numeric + [MemberEntry("currency", .string)]),
    input(.date, [MemberEntry("min", .dateBound), MemberEntry("max", .dateBound)]),
    input(
      .dropdown,
      [
        MemberEntry("options", .options, required: true),
        MemberEntry("multiple", .bool),
        MemberEntry("searchable", .bool),
      ]),
    input(
      .radioGroup,
      [
        MemberEntry("options", .options, required: true),
        MemberEntry("layout", .name(["vertical", "horizontal"])),
      ]),
    input(.checkbox, [MemberEntry("options", .options)]),
    input(.toggle),
    input(.stepper, numeric),
    input(.slider, numeric + [MemberEntry("showValue", .bool)]),
    input(.otp, [MemberEntry("length", .int(atLeast: 1))]),
    input(
      .file,
      [
        MemberEntry("accept", .strings),
        MemberEntry("maxBytes", .int(atLeast: 1)),
        MemberEntry("maxFiles", .int(atLeast: 1)),
        MemberEntry("uploadUrl", .url),
      ]),
    input(
      .repeatingGroup, children: true,
      [
        MemberEntry("minRows", .int(atLeast: 0)),
        MemberEntry("maxRows", .int(atLeast: 1)),
        MemberEntry("addLabel", .text),
        MemberEntry("removeLabel", .text),
      ]),
    input(
      .cart,
      [
        MemberEntry("title", .text),
        MemberEntry("emptyText", .text),
        MemberEntry("currency", .string),
        MemberEntry("maxQuantity", .int(atLeast: 1)),
        MemberEntry("products", .products),
        MemberEntry("promoCodes", .promoCodes),
      ]),
  ]

  private static let stack: [MemberEntry] = [
    MemberEntry("spacing", .any),
    MemberEntry("alignment", .name(["start", "center", "end", "stretch"])),
    MemberEntry("padding", .any),
  ]

  static let layouts: [ComponentEntry] = [
    ComponentEntry("vstack", .layout, children: true, stack),
    ComponentEntry("hstack", .layout, children: true, stack + [MemberEntry("wrap", .bool)]),
    ComponentEntry("zstack", .layout, children: true, stack),
    ComponentEntry(
      "grid", .layout, children: true, stack + [MemberEntry("columns", .int(atLeast: 1))]),
    ComponentEntry(
      "scroll", .layout, children: true, [MemberEntry("axis", .name(["vertical", "horizontal"]))]),
    ComponentEntry(
      "card", .layout, children: true, events: ["tap"],
      [MemberEntry("title", .text), MemberEntry("style", .name(cardStyles))]),
    ComponentEntry("list", .layout, children: true, [MemberEntry("title", .text)]),
    ComponentEntry(
      "section", .layout, children: true,
      [
        MemberEntry("title", .text),
        MemberEntry("subtitle", .text),
        MemberEntry("collapsible", .bool),
        MemberEntry("collapsed", .bool),
      ]),
    ComponentEntry(
      "tabs", .layout, children: true, events: ["change"], [MemberEntry("label", .text)]),
    ComponentEntry(
      "tab", .layout, children: true, [MemberEntry("title", .text, required: true)]),
    ComponentEntry("form", .form, children: true, [MemberEntry("title", .text)]),
    ComponentEntry(
      "stepper_flow", .wizard, children: true, events: ["change", "finish"],
      [
        MemberEntry("title", .text),
        MemberEntry("nextLabel", .text),
        MemberEntry("backLabel", .text),
        MemberEntry("finishLabel", .text),
      ]),
    ComponentEntry(
      "step", .step, children: true,
      [MemberEntry("title", .text, required: true), MemberEntry("subtitle", .text)]),
  ]

  private static let cardStyles = ["plain", "outlined", "elevated"]
  private static let tones = ["info", "success", "warning", "error"]
  private static let textStyles = ["title", "headline", "body", "caption", "amount"]
  private static let buttonStyles = ["primary", "secondary", "plain", "danger"]

  static let contents: [ComponentEntry] = [
    ComponentEntry(
      "text", .content,
      [
        MemberEntry("text", .text, required: true),
        MemberEntry("style", .name(textStyles)),
        MemberEntry("alignment", .name(["start", "center", "end"])),
        MemberEntry("color", .string),
      ]),
    ComponentEntry(
      "image", .content,
      [
        MemberEntry("src", .url, required: true),
        MemberEntry("alt", .text),
        MemberEntry("width", .number),
        MemberEntry("height", .number),
        MemberEntry("fit", .name(["contain", "cover"])),
      ]),
    ComponentEntry(
      "icon", .content,
      [
        MemberEntry("name", .string, required: true),
        MemberEntry("style", .name(tones)),
        MemberEntry("size", .any),
      ]),
    ComponentEntry("divider", .content, []),
    ComponentEntry("spacer", .content, [MemberEntry("size", .any)]),
    ComponentEntry(
      "progress", .content,
      [
        MemberEntry("label", .text),
        MemberEntry("value", .any),
        MemberEntry("max", .number),
      ]),
    ComponentEntry(
      "banner", .content, children: true, events: ["tap"],
      [
        MemberEntry("title", .text),
        MemberEntry("text", .text, required: true),
        MemberEntry("style", .name(tones)),
      ]),
    ComponentEntry(
      "button", .control, events: ["tap"],
      [
        MemberEntry("label", .text, required: true),
        MemberEntry("style", .name(buttonStyles)),
        MemberEntry("icon", .string),
      ]),
    ComponentEntry(
      "link", .control, events: ["tap"],
      [MemberEntry("label", .text, required: true), MemberEntry("url", .url)]),
  ]

  static let services: [ComponentEntry] = [
    ComponentEntry(
      "load", .load, events: ["load"], slots: [.skeleton, .content, .empty, .error],
      [
        MemberEntry("source", .url, required: true),
        MemberEntry("policy", .oneOf(LoadModel.CachePolicy.allCases.map { $0.rawValue })),
        MemberEntry("items", .expression),
        MemberEntry("itemId", .expression),
        MemberEntry("nextCursor", .expression),
        MemberEntry("pullToRefresh", .bool),
        MemberEntry("retries", .int(atLeast: 0)),
        MemberEntry("debounce", .int(atLeast: 0)),
      ]),
    ComponentEntry(
      "payment_methods", .service, events: ["change"],
      [MemberEntry("label", .text), MemberEntry("methods", .strings)]),
    ComponentEntry("undo_bar", .undoBar, []),
    ComponentEntry(
      "queue_status", .service,
      [
        MemberEntry("title", .text),
        MemberEntry("lane", .string),
        MemberEntry("layout", .name(["list", "chat"])),
        MemberEntry("sent", .int(atLeast: 0)),
        MemberEntry("empty", .text),
      ]),
  ]
}
