import Foundation
import OynaServer
import OynaStorage

/// `oyna sandbox provider --merchant URL …`: the providers' doubles as a server of their own, for a
/// merchant server elsewhere: ours with `--payments`, or another's.
enum ProviderDoubleCommand {
  static let usage =
    "sandbox provider --merchant URL [--payments FILE] [--port N] [--page-origin ORIGIN]…"

  static func run(_ arguments: [String]) -> Int32 {
    var rest = arguments[...]
    var port = 8090
    var merchant: String?
    var file: String?
    var origins: Set<String> = []
    while let flag = rest.popFirst() {
      guard let value = rest.popFirst() else {
        return fail("\(flag) needs a value, or is unknown.")
      }
      switch flag {
      case "--port":
        guard let number = Int(value), (0...65_535).contains(number) else {
          return fail("--port is a number from 0 to 65535.")
        }
        port = number
      case "--merchant": merchant = value
      case "--payments": file = value
      case "--page-origin": origins.insert(value)
      default: return fail("\(flag) is no option.")
      }
    }
    guard var merchant, merchant.hasPrefix("http://") || merchant.hasPrefix("https://") else {
      return fail("--merchant is the address of the merchant server.")
    }
    while merchant.hasSuffix("/") { merchant.removeLast() }
    if origins.isEmpty { origins = [merchant] }
    do {
      let settings = try file.map { try MerchantFile(path: $0).settings } ?? .demo
      return try serve(settings, merchant, origins, port)
    } catch let failure as ServeOptions.Failure {
      return fail(failure.description)
    } catch {
      StandardError.write("oyna sandbox provider: \(error)\n")
      return 1
    }
  }

  private static func serve(
    _ settings: MerchantSettings, _ merchant: String, _ origins: Set<String>, _ port: Int
  ) throws -> Int32 {
    let signals = StopSignals()
    let socket = try ListeningSocket(host: "127.0.0.1", port: port)
    let origin = "http://127.0.0.1:\(socket.port)"
    let log = Log(level: .info, clock: Server.now) { StandardError.write($0) }
    let double = ProviderDouble(
      settings, origin: origin, pageOrigins: origins, log: log,
      call: { await call($0, at: merchant) })
    let transport = try HTTPTransport(socket) { double.service.reply(to: $0) }
    StandardOutput.write("The doubles of the providers are on \(origin), for \(merchant)\n")
    signals.wait {}
    Blocking.run { await transport.stop() }
    return 0
  }

  /// A callback to the merchant server; 502 when there is no answer.
  private static func call(_ request: HTTPRequest, at merchant: String) async -> HTTPResponse {
    var out = SandboxRequest(
      method: request.method, url: merchant + (request.path ?? ""), headers: [],
      body: request.body?.withBytes { Array($0) } ?? [])
    for name in ["Authorization", "Content-Type"] {
      if let value = request.headers[name] { out.headers.append((name, value)) }
    }
    guard let answer = await SandboxWorld.system.send(out) else { return HTTPResponse(status: 502) }
    return HTTPResponse(
      status: answer.status, contentType: "application/json", body: answer.body)
  }

  private static func fail(_ reason: String) -> Int32 {
    StandardError.write("oyna sandbox: \(reason)\nusage: oyna \(usage)\n")
    return 2
  }
}
