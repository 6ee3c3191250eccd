import OynaValue

extension Engine {
  // MARK: - Input

  mutating func input(key: String, value: Value) {
    guard let node = form.field(named: key), let field = form.component(ofNode: node).field else {
      refuse(key, .unknownKey)
      return
    }
    if field.isSensitive {
      refuse(key, .wrongType(expected: "a secret"))
      return
    }
    do throws(InputRefusal) {
      if field.isReadOnly { throw .readOnly }
      let slot = Int(form.nodes[node].slot)
      let before = FieldContent(value: form.slots[slot].value, text: form.slots[slot].text)
      let after = try form.content(of: value, field: field)
      guard before != after else { return }
      perform(FieldEditCommand(slot: slot, from: before, to: after, writes: edits))
      queue.undone.removeAll()
      fieldChanged(node)
    } catch {
      refuse(key, error)
    }
  }

  mutating func input(key: String, secret: Secret) {
    guard let node = form.field(named: key), let field = form.component(ofNode: node).field else {
      refuse(key, .unknownKey)
      return
    }
    guard field.isSensitive, !field.isReadOnly else {
      refuse(key, field.isReadOnly ? .readOnly : .wrongType(expected: "a value that is no secret"))
      return
    }
    form.setSecret(secret.isEmpty ? nil : secret.copy(), ofSlot: Int(form.nodes[node].slot))
    fieldChanged(node)
  }

  /// A person's edit: the component's `change` actions run after its dependents are settled.
  mutating func fieldChanged(_ node: Int) {
    form.nodes[node].flags.insert(.edited)
    let on = form.screen.components[Int(form.nodes[node].component)].on
    guard on.contains(where: { $0.event == "change" }) else { return }
    form.finishEvent()
    for handler in on where handler.event == "change" { run(handler.actions, from: node) }
  }

  mutating func refuse(_ key: String, _ refusal: InputRefusal) {
    let reason =
      switch refusal {
      case .unknownKey: "the screen has no input with this key"
      case .wrongType(let expected): "the field takes \(expected)"
      case .readOnly: "the field is read-only"
      }
    effects.append(
      .report(
        Diagnostic(
          .warning, Diagnostic.Code("input-refused"), "The input to “\(key)” is ignored: \(reason)."
        )))
  }

  // MARK: - Focus

  mutating func focus(key: String) {
    guard let node = form.field(named: key) else {
      refuse(key, .unknownKey)
      return
    }
    history.stopCoalescing()
    focusedKey = key
    if form.standsOnOtherStep(node) {
      // Such as from a list of errors: its page is turned to first.
      showStep(of: node)
      effects.append(.focus(key: key))
    }
    runHandlers(of: node, "focus")
  }

  /// Leaving a field that was edited validates it.
  mutating func blur(key: String) {
    guard let node = form.field(named: key) else {
      refuse(key, .unknownKey)
      return
    }
    history.stopCoalescing()
    if focusedKey == key { focusedKey = nil }
    if form.nodes[node].flags.contains(.edited) {
      form.finishEvent()
      form.validate(node)
    }
    runHandlers(of: node, "blur")
  }

  /// Asks the host to move the focus, and takes it as moved.
  mutating func moveFocus(to node: Int) {
    let slot = Int(form.nodes[node].slot)
    guard slot >= 0 else { return }
    let key = form.name(ofSlot: slot)
    focusedKey = key
    effects.append(.focus(key: key))
  }

  // MARK: - Life of the app

  mutating func enter(_ lifecycle: Lifecycle) {
    guard lifecycle == .background else {
      hurryPoll()
      return
    }
    _ = form.wipeSecrets()
    switch submitState {
    case .failed(let attempt) where attempt.body.hasSecret:
      attempt.body.wipe()
    case .sending(var attempt) where attempt.body.hasSecret:
      attempt.isOverwrittenWhenSettled = true
      submitState = .sending(attempt)
    case .idle, .validating, .sending, .failed:
      break
    }
  }

  /// Empties every value and error; what is in flight is dropped.
  mutating func clearSensitiveData() {
    dropWorkInFlight()
    for group in form.rowOrder.indices {
      for row in form.rowOrder[group] { form.removeRow(row) }
    }
    for slot in form.slots.indices {
      if case .computed = form.screen.keys[Int(form.slots[slot].key)].origin { continue }
      form.setEmpty(slot)
    }
    form.forgetErrors()
    forgetLoads()
    forgetHistory()
    focusedKey = nil
  }

  /// The fields return to what they held when the screen opened; nil: all of the form around.
  mutating func reset(_ fields: [KeyIndex]?, from node: Int) {
    if let fields {
      for key in fields { form.resetField(form.slot(of: key, row: form.nodes[node].row)) }
    } else {
      dropWorkInFlight()
      let scope = form.component(ofNode: node).form
      form.resetGroups(in: scope)
      for field in form.fields(in: scope) { form.resetField(Int(form.nodes[field].slot)) }
      form.forgetErrors()
    }
    forgetHistory()
  }

  /// Raises the epoch: what was asked before is cancelled, its answers will be dropped.
  mutating func dropWorkInFlight() {
    epoch += 1
    for request in pending { effects.append(.cancel(request.id)) }
    pending.removeAll()
    timers.removeAll()
    stopWaitingForPage()
    restartLoads()
    switch submitState {
    case .sending(let attempt), .failed(let attempt):
      if attempt.body.hasSecret { attempt.body.wipe() }
      form.markChanged(attempt.node)
    case .validating(let node, _):
      form.markChanged(node)
    case .idle:
      break
    }
    submitState = .idle
  }

  mutating func begin(_ day: CalendarDay) {
    context.today = day
    form.changeDay(to: day)
  }
}
