import Foundation
import OynaPayments
import OynaValue

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends what strategies ask for to the providers: once, without cookies, without a cache, and to
/// no other address than the one that was asked for. It logs nothing: a request may hold a key.
final class ProviderTransport: Sendable {
  static let shared = ProviderTransport()

  /// What is read of an answer, in bytes.
  private static let limit = 1 << 20
  private let session: URLSession

  private init() {
    let settings = URLSessionConfiguration.ephemeral
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.urlCache = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.timeoutIntervalForRequest = 30
    settings.timeoutIntervalForResource = 60
    session = URLSession(configuration: settings, delegate: NoRedirects(), delegateQueue: nil)
  }

  /// What came of a request. Only what certainly did not leave this machine is `notSent`.
  func send(_ request: ProviderRequest) async -> ProviderAnswer {
    guard let url = URL(string: request.url) else { return .notSent }
    var out = URLRequest(url: url)
    out.httpMethod = request.method
    for (name, value) in request.headers { out.setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { out.httpBody = Data(request.body) }
    do {
      let (data, response) = try await session.data(for: out)
      guard let response = response as? HTTPURLResponse else { return .lost }
      let body = data.count <= Self.limit ? try? JSON.parse(Array(data)) : nil
      return .answered(status: response.statusCode, body: body)
    } catch {
      return Self.answer(to: (error as? URLError)?.code)
    }
  }

  private static func answer(to code: URLError.Code?) -> ProviderAnswer {
    switch code {
    case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet,
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .unsupportedURL, .badURL:
      .notSent
    default: .lost
    }
  }
}

/// A provider that sends somewhere else is not followed: the key in the request is not for others.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
