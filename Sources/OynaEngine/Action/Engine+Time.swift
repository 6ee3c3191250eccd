import OynaValue

// Questions to the server that no person asked for: remote rules and choices by URL.
extension Engine {
  /// Time passed: what is due is done, in order of time.
  mutating func advance(_ milliseconds: Int64) {
    clock += max(milliseconds, 0)
    while let place = timers.indices.filter({ timers[$0].due <= clock })
      .min(by: { timers[$0].due < timers[$1].due })
    {
      let timer = timers.remove(at: place)
      guard timer.epoch == epoch else { continue }
      switch timer.purpose {
      case .remoteRule(let check): ask(check)
      case .pay: sendPayment()
      case .poll: poll()
      case .load(let load, _): wakeLoad(load)
      case .submit, .action, .reload, .options, .card: break
      }
    }
  }

  /// Starts what the event made due: remote rules wait for their debounce, options do not.
  mutating func askServer() {
    for index in form.remoteDue.indices {
      let check = form.remoteDue[index]
      forget(check.rule)
      guard case .remote(_, let debounce) = form.plan.rules[Int(check.rule.flat)].rule.check else {
        continue
      }
      guard debounce > 0 else {
        ask(check)
        continue
      }
      timers.append(Timer(due: clock + debounce, purpose: .remoteRule(check), epoch: epoch))
      effects.append(.wake(afterMilliseconds: debounce))
    }
    form.remoteDue.removeAll(keepingCapacity: true)
    // Choices that are cleared may make others due.
    while let node = form.optionsDue.popLast() { askForOptions(Int(node)) }
    if !form.loads.isEmpty { askForLoads() }
  }

  // MARK: - Remote rules

  /// An older question about the same field is cancelled.
  private mutating func forget(_ rule: RemoteRule) {
    timers.removeAll { timer in
      if case .remoteRule(let check) = timer.purpose { check.rule == rule } else { false }
    }
    cancel { purpose in
      if case .remoteRule(let check) = purpose { check.rule == rule } else { false }
    }
  }

  mutating func cancel(where isMeant: (PendingRequest.Purpose) -> Bool) {
    for request in pending where isMeant(request.purpose) { effects.append(.cancel(request.id)) }
    pending.removeAll { isMeant($0.purpose) }
  }

  /// `POST url` with `{"key": …, "value": …}`; the answer is `{"valid": bool, "message": …}`.
  private mutating func ask(_ check: RemoteCheck) {
    let node = Int(check.rule.node)
    guard case .remote(let url, _) = form.plan.rules[Int(check.rule.flat)].rule.check,
      form.revision(ofNode: node) == check.revision, form.nodes[node].isActive
    else { return }
    var json = JSONWriter()
    json.beginObject()
    json.key("key")
    json.string(form.name(ofSlot: Int(form.nodes[node].slot)))
    json.key("value")
    json.value(form.submittedValue(node))
    json.endObject()
    var body = RequestBodyWriter()
    body.append(json.bytes)
    let id = ask(for: .remoteRule(check))
    effects.append(
      .request(
        Request(
          id: id, method: "POST", url: url,
          headers: standardHeaders(hasBody: true), body: body.finish())))
  }

  /// A server that cannot tell lets the value pass: it checks again when the form is submitted.
  mutating func receiveRemote(_ response: Response, _ check: RemoteCheck) {
    let answer = Answer(response)
    let isValid = answer.body?["valid"]?.bool
    form.settleRemote(
      check, passes: response.status >= 300 || isValid != false,
      message: answer.body?["message"]?.string)
  }

  // MARK: - Choices by URL

  /// The network is back: choices that could not be asked for are asked for now.
  mutating func askForMissingOptions() {
    for node in form.optionsMissing { form.optionsDue.append(Int32(node)) }
    form.optionsMissing.removeAll()
  }

  mutating func askForOptions(_ node: Int) {
    guard case .remote(let source) = form.component(ofNode: node).field?.options else { return }
    cancel { purpose in
      if case .options(node) = purpose { true } else { false }
    }
    let row = form.nodes[node].row
    let isReady = source.reads.allSatisfy { key in
      let value = form.expressionValue(of: key, row: row)
      return !value.isNull && value != .string("")
    }
    guard isReady else {
      setOptions([], of: node)
      return
    }
    form.optionsPending.insert(node)
    form.markChanged(node)
    let url = text(source.url, row)
    let id = ask(for: .options(node: node))
    effects.append(
      .request(
        Request(
          id: id, method: "GET", url: url, headers: standardHeaders(hasBody: false), body: nil)))
  }

  /// An array of `{"value", "label"}`, or an object with `options`; anything else is reported and
  /// the choices stay as they were.
  mutating func receiveOptions(_ response: Response, _ node: Int) {
    form.optionsPending.remove(node)
    form.markChanged(node)
    guard (200...299).contains(response.status), let options = Answer.options(response.body) else {
      effects.append(
        .report(
          Diagnostic(
            .warning, Diagnostic.Code("options-unreadable"),
            "The choices of “\(form.name(ofNode: node))” cannot be read.")))
      return
    }
    setOptions(options, of: node)
  }

  private mutating func setOptions(_ options: [Option], of node: Int) {
    form.optionsPending.remove(node)
    form.remoteOptions[node] = options
    form.markChanged(node)
    form.keepOfferedChoices(node)
    form.finishEvent()
  }
}

extension Answer {
  fileprivate static func options(_ bytes: [UInt8]) -> [Option]? {
    let json: JSON
    do throws(Diagnostic) {
      json = try JSON.parse(bytes)
    } catch {
      return nil
    }
    guard let list = json.array ?? json["options"]?.array else { return nil }
    var options: [Option] = []
    for element in list {
      guard let value = element["value"]?.value else { return nil }
      let label = element["label"]?.string ?? element["value"]?.string ?? ""
      options.append(
        Option(value: value, label: label, isEnabled: element["disabled"]?.bool != true))
    }
    return options
  }
}
