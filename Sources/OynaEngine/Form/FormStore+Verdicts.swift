import OynaValue

extension FormStore {
  // MARK: - The live verdict

  /// Works out the node's verdict, the count of invalid nodes, and what of it is shown.
  mutating func updateVerdict(_ node: Int) {
    nodes[node].flags.remove(.verdictDue)
    let before = nodes[node].verdict
    let verdict = nodes[node].isActive ? makeVerdict(node) : .valid
    if before.isFailure != verdict.isFailure { invalidCount += verdict.isFailure ? 1 : -1 }
    nodes[node].verdict = verdict
    let isRequired = isRequired(node)
    if isRequired != nodes[node].flags.contains(.required) {
      // Assistive technology is told at once, though no error shows yet.
      nodes[node].flags.formSymmetricDifference(.required)
      markChanged(node)
    }
    if !nodes[node].isActive {
      hideErrors(node)
    } else if isValidated(node) {
      showVerdict(node, source: .dependency)
    }
  }

  /// The first rule that fails, in document order. Rules whose inputs did not change keep their
  /// outcome.
  private mutating func makeVerdict(_ node: Int) -> Verdict {
    let range = rules(ofNode: node)
    let slot = Int(nodes[node].slot)
    let isMistyped = slot >= 0 && isMistyped(node)
    let isUploading = slot >= 0 && isUploading(node)
    guard !range.isEmpty || isMistyped || isUploading else { return .valid }
    let start = Int(nodes[node].outcomeStart)
    var warning: Int32 = -1
    var pending: Int32 = -1
    var flat = range.lowerBound
    while flat < range.upperBound {
      let place = start + flat - range.lowerBound
      if outcomes[place] == RuleOutcome.unknown {
        outcomes[place] = outcome(ofRule: flat, node: node, isMistyped: isMistyped)
      }
      let outcome = outcomes[place]
      if let failed = RuleOutcome.failedRule(outcome) {
        if plan.rules[flat].rule.severity == .error { return .failed(Int32(failed)) }
        if warning < 0 { warning = Int32(failed) }
      } else if outcome == RuleOutcome.pending && pending < 0 {
        pending = Int32(flat)
      }
      flat = Int(plan.rules[flat].end)
    }
    if isMistyped { return .mistyped }
    if isUploading { return .pending(-1) }
    if pending >= 0 { return .pending(pending) }
    setWarning(warning, node: node)
    return .valid
  }

  private mutating func setWarning(_ rule: Int32, node: Int) {
    let message = rule < 0 || !isValidated(node) ? nil : self.message(ofRule: Int(rule), node: node)
    guard message != nodes[node].warning else { return }
    nodes[node].warning = message
    markChanged(node)
  }

  // MARK: - What is shown

  /// The value that the node has now is one that was validated: on leaving it or on submit.
  func isValidated(_ node: Int) -> Bool {
    nodes[node].validatedRevision == revision(ofNode: node)
  }

  func revision(ofNode node: Int) -> Int32 {
    let slot = Int(nodes[node].slot)
    return slot < 0 ? 0 : slots[slot].revision
  }

  /// Shows the live verdict from now on: on leaving an edited field and on submit.
  mutating func validate(_ node: Int) {
    guard nodes[node].isActive else { return }
    nodes[node].validatedRevision = revision(ofNode: node)
    nodes[node].flags.remove(.edited)
    showVerdict(node, source: .rule)
    if !nodes[node].verdict.isFailure && !rules(ofNode: node).isEmpty {
      setWarning(failedWarning(node), node: node)
    }
  }

  private func failedWarning(_ node: Int) -> Int32 {
    let range = rules(ofNode: node)
    var flat = range.lowerBound
    while flat < range.upperBound {
      let outcome = outcomes[Int(nodes[node].outcomeStart) + flat - range.lowerBound]
      if plan.rules[flat].rule.severity == .warning, let failed = RuleOutcome.failedRule(outcome) {
        return Int32(failed)
      }
      flat = Int(plan.rules[flat].end)
    }
    return -1
  }

  private mutating func showVerdict(_ node: Int, source: ShownError.Source) {
    switch nodes[node].verdict {
    case .valid, .pending:
      guard nodes[node].shown != nil else { return }
      nodes[node].shown = nil
      markChanged(node)
    case .mistyped:
      show(mistypedMessage(node), rule: -1, node, source)
    case .failed(let rule):
      if nodes[node].shown?.rule == rule { return }
      show(message(ofRule: Int(rule), node: node), rule: rule, node, source)
    }
  }

