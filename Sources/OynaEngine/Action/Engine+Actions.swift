import OynaValue

extension Engine {
  /// A person activated a component, or a component's own event came.
  mutating func activate(id: String, event: String) {
    if decide(id, event) { return }
    if let row = form.row(named: id) {
      if event == "remove" { removeRow(row) }
      return
    }
    if let item = form.item(named: id) {
      if let component = item.component { activateItem(item.load, item.place, component, event) }
      return
    }
    guard let node = form.node(named: id) else {
      effects.append(
        .report(
          Diagnostic(
            .warning, Diagnostic.Code("unknown-component"),
            "The event “\(event)” is ignored: the screen has no component “\(id)”.")))
      return
    }
    // A tap may come from a tree that is no longer drawn: what cannot be activated is not.
    guard form.nodes[node].isActive else { return }
    history.stopCoalescing()
    if activateBuiltIn(node, event) { return }
    runHandlers(of: node, event)
  }

  /// The events that a component understands by itself.
  private mutating func activateBuiltIn(_ node: Int, _ event: String) -> Bool {
    let component = Int(form.nodes[node].component)
    switch (form.screen.components[component].kind, event) {
    case (.wizard, "next"), (.wizard, "back"):
      moveStep(of: node, forward: event == "next")
      return true
    case (.undoBar, "undo"):
      undo()
      return true
    case (.undoBar, "redo"):
      redo()
      return true
    case (.load, _):
      return form.plan.loads.load(component).map { demand(event, of: $0) } ?? false
    case (.input(.repeatingGroup), "add"):
      addRow(to: Int(form.plan.groupOfOwner[component]))
      return true
    case (.service, _): return choosePayment(node, event)
    default:
      return false
    }
  }

  mutating func runHandlers(of node: Int, _ event: String) {
    for handler in form.screen.components[Int(form.nodes[node].component)].on
    where handler.event == event {
      run(handler.actions, from: node)
    }
  }

  mutating func run(_ actions: [Action], from node: Int) {
    for action in actions { run(action, from: node) }
  }

  // One case a line or two: a table of what each action does.
  mutating func run(_ action: Action, from node: Int) {
    let row = form.nodes[node].row
    switch action {
    case .submit(let submit): self.submit(submit, from: node)
    case .request(let request): send(request, from: node)
    case .enqueue(let action): enqueue(action, from: node)
    case .navigate(let navigate): self.navigate(navigate, row: row)
    case .openURL(let url): effects.append(.openURL(text(url, row)))
    case .setValue(let key, let value): set(key, to: form.value(value, row: row), row: row)
    case .reset(let fields): reset(fields, from: node)
    case .validate(let fields): validate(fields, from: node)
    case .focus(let key): focusField(key, row: row)
    case .alert(let title, let message):
      effects.append(.alert(title: title.map { text($0, row) }, message: text(message, row)))
    case .snackbar(let message):
      effects.append(.snackbar(message: text(message, row), action: nil))
    case .reload(let component): reload(component)
    case .patch(let operations): patch(operations)
    case .undo: undo()
    case .redo: redo()
    case .sequence(let actions): runSequence(actions, from: node)
    case .when(let condition, let then, let otherwise):
      form.finishEvent()
      let site = form.expressionSite(condition)
      run(form.holds(condition, row: row, site: site) ? then : otherwise, from: node)
    case .haptic(let name): effects.append(.haptic(name))
    case .copy(let template): effects.append(.copy(text(template, row)))
    case .share(let text, let url):
      effects.append(
        .share(text: text.map { self.text($0, row) }, url: url.map { self.text($0, row) }))
    case .custom(let name, let members):
      if case .map(let map) = form.value(members, row: row) {
        effects.append(.custom(name: name, members: map))
      }
    case .track(let name, let members):
      if case .map(let map) = form.value(members, row: row) {
        effects.append(.track(name: name, members: map))
      }
    case .pay(let action): pay(action, from: node)
    case .command(let command): _ = run(command, row: row)
    case .unknown: break  // Reported when the screen was loaded.
    }
  }

  mutating func text(_ template: Template, _ row: Int32) -> String {
    form.text(template, row: row, site: -1)
  }

  /// Commands and nothing else are one step of the history, all or nothing.
  private mutating func runSequence(_ actions: [Action], from node: Int) {
    var commands: [CommandAction] = []
    for action in actions {
      guard case .command(let command) = action else { break }
      commands.append(command)
    }
    guard commands.count > 1, commands.count == actions.count else {
      run(actions, from: node)
      return
    }
    runGroup(commands, row: form.nodes[node].row)
  }

