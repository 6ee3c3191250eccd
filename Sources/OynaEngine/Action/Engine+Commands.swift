import OynaValue

// The action `command`, and what a person does in a cart itself.
extension Engine {
  /// Runs the command of an action; its parameters are worked out now. False when it is refused.
  mutating func run(_ action: CommandAction, row: Int32) -> Bool {
    form.finishEvent()
    let slot = form.slot(of: action.target, row: row)
    let argument = action.argument.map { form.value($0, row: row) } ?? .null
    if action.operation == .appendText {
      return append(argument, toSlot: slot)
    }
    guard let place = form.cartPlace(ofSlot: slot), let model = form.cartModel(ofSlot: slot) else {
      return false
    }
    let cart = form.carts[place].cart
    let given = action.product.map { form.value($0, row: row) } ?? .null
    do throws(CartRefusal) {
      switch action.operation {
      case .addProduct:
        let product = try product(given, model)
        let quantity = try number(argument.isNull ? .int(1) : argument, "quantity")
        return add(product, quantity, to: cart, model)
      case .removeProduct:
        return remove(try productID(given), from: cart)
      case .changeQuantity:
        let quantity = try number(argument, "quantity")
        return changeQuantity(of: try productID(given), to: quantity, in: cart, model)
      case .changePrice:
        let price = Money(
          minorUnits: try number(argument, "unitPrice"), currency: model.currency)
        return perform(ChangePriceCommand(of: try productID(given), to: price, in: cart))
      case .applyPromoCode:
        guard case .string(let code) = argument else {
          throw CartRefusal(expected: "a text in `code`")
        }
        return applyPromoCode(code, slot: slot)
      case .removePromoCode:
        return cart.promoCode == nil || perform(ChangePromoCodeCommand(to: nil, in: cart))
      case .appendText:
        return false
      }
    } catch {
      refuse(action.operation, error.expected)
      return false
    }
  }

  private mutating func refuse(_ operation: CommandAction.Operation, _ expected: String) {
    effects.append(
      .report(
        Diagnostic(
          .warning, Diagnostic.Code("command-refused"),
          "The command `\(operation.rawValue)` did nothing: it needs \(expected).")))
  }

  // MARK: - Parameters

  private func product(_ value: Value, _ model: CartModel) throws(CartRefusal) -> Product {
    guard case .string(let id) = value else { return try model.product(described: value) }
    guard let product = model.product(id) else {
      throw CartRefusal(expected: "a product that the cart lists")
    }
    return product
  }

  private func productID(_ value: Value) throws(CartRefusal) -> ProductID {
    var name = value
    if case .map(let map) = value { name = map["id"] ?? .null }
    guard case .string(let text) = name, let id = ProductID(text) else {
      throw CartRefusal(expected: "the id of a product")
    }
    return id
  }

  private func number(_ value: Value, _ name: String) throws(CartRefusal) -> Int64 {
    guard case .int(let number) = value else {
      throw CartRefusal(expected: "a whole number in `\(name)`")
    }
    return number
  }

  // MARK: - Commands on a cart

  private mutating func add(
    _ product: Product, _ quantity: Int64, to cart: Cart, _ model: CartModel
  ) -> Bool {
    let present = cart.quantity(of: product.id)
    let isFull = present == 0 && cart.lines.count >= CartModel.lineLimit
    guard !isFull, quantity <= 0 || quantity <= model.maxQuantity - present else {
      return sayLimit(model)
    }
    do throws(CartError) {
      return perform(AddProductCommand(try product.line(quantity: quantity), to: cart))
    } catch {
      tell(.cart(error), product: product.title)
      return false
    }
  }

  @discardableResult
  private mutating func remove(_ product: ProductID, from cart: Cart) -> Bool {
    let command = RemoveProductCommand(product, from: cart)
    guard perform(command), let line = command.removedLine else { return false }
    removal = command
    // The snackbar speaks of this now, not of what was queued before.
    queue.snackbarTicket = nil
    effects.append(
      .snackbar(message: form.words.named(.removedFromCart, line.title), action: .undo))
    return true
  }

