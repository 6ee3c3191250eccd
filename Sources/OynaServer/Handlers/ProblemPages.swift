/// `GET /problems/{name}`: a problem's `type` leads to its explanation (RFC 9457 §3.1.1).
enum ProblemPages {
  /// The problems that a client decides by.
  private static let explained: [Problem] = [
    .badTarget, .unsupportedVersion, .ambiguousLength, .badHeader, .unknownCoding, .requestTimeout,
    .notFound,
    .crossOrigin, .misdirected,
    .unsupportedMediaType, .idempotencyKeyMissing, .idempotencyKeyInvalid, .idempotencyInProgress,
    .idempotencyKeyReused, .invalidSubmission([]), .overloaded, .storageUnavailable,
    .outcomeUnknown, .draining,
    .backEndDown, .backEndTimeout, .backEndFailed(retryAfter: nil), .backEndAnswer,
    .backEndNotPrivate,
  ]

  static func endpoint(_ path: String) -> Router.Endpoint? {
    // Asked for every path: the names are made only for those that can be one.
    guard path.hasPrefix("/problems/"), let problem = explained.first(where: { $0.type == path })
    else { return nil }
    let text = "\(problem.status) \(problem.title)\n\(problem.detail.map { $0 + "\n" } ?? "")"
    let response = HTTPResponse(
      status: 200, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    return Router.Endpoint(Route("/problems/{name}"), [("GET", { _ in .response(response) })])
  }
}
