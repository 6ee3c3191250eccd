import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `oyna queue list|drain|requeue|drop FILE`: looks after an outbox file that no application has
/// open.
enum Queue {
  static let usage = """
    queue list FILE [--format text|json]
      oyna queue drain FILE --server URL
      oyna queue requeue FILE ID…|--all
      oyna queue drop FILE ID…
    """

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    guard let part = arguments.first, arguments.count >= 2 else { return wrongUsage() }
    let path = arguments[1]
    let rest = Array(arguments.dropFirst(2))
    guard FileManager.default.fileExists(atPath: path) else {
      StandardError.write("oyna queue: there is no file \(path)\n")
      return 1
    }
    do {
      switch part {
      case "list": return try list(path, rest)
      case "drain": return try drain(path, rest)
      case "requeue": return try requeue(path, rest)
      case "drop": return try drop(path, rest)
      default: return wrongUsage()
      }
    } catch let error as OutboxError {
      StandardError.write("oyna queue: \(error.message)\n")
    } catch {
      StandardError.write("oyna queue: \(error)\n")
    }
    return 1
  }

  private static func wrongUsage() -> Int32 {
    StandardError.write("usage: oyna \(usage)\n")
    return 2
  }

  /// Opens the queue and says where a damaged file went.
  private static func open(_ path: String, isOnline: Bool = false) throws -> OutboxQueue {
    let queue = try OutboxQueue(path: path, isOnline: isOnline)
    if let damaged = queue.damagedPath {
      StandardError.write("oyna queue: \(path) was damaged and set aside as \(damaged)\n")
    }
    return queue
  }

  // MARK: list

  private static func list(_ path: String, _ arguments: [String]) throws -> Int32 {
    guard arguments.isEmpty || arguments.count == 2 && arguments[0] == "--format" else {
      return wrongUsage()
    }
    let isJSON = arguments.last == "json"
    guard isJSON || arguments.isEmpty || arguments.last == "text" else { return wrongUsage() }
    let file = try OutboxFile(path: path, now: OutboxQueue.systemClock().wall)
    defer { file.close() }
    if let damaged = file.damagedPath {
      StandardError.write("oyna queue: \(path) was damaged and set aside as \(damaged)\n")
    }
    var deadCount = 0
    var after: Int64 = 0
    while true {
      let rows = try file.rows(after: after, limit: 1_000)
      guard let last = rows.last else { break }
      for row in rows {
        if row.state.name == OutboxRecord.State.deadName { deadCount += 1 }
        StandardOutput.write((isJSON ? json(row) : text(row)) + "\n")
      }
      after = last.id
    }
    return deadCount > 0 ? 1 : 0
  }

  private static func text(_ row: OutboxRecord) -> String {
    var state = row.state.name
    if !row.state.reason.isEmpty { state += " (\(row.state.reason)" }
    if row.state.number != 0 { state += row.state.reason.isEmpty ? " (" : ", " }
    if row.state.number != 0 { state += "\(row.state.number)" }
    if !row.state.reason.isEmpty || row.state.number != 0 { state += ")" }
    return "\(row.id)\t\(row.lane)\t\(state)\t\(row.attempts) attempts\t"
      + "\(row.method) \(row.url)\t\(row.kind)"
  }

  private static func json(_ row: OutboxRecord) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.int(row.id)
    for (name, value) in [
      ("lane", row.lane), ("status", row.state.name), ("reason", row.state.reason),
      ("kind", row.kind), ("method", row.method), ("url", row.url), ("key", row.key),
    ] {
      writer.key(name)
      writer.string(value)
    }
    for (name, value) in [
      ("number", row.state.number), ("attempts", row.attempts), ("created", row.created),
      ("expires", row.expires),
    ] {
      writer.key(name)
      writer.int(value)
    }
    writer.key("dependsOn")
    if let dependency = row.dependsOn { writer.int(dependency) } else { writer.null() }
    writer.endObject()
    return writer.text
  }

  // MARK: requeue, drop

  private static func requeue(_ path: String, _ arguments: [String]) throws -> Int32 {
    let queue = try open(path)
    defer { queue.close() }
    var ids = arguments.compactMap { Int64($0).flatMap { OutboxID($0) } }
    if arguments == ["--all"] {
      ids = try queue.file.rows(after: 0, limit: .max).filter {
        $0.state.name == OutboxRecord.State.deadName
      }.compactMap { OutboxID($0.id) }
    } else if ids.isEmpty || ids.count != arguments.count {
      return wrongUsage()
    }
    var status: Int32 = 0
    for id in ids {
      do throws(OutboxError) {
        let ticket = try queue.requeue(id)
        StandardOutput.write("\(id.number) is requeued as \(ticket.id.number)\n")
      } catch {
        StandardError.write("oyna queue: \(error.message)\n")
        status = 1
      }
    }
    return status
  }

  private static func drop(_ path: String, _ arguments: [String]) throws -> Int32 {
    let ids = arguments.compactMap { Int64($0).flatMap { OutboxID($0) } }
    guard !ids.isEmpty, ids.count == arguments.count else { return wrongUsage() }
    let queue = try open(path)
    defer { queue.close() }
    var status: Int32 = 0
    for id in ids {
      do throws(OutboxError) {
        // A dead letter is given up, one that still waits is cancelled.
        do throws(OutboxError) { try queue.drop(id) } catch .notAllowed(id) {
          try queue.cancel(id)
        }
        StandardOutput.write("\(id.number) is dropped\n")
      } catch {
        StandardError.write("oyna queue: \(error.message)\n")
        status = 1
      }
    }
    try queue.file.emptyLog()
    return status
  }

  // MARK: drain

  /// Sends what is due until nothing is left or nothing more can be sent now.
  private static func drain(_ path: String, _ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, arguments[0] == "--server", let server = URL(string: arguments[1]),
      server.host != nil
    else { return wrongUsage() }
    let queue = try open(path, isOnline: true)
    defer { queue.close() }
    // Whoever drains says that there is a network: what could not be sent before is due now.
    queue.network(isOnline: true)
    let sender = OutboxSender(server: server)
    var sent = 0
    while true {
      let work = queue.takeWork()
      if work.isEmpty {
        // Short waits, as after an answer that asked to slow down, are waited for.
        guard let wait = queue.wakeAfter, wait <= 5_000 else { break }
        Thread.sleep(forTimeInterval: Double(wait) / 1_000)
        queue.resume()
        continue
      }
      for piece in work {
        switch piece {
        case .send(let attempt, let target, let key, let payload):
          queue.answered(attempt, sender.send(target, key: key, payload))
          sent += 1
        case .lookUp(let id, let url): queue.lookedUp(id, sender.lookUp(url))
        case .refreshToken(let host): queue.tokenRefreshed(host: host, succeeded: false)
        }
      }
    }
    try queue.file.emptyLog()
    StandardOutput.write("\(sent) requests sent, \(queue.count) left\n")
    return queue.count == 0 ? 0 : 1
  }
}

