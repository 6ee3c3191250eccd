import Foundation
import OynaServer
import OynaStorage
import OynaValue

/// `oyna bench http --port P --db FILE --doc FILE`: serves `GET /doc` (the file) and `POST /submit`
/// (a JSON body, stored durably, then 201) through the server's own transport and storage, until
/// SIGTERM. `--threads N` sets the transport's threads.
enum HTTPBench {
  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let name = rest.popFirst(), let value = rest.popFirst() { options[name] = value }
    guard let port = options["--port"].flatMap(Int.init), let database = options["--db"],
      let path = options["--doc"], let document = FileManager.default.contents(atPath: path)
    else {
      StandardError.write("usage: oyna bench http --port P --db FILE --doc FILE [--threads N]\n")
      return 2
    }
    let signals = StopSignals()
    do {
      let storage = try SQLiteStorage(path: database, now: 0)
      var settings = TransportSettings()
      settings.threads = options["--threads"].flatMap(Int.init) ?? 1
      let fixed = FixedResponse(
        HTTPResponse(status: 200, contentType: "application/json", body: Array(document)))
      let transport = try HTTPTransport(
        ListeningSocket(host: "127.0.0.1", port: port), settings: settings
      ) { request in
        request.method == "GET" ? .fixed(fixed) : submit(request, storage)
      }
      signals.wait {}
      Blocking.run { await transport.stop() }
    } catch {
      StandardError.write("oyna bench http: \(error)\n")
      return 1
    }
    return 0
  }

  private static func submit(_ request: HTTPRequest, _ storage: SQLiteStorage) -> Reply {
    guard let body = request.body,
      let json = body.withBytes({ bytes in try? JSON.parse(bytes) })
    else { return .response(HTTPResponse(status: 400)) }
    var values: [UInt8] = []
    json.write(into: &values)
    let record = SubmissionRecord(
      id: UUID().uuidString, tenant: "", screen: "bench", url: "/submit", created: 0,
      values: values, secrets: [])
    return .pending {
      do throws(StorageError) {
        try await storage.transaction { transaction throws(StorageError) in
          try transaction.insert(record)
        }
        return HTTPResponse(status: 201)
      } catch {
        return HTTPResponse(status: 503)
      }
    }
  }
}
