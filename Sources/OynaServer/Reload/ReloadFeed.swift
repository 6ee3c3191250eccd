import Foundation
import OynaStorage
import OynaValue

/// Tells open pages that files were saved: server-sent events (HTML Standard §9.2), one an answer.
///
/// An answer waits until there is something to say and ends with it; the browser's `EventSource`
/// then asks again, naming the last event that it has, so that none is missed. So the transport
/// needs to know nothing of answers without an end.
final class ReloadFeed: Sendable {
  static let path = "/dev/reload"

  /// Milliseconds that an answer waits: a page that has gone is forgotten then.
  private static var patience: Int { 20_000 }

  private struct State {
    /// What the last read came to; its number goes up with each.
    var number: Int64
    var event: [UInt8] = ReloadFeed.event([])
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
    var isClosed = false

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private let state: Locked<State>

  /// - Parameter number: where numbers begin; another for each run of the server, so that pages
  ///   know of a restart.
  init(number: Int64) { state = Locked(State(number: number)) }

  /// The files were read again: what is wrong with them, or nothing.
  func publish(_ findings: [ScreenCatalog.Finding]) {
    let event = Self.event(findings)
    let waiting = state.withLock { state in
      state.number += 1
      state.event = event
      return state.takeWaiting()
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Whoever waits is let go, and nobody waits any more.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      return state.takeWaiting()
    }
    for continuation in waiting { continuation.resume() }
  }

  /// How many pages wait for something to happen.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// The next event after the one that the page has. A page that has none is told at once where
  /// things stand.
  func reply(to request: HTTPRequest) -> Reply {
    let known = request.headers["last-event-id"].flatMap { Int64($0) }
    return .pending { [self] in await answer(after: known) }
  }

  private func answer(after known: Int64?) async -> HTTPResponse {
    if known == state.withLock({ $0.number }) { await wait(after: known) }
    let (number, event, isClosed) = state.withLock { ($0.number, $0.event, $0.isClosed) }
    // The number is said when nothing happened too: the browser asks again with it.
    var body = Array("retry: \(isClosed ? 500 : 10)\nid: \(number)\n".utf8)
    if known != number { body += Array("data: ".utf8) + event + Array("\n".utf8) }
    body += Array("\n".utf8)
    var response = HTTPResponse(status: 200, contentType: "text/event-stream", body: body)
    response.headers.append("Cache-Control", "no-store")
    return response
  }

  private func wait(after known: Int64?) async {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let timeout = Task { [state] in
      try? await Task.sleep(for: .milliseconds(Self.patience))
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if state.isClosed || state.number != known { return true }
        state.waiting[waiter] = continuation
        return false
      }
      if isLate { continuation.resume() }
    }
    timeout.cancel()
  }

  /// `{"errors": [{"file", "line", "column", "path", "code", "message", "correction", "text"}]}`,
  /// where `text` is the line of the file.
  private static func event(_ findings: [ScreenCatalog.Finding]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("errors")
    writer.beginArray()
    for finding in findings { finding.write(into: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}

extension ScreenCatalog.Finding {
  fileprivate func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for (name, text) in [
      ("file", file), ("path", diagnostic.path), ("code", diagnostic.code.name),
      ("message", diagnostic.message),
    ] {
      writer.key(name)
      writer.string(text)
    }
    if let correction = diagnostic.correction {
      writer.key("correction")
      writer.string(correction)
    }
    if let position = diagnostic.position {
      writer.key("line")
      writer.int(position.line)
      writer.key("column")
      writer.int(position.column)
      if let text = line(position.line) {
        writer.key("text")
        writer.string(text)
      }
    }
    writer.endObject()
  }

  /// One line of the file, at most 500 characters of it.
  private func line(_ number: Int) -> String? {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    let lines = data.split(
      maxSplits: number, omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: "\n") })
    guard number >= 1, number <= lines.count else { return nil }
    return String(String(decoding: lines[number - 1], as: UTF8.self).prefix(500))
  }
}
