/// One operation of the server, as its OpenAPI document describes it.
struct OpenAPIOperation: Sendable {
  let method: String
  /// With parameters in braces, as ``Route`` names it.
  let path: String
  let summary: String
  /// Names of `components/parameters`, besides those in the path.
  var parameters: [String] = []
  /// The name of one of `components/requestBodies`; nil takes none.
  var body: String?
  /// Statuses and names of `components/responses`; anything else is a problem.
  var answers: [(status: Int, name: String)]

  init(
    _ method: String, _ path: String, _ summary: String, parameters: [String] = [],
    body: String? = nil, _ answers: (Int, String)...
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.parameters = parameters
    self.body = body
    self.answers = answers.map { (status: $0.0, name: $0.1) }
  }

  // MARK: - What there is always

  static let always: [OpenAPIOperation] = [
    OpenAPIOperation("GET", "/health/live", "Whether the process answers.", (200, "Text")),
    OpenAPIOperation("GET", "/healthz", "The same, by its older name.", (200, "Text")),
    OpenAPIOperation("GET", "/health/ready", "Whether it takes work.", (200, "Text")),
    OpenAPIOperation("GET", "/readyz", "The same, by its older name.", (200, "Text")),
    OpenAPIOperation("GET", "/metrics", "Counters for Prometheus.", (200, "Text")),
    OpenAPIOperation("GET", "/openapi.json", "This document.", (200, "Object")),
    OpenAPIOperation(
      "GET", "/problems/{name}", "What a problem's type means.", (200, "Text")),
    OpenAPIOperation(
      "GET", "/screens", "The screens.", parameters: ["lang", "AcceptLanguage"],
      (200, "Screens"), (304, "NotModified")),
    OpenAPIOperation(
      "GET", "/screens/{id}", "A screen.", parameters: ["lang", "AcceptLanguage"],
      (200, "Screen"), (304, "NotModified")),
    OpenAPIOperation(
      "GET", "/", "The page; its files lie beside it.", (200, "HTML"), (304, "NotModified")),
  ]

  // MARK: - What a part of the server adds

  static let uploads = [
    OpenAPIOperation(
      "POST", "/uploads", "Takes a file before the form that names it.",
      parameters: ["ContentDisposition"], body: "File", (201, "Upload"))
  ]

  static let messages = [
    OpenAPIOperation(
      "GET", "/api/v1/messages", "The messages of a conversation.",
      parameters: ["conversation"], (200, "Messages")),
    OpenAPIOperation(
      "POST", "/api/v1/messages", "Sends a message.", parameters: ["IdempotencyKey"],
      body: "Message", (201, "Message")),
    OpenAPIOperation("GET", "/api/v1/messages/{id}", "One message.", (200, "Message")),
    OpenAPIOperation(
      "DELETE", "/api/v1/messages/{id}", "Takes a message back.",
      parameters: ["IdempotencyKey"], body: "Nothing", (200, "Object")),
  ]

  static let orders = [
    OpenAPIOperation("GET", "/api/v1/orders/{id}", "An order.", (200, "Order")),
    OpenAPIOperation(
      "POST", "/api/v1/orders/{id}/cancellation", "Cancels an order that is not paid.",
      parameters: ["IdempotencyKey"], body: "Nothing", (200, "Order")),
  ]

  static let ledger = [
    OpenAPIOperation(
      "GET", "/api/v1/accounts", "The accounts and their balances.",
      parameters: ["lang", "AcceptLanguage"], (200, "Accounts")),
    OpenAPIOperation("GET", "/api/v1/transfers", "The newest transfers.", (200, "Transfers")),
    OpenAPIOperation(
      "POST", "/api/v1/transfers", "Moves money once.", parameters: ["IdempotencyKey"],
      body: "Transfer", (201, "Transfer")),
    OpenAPIOperation("GET", "/api/v1/transfers/{id}", "One transfer.", (200, "Transfer")),
    OpenAPIOperation(
      "POST", "/api/v1/transfers/{id}/reversal", "Moves the money back.",
      parameters: ["IdempotencyKey"], body: "Nothing", (201, "Transfer")),
  ]

