import OynaValue

// One history over all that a person changes on the screen: fields, carts, what was sent.
extension Engine {
  // MARK: - Running commands

  /// Runs a command and keeps it for undo. False, and the person is told why, when it is refused.
  @discardableResult
  mutating func perform(_ command: any Command) -> Bool {
    do throws(CommandError) {
      try history.execute(command)
    } catch {
      tell(error)
      return false
    }
    settleCommands()
    queue.undone.removeAll()
    return true
  }

  /// Runs commands as one entry: when one is refused, those before it are taken back.
  mutating func runGroup(_ commands: [CommandAction], row: Int32) {
    let history = history
    do throws(CommandError) {
      try history.group("Sequence") { () throws(CommandError) in
        for command in commands where !run(command, row: row) {
          // Whoever ran it was told why.
          throw .failed(command: command.operation.rawValue, reason: "refused")
        }
      }
    } catch {
      removal = nil
    }
    settleCommands()
  }

  /// Takes the newest step back. Queuing a request forgets the steps before it, so what is in the
  /// history is newer than whatever is queued.
  mutating func undo() {
    if history.nextUndo != nil {
      step(forward: false)
    } else {
      _ = undoQueued()
    }
  }

  mutating func redo() {
    if !redoQueued() { step(forward: true) }
  }

  private mutating func step(forward: Bool) {
    let title = forward ? history.redoTitle : history.undoTitle
    let edit = (forward ? history.nextRedo : history.nextUndo) as? FieldEditCommand
    do throws(CommandError) {
      guard try forward ? history.redo() : history.undo() else { return }
    } catch {
      tell(error)
      return
    }
    history.stopCoalescing()
    let writes = edits.due
    settleCommands()
    for case .content(let slot, _) in writes {
      let node = Int(form.slots[slot].node)
      if node >= 0 { form.nodes[node].flags.insert(.edited) }
    }
    guard !form.undoBars.isEmpty, let title else { return }
    let name = form.text(of: title, edited: edit)
    effects.append(.announce(form.words.named(forward ? .redone : .undone, name)))
  }

  /// Writes what the commands want written, and shows what they changed.
  mutating func settleCommands() {
    for index in edits.due.indices {
      switch edits.due[index] {
      case .content(let slot, let content):
        form.setValue(content.value, text: content.text, ofSlot: slot)
      case .insertRow(let command): insertRow(command)
      case .removeRow(let command): removeRow(command)
      }
    }
    edits.removeAll()
    form.takeCartChanges()
  }

  private mutating func insertRow(_ command: RowEditCommand) {
    guard let group = command.group, let row = form.insertRow(command.record, group: group) else {
      return
    }
    command.record = form.record(ofRow: row)
  }

  /// The row goes with what it holds now, which is what comes back.
  private mutating func removeRow(_ command: RowEditCommand) {
    guard let group = command.group, let record = command.record,
      form.rowOrder[group].count > form.plan.groups[group].model.minRows,
      let row = form.rowOrder[group].first(where: { form.rows[Int($0)].id == record.id })
    else { return }
    if let key = focusedKey, let slot = form.slot(named: key), form.slots[slot].row == row {
      focusedKey = nil
    }
    command.record = form.record(ofRow: row)
    form.removeRow(row)
  }

  mutating func forgetHistory() {
    // Refused only while a command runs, and none does.
    try? history.removeAll()
    removal = nil
  }

  // MARK: - What a person is told

  /// Why nothing happened: in the person's words where they can do something about it, and to the
  /// developers always.
  mutating func tell(_ error: CommandError, product: String? = nil) {
    effects.append(
      .report(Diagnostic(.warning, Diagnostic.Code("command-refused"), error.message)))
    let message = form.words.message(for: error, product: product)
    effects.append(.snackbar(message: message, action: nil))
  }

  // MARK: - Undo bars

  /// Marks the bars whose words or buttons are no longer right. Costs nothing without a bar.
  mutating func updateUndoBars() {
    guard !form.undoBars.isEmpty else { return }
    let undo = history.nextUndo
    let redo = history.nextRedo
    let undoTicket = queue.undoable.map { queue.entries[$0].ticket } ?? 0
    let redoTicket = queue.undone.last?.ticket ?? 0
    guard
      undo !== shownUndo || redo !== shownRedo || shownTickets.undo != undoTicket
        || shownTickets.redo != redoTicket
    else { return }
    shownUndo = undo
    shownRedo = redo
    shownTickets = (undoTicket, redoTicket)
    for node in form.undoBars { form.markChanged(node) }
  }
}
