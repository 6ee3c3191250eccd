import OynaStorage
import OynaValue

/// Orders that were placed: looked up after a lost answer, and cancelled while nothing is paid.
///
/// They are placed by the submit of a checkout screen (`POST /api/v1/orders`), which
/// ``SubmissionHandler`` validates.
struct OrderHandler: Sendable {
  let endpoint: IdempotentEndpoint

  static let path = "/api/v1/orders"
  /// Orders in a list.
  private static let listLimit = 50

  /// `/api/v1/orders/{id}` and `/api/v1/orders/{id}/cancellation`.
  @Sendable func lookUp(_ path: String) -> Router.Endpoint? {
    guard path.hasPrefix(Self.path + "/") else { return nil }
    let parts = path.dropFirst(Self.path.count + 1).split(
      separator: "/", omittingEmptySubsequences: false)
    guard let id = parts.first.map(String.init), !id.isEmpty else { return nil }
    switch parts.count {
    case 1:
      return Router.Endpoint(Route(Self.path + "/{id}"), [("GET", { _ in show(id) })])
    case 2 where parts[1] == "cancellation":
      return Router.Endpoint(
        Route(Self.path + "/{id}/cancellation"), [("POST", { cancel(id, $0, path) })])
    default:
      return nil
    }
  }

  private func show(_ id: String) -> Reply {
    let endpoint = endpoint
    return .pending {
      do throws(StorageError) {
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
      let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
        let tenant = claim.tenant
        // Money that is under way is not overtaken: the payment ends first.
        if let payable = try transaction.payableOrder(id: id), payable.state != .cancelled,
          try transaction.order(id: id, tenant: tenant)?.status == .placed
        {
          guard payable.state == .available,
            try transaction.move(payable, to: .cancelled, holder: nil)
          else { return Self.stored(.orderIsPaid) }
        }
        _ = try transaction.switchOrder(id: id, to: .cancelled, tenant: tenant)
        guard let order = try transaction.order(id: id, tenant: tenant) else {
          return Self.stored(.notFound)
        }
        // Cancelled before, by this key or another: the wish is met either way.
        guard order.status == .cancelled else { return Self.stored(.orderIsPaid) }
        return StoredAnswer(
          status: 200, contentType: "application/json", body: Self.body(order))
      }
      return IdempotentEndpoint.response(outcome)
    }
  }

  private static func stored(_ problem: Problem) -> StoredAnswer {
    StoredAnswer(
      status: problem.status, contentType: "application/problem+json",
      body: problem.response.body)
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
