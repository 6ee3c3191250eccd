import OynaValue

extension FormStore {
  /// The inputs whose values a submit sends: visible, enabled, and not an empty optional field.
  /// Inputs inside rows go with their group.
  func submittedFields(in form: ComponentIndex?) -> [Int] {
    fields(in: form).filter { node in
      nodes[node].row < 0 && nodes[node].isActive && !isEmpty(slot: Int(nodes[node].slot))
    }
  }

  /// One object `{stateKey: value}`, or with objects inside where the screen says so; secrets go
  /// straight from their buffers into the body's.
  func freeze(_ fields: [Int]) -> RequestBody {
    var body = RequestBodyWriter()
    if screen.nestsSubmission {
      append(bodyObject(fields), to: &body)
      return body.finish()
    }
    body.append(Array("{".utf8))
    for (place, node) in fields.enumerated() {
      if place > 0 { body.append(Array(",".utf8)) }
      appendMember(node, to: &body)
    }
    body.append(Array("}".utf8))
    return body.finish()
  }

  private func appendMember(_ node: Int, to body: inout RequestBodyWriter) {
    appendKey(screen.keys[Int(slots[Int(nodes[node].slot)].key)].key.name, to: &body)
    appendValue(node, to: &body)
  }

  private func appendKey(_ name: String, to body: inout RequestBodyWriter) {
    var key = JSONWriter()
    key.string(name)
    body.append(key.bytes)
    body.append(Array(":".utf8))
  }

  private func appendValue(_ node: Int, to body: inout RequestBodyWriter) {
    let slot = Int(nodes[node].slot)
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
      if screen.nestsSubmission {
        if place > 0 { body.append(Array(",".utf8)) }
        append(bodyObject(submittedFields(group, row: row)), to: &body)
        continue
      }
      body.append(Array((place > 0 ? ",{" : "{").utf8))
      var isFirst = true
      for node in submittedFields(group, row: row) {
        if !isFirst { body.append(Array(",".utf8)) }
        isFirst = false
        appendMember(node, to: &body)
      }
      body.append(Array("}".utf8))
    }
    body.append(Array("]".utf8))
  }

  private func submittedFields(_ group: Int, row: Int32) -> [Int] {
    plan.groups[group].model.rowKeys.compactMap { key in
      let slot = slot(of: key, row: row)
      let node = Int(slots[slot].node)
      return node >= 0 && nodes[node].isActive && !isEmpty(slot: slot) ? node : nil
    }
  }

  // MARK: - Objects inside

  private func bodyObject(_ fields: [Int]) -> BodyObject {
    let object = BodyObject()
    for node in fields {
      let key = screen.keys[Int(slots[Int(nodes[node].slot)].key)].key.name
      object.insert(node, at: BodyPlace.names(key))
    }
    return object
  }

  private func append(_ object: BodyObject, to body: inout RequestBodyWriter) {
    if object.whole >= 0 { return appendValue(object.whole, to: &body) }
    body.append(Array("{".utf8))
    for (place, member) in object.members.enumerated() {
      if place > 0 { body.append(Array(",".utf8)) }
      appendKey(member.name, to: &body)
      if let inner = member.object {
        append(inner, to: &body)
      } else {
        appendValue(member.node, to: &body)
      }
    }
    body.append(Array("}".utf8))
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
