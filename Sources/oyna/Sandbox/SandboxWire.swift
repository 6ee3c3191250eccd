import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request of the provider to the merchant.
struct SandboxRequest: Sendable {
  var method = "POST"
  let url: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]
}

/// What the merchant answered.
struct SandboxResponse: Sendable {
  let status: Int
  let body: [UInt8]

  var text: String { String(decoding: body.prefix(400), as: UTF8.self) }
}

/// What a sandbox needs of the world: sending, the time, waiting.
struct SandboxWorld: Sendable {
  /// Nil: there was no answer.
  let send: @Sendable (SandboxRequest) async -> SandboxResponse?
  /// Milliseconds since 1970 UTC.
  let now: @Sendable () -> Int64
  /// Waits some milliseconds.
  let wait: @Sendable (Int64) async -> Void

  /// The network and the system's clock.
  static let system = SandboxWorld(
    send: { request in
      guard let url = URL(string: request.url) else { return nil }
      var out = URLRequest(url: url, timeoutInterval: 15)
      out.httpMethod = request.method
      for header in request.headers { out.setValue(header.value, forHTTPHeaderField: header.name) }
      if request.method != "GET" { out.httpBody = Data(request.body) }
      guard let (data, response) = try? await URLSession.shared.data(for: out),
        let response = response as? HTTPURLResponse
      else { return nil }
      return SandboxResponse(status: response.statusCode, body: Array(data))
    },
    now: { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) },
    wait: { try? await Task.sleep(for: .milliseconds($0)) })
}
