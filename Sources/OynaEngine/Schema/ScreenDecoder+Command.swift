import OynaValue

extension ScreenDecoder {
  /// The action `command`. What can be known before it runs is checked here, with its place.
  func command(_ json: JSON, _ scope: ScopeIndex, _ depth: Int) -> Action? {
    guard let nameJSON = json.member("command"), let name = string(nameJSON, "command") else {
      return nil
    }
    if let queued = queuedCommand(name, json, scope, depth) { return queued }
    guard let operation = CommandAction.Operation(rawValue: name) else {
      let names = Vocabulary.commandNames
      error(
        .badValue, "There is no command `\(name)`; the commands are \(Self.list(names)).",
        at: nameJSON, correction: nearest(name, among: names))
      return nil
    }
    guard hasMembers(operation, json),
      let target = key(json.member(operation.targetMember), operation.targetMember, in: scope),
      let place = json.member(operation.targetMember)
    else { return nil }
    let product = operation.hasProduct ? json.member("product") : nil
    let argument = operation.argumentMember.flatMap { json.member($0) }
    if operation == .appendText {
      guard isTextField(target, at: place), checkText(argument) else { return nil }
    } else {
      guard let model = cartModel(of: target, at: place),
        check(operation, product: product, argument, model)
      else { return nil }
    }
    let productTemplate = product.map { valueTemplate($0, "product", in: scope) }
    let argumentTemplate = argument.map {
      valueTemplate($0, operation.argumentMember ?? "", in: scope)
    }
    // An inner nil is a template that is wrong, and was reported.
    if case .some(nil) = productTemplate { return nil }
    if case .some(nil) = argumentTemplate { return nil }
    return .command(
      CommandAction(
        operation: operation, target: target, product: productTemplate ?? nil,
        argument: argumentTemplate ?? nil))
  }

  private func hasMembers(_ operation: CommandAction.Operation, _ json: JSON) -> Bool {
    var needed = [operation.targetMember]
    if operation.hasProduct { needed.append("product") }
    if let argument = operation.argumentMember, operation != .addProduct {
      needed.append(argument)
    }
    var hasAll = true
    for name in needed where json.member(name) == nil {
      missing(
        name, of: "The command `\(operation.rawValue)`", in: json,
        known: ["type", "command", "quantity"] + needed)
      hasAll = false
    }
    return hasAll
  }

  // MARK: - What it changes

  private func isTextField(_ key: KeyIndex, at place: JSON) -> Bool {
    let declaration = keys[key.rawValue]
    if declaration.isSensitive {
      error(
        .sensitiveValue,
        "`append_text` cannot change `\(declaration.key.name)`, which is a secret: no command "
          + "holds one.",
        at: place)
      return false
    }
    if let kind = inputKind(of: declaration), kind == .text || kind == .textArea { return true }
    error(
      .badValue, "`field` must be a `text_input` or a `text_area`: `append_text` adds to its text.",
      at: place)
    return false
  }

  /// The model of the cart that a command names; reports a key that is none.
  private func cartModel(of key: KeyIndex, at place: JSON) -> CartModel? {
    let declaration = keys[key.rawValue]
    guard case .field(let component) = declaration.origin,
      inputKind(of: declaration) == .cart
    else {
      let carts = keys.filter { inputKind(of: $0) == .cart }.map { $0.key.name }
      error(
        .badValue, "`cart` must be the key of a `cart`, which `\(declaration.key.name)` is not.",
        at: place, correction: carts.count == 1 ? carts[0] : nil)
      return nil
    }
    if let openScreen { return openScreen[component].field?.cart }
    return cart(component.rawValue)
  }

  func isCart(_ declaration: KeyDeclaration) -> Bool { inputKind(of: declaration) == .cart }

  private func inputKind(of declaration: KeyDeclaration) -> InputKind? {
    guard case .field(let component) = declaration.origin else { return nil }
    let kind = openScreen?[component].kind ?? outlines[component.rawValue].entry?.kind
    if case .input(let kind)? = kind { return kind }
    return nil
  }

  // MARK: - Parameters

  private func checkText(_ json: JSON?) -> Bool {
    guard let json else { return true }
    return string(json, "text") != nil
  }

