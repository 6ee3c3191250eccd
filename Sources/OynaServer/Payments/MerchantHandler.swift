import OynaPayments
import OynaStorage
import OynaValue

/// What the merchant does with the payment of an order: `GET /api/v1/merchant/payments/{order}`
/// says where it stands, `POST …/capture` takes money that is held, `…/release` lets it go,
/// `…/refund` with `{"amount"}` in minor units gives it back (all that is left without it), once
/// for an `Idempotency-Key`. Each needs `Authorization: Bearer` with the merchant's token.
struct MerchantHandler: Sendable {
  let desk: PaymentDesk
  let token: SecretText
  let log: Log

  private static let path = "/api/v1/merchant/payments/"

  @Sendable func lookUp(_ path: String) -> Router.Endpoint? {
    guard path.hasPrefix(Self.path) else { return nil }
    let parts = path.dropFirst(Self.path.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    guard let id = parts.first, !id.isEmpty else { return nil }
    switch (parts.count, parts.last) {
    case (1, _):
      return endpoint("", "GET", id) { _ throws(StorageError) in
        try await desk.refresh(id).map { .success($0) }
      }
    case (2, "capture"?):
      return endpoint("/capture", "POST", id) { _ throws(StorageError) in
        try await desk.capture(id)
      }
    case (2, "release"?):
      return endpoint("/release", "POST", id) { _ throws(StorageError) in
        try await desk.release(id)
      }
    case (2, "refund"?):
      return Router.Endpoint(
        Route(Self.path + "{order}/refund"), [("POST", { refund(id, $0) })])
    default: return nil
    }
  }

  private typealias Work =
    @Sendable (HTTPRequest) async throws(StorageError)
    -> Result<PaymentDesk.View, CheckoutContext.Refusal>?

  private func endpoint(
    _ name: StaticString, _ method: String, _ id: String, _ work: @escaping Work
  ) -> Router.Endpoint {
    let handler: Router.Handler = { answer($0, work) }
    return Router.Endpoint(Route(Self.path + "{order}\(name)"), [(method, handler)])
  }

  private func refund(_ id: String, _ request: HTTPRequest) -> Reply {
    guard isAllowed(request) else { return .response(Self.unauthorized) }
    let key: IdempotencyKey
    let amount: Int64?
    do throws(IdempotencyKey.Failure) {
      key = try IdempotencyKey(request.headers)
    } catch {
      return .response(
        error == .missing
          ? Problem.idempotencyKeyMissing.response : Problem.idempotencyKeyInvalid.response)
    }
    do throws(Diagnostic) {
      let member = try request.body.map { _ throws(Diagnostic) in
        try JSONBody.parse(request)
      }?["amount"]
      amount = member?.int
      guard amount != nil || member == nil || member?.isNull == true else {
        return .response(Problem.badPayment.response)
      }
    } catch {
      return .response(Problem.badJSON(error).response)
    }
    return answer(request) { _ throws(StorageError) in
      try await desk.refund(id, amount, key: key.text)
    }
  }

  private func answer(_ request: HTTPRequest, _ work: @escaping Work) -> Reply {
    guard isAllowed(request) else { return .response(Self.unauthorized) }
    return .pending {
      do throws(StorageError) {
        switch try await work(request) {
        case nil: return Problem.notFound.response
        case .success(let view)?: return Self.response(view)
        case .failure(let refusal)?: return Problem.payment(refusal).response
        }
      } catch {
        log.write(.error, "payment failed", [("reason", .outside(error.message))])
        return Problem.storageUnavailable.response
      }
    }
  }

  private func isAllowed(_ request: HTTPRequest) -> Bool {
    let given = Array((request.headers["authorization"] ?? "").utf8)
    return ConstantTime.areEqual(given, Array("Bearer \(token.text)".utf8))
  }

  private static let unauthorized: HTTPResponse = {
    var response = Problem(401, "unauthorized", "The merchant's token is needed").response
    response.headers.append("WWW-Authenticate", "Bearer")
    return response
  }()

  private static func response(_ view: PaymentDesk.View) -> HTTPResponse {
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in [
      ("order", view.order.id), ("orderState", view.order.state.rawValue),
      ("currency", view.order.currency), ("method", view.attempt?.strategy ?? ""),
      ("state", view.attempt?.state.name ?? "created"),
    ] {
      writer.key(name)
      writer.string(value)
    }
    writer.key("amount")
    writer.int(view.order.amount)
    writer.key("refunded")
    writer.int(view.attempt?.refunded ?? 0)
    writer.endObject()
    var response = HTTPResponse(
      status: 200, contentType: "application/json", body: writer.bytes)
    response.headers.append("Cache-Control", "no-store")
    return response
  }
}
