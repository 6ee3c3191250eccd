import OynaStorage
import OynaValue

/// Orders: placed, looked up after a lost answer, and cancelled while nothing is paid.
///
/// `POST /api/v1/orders` takes the submit of a checkout screen, which ``SubmissionHandler``
/// validates, and the bare order of an application's `PlaceOrderCommand`: `{"id", "lines", "total",
/// "currency", "promoCode", "recipient"}`. Whoever places one gets a cookie, without which the
/// order is not there (``OrderAccess``).
struct OrderHandler: Sendable {
  let endpoint: IdempotentEndpoint
  let access: OrderAccess
  let shop: Shop
  /// What takes the submits of the checkout's form.
  let form: @Sendable (String) -> Router.Endpoint?

  static let path = "/api/v1/orders"
  /// Orders in a list.
  private static let listLimit = 50

  /// `/api/v1/orders/{id}` and `/api/v1/orders/{id}/cancellation`.
  @Sendable func lookUp(_ path: String) -> Router.Endpoint? {
    if path == Self.path {
      return Router.Endpoint(Route(Self.path), [("POST", { place($0) })])
    }
    guard path.hasPrefix(Self.path + "/") else { return nil }
    let parts = path.dropFirst(Self.path.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard let id = parts.first.map(String.init), !id.isEmpty else { return nil }
    switch parts.count {
    case 1:
      return Router.Endpoint(Route(Self.path + "/{id}"), [("GET", { show(id, $0) })])
    case 2 where parts[1] == "cancellation":
      return Router.Endpoint(
        Route(Self.path + "/{id}/cancellation"), [("POST", { cancel(id, $0, path) })])
    default:
      return nil
    }
  }

  // MARK: placing

  private func place(_ request: HTTPRequest) -> Reply {
    let body = request.body?.withBytes { try? JSON.parse($0, options: .screen) }
    let isBare = body?["lines"] != nil && body?["cart"] == nil
    let reply =
      isBare
      ? placeBare(request)
      : form(Self.path)?.handlers.first { $0.method == "POST" }?.handler(request)
        ?? .response(Problem.notFound.response)
    return .pending {
      var response = await reply.response()
      if response.status == 200, let json = try? JSON.parse(response.body),
        let id = (json["order"]?["id"] ?? json["screen"]?["state"]?["order_id"])?.string
      {
        access.grant(id, to: request, in: &response)
      }
      return response
    }
  }

  private func placeBare(_ request: HTTPRequest) -> Reply {
    let shop = shop
    let language = ScreenHandler.language(request) ?? ""
    return endpoint.reply(to: request, path: Self.path) { body, claim throws(StorageError) in
      guard let id = body["id"]?.string, Self.isIdentifier(id),
        body["currency"]?.string ?? shop.currency.code == shop.currency.code,
        let recipient = Self.recipient(body["recipient"])
      else { return Problem.badOrder.response }
      let value = body.value
      let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
        guard try transaction.order(id: id, tenant: claim.tenant) == nil,
          try transaction.payableOrder(id: id) == nil
        else { return BackEndResponse.stored(.orderIsTaken) }
        switch try shop.place(value, id: id, for: recipient, at: claim.now, transaction) {
        case .failure(let refusal):
          let message = Shop.message(for: refusal, String(language.prefix(2)))
          return BackEndResponse.stored(.invalidSubmission([("lines", message)]))
        case .success(let order):
          return StoredAnswer(
            status: 200, contentType: "application/json", body: Self.body(order))
        }
      }
      return IdempotentEndpoint.response(outcome)
    }
  }

  /// What an application names an order by: 16 to 64 hexadecimal digits and dashes, so that nobody
  /// guesses it.
  private static func isIdentifier(_ id: String) -> Bool {
    (16...64).contains(id.utf8.count)
      && id.unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isASCIIHexDigit }
  }

  /// Empty texts for an order that is collected; nil for members that are no short texts.
  private static func recipient(_ json: JSON?) -> OrderRecipient? {
    var texts: [String] = []
    for name in ["name", "phone", "address"] {
      guard let member = json?[name], !member.isNull else {
        texts.append("")
        continue
      }
      guard let text = member.string, text.utf8.count <= 500,
        text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else { return nil }
      texts.append(text)
    }
    return OrderRecipient(name: texts[0], phone: texts[1], address: texts[2])
  }

  // MARK: afterwards

  private func show(_ id: String, _ request: HTTPRequest) -> Reply {
    let endpoint = endpoint
    return .pending {
      do throws(StorageError) {
        guard try await access.allows(id, request) else { return Problem.notFound.response }
        let order = try await endpoint.storage.transaction {
          transaction throws(StorageError) -> Order? in
          try transaction.order(id: id, tenant: IdempotentEndpoint.tenant)
        }
        guard let order else { return Problem.notFound.response }
        var response = HTTPResponse(
          status: 200, contentType: "application/json", body: Self.body(order))
        response.headers.append("Cache-Control", "no-store")
        return response
      } catch {
        return endpoint.failure(error)
      }
    }
  }

  private func cancel(_ id: String, _ request: HTTPRequest, _ path: String) -> Reply {
    endpoint.reply(to: request, path: path) { _, claim throws(StorageError) in
      guard try await access.allows(id, request) else { return Problem.notFound.response }
      let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
        let tenant = claim.tenant
        // Money that is under way is not overtaken: the payment ends first.
        if let payable = try transaction.payableOrder(id: id), payable.state != .cancelled,
          try transaction.order(id: id, tenant: tenant)?.status == .placed
        {
          guard payable.state == .available,
            try transaction.move(payable, to: .cancelled, holder: nil)
          else { return BackEndResponse.stored(.orderIsPaid) }
        }
        _ = try transaction.switchOrder(id: id, to: .cancelled, tenant: tenant)
        guard let order = try transaction.order(id: id, tenant: tenant) else {
          return BackEndResponse.stored(.notFound)
        }
        // Cancelled before, by this key or another: the wish is met either way.
        guard order.status == .cancelled else { return BackEndResponse.stored(.orderIsPaid) }
        return StoredAnswer(
          status: 200, contentType: "application/json", body: Self.body(order))
      }
      return IdempotentEndpoint.response(outcome)
    }
  }

  private static func body(_ order: Order) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("order")
    writer.beginObject()
    writer.key("id")
    writer.string(order.id)
    writer.key("number")
    writer.string(order.number)
    writer.key("status")
    writer.string(order.status.rawValue)
    writer.key("created")
    writer.string(Log.time(order.created))
    writer.key("lines")
    writer.beginArray()
    for line in order.lines {
      writer.beginObject()
      writer.key("product")
      writer.string(line.product)
      writer.key("title")
      writer.string(line.title)
      writer.key("quantity")
      writer.int(line.quantity)
      writer.key("unitPrice")
      writer.int(line.unitPrice)
      writer.endObject()
    }
    writer.endArray()
    if let code = order.promoCode {
      writer.key("promoCode")
      writer.string(code)
    }
    for (name, amount) in [
      ("subtotal", order.subtotal), ("discount", order.discount), ("total", order.total),
    ] {
      writer.key(name)
      writer.int(amount)
    }
    writer.key("currency")
    writer.string(order.currency)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}
