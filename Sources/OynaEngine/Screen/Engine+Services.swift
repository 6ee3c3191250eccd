import OynaValue

// What a renderer draws of a cart and of an undo bar: words and amounts are ready to show.
extension Engine {
  /// Sets the props of a `cart`.
  ///
  /// `lines` holds for each line `product`, `title`, `quantity` (an integer), `unitPrice` and
  /// `total` (texts), `canAdd`, and `note` where stock is short. `totals` ends with what is to be
  /// paid; it has the parts besides when a promo code is set.
  func setCartProps(_ props: inout ValueMap, node: Int, _ model: CartModel) {
    _ = props.removeValue(for: .string("products"))
    _ = props.removeValue(for: .string("promoCodes"))
    guard let shown = form.cart(ofNode: node) else { return }
    let cart = shown.cart
    let words = form.words
    props.set(.list(cart.lines.map { .map(lineProps($0, model)) }), for: "lines")
    if props["emptyText"] == nil { props.set(.string(words[.emptyCart]), for: "emptyText") }
    let amount = { (money: Money) in Value.string(money.formatted(words.language)) }
    props.set(.list(totals(of: cart, amount)), for: "totals")
    var labels = ValueMap()
    labels.set(.string(words[.quantity]), for: "quantity")
    if !model.promoCodes.isEmpty {
      labels.set(.string(words[.promoCode]), for: "promoCode")
      labels.set(.string(words[.apply]), for: "apply")
    }
    props.set(.map(labels), for: "labels")
    if let code = cart.promoCode { props.set(.string(code.code), for: "promoCode") }
    if let problem = shown.promoProblem { props.set(.string(problem), for: "promoProblem") }
  }

  /// Names and amounts, the total last; without a promo code only the total.
  private func totals(of cart: Cart, _ amount: (Money) -> Value) -> [Value] {
    var rows: [(Word, Value)] = []
    if let code = cart.promoCode {
      rows.append((.products, amount(cart.subtotal)))
      // A code that does not count yet says from which amount on it does.
      let isWaiting = cart.subtotal.minorUnits < code.minimumSubtotal
      let shown = Money(
        minorUnits: isWaiting ? code.minimumSubtotal : -cart.discount.minorUnits,
        currency: cart.currency
      ).formatted(form.words.language)
      let text = isWaiting ? form.words.named(.promoFrom, shown) : shown
      rows.append((.discount, .string(text)))
    }
    rows.append((.total, amount(cart.total)))
    return rows.map { word, value in
      var row = ValueMap()
      row.set(.string(form.words[word]), for: "label")
      row.set(value, for: "amount")
      return .map(row)
    }
  }

  private func lineProps(_ line: CartLine, _ model: CartModel) -> ValueMap {
    let language = form.words.language
    var props = ValueMap()
    props.set(.string(line.product.name), for: "product")
    props.set(.string(line.title), for: "title")
    props.set(.int(line.quantity), for: "quantity")
    props.set(.string(line.unitPrice.formatted(language)), for: "unitPrice")
    props.set(.string(line.total.formatted(language)), for: "total")
    let most = min(model.maxQuantity, line.stock ?? model.maxQuantity)
    props.set(.bool(line.quantity < most), for: "canAdd")
    if line.isOutOfStock {
      props.set(.string(form.words[.noneLeft]), for: "note")
    } else if let stock = line.stock, line.quantity >= stock {
      props.set(.string(form.words.named(.left, String(stock))), for: "note")
    }
    return props
  }

  /// Sets the props of an `undo_bar`: the words of both buttons, and what they would do; without
  /// that a button is at rest. What is in the history is newer than what is queued, and a request
  /// that was taken back is repeated before anything else: the order of `undo` and `redo`.
  func setUndoProps(_ props: inout ValueMap) {
    props.set(.string(form.words[.undo]), for: "undoLabel")
    props.set(.string(form.words[.redo]), for: "redoLabel")
    if let title = history.undoTitle {
      let edit = history.nextUndo as? FieldEditCommand
      props.set(.string(form.text(of: title, edited: edit)), for: "undo")
    } else if let place = queue.undoable {
      props.set(.string(title(of: queue.entries[place])), for: "undo")
    }
    if let entry = queue.undone.last {
      props.set(.string(title(of: entry)), for: "redo")
    } else if let title = history.redoTitle {
      let edit = history.nextRedo as? FieldEditCommand
      props.set(.string(form.text(of: title, edited: edit)), for: "redo")
    }
  }

  private func title(of entry: QueueState.Entry) -> String {
    entry.plan.title.isEmpty ? form.words[.titleRequest] : entry.plan.title
  }
}