  static let posts = [
    OpenAPIOperation(
      "GET", "/api/v1/posts", "A page of the demo's long list.", parameters: ["cursor", "q"],
      (200, "Posts"), (304, "NotModified")),
    OpenAPIOperation(
      "GET", "/api/v1/posts/{id}", "One post.", (200, "Object"), (304, "NotModified")),
  ]

  static let payme =
    [
      OpenAPIOperation(
        "POST", "/payme", "The Payme Merchant API (JSON-RPC over Basic authentication).",
        body: "Payme", (200, "Payme"))
    ]
    + ["GET", "PUT", "PATCH", "DELETE"].map { method in
      // Payme wants the error of its protocol, and status 200, here too.
      OpenAPIOperation(method, "/payme", "Not the way to call it.", (200, "Payme"))
    }

  static let click = [
    OpenAPIOperation(
      "POST", "/click/prepare", "The Click SHOP API: may an order be paid?", body: "Click",
      (200, "Click")),
    OpenAPIOperation(
      "POST", "/click/complete", "The Click SHOP API: an order was paid.", body: "Click",
      (200, "Click")),
  ]

  static let checkout = [
    OpenAPIOperation(
      "POST", "/api/v1/payments", "Begins to pay an order.", parameters: ["IdempotencyKey"],
      body: "Payment", (200, "Answer")),
    OpenAPIOperation(
      "GET", "/api/v1/payments/{order}", "What the payer should see now.",
      parameters: ["seen", "AcceptLanguage"], (200, "Answer")),
    OpenAPIOperation(
      "POST", "/api/v1/payments/{order}/cancel", "Gives an attempt up.", (200, "Answer")),
    OpenAPIOperation(
      "POST", "/api/v1/payments/{order}/{input}", "Gives what an attempt asked for.",
      body: "PaymentInput", (200, "Answer")),
    OpenAPIOperation(
      "GET", "/pay/{order}", "The screen of a payment.", parameters: ["AcceptLanguage"],
      (200, "Screen")),
  ]

  /// For the merchant's own machines, with its token.
  static let merchant = [
    OpenAPIOperation(
      "GET", "/api/v1/merchant/payments/{order}", "Where a payment stands.", (200, "Answer")),
    OpenAPIOperation(
      "POST", "/api/v1/merchant/payments/{order}/capture", "Takes what is held.",
      (200, "Answer")),
    OpenAPIOperation(
      "POST", "/api/v1/merchant/payments/{order}/release", "Lets go of what is held.",
      (200, "Answer")),
    OpenAPIOperation(
      "POST", "/api/v1/merchant/payments/{order}/refund", "Gives money back.",
      parameters: ["IdempotencyKey"], body: "Nothing", (200, "Answer")),
  ]

  static let reload = [
    OpenAPIOperation("GET", "/dev/reload", "Tells a page that a file changed.", (200, "Events"))
  ]

  static let demoPages = [
    OpenAPIOperation(
      "POST", "/demo/payme/api", "A double of Payme's Subscribe API.", body: "Payme",
      (200, "Payme")),
    OpenAPIOperation(
      "OPTIONS", "/demo/payme/api", "Whether a page of another origin may ask it.",
      (204, "NoContent")),
    OpenAPIOperation(
      "POST", "/demo/applepay/token", "A token that a double of Apple made.", body: "Nothing",
      (200, "Answer")),
    OpenAPIOperation("GET", "/demo/payme/{link}", "A double of its page.", (200, "HTML")),
    OpenAPIOperation(
      "POST", "/demo/payme/{link}", "The payer's answer.", body: "Form", (200, "HTML"),
      (303, "SeeOther")),
    OpenAPIOperation(
      "GET", "/demo/lender/sign/{contract}", "A double of a lender's page.", (200, "HTML")),
    OpenAPIOperation(
      "POST", "/demo/lender/sign/{contract}", "The payer's answer.", body: "Form",
      (303, "SeeOther")),
  ]
}