  private mutating func show(
    _ message: String, rule: Int32, _ node: Int, _ source: ShownError.Source
  ) {
    nodes[node].shown = ShownError(
      source: source, revision: revision(ofNode: node), message: message, rule: rule)
    markChanged(node)
  }

  /// Asks for a secret that was wiped while it was needed.
  mutating func askForSecret(_ node: Int) {
    nodes[node].flags.insert(.secretAsked)
    show(words[.secretWiped], rule: -1, node, .engine)
  }

  /// The first of two errors that a field may have: a rule's, else the server's. One computed for
  /// an older value is never shown.
  func shownError(_ node: Int) -> String? {
    guard nodes[node].isActive else { return nil }
    let revision = revision(ofNode: node)
    if let shown = nodes[node].shown, shown.revision == revision { return shown.message }
    if let server = nodes[node].server, server.revision == revision { return server.message }
    return nil
  }

  mutating func setServerError(_ message: String, node: Int) {
    nodes[node].server = ServerError(revision: revision(ofNode: node), message: message)
    markChanged(node)
  }

  mutating func clearServerErrors() {
    for node in nodes.indices where nodes[node].server != nil {
      nodes[node].server = nil
      markChanged(node)
    }
  }

  /// Editing a field removes its error at once, whatever its source.
  mutating func clearErrors(_ node: Int) {
    nodes[node].flags.remove(.secretAsked)
    if nodes[node].shown != nil || nodes[node].server != nil || nodes[node].warning != nil {
      nodes[node].shown = nil
      nodes[node].server = nil
      nodes[node].warning = nil
      markChanged(node)
    }
  }

  /// A hidden or disabled field shows nothing; the server's word on it is gone for good.
  private mutating func hideErrors(_ node: Int) {
    nodes[node].warning = nil
    nodes[node].server = nil
    guard nodes[node].shown != nil else { return }
    nodes[node].shown = nil
    markChanged(node)
  }

  // MARK: - Messages

  /// The text under the field when a rule fails: the document's, else the engine's own.
  mutating func message(ofRule flat: Int, node: Int) -> String {
    let rule = plan.rules[flat].rule
    if case .unknown(let name) = rule.check { return words.unknownRule(name) }
    if case .remote = rule.check,
      let message = remoteMessages[RemoteRule(flat: Int32(flat), node: Int32(node))]
    {
      return message
    }
    guard let template = rule.errorMessage else {
      return words.message(
        for: rule.check, valueType: component(ofNode: node).field?.valueType)
    }
    return text(template, row: nodes[node].row, site: RuleSite.message(flat, plan: self.plan))
  }

  /// Works out the component's computed texts, and the message of an error that is shown.
  mutating func updateText(_ node: Int) {
    nodes[node].flags.remove(.textDue)
    guard nodes[node].isVisible else { return }
    let component = component(ofNode: node)
    let row = nodes[node].row
    var texts: [String] = []
    for (_, template) in component.templates {
      texts.append(text(template, row: row, site: RuleSite.text(nodes[node].component)))
    }
    for template in [component.accessibility?.label, component.accessibility?.hint] {
      guard let template, template.plainText == nil else { continue }
      texts.append(text(template, row: row, site: RuleSite.text(nodes[node].component)))
    }
    if texts != nodes[node].texts {
      nodes[node].texts = texts
      markChanged(node)
    }
    if let shown = nodes[node].shown, shown.rule >= 0 {
      let message = message(ofRule: Int(shown.rule), node: node)
      if message != shown.message {
        show(message, rule: shown.rule, node, shown.source)
      }
    }
  }
}

/// Numbers the places of expressions that are no readers of their own.
enum RuleSite {
  static func condition(_ flat: Int, plan: FormPlan) -> Int { plan.readerOffset.count + flat * 3 }
  static func check(_ flat: Int, plan: FormPlan) -> Int { condition(flat, plan: plan) + 1 }
  static func message(_ flat: Int, plan: FormPlan) -> Int { condition(flat, plan: plan) + 2 }
  static func text(_ component: Int32) -> Int { -2 - Int(component) }
}
