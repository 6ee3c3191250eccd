import OynaValue

extension FormStore {
  /// The inputs whose values a submit sends: visible, enabled, and not an empty optional field.
  /// Inputs inside rows go with their group.
  func submittedFields(in form: ComponentIndex?) -> [Int] {
    fields(in: form).filter { node in
      nodes[node].row < 0 && nodes[node].isActive && !isEmpty(slot: Int(nodes[node].slot))
    }
  }

  /// One flat object `{stateKey: value}`; secrets go straight from their buffers into the body's.
  func freeze(_ fields: [Int]) -> RequestBody {
    var body = RequestBodyWriter()
    body.append(Array("{".utf8))
    for (place, node) in fields.enumerated() {
      if place > 0 { body.append(Array(",".utf8)) }
      appendMember(node, to: &body)
    }
    body.append(Array("}".utf8))
    return body.finish()
  }

  private func appendMember(_ node: Int, to body: inout RequestBodyWriter) {
    let slot = Int(nodes[node].slot)
    var key = JSONWriter()
    key.string(screen.keys[Int(slots[slot].key)].key.name)
    body.append(key.bytes)
    body.append(Array(":".utf8))
    if let secret = slots[slot].secret {
      body.append(secret)
      return
    }
    let group = Int(plan.groupOfOwner[Int(nodes[node].component)])
    if group >= 0 {
      appendRows(group, to: &body)
      return
    }
    var value = JSONWriter()
    value.value(submittedValue(node))
    body.append(value.bytes)
  }

  private func appendRows(_ group: Int, to body: inout RequestBodyWriter) {
    body.append(Array("[".utf8))
    for (place, row) in rowOrder[group].enumerated() {
      body.append(Array((place > 0 ? ",{" : "{").utf8))
      var isFirst = true
      for key in plan.groups[group].model.rowKeys {
        let slot = slot(of: key, row: row)
        let node = Int(slots[slot].node)
        guard node >= 0, nodes[node].isActive, !isEmpty(slot: slot) else { continue }
        if !isFirst { body.append(Array(",".utf8)) }
        isFirst = false
        appendMember(node, to: &body)
      }
      body.append(Array("}".utf8))
    }
    body.append(Array("]".utf8))
  }

  /// Email and phone lose the space around them, as autofill adds it; other text goes as typed.
  func submittedValue(_ node: Int) -> Value {
    if let cart = cart(ofNode: node) { return cart.cart.submittedValue }
    let value = slots[Int(nodes[node].slot)].value
    guard case .string(let text) = value else { return value }
    for flat in rules(ofNode: node) {
      switch plan.rules[flat].rule.check {
      case .email, .phone, .luhn, .iban, .url:
        return .string(text.withUTF8Text { String(decoding: $0.trimmed, as: UTF8.self) })
      default:
        continue
      }
    }
    return value
  }
}
