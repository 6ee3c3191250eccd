import OynaValue

// A card goes straight from its fields to the provider, which gives a token for it: number and
// expiry never reach the screen's own server.
extension Engine {
  /// Sends the card to the provider that `card` names: `{"url", "merchant", "number", "expiry"}`,
  /// the last two being keys of sensitive fields. False when a field is not right yet.
  mutating func sendCard(_ card: ValueMap, _ sending: PaymentState.Sending) {
    let scope = form.component(ofNode: sending.node).form
    guard showErrors(of: form.nodes(in: scope)) == 0 else { return }
    guard case .string(let url)? = card["url"], !url.isEmpty,
      let number = secret(card["number"]), let expiry = secret(card["expiry"])
    else {
      effects.append(
        .report(
          Diagnostic(
            .error, Diagnostic.Code("card-incomplete"),
            "A card needs an address and two sensitive fields that are filled.")))
      return
    }
    var body = RequestBodyWriter()
    body.append(Array(#"{"id":1,"method":"cards.create","params":{"card":{"number":"#.utf8))
    body.append(number)
    body.append(Array(#","expire":"#.utf8))
    body.append(expiry)
    body.append(Array(#"},"save":false}}"#.utf8))
    payment.request = sending
    form.markChanged(sending.node)
    var headers: [(name: String, value: String)] = [("Content-Type", "application/json")]
    if case .string(let merchant)? = card["merchant"] { headers.append(("X-Auth", merchant)) }
    effects.append(
      .request(
        Request(
          id: ask(for: .card), method: "POST", url: url, headers: headers, body: body.finish())))
  }

  private func secret(_ key: Value?) -> Secret? {
    guard case .string(let name)? = key, let node = form.field(named: name) else { return nil }
    return form.slots[Int(form.nodes[node].slot)].secret
  }

  /// The token goes on in the card's place; the card is forgotten.
  mutating func receiveCard(_ response: Response) {
    guard let sending = payment.request else { return }
    let body = Answer(response).body
    guard let token = body?["result"]?["card"]?["token"] ?? body?["card_token"],
      let secret = token.withUTF8({ Secret(copying: $0) })
    else {
      failCard()
      return
    }
    _ = form.wipeSecrets()
    var writer = RequestBodyWriter()
    writer.append(Array(#"{"token":"#.utf8))
    writer.append(secret)
    writer.append(Array("}".utf8))
    secret.wipe()
    payment.request = PaymentState.Sending(
      action: sending.action, node: sending.node, url: sending.url, headers: sending.headers,
      body: writer.finish())
    sendPayment()
  }

  /// No token: no money can have moved, and the card may be typed again.
  mutating func failCard() {
    guard let sending = payment.request else { return }
    payment.request = nil
    form.markChanged(sending.node)
    effects.append(
      .snackbar(message: PaymentWord.cardRefused.text(form.words.language), action: nil))
  }
}
