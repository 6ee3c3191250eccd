import OynaPayments
import OynaValue

/// The pages that a payer would see at a provider's, the addresses that cards are sent to and that
/// strategies ask.
struct DemoPages: Sendable {
  let provider: DemoProvider

  func add(to router: inout Router) {
    router.on(
      "/demo/payme/api", ("POST", { ask($0) }), ("OPTIONS", { _ in .response(Self.preflight) }))
    router.on("/demo/applepay/token", ("POST", { request in .pending { await token(request) } }))
    router.otherwise(["/demo/payme/{link}", "/demo/lender/sign/{contract}"]) { path in
      for prefix in ["/demo/click/v2/merchant/", "/demo/acquirer", "/demo/lender/api/v1/"]
      where path.hasPrefix(prefix) {
        return Router.Endpoint(
          Route(prefix), [("GET", { ask($0) }), ("POST", { ask($0) }), ("DELETE", { ask($0) })])
      }
      if path.hasPrefix("/demo/payme/") {
        let link = String(path.dropFirst("/demo/payme/".count))
        return Router.Endpoint(
          Route("/demo/payme/{link}"),
          [
            ("GET", { request in .response(checkout(link, request)) }),
            ("POST", { request in .pending { await pay(link, request) } }),
          ])
      }
      guard path.hasPrefix("/demo/lender/sign/") else { return nil }
      let id = String(path.dropFirst("/demo/lender/sign/".count))
      return Router.Endpoint(
        Route("/demo/lender/sign/{contract}"),
        [
          ("GET", { request in .response(contract(id, request)) }),
          ("POST", { request in .pending { await sign(id, request) } }),
        ])
    }
  }

  // MARK: Payme's page

