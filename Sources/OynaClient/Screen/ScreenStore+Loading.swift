import Foundation
import OynaEngine
import OynaValue

/// A document as it came from the network or from a copy.
struct FetchedDocument: Sendable {
  var bytes: [UInt8]
  var tag = ""
  var isKeepable = false
  /// It is the copy of an earlier visit.
  var isCopy = false
}

extension ClientEnvironment {
  /// Asks for a document. Without a network a copy stands in, where there is one.
  func fetch(_ url: URL) async -> Result<FetchedDocument, ScreenFailure> {
    let request = TransportRequest(
      url: url,
      headers: [("Accept", "application/json"), ("Accept-Language", language)],
      followsRedirects: true)
    let reason: ScreenFailure.Reason
    do throws(TransportError) {
      let answer = try await transport.send(request)
      guard answer.status < 400 else { return .failure(failure(.status(answer.status))) }
      return .success(
        FetchedDocument(
          bytes: answer.body, tag: answer.header("etag") ?? "", isKeepable: answer.isKeepable))
    } catch {
      reason =
        switch error {
        case .offline: .offline
        case .untrusted: .untrusted
        case .timeout, .tooLarge, .cancelled: .timeout
        }
    }
    if case .untrusted = reason { return .failure(failure(reason)) }
    if let copy = await copies?.recall(.screen, of: url, in: language) {
      return .success(FetchedDocument(bytes: copy.bytes, tag: copy.tag, isCopy: true))
    }
    return .failure(failure(reason))
  }

  func failure(_ reason: ScreenFailure.Reason) -> ScreenFailure {
    ScreenFailure(reason, words: .words(for: language))
  }
}

extension ScreenStore {
  /// Keeps the document for a time without a network, where the engine allows it.
  func keep(_ document: FetchedDocument) async {
    guard !document.isCopy, let tree else { return }
    if tree.isStorable && document.isKeepable {
      await environment.copies?.keep(
        KeptCopies.Copy(bytes: document.bytes, tag: document.tag), .screen, of: url,
        in: environment.language)
    } else {
      await environment.copies?.forget(.screen, of: url, in: environment.language)
    }
  }

  /// Takes on another language in place: what was typed stays where it is. False when the
  /// translation did not come; then the screen keeps its words.
  @discardableResult
  public func translate(to language: String) async -> Bool {
    environment.language = language
    form.language = language
    guard let tree else {
      await load()
      return self.tree != nil
    }
    guard tree.language != language else { return true }
    // A screen that came as an answer lies beside the one that it answered.
    let beside = URL(string: tree.screenID, relativeTo: url)?.absoluteURL
    for address in [url, beside].compactMap({ $0 }) {
      guard case .success(let document) = await environment.fetch(address),
        // Meanwhile another language was chosen, or another screen came.
        environment.language == language, self.tree === tree,
        let json = try? JSON.parse(document.bytes),
        let screen = try? Screen(decoding: json, extensions: environment.extensions),
        screen.id == tree.screenID
      else { continue }
      send(.translated(screen))
      return true
    }
    return false
  }
}