  @discardableResult
  private mutating func changeQuantity(
    of product: ProductID, to quantity: Int64, in cart: Cart, _ model: CartModel,
    coalesces: Bool = false
  ) -> Bool {
    let present = cart.quantity(of: product)
    guard quantity != present || present == 0 else { return true }
    guard quantity <= model.maxQuantity || quantity < present else { return sayLimit(model) }
    return perform(
      ChangeQuantityCommand(of: product, to: quantity, in: cart, coalesces: coalesces))
  }

  private mutating func sayLimit(_ model: CartModel) -> Bool {
    let most = String(model.maxQuantity)
    effects.append(.snackbar(message: form.words.named(.tooManyInCart, most), action: nil))
    return false
  }

  @discardableResult
  private mutating func applyPromoCode(_ text: String, slot: Int) -> Bool {
    guard let place = form.cartPlace(ofSlot: slot), let model = form.cartModel(ofSlot: slot),
      let code = model.promoCode(typed: text)
    else {
      form.refusePromoCode(ofSlot: slot)
      effects.append(.announce(form.words[.unknownPromoCode]))
      return false
    }
    let cart = form.carts[place].cart
    return cart.promoCode == code || perform(ChangePromoCodeCommand(to: code, in: cart))
  }

  /// A person changed the cart in its own component.
  mutating func changeCart(key: String, _ change: CartChange) {
    guard let slot = form.slot(named: key), let place = form.cartPlace(ofSlot: slot),
      let model = form.cartModel(ofSlot: slot)
    else {
      refuse(key, .unknownKey)
      return
    }
    let node = Int(form.slots[slot].node)
    guard form.nodes[node].isActive, form.component(ofNode: node).field?.isReadOnly == false else {
      refuse(key, .readOnly)
      return
    }
    let cart = form.carts[place].cart
    switch change {
    case .quantity(let product, 0): remove(product, from: cart)
    case .quantity(let product, let quantity):
      changeQuantity(of: product, to: quantity, in: cart, model, coalesces: true)
    case .promoCode(let code?): applyPromoCode(code, slot: slot)
    case .promoCode(nil):
      if cart.promoCode != nil { perform(ChangePromoCodeCommand(to: nil, in: cart)) }
    }
    fieldChanged(node)
  }

  // MARK: - Text

  /// The text field holds more at its end: an entry of its own, exact to the grapheme, as what was
  /// there before is what undo puts back.
  private mutating func append(_ value: Value, toSlot slot: Int) -> Bool {
    let node = Int(form.slots[slot].node)
    guard node >= 0, let field = form.component(ofNode: node).field,
      case .string(let text) = form.slots[slot].value
    else { return false }
    guard case .string(let suffix) = value else {
      refuse(.appendText, "a text in `text`")
      return false
    }
    let before = FieldContent(value: form.slots[slot].value, text: form.slots[slot].text)
    do throws(InputRefusal) {
      let after = try form.content(of: .string(text + suffix), field: field)
      guard before != after else { return true }
      return perform(
        FieldEditCommand(slot: slot, from: before, to: after, writes: edits, coalesces: false))
    } catch {
      refuse(.appendText, "a text that the field takes")
      return false
    }
  }

  // MARK: - The snackbar after a removal

  /// Takes the removal back that the snackbar told of. When something else was done since, that
  /// stays: the product comes back as a new entry.
  mutating func undoFromSnackbar() {
    guard let removal else {
      undo()
      return
    }
    self.removal = nil
    if history.nextUndo === removal {
      undo()
    } else if let removal = removal as? RemoveProductCommand, let line = removal.removedLine {
      guard removal.cart.line(of: removal.product) == nil else { return }
      perform(AddProductCommand(line, to: removal.cart))
    } else if let removal = removal as? RowEditCommand, let group = removal.group,
      var record = removal.record,
      !form.rowOrder[group].contains(where: { form.rows[Int($0)].id == record.id })
    {
      // Its block may be another row's by now.
      record.block = nil
      perform(
        RowEditCommand(
          .added, group: group, label: removal.label, record: record, writes: edits))
    }
  }
}