/// Sends one request at a time with URLSession.
private struct OutboxSender {
  let server: URL
  private let session: URLSession

  init(server: URL) {
    self.server = server
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 30
    session = URLSession(
      configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  func send(
    _ target: OutboxTarget, key: IdempotencyKey?, _ payload: OutboxPayload
  ) -> OutboxAnswer {
    guard let url = URL(string: target.url, relativeTo: server) else { return .unsendable }
    var request = URLRequest(url: url)
    request.httpMethod = target.method
    request.httpBody = Data(payload.bytes)
    request.setValue(payload.contentType, forHTTPHeaderField: "Content-Type")
    if let key { request.setValue(key.headerValue, forHTTPHeaderField: "Idempotency-Key") }
    let (data, response, error) = perform(request)
    guard let response else {
      // The system does not say whether a byte was written, except for these.
      switch (error as? URLError)?.code {
      case .cannotFindHost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed,
        .secureConnectionFailed:
        return .notSent
      default: return .noAnswer
      }
    }
    return .response(
      OutboxResponse(
        status: response.statusCode, headers: Self.headers(response), body: Array(data ?? Data()),
        key: key))
  }

  func lookUp(_ url: String) -> OutboxLookUp {
    guard let url = URL(string: url, relativeTo: server) else { return .notFound }
    let (data, response, _) = perform(URLRequest(url: url))
    guard let response else { return .unavailable }
    return OutboxLookUp(
      status: response.statusCode, headers: Self.headers(response),
      body: Array(data ?? Data()))
  }

  private static func headers(_ response: HTTPURLResponse) -> [(name: String, value: String)] {
    response.allHeaderFields.compactMap { field, value in
      (field as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
    }
  }

  private func perform(
    _ request: URLRequest
  ) -> (data: Data?, response: HTTPURLResponse?, error: (any Error)?) {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<(Data?, HTTPURLResponse?, (any Error)?)>((nil, nil, nil))
    let task = session.dataTask(with: request) { data, response, error in
      result.withLock { $0 = (data, response as? HTTPURLResponse, error) }
      done.signal()
    }
    task.resume()
    done.wait()
    return result.withLock { $0 }
  }
}

/// Redirects are the outbox's decision.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