  /// True when nothing that is written out is wrong; what is computed is checked when it runs.
  private func check(
    _ operation: CommandAction.Operation, product: JSON?, _ argument: JSON?, _ model: CartModel
  ) -> Bool {
    var price: Int64?
    if let product {
      switch self.product(product, operation, model) {
      case .wrong: return false
      case .unknown: break
      case .priced(let units): price = units
      }
    }
    guard let argument, !Self.isComputed(argument) else { return true }
    switch operation {
    case .addProduct, .changeQuantity:
      guard let quantity = quantity(argument, model) else { return false }
      if let price, price.multipliedReportingOverflow(by: quantity).overflow {
        error(.badValue, "\(CartError.overflow.message)", at: argument)
        return false
      }
      return true
    case .changePrice:
      return amount(argument, "unitPrice") != nil
    case .applyPromoCode:
      guard let code = string(argument, "code") else { return false }
      if model.promoCode(typed: code) != nil { return true }
      error(
        .badValue, "The cart has no promo code `\(code)` among its `promoCodes`.", at: argument,
        correction: nearest(code, among: model.promoCodes.map { $0.code }))
      return false
    case .removeProduct, .removePromoCode, .appendText:
      return true
    }
  }

  private enum ProductFinding {
    case wrong
    /// Computed, or named only.
    case unknown
    case priced(Int64)
  }

  private func product(
    _ json: JSON, _ operation: CommandAction.Operation, _ model: CartModel
  ) -> ProductFinding {
    if Self.isComputed(json) { return .unknown }
    if let id = json.string {
      if let known = model.product(id) { return .priced(known.unitPrice.minorUnits) }
      // Only what is put in must be known: a line may have come with the cart's value.
      guard operation == .addProduct || !model.products.isEmpty else { return .unknown }
      error(
        .badValue, "The cart lists no product `\(id)` among its `products`.", at: json,
        correction: nearest(id, among: model.products.map { $0.id.name }))
      return .wrong
    }
    guard json.kind == .object else {
      wrongType("product", "the id of a product or an object that describes one", json)
      return .wrong
    }
    guard operation == .addProduct else { return .unknown }
    return describedProduct(json, model.currency)
  }

  /// Checks what is written out of a product's description.
  private func describedProduct(_ json: JSON, _ currency: OynaValue.Currency) -> ProductFinding {
    var isRight = true
    for name in ["id", "title"] {
      guard let member = json.member(name) else {
        missing(
          name, of: "A product", in: json, known: ["id", "title", "unitPrice", "currency", "stock"])
        isRight = false
        continue
      }
      guard let text = string(member, name) else {
        isRight = false
        continue
      }
      if text.isEmpty {
        error(.badValue, "The `\(name)` of a product must not be empty.", at: member)
        isRight = false
      }
    }
    if let member = json.member("currency"), !Self.isComputed(member) {
      guard let code = string(member, "currency") else { return .wrong }
      if code != currency.code {
        error(
          .badValue, "The product is priced in `\(code)` and the cart in `\(currency.code)`.",
          at: member, correction: currency.code)
        isRight = false
      }
    }
    if let member = json.member("stock"), !Self.isComputed(member) {
      if count(member, "stock") == nil { isRight = false }
    }
    guard let member = json.member("unitPrice") else {
      missing(
        "unitPrice", of: "A product", in: json,
        known: ["id", "title", "unitPrice", "currency", "stock"])
      return .wrong
    }
    guard !Self.isComputed(member) else { return isRight ? .unknown : .wrong }
    guard let units = amount(member, "unitPrice"), isRight else { return .wrong }
    return .priced(units)
  }

  private func quantity(_ json: JSON, _ model: CartModel) -> Int64? {
    guard json.kind == .number else {
      wrongType("quantity", "a whole number", json)
      return nil
    }
    guard let quantity = json.int, 1...model.maxQuantity ~= quantity else {
      error(
        .badValue, "`quantity` must be a whole number from 1 to \(model.maxQuantity).", at: json)
      return nil
    }
    return quantity
  }

  /// Minor units.
  func amount(_ json: JSON, _ name: String) -> Int64? {
    guard json.kind == .number else {
      wrongType(name, "a whole number of minor units", json)
      return nil
    }
    guard let units = json.int, units >= 0 else {
      error(
        .badValue,
        "`\(name)` must be a whole number of minor units (tiyin, cents) from 0: 4500 so'm are "
          + "450000.",
        at: json)
      return nil
    }
    return units
  }

  func count(_ json: JSON, _ name: String) -> Int64? {
    guard json.kind == .number else {
      wrongType(name, "a whole number", json)
      return nil
    }
    guard let count = json.int, count >= 0 else {
      error(.badValue, "`\(name)` must be a whole number from 0.", at: json)
      return nil
    }
    return count
  }

  /// A text with `{{ }}`: its value is known when it runs.
  static func isComputed(_ json: JSON) -> Bool {
    json.string.map { TemplateReader.isComputed($0) } ?? false
  }
}
