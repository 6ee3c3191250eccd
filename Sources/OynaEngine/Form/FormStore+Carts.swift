import OynaValue

/// A cart of the screen: the receiver of its commands, beside the slot that others read.
struct FormCart {
  let slot: Int
  let cart: Cart
  /// The revision of the cart that the slot's value shows.
  var shownRevision: Int
  /// Why the promo code that was typed last was not taken; nil when it was.
  var promoProblem: String?
}

extension FormStore {
  /// The place in `carts` of the cart that a slot shows.
  func cartPlace(ofSlot slot: Int) -> Int? { carts.firstIndex { $0.slot == slot } }

  /// The cart of a component.
  func cart(ofNode node: Int) -> FormCart? {
    guard !carts.isEmpty else { return nil }
    let slot = Int(nodes[node].slot)
    return carts.first { $0.slot == slot }
  }

  func cartModel(ofSlot slot: Int) -> CartModel? {
    let node = Int(slots[slot].node)
    return node < 0 ? nil : component(ofNode: node).field?.cart
  }

  /// Opens each cart of the screen: that of the store before, by key, or what the document says.
  mutating func makeCarts(isFilled: Bool, previous: FormStore?) {
    for slot in 0..<screen.keys.count {
      guard let model = cartModel(ofSlot: slot) else { continue }
      if let place = previous?.slotByKey[screen.keys[slot].key.name],
        let old = previous?.carts.first(where: { $0.slot == Int(place) })?.cart,
        old.currency == model.currency
      {
        keep(old, ofSlot: slot, model)
        continue
      }
      let initial = isFilled ? slots[slot].value : .null
      keep((try? model.cart(of: initial)) ?? Cart(currency: model.currency), ofSlot: slot, model)
    }
  }

  private mutating func keep(_ cart: Cart, ofSlot slot: Int, _ model: CartModel) {
    for product in model.products {
      cart.setStock(of: product.id, to: product.stock)
      cart.setTitle(of: product.id, to: product.title)
    }
    carts.append(FormCart(slot: slot, cart: cart, shownRevision: cart.revision))
    slots[slot].value = cart.value
  }

  /// Puts another cart in the place of one: after a reset, and for a body that came.
  mutating func replaceCart(ofSlot slot: Int, by cart: Cart) {
    guard let place = cartPlace(ofSlot: slot) else { return }
    carts[place] = FormCart(slot: slot, cart: cart, shownRevision: cart.revision)
    setValue(cart.value, ofSlot: slot)
  }

  /// The cart as the document has it, or an empty one.
  mutating func resetCart(ofSlot slot: Int, toEmpty isEmptied: Bool = false) {
    guard let model = cartModel(ofSlot: slot) else { return }
    let node = Int(slots[slot].node)
    let initial = isEmptied ? .null : component(ofNode: node).field?.initial ?? .null
    let cart = (try? model.cart(of: initial)) ?? Cart(currency: model.currency)
    replaceCart(ofSlot: slot, by: cart)
  }

  /// Carts that commands changed get the value that everything else reads.
  mutating func takeCartChanges() {
    for place in carts.indices where carts[place].shownRevision != carts[place].cart.revision {
      let slot = carts[place].slot
      // A line that came back was recorded in the language of that moment.
      for product in cartModel(ofSlot: slot)?.products ?? [] {
        carts[place].cart.setTitle(of: product.id, to: product.title)
      }
      carts[place].shownRevision = carts[place].cart.revision
      carts[place].promoProblem = nil
      setValue(carts[place].cart.value, ofSlot: slot)
      let node = Int(slots[slot].node)
      if node >= 0 { nodes[node].flags.insert(.edited) }
    }
  }

  mutating func refusePromoCode(ofSlot slot: Int) {
    guard let place = cartPlace(ofSlot: slot) else { return }
    carts[place].promoProblem = words[.unknownPromoCode]
    markChanged(Int(slots[slot].node))
  }
}
