import OynaValue

// Paying is the server's business: the engine begins it once, and asks where it stands.
extension Engine {
  // MARK: - Choosing

  /// A way was chosen in `payment_methods`; false when the event is no name of one.
  mutating func choosePayment(_ node: Int, _ name: String) -> Bool {
    let component = form.component(ofNode: node)
    guard component.type.name == PaymentMethods.componentType,
      PaymentMethods.names(component.props).contains(name)
    else { return false }
    guard payment.request == nil else { return true }
    if payment.chosen != name {
      payment.chosen = name
      form.markChanged(node)
      runHandlers(of: node, "change")
    }
    return true
  }

  /// The way that is chosen: the first that the screen offers, until a person chooses.
  private var chosenMethod: String? {
    if let chosen = payment.chosen { return chosen }
    for component in form.screen.components
    where component.type.name == PaymentMethods.componentType {
      return PaymentMethods.names(component.props).first
    }
    return nil
  }

  // MARK: - Beginning

  /// Begins to pay; a second tap meanwhile does nothing.
  mutating func pay(_ action: PayAction, from node: Int) {
    form.finishEvent()
    guard payment.request == nil else { return }
    let row = form.nodes[node].row
    var members = ValueMap()
    if case .map(let map) = form.value(action.members, row: row) { members = map }
    let card = members.removeValue(for: .string("card"))
    let method = action.method.map { form.value($0, row: row) } ?? chosenMethod.map { .string($0) }
    if let method { members.set(method, for: "method") }
    var json = JSONWriter()
    json.value(.map(members))
    var writer = RequestBodyWriter()
    writer.append(json.bytes)
    var headers = standardHeaders(hasBody: true)
    headers.append(("Idempotency-Key", "\"\(keys.next())\""))
    let sending = PaymentState.Sending(
      action: action, node: node, url: text(action.url, row), headers: headers,
      body: writer.finish())
    if case .map(let card)? = card {
      sendCard(card, sending)
      return
    }
    payment.request = sending
    sendPayment()
  }

  mutating func sendPayment() {
    guard let sending = payment.request else { return }
    form.markChanged(sending.node)
    effects.append(
      .request(
        Request(
          id: ask(for: .pay), method: "POST", url: sending.url, headers: sending.headers,
          body: sending.body)))
  }

  mutating func receivePayment(_ response: Response) {
    guard let sending = payment.request else { return }
    if case .retryable = Answer(response).kind {
      askAgain()
      return
    }
    payment.request = nil
    form.markChanged(sending.node)
    receiveAnswer(
      response, outcomes: sending.action.outcomes, node: sending.node, isSubmit: false)
  }

  /// No answer. What may have arrived goes again under its key, as often as it takes: the server
  /// answers with what the first one began.
  mutating func failPayment(_ kind: NetworkError) {
    guard let sending = payment.request else { return }
    guard kind == .offline, sending.tries == 0 else {
      askAgain()
      return
    }
    payment.request = nil
    form.markChanged(sending.node)
    effects.append(
      .snackbar(message: PaymentWord.notSent.text(form.words.language), action: nil))
  }

  private mutating func askAgain() {
    guard let tries = payment.request?.tries else { return }
    payment.request?.tries += 1
    let delay = PaymentState.wait(after: tries)
    timers.append(Timer(due: clock + delay, purpose: .pay, epoch: epoch))
    effects.append(.wake(afterMilliseconds: delay))
    if tries == 0 {
      effects.append(
        .snackbar(message: PaymentWord.checking.text(form.words.language), action: nil))
    }
  }

  // MARK: - Where it stands

  /// Asks for a screen that resolves by itself after a while: `poll` names the address.
  mutating func schedulePoll() {
    guard form.screen.poll != nil else { return }
    let delay = PaymentState.wait(after: payment.polls)
    payment.polls += 1
    timers.append(Timer(due: clock + delay, purpose: .poll, epoch: epoch))
    effects.append(.wake(afterMilliseconds: delay))
  }

  mutating func poll() {
    guard let url = form.screen.poll else { return }
    effects.append(
      .request(
        Request(
          id: ask(for: .poll), method: "GET", url: url, headers: standardHeaders(hasBody: false),
          body: nil)))
  }

  /// The person is back, or the network is: what waits for its turn is asked for at once.
  mutating func hurryPoll() {
    guard
      let place = timers.firstIndex(where: { timer in
        if case .poll = timer.purpose { true } else { false }
      })
    else { return }
    timers.remove(at: place)
    payment.polls = 0
    poll()
  }

  /// An answer that brings nothing new, or none that can be read, is followed by the next question.
  mutating func receivePoll(_ response: Response) {
    let answer = Answer(response)
    let before = epoch
    if case .success = answer.kind { follow(answer, from: form.screen.root.rawValue) }
    if epoch == before { schedulePoll() }
  }
}
