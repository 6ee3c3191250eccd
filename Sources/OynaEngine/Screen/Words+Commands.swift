import OynaValue

// What a person reads of commands: their titles in an undo bar, and why one was refused.
extension Words {
  /// What a command did, after "Undo:". `field` is the label of an edited field.
  func text(of title: CommandTitle, field: String?) -> String {
    switch title {
    case .addProduct(let name), .addRow(let name): named(.titleAdd, name)
    case .removeProduct(let name), .removeRow(let name): named(.titleRemove, name)
    case .changeQuantity(let name): named(.titleQuantity, name)
    case .changePrice(let name): named(.titlePrice, name)
    case .applyPromoCode(let code): named(.titlePromoCode, code)
    case .removePromoCode: self[.titleNoPromoCode]
    case .edit(let label): named(.titleEdit, label)
    case .placeOrder: self[.titleOrder]
    case .sendMessage: self[.titleMessage]
    case .transfer: self[.titleTransfer]
    case .other(let name): field.map { named(.titleEdit, $0) } ?? name
    }
  }

  /// Why a command was refused. `product` is what a person calls the product.
  func message(for error: CommandError, product title: String?) -> String {
    guard case .cart(let error) = error else { return self[.notDone] }
    switch error {
    case .outOfStock(let product): return named(.outOfStock, title ?? product.name)
    case .notEnoughInStock(_, let available): return named(.fewInStock, String(available))
    case .overflow: return self[.amountTooLarge]
    case .notInCart, .alreadyInCart, .quantityNotPositive, .negativePrice, .otherCurrency,
      .otherPrice:
      return self[.notDone]
    }
  }
}

extension FormStore {
  /// A title in the person's language; an edit is named by the label of its field.
  func text(of title: CommandTitle, edited edit: FieldEditCommand?) -> String {
    words.text(of: title, field: edit?.slot.map { label(ofSlot: $0) })
  }

  /// The words beside a field as they stand now; its key where it has none.
  func label(ofSlot slot: Int) -> String {
    let node = Int(slots[slot].node)
    guard node >= 0 else { return name(ofSlot: slot) }
    let component = component(ofNode: node)
    for (place, (name, _)) in component.templates.enumerated() where name == "label" {
      if place < nodes[node].texts.count { return nodes[node].texts[place] }
    }
    if case .string(let label)? = component.props["label"] { return label }
    return self.name(ofSlot: slot)
  }
}
