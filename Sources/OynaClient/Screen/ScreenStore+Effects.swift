import Foundation
public import OynaEngine
import OynaValue

/// Performs the effects that belong to the application and not to one screen.
@MainActor
public protocol ScreenHost: AnyObject {
  /// Navigation, links, the clipboard, sharing, haptics, analytics, reports: whatever the store
  /// does not do itself.
  func perform(_ effect: Effect, of store: ScreenStore)
}

extension ScreenStore {
  func perform(_ effect: Effect) {
    switch effect {
    case .request(let request): start(request)
    case .cancel(let id): requests.removeValue(forKey: id)?.cancel()
    case .wake(let milliseconds): wake(after: milliseconds)
    case .snackbar(let message, let action): show(message, action: action)
    case .banner(let messages): banner = messages
    case .announce(let text):
      messageCount += 1
      announcement = Announcement(id: messageCount, text: text)
    case .focus(let key): focusedKey = key
    case .alert(let title, let message):
      messageCount += 1
      alert = ScreenAlert(id: messageCount, title: title, message: message)
    default: hand(effect)
    }
  }

  func report(_ diagnostic: Diagnostic) { hand(.report(diagnostic)) }

  private func hand(_ effect: Effect) {
    if let host {
      host.perform(effect, of: self)
    } else if unperformed.count < Engine.effectLimit {
      unperformed.append(effect)
    }
  }

  func handOver() {
    guard let host else { return }
    let effects = unperformed
    unperformed = []
    for effect in effects { host.perform(effect, of: self) }
  }

  func show(_ message: String, action: SnackbarAction?) {
    messageCount += 1
    snackbar = Snackbar(id: messageCount, message: message, action: action)
  }

  // MARK: - Requests

  private func start(_ request: Request) {
    let id = request.id
    guard let url = URL(string: request.url, relativeTo: self.url) else {
      send(.networkError(request: id, kind: .offline))
      return
    }
    var message = TransportRequest(
      method: request.method, url: url.absoluteURL, headers: request.headers)
    if let body = request.body { message.body = .erasable(body) }
    let cache = RequestCache(
      transport: environment.transport, copies: environment.copies,
      language: environment.language)
    requests[id] = Task { [weak self, message] in
      do throws(TransportError) {
        try await cache.answer(message, by: request.cache) { answer, isFinal in
          self?.settle(id, answer, isFinal: isFinal)
        }
      } catch {
        self?.settle(id, error)
      }
    }
  }

  /// An answer to a request that was cancelled meanwhile is dropped.
  private func settle(_ id: RequestID, _ answer: TransportAnswer, isFinal: Bool) {
    guard requests[id] != nil else { return }
    if isFinal { requests[id] = nil }
    send(
      .response(
        Response(request: id, status: answer.status, headers: answer.headers, body: answer.body)))
  }

  private func settle(_ id: RequestID, _ error: TransportError) {
    guard requests.removeValue(forKey: id) != nil else { return }
    switch error {
    case .offline, .untrusted: send(.networkError(request: id, kind: .offline))
    case .timeout, .tooLarge, .cancelled: send(.networkError(request: id, kind: .timeout))
    }
  }

  func cancelAll() {
    for task in requests.values { task.cancel() }
    requests = [:]
    wake?.cancel()
    wake = nil
    lastAdvance = environment.now()
  }

  // MARK: - Time

  /// The engine asks for the nearest moment only, so that a newer wish replaces the older.
  private func wake(after milliseconds: Int64) {
    wake?.cancel()
    let sleep = environment.sleep
    wake = Task { [weak self] in
      do { try await sleep(milliseconds) } catch { return }
      self?.advance()
    }
  }

  private func advance() {
    guard !Task.isCancelled else { return }
    let now = environment.now()
    let passed = now - lastAdvance
    lastAdvance = now
    send(.advance(milliseconds: passed))
  }
}
