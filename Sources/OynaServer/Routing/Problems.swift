import OynaEngine
import OynaStorage
import OynaValue

/// Every problem that the server answers with, each with its fixed name.
extension Problem {
  static let badTarget = Problem(
    400, "bad-target", "The address is malformed",
    detail: "The path has a bad escape, a control character or a segment '..'.")

  static let ambiguousLength = Problem(
    400, "ambiguous-length", "The length of the body is ambiguous",
    detail: "Send one Content-Length, or Transfer-Encoding: chunked, not both.")

  static let badHeader = Problem(
    400, "bad-header", "A header is malformed",
    detail: "Names have no space, values no control character, and there is one Host.")

  static let unknownCoding = Problem(
    501, "unknown-transfer-coding", "The transfer coding is not supported",
    detail: "Only chunked is.")

  static let requestTimeout = Problem(
    408, "request-timeout", "The request took too long to arrive",
    detail: "Send the whole request again.")

  static func bodyTooLarge(limit: Int) -> Problem {
    Problem(
      413, "body-too-large", "The body is too large",
      detail: "At most \(limit) bytes are accepted.")
  }

  static let unsupportedVersion = Problem(
    406, "unsupported-version", "The version of the format is not spoken here",
    detail: "This server speaks version \(ScreenVersion.spoken.text).")

  static let notFound = Problem(404, "not-found", "There is nothing at this address")

  static func methodNotAllowed(_ allowed: [String]) -> Problem {
    Problem(
      405, "method-not-allowed", "The method is not allowed here",
      detail: "Allowed: \(allowed.joined(separator: ", ")).",
      headers: HTTPFields([("Allow", allowed.joined(separator: ", "))]))
  }

  static let crossOrigin = Problem(
    403, "cross-origin", "The request comes from another site",
    detail: "A browser may send this request only from a page of this server.")

  static let misdirected = Problem(
    421, "misdirected-request", "This server does not go by that name",
    detail: "The operator lists its names in `host-name`.")

  static let unsupportedMediaType = Problem(
    415, "unsupported-media-type", "The body's type is not supported",
    detail: "Send application/json in UTF-8, without a Content-Encoding.",
    headers: HTTPFields([("Accept", "application/json")]))

  /// The body is no JSON, or no JSON that is accepted (a member twice, too deep, too long).
  static func badJSON(_ diagnostic: Diagnostic) -> Problem {
    Problem(
      400, "bad-json", "The body is not acceptable JSON", detail: diagnostic.message,
      position: diagnostic.position)
  }

  static let idempotencyKeyMissing = Problem(
    400, "idempotency-key-missing", "An Idempotency-Key header is needed",
    detail: "Make a random key once, such as a UUID, and send it again with each retry.")

  static let idempotencyKeyInvalid = Problem(
    400, "idempotency-key-invalid", "The Idempotency-Key header is malformed",
    detail: "Send one key of 1 to 255 printable ASCII characters, in double quotes or bare.")

  static let idempotencyInProgress = Problem(
    409, "idempotency-in-progress", "The first request with this key is still running",
    detail: "Send the same request with the same key a little later.",
    headers: HTTPFields([("Retry-After", "1")]))

  static let idempotencyKeyReused = Problem(
    422, "idempotency-key-reused", "The key was used for another request",
    detail: "Send a changed request under a new key.")

  /// The submission breaks rules of its screen.
  static func invalidSubmission(_ errors: [(key: String, message: String)]) -> Problem {
    Problem(422, "invalid-submission", "The submission has errors", errors: errors)
  }

  static let noFile = Problem(
    400, "no-file", "The request has no file",
    detail: "Send the bytes of one file as they are, and its name in Content-Disposition.")

  static let unknownFileKind = Problem(
    415, "unknown-file-kind", "This kind of file is not accepted",
    detail: "The content is looked at: PDF, JPEG, PNG, WebP and HEIC are.",
    headers: HTTPFields([("Accept", FileKind.allCases.map(\.rawValue).joined(separator: ", "))]))

