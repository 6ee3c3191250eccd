import OynaPayments
import OynaStorage
import OynaValue

/// The checkout's side of paying: `POST /api/v1/payments` begins, what is below an order's number
/// goes on, `GET /pay/{order}` is the screen of where it stands. Every answer is a screen.
struct PaymentHandler: Sendable {
  let desk: PaymentDesk
  let screens: PaymentScreens
  let access: OrderAccess
  let isBehindTLS: Bool
  let log: Log

  private static let path = "/api/v1/payments"

  func add(to router: inout Router) {
    router.on(Self.path, ("POST", { start($0) }))
    router.otherwise(
      [
        "/pay/{order}", Self.path + "/{order}", Self.path + "/{order}/cancel",
        Self.path + "/{order}/{input}",
      ], lookUp)
  }

  /// `/pay/{order}` and `/api/v1/payments/{order}[/{input}]`.
  @Sendable private func lookUp(_ path: String) -> Router.Endpoint? {
    if path.hasPrefix("/pay/"), !path.dropFirst(5).contains("/") {
      let id = String(path.dropFirst(5))
      return Router.Endpoint(Route("/pay/{order}"), [("GET", { show(id, $0) })])
    }
    guard path.hasPrefix(Self.path + "/") else { return nil }
    let parts = path.dropFirst(Self.path.count + 1).split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    guard let id = parts.first, !id.isEmpty else { return nil }
    switch parts.count {
    case 1:
      return Router.Endpoint(Route(Self.path + "/{order}"), [("GET", { poll(id, $0) })])
    case 2 where parts[1] == "cancel":
      return Router.Endpoint(
        Route(Self.path + "/{order}/cancel"), [("POST", { cancel(id, $0) })])
    case 2:
      let name = parts[1]
      return Router.Endpoint(
        Route(Self.path + "/{order}/{input}"), [("POST", { resume(id, name, $0) })])
    default:
      return nil
    }
  }

  // MARK: what the payer does

  private static let languages = LanguageChoice(
    default: "uz", [Catalogue.cyrillicUzbek, "ru", "en"])

  private func start(_ request: HTTPRequest) -> Reply {
    guard JSONBody.isJSON(request) else { return .response(Problem.unsupportedMediaType.response) }
    let key: IdempotencyKey
    let body: JSON
    do throws(IdempotencyKey.Failure) {
      key = try IdempotencyKey(request.headers)
    } catch {
      return .response(
        error == .missing
          ? Problem.idempotencyKeyMissing.response : Problem.idempotencyKeyInvalid.response)
    }
    do throws(Diagnostic) {
      body = try JSONBody.parse(request)
    } catch {
      return .response(Problem.badJSON(error).response)
    }
    guard let order = body["order"]?.string, let method = body["method"]?.string else {
      return .response(Problem.badPayment.response)
    }
    let payer = PaymentDesk.Payer(
      returnURL: returnURL(order, request),
      language: Self.languages.best(for: request.headers.list("accept-language")))
    return answer(order, request) { () throws(StorageError) in
      try await desk.start(order, by: method, key: key.text, payer: payer)
    }
  }

  private func resume(_ order: String, _ name: String, _ request: HTTPRequest) -> Reply {
    guard JSONBody.isJSON(request) else { return .response(Problem.unsupportedMediaType.response) }
    let body: JSON
    do throws(Diagnostic) {
      body = try JSONBody.parse(request)
    } catch {
      return .response(Problem.badJSON(error).response)
    }
    guard let input = Self.input(name, body) else {
      return .response(Problem.badPayment.response)
    }
    return answer(order, request) { () throws(StorageError) in
      try await desk.resume(order, input)
    }
  }

  private static func input(_ name: String, _ body: JSON) -> PaymentInput? {
    switch name {
    // People write a number in groups; providers want its digits.
    case "phone": body["phone"]?.string.map { .phone($0.filter { $0 != " " }) }
    case "code": body["code"]?.string.map { .code(SecretText($0)) }
    case "card": body["token"]?.string.map { .cardToken(SecretText($0)) }
    case "plan": body["months"]?.int.map { .plan(months: Int(clamping: $0)) }
    case "sheet":
      body["token"].map { token in
        var writer = JSONWriter()
        writer.value(token.value)
        return .sheetToken(SecretText(writer.text))
      }
    default: nil
    }
  }

  private func cancel(_ order: String, _ request: HTTPRequest) -> Reply {
    answer(order, request) { () throws(StorageError) in
      try await desk.cancel(order).map { .success($0) }
    }
  }

  // MARK: where it stands

  /// The whole screen, for a page that opens or opens again.
  private func show(_ order: String, _ request: HTTPRequest) -> Reply {
    .pending {
      do throws(StorageError) {
        guard try await access.allows(order, request), let view = try await desk.refresh(order)
        else { return Problem.notFound.response }
        return screens.screen(view, request.headers["accept-language"])
      } catch {
        return failure(error)
      }
    }
  }

  /// `{}` while the payer should see what is seen already (`seen`), else `{"screen": …}`.
  private func poll(_ order: String, _ request: HTTPRequest) -> Reply {
    .pending {
      do throws(StorageError) {
        guard try await access.allows(order, request), let view = try await desk.refresh(order)
        else { return Problem.notFound.response }
        guard view.tag != request.parameter("seen") else { return PaymentScreens.nothingNew }
        return screens.answer(view, request.headers["accept-language"])
      } catch {
        return failure(error)
      }
    }
  }

  private func answer(
    _ order: String, _ request: HTTPRequest,
    _ work:
      @escaping @Sendable () async throws(StorageError)
      -> Result<PaymentDesk.View, CheckoutContext.Refusal>?
  ) -> Reply {
    .pending {
      do throws(StorageError) {
        guard try await access.allows(order, request) else { return Problem.notFound.response }
        switch try await work() {
        case nil: return Problem.notFound.response
        case .success(let view)?:
          return screens.answer(view, request.headers["accept-language"])
        case .failure(let refusal)?: return Problem.payment(refusal).response
        }
      } catch {
        return failure(error)
      }
    }
  }

  private func failure(_ error: StorageError) -> HTTPResponse {
    log.write(.error, "payment failed", [("reason", .outside(error.message))])
    return Problem.storage(error).response
  }

  /// Where a provider's page leads back to: this server, by the name that the browser used.
  private func returnURL(_ order: String, _ request: HTTPRequest) -> String? {
    guard let host = request.headers["host"] else { return nil }
    return "\(isBehindTLS ? "https" : "http")://\(host)/?screen=/pay/\(order)"
  }
}

extension Problem {
  static let badPayment = Problem(
    422, "bad-payment", "The request to pay is incomplete",
    detail: "Send order and method as text, or what the attempt asked for.")

  /// Why nothing was begun or gone on with.
  static func payment(_ refusal: CheckoutContext.Refusal) -> Problem {
    switch refusal {
    case .unknownStrategy: Problem(422, "unknown-method", "There is no such way to pay")
    case .objection: Problem(422, "method-not-possible", "The order cannot be paid this way")
    case .attemptUnderWay, .answerAwaited:
      Problem(409, "payment-under-way", "An attempt to pay is under way")
    case .alreadyPaid: Problem(409, "already-paid", "The order is paid")
    case .nothingStarted, .notAskedFor, .keyUsed:
      Problem(409, "not-asked-for", "Nothing of this kind was asked for")
    case .notSupported, .otherAmount:
      Problem(422, "not-supported", "The provider cannot do this")
    }
  }
}