  private mutating func reportUnsupported(_ name: String) {
    effects.append(
      .report(
        Diagnostic(
          .warning, Diagnostic.Code("unsupported-action"),
          "The action \(name) is not supported yet and did nothing.")))
  }

  private mutating func navigate(_ action: NavigateAction, row: Int32) {
    let url = action.url.map { text($0, row) } ?? ""
    let navigation: Navigation =
      switch action.mode {
      case .push: .push(url: url)
      case .replace: .replace(url: url)
      case .present: .present(url: url)
      case .dismiss: .dismiss
      case .back: .back
      case .root: .root
      }
    effects.append(.navigate(navigation))
  }

  /// Asks for the screens that seen controls open and that are worth it. Once, when a screen opens;
  /// an address that is computed is not known before the tap.
  mutating func prefetch() {
    for (index, component) in form.screen.components.enumerated()
    where !component.on.isEmpty && form.nodes[index].isVisible {
      for handler in component.on where handler.event == "tap" {
        for case .navigate(let action) in handler.actions where action.isPrefetched {
          if let url = action.url?.plainText { effects.append(.prefetch(url: url)) }
        }
      }
    }
  }

  /// An action sets any key that is neither computed nor a secret; a value of another type than
  /// the field's is reported and left.
  private mutating func set(_ key: KeyIndex, to value: Value, row: Int32) {
    let slot = form.slot(of: key, row: row)
    let node = Int(form.slots[slot].node)
    guard node >= 0, let field = form.component(ofNode: node).field else {
      form.setValue(value, ofSlot: slot)
      return
    }
    guard !field.isSensitive else {
      if value.isNull || value == .string("") { form.setSecret(nil, ofSlot: slot) }
      return
    }
    do throws(InputRefusal) {
      let before = FieldContent(value: form.slots[slot].value, text: form.slots[slot].text)
      let after = try form.content(of: value, field: field)
      guard before != after else { return }
      form.setValue(after.value, text: after.text, ofSlot: slot)
    } catch {
      effects.append(
        .report(
          Diagnostic(
            .warning, Diagnostic.Code("set-value-refused"),
            "set_value left “\(form.name(ofSlot: slot))”: the value is not of the field's type.")))
    }
  }

  private mutating func focusField(_ key: KeyIndex, row: Int32) {
    let node = Int(form.slots[form.slot(of: key, row: row)].node)
    if node >= 0 && form.nodes[node].isActive { moveFocus(to: node) }
  }

  private mutating func validate(_ fields: [KeyIndex]?, from node: Int) {
    form.finishEvent()
    let row = form.nodes[node].row
    let nodes =
      fields.map { keys in
        keys.map { Int(form.slots[form.slot(of: $0, row: row)].node) }.filter { $0 >= 0 }
      } ?? form.nodes(in: form.component(ofNode: node).form)
    _ = showErrors(of: nodes)
  }

  // MARK: - Rows

  private mutating func addRow(to group: Int) {
    guard group >= 0 else { return }
    let count = form.rowOrder[group].count
    guard count < form.plan.groups[group].model.maxRows else { return }
    let command = RowEditCommand(
      .added, group: group, label: form.label(ofRow: count, group: group), record: nil,
      writes: edits)
    perform(command)
    form.finishEvent()
    guard let row = command.record?.block else { return }
    let base = Int(form.rows[Int(row)].nodeBase)
    let plan = form.plan.groups[group]
    let nodes = base..<(base + plan.end - plan.first)
    if let first = nodes.first(where: { form.nodes[$0].slot >= 0 && form.nodes[$0].isActive }) {
      moveFocus(to: first)
    }
  }

  private mutating func removeRow(_ row: Int32) {
    let group = Int(form.rows[Int(row)].group)
    guard form.rowOrder[group].count > form.plan.groups[group].model.minRows,
      let record = form.record(ofRow: row)
    else { return }
    let command = RowEditCommand(
      .removed, group: group, label: form.label(ofRow: record.place, group: group),
      record: record, writes: edits)
    guard perform(command) else { return }
    removal = command
    // The snackbar speaks of this now, not of what was queued before.
    queue.snackbarTicket = nil
    effects.append(
      .snackbar(message: form.words.named(.removedRow, command.label), action: .undo))
  }
}