  /// A remote rule asks with a key and a value.
  static let badQuestion = Problem(
    422, "bad-question", "The question is incomplete", detail: "Send {\"key\": …, \"value\": …}.")

  static let overloaded = Problem(
    503, "overloaded", "The server has too much to do",
    detail: "Send the same request with the same key a little later.",
    headers: HTTPFields([("Retry-After", "2")]))

  static let storageUnavailable = Problem(
    503, "storage-unavailable", "The server cannot store anything at the moment",
    detail: "Nothing was kept. Send the same request with the same key later.",
    headers: HTTPFields([("Retry-After", "5")]))

  static let outcomeUnknown = Problem(
    503, "outcome-unknown", "It is not known yet whether this was stored",
    detail: "Send the same request with the same key: it is stored at most once.",
    headers: HTTPFields([("Retry-After", "2")]))

  /// What a client is told when storage failed.
  static func storage(_ error: StorageError) -> Problem {
    switch error.kind {
    case .busy, .overloaded: .overloaded
    case .outcomeUnknown: .outcomeUnknown
    case .cannotOpen, .full, .inputOutput, .corrupt, .newerSchema, .changedMigration, .closed,
      .unavailable:
      .storageUnavailable
    case .constraint, .statement: .internalError
    }
  }

  static func tooManyRequests(retryAfter seconds: Int) -> Problem {
    Problem(
      429, "too-many-requests", "Too many requests from this address",
      headers: HTTPFields([("Retry-After", String(seconds))]))
  }

  static let internalError = Problem(
    500, "internal-error", "The server made a mistake",
    detail: "Nothing was kept. The log has more under the request's id.")

  static let draining = Problem(
    503, "draining", "The server is about to stop",
    headers: HTTPFields([("Retry-After", "5")]))

  static let badOrder = Problem(
    422, "bad-order", "The order cannot be read",
    detail: "Send id (16 to 64 hexadecimal digits and dashes), lines, total and currency; "
      + "recipient with name, phone and address as text.")

  static let orderIsTaken = Problem(
    409, "order-is-taken", "There is an order with this id",
    detail: "An order is placed once: send it again under its own key, or make a new id.")

  static let orderIsPaid = Problem(
    409, "order-is-paid", "The order is paid", detail: "Its money is given back by a refund.")

  static let badTransfer = Problem(
    422, "bad-transfer", "The transfer is incomplete",
    detail:
      "Send id, from, to and currency as text of at most 128 bytes, and amount in minor units.")

  static let badMessage = Problem(
    422, "bad-message", "The message is incomplete",
    detail: "Send id and conversation as text of at most 128 bytes, and text of at most 16 KiB.")

  static let messageIDTaken = Problem(
    409, "message-id-taken", "The id was used by another message")

  /// Why money was not moved.
  static func ledger(_ refusal: LedgerOutcome.Refusal) -> Problem {
    switch refusal {
    case .notPositive: Problem(422, "amount-not-positive", "The amount is not over 0")
    case .sameAccount: Problem(422, "same-account", "Both sides are one account")
    case .unknownAccount: Problem(422, "unknown-account", "There is no such account")
    case .otherCurrency: Problem(422, "other-currency", "An account has another currency")
    case .insufficientFunds: Problem(422, "insufficient-funds", "The account has less than that")
    case .overflow: Problem(422, "amount-too-large", "The amount is too large")
    case .idTaken: Problem(409, "transfer-id-taken", "The id was used by another transfer")
    case .unknownTransfer: Problem(404, "unknown-transfer", "There is no such transfer")
    case .isReversal: Problem(422, "is-reversal", "A reversal is not itself taken back")
    case .alreadyReversed: Problem(409, "already-reversed", "It was taken back before")
    }
  }
}
