import Foundation
import OynaEngine
import OynaValue

/// Answers a request by its policy: from a copy, from the network, or from both in turn.
struct RequestCache: Sendable {
  let transport: any Transport
  let copies: KeptCopies?
  let language: String

  /// What a request may be told; `isFinal`: nothing follows.
  typealias Tell = @MainActor @Sendable (_ answer: TransportAnswer, _ isFinal: Bool) -> Void

  /// Tells one answer, or two when a copy is shown while the network is asked. Throws when there is
  /// no answer and no copy may stand in.
  func answer(
    _ request: TransportRequest, by policy: LoadModel.CachePolicy, _ tell: Tell
  ) async throws(TransportError) {
    guard policy != .never, request.method == "GET", let copies else {
      return await tell(try await transport.send(request), true)
    }
    let url = request.url
    let kept = policy == .networkFirst ? nil : await copies.recall(.data, of: url, in: language)
    if let kept {
      let isFinal = policy == .cacheFirst
      await tell(Self.answer(kept, mark: isFinal ? nil : "revalidating"), isFinal)
      if isFinal { return }
    }
    var asked = request
    if let kept, !kept.tag.isEmpty { asked.headers.append(("If-None-Match", kept.tag)) }
    let answer: TransportAnswer
    do throws(TransportError) {
      answer = try await transport.send(asked)
    } catch {
      guard policy == .networkFirst, error == .offline || error == .timeout,
        let old = await copies.recall(.data, of: url, in: language)
      else { throw error }
      return await tell(Self.answer(old, mark: "offline"), true)
    }
    if answer.isKeepable {
      await copies.keep(
        KeptCopies.Copy(bytes: answer.body, tag: answer.header("etag") ?? ""), .data, of: url,
        in: language)
    }
    // Only a host may say this of an answer, and never a server.
    let headers = answer.headers.filter { $0.name.lowercased() != Self.header }
    await tell(TransportAnswer(status: answer.status, headers: headers, body: answer.body), true)
  }

  private static let header = "oyna-cache"

  private static func answer(_ copy: KeptCopies.Copy, mark: String?) -> TransportAnswer {
    TransportAnswer(status: 200, headers: mark.map { [(header, $0)] } ?? [], body: copy.bytes)
  }
}

extension TransportAnswer {
  /// The first header with this name, in lower case; nil when there is none.
  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }

  /// Whether a copy may be kept (RFC 9111 §5.2.2.5). What is no JSON, such as the page of a network
  /// that asks to sign in, must not take the place of the last good one.
  var isKeepable: Bool {
    guard status == 200,
      header("cache-control")?.lowercased().contains("no-store") != true
    else { return false }
    return (try? JSON.parse(body, options: .rfc8259)) != nil
  }
}