  /// The pairs of a checkout link.
  private static func pairs(_ link: String) -> [String: String]? {
    guard let bytes = Base64.decode(link), let text = String(validUTF8: bytes)
    else { return nil }
    var pairs: [String: String] = [:]
    for pair in text.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { pairs[String(parts[0])] = String(parts[1]) }
    }
    return pairs
  }

  /// The link says the payer's language; without one the browser does.
  private static func words(
    _ pairs: [String: String], _ request: HTTPRequest
  ) -> DemoPageWords {
    .words(for: pairs["l"] ?? request.headers.list("accept-language"))
  }

  private func checkout(_ link: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let pairs = Self.pairs(link), let amount = pairs["a"].flatMap({ Int64($0) }) else {
      return Problem.notFound.response
    }
    let words = Self.words(pairs, request)
    let choices = zip(DemoPageWords.cards, words.kinds).enumerated().map { place, choice in
      """
      <label><input type="radio" name="card" value="\(choice.0)"\(place == 0 ? " checked" : "")>
      <span>\(choice.0)<small>\(choice.1)</small></span></label>
      """
    }.joined()
    return Self.page(
      "Payme", words,
      """
      <h1>Payme</h1><p class="amount">\(words.amount(amount))</p>
      <form method="post">\(choices)
      <button name="do" value="pay">\(words.pay)</button>
      <button class="plain" name="do" value="cancel">\(words.cancel)</button></form>
      """)
  }

  private func pay(_ link: String, _ request: HTTPRequest) async -> HTTPResponse {
    guard let pairs = Self.pairs(link), let form = FormBody(request),
      let amount = pairs["a"].flatMap({ Int64($0) }),
      let order = pairs.first(where: { $0.key.hasPrefix("ac.") })?.value
    else { return Problem.notFound.response }
    let back = pairs["c"] ?? "/"
    let words = Self.words(pairs, request)
    guard form["do"] == "pay" else { return Self.redirect(back) }
    return await provider.payOnPage(order: order, amount: amount, card: form["card"] ?? "")
      ? Self.redirect(back)
      : Self.page(
        "Payme", words,
        """
        <h1>\(words.refused)</h1><p>\(words.cardNotTaken)</p>
        <p><a href="">\(words.otherCard)</a></p>
        """)
  }

  // MARK: what is asked over HTTP

  /// A provider's own interface: as a page calls it with a card, or another server with a key. An
  /// answer that is lost is none of this server (504).
  private func ask(_ request: HTTPRequest) -> Reply {
    let headers = ["Idempotency-Key": request.headers["idempotency-key"] ?? ""]
    let asked = ProviderRequest(
      purpose: "", method: request.method, url: request.path ?? "", headers: headers,
      body: request.body?.withBytes { Array($0) } ?? [])
    return .pending {
      var response: HTTPResponse
      switch await provider.answer(asked) {
      case .answered(let status, let answer?):
        var bytes: [UInt8] = []
        answer.write(into: &bytes)
        response = HTTPResponse(status: status, contentType: "application/json", body: bytes)
      case .answered(let status, nil): response = HTTPResponse(status: status)
      case .lost: response = HTTPResponse(status: 504)
      case .notSent, .replayed: response = HTTPResponse(status: 502)
      }
      // A page of another origin sends the card here: that is what the interface is for.
      response.headers.append("Access-Control-Allow-Origin", "*")
      return response
    }
  }

  private static let preflight = HTTPResponse(
    status: 204,
    headers: HTTPFields([
      ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", "POST"),
      ("Access-Control-Allow-Headers", "content-type, x-auth"),
    ]))

  // MARK: the payer's device

  /// `{"order", "sheet", "wish"}`: the payer authorised what the sheet shows. The answer has the
  /// page hand the token to its server, as the sheet's own callback would.
  private func token(_ request: HTTPRequest) async -> HTTPResponse {
    guard let body = request.body?.withBytes({ try? JSON.parse($0, options: .screen) }),
      let order = body["order"]?.string,
      let wish = body["wish"]?.string.flatMap({ DemoProvider.Wish(rawValue: $0) }),
      let sheet = body["sheet"]?.string.flatMap({ try? JSON.parse($0) }).flatMap({
        DemoDevice.Sheet($0)
      }),
      let token = DemoDevice.shared?.token(for: sheet)
    else { return Problem.badPayment.response }
    await provider.intend(wish, with: token.number)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("actions")
    writer.beginArray()
    writer.beginObject()
    for (name, value) in [
      ("type", "request"), ("method", "POST"), ("url", "/api/v1/payments/\(order)/sheet"),
    ] {
      writer.key(name)
      writer.string(value)
    }
    writer.key("body")
    writer.beginObject()
    writer.key("token")
    writer.raw(token.json)
    writer.endObject()
    writer.endObject()
    writer.endArray()
    writer.endObject()
    return HTTPResponse(status: 200, contentType: "application/json", body: writer.bytes)
  }

  // MARK: the lender's page

  private func contract(_ id: String, _ request: HTTPRequest) -> HTTPResponse {
    let words = DemoPageWords.words(for: request.headers.list("accept-language"))
    return Self.page(
      "Nasiya", words,
      """
      <h1>Nasiya</h1><p>\(words.contract): \(id.filter(\.isNumber))</p>
      <form method="post"><button name="do" value="sign">\(words.sign)</button>
      <button class="plain" name="do" value="review">\(words.signAndReview)</button>
      <button class="plain" name="do" value="refuse">\(words.refuse)</button></form>
      """)
  }

  private func sign(_ id: String, _ request: HTTPRequest) async -> HTTPResponse {
    guard let back = await provider.sign(id, FormBody(request)?["do"] ?? "") else {
      return Problem.notFound.response
    }
    return Self.redirect(back)
  }

  // MARK: pages

  private static func redirect(_ url: String) -> HTTPResponse {
    HTTPResponse(status: 303, headers: HTTPFields([("Location", url)]))
  }

  private static func page(
    _ title: String, _ words: DemoPageWords, _ body: String
  ) -> HTTPResponse {
    let html = """
      <!doctype html><html lang="\(words.language)"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark"><title>\(title)</title>
      <link rel="stylesheet" href="/provider.css">
      <body><main>\(body)<p class="note">\(words.note)</p></main></body></html>
      """
    return HTTPResponse(
      status: 200, contentType: "text/html; charset=utf-8", body: Array(html.utf8))
  }
}

extension DemoProvider {
  /// A payer typed a test card at the checkout page; false when it was refused.
  func payOnPage(order: String, amount: Int64, card: String) async -> Bool {
    switch Self.cards[card] {
    case .good: return await payByPayme(order: order, amount: amount) != nil
    case .systemError:
      guard let id = await payByPayme(order: order, amount: amount, performs: false) else {
        return false
      }
      // The payer is sent back before the money is taken.
      Task {
        await surroundings.wait(Self.delay)
        await performByPayme(id)
      }
      return true
    case .slowError:
      await surroundings.wait(10_000)
      return false
    case .noPhone, .expired, .blocked, nil: return false
    }
  }

  /// A payer signs a contract, signs one that the lender looks at for some seconds more, or refuses
  /// it; where the page leads back to.
  func sign(_ id: String, _ wish: String) -> String? {
    guard let contract = contracts[id] else { return nil }
    guard contract.status == 0 else { return contract.returnURL }
    switch wish {
    case "sign": contracts[id]?.status = 1
    case "review":
      contracts[id]?.status = 2
      Task {
        await surroundings.wait(Self.delay)
        contracts[id]?.status = 1
      }
    default: contracts[id]?.status = 5
    }
    return contract.returnURL
  }

  /// What is to happen with a token of the device.
  func intend(_ wish: Wish, with number: String) { wishes[number] = wish }
}
