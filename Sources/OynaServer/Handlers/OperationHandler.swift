import OynaStorage

/// What operators and their machines ask: is it alive, is it ready, what did it count.
struct OperationHandler: Sendable {
  let storage: any Storage
  let metrics: Metrics
  let isDraining: @Sendable () -> Bool

  /// `GET /health/live`, `/healthz`: the process answers.
  func health(_ request: HTTPRequest) -> Reply { .response(Self.text("ok\n")) }

  /// `GET /health/ready`, `/readyz`: it takes work, which needs its storage; 503 from the
  /// moment that it begins to stop.
  func readiness(_ request: HTTPRequest) -> Reply {
    if isDraining() { return .response(Problem.draining.response) }
    return .pending {
      do throws(StorageError) {
        _ = try await storage.transaction { transaction throws(StorageError) in
          try transaction.submission(id: "")
        }
        return Self.text("ready\n")
      } catch {
        return Problem.storageUnavailable.response
      }
    }
  }

  /// `GET /metrics`, for Prometheus.
  func exposition(_ request: HTTPRequest) -> Reply {
    var response = Self.text(metrics.text())
    response.headers = HTTPFields([
      ("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store"),
    ])
    return .response(response)
  }

  private static func text(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: HTTPFields([
        ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
      ]), body: Array(text.utf8))
  }
}
