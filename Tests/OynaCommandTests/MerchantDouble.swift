import Foundation
import OynaPayments
import OynaServer
import OynaStorage
import OynaValue

@testable import oyna

/// Our merchant server without sockets behind a fault: what a sandbox talks to.
final class MerchantDouble: Sendable {
  static let paymeKey = "te:st?key"
  static let clickSecret = "test-secret"

  /// Changes what the server is asked or what it answers.
  typealias Fault =
    @Sendable (MerchantDouble, SandboxRequest) async -> SandboxResponse?

  let fault: Fault?
  private let directory: String
  private let storage: SQLiteStorage
  private let service: Service
  /// Milliseconds since 1970 UTC: the sandbox's clock and the server's.
  private let time = Locked<(sandbox: Int64, server: Int64)>((1_764_489_600_000, 1_764_489_600_000))
  /// Whatever a fault has to remember.
  let memory = Locked<[String: String]>([:])
  let clockStands: Bool

  init(clockStands: Bool = false, fault: Fault? = nil) async throws {
    self.fault = fault
    self.clockStands = clockStands
    directory = FileManager.default.temporaryDirectory.path + "/oyna-double-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory + "/screens", withIntermediateDirectories: true)
    try Data(#"{"oyna":"1","id":"a","title":"A","body":{"id":"t","type":"text"}}"#.utf8).write(
      to: URL(fileURLWithPath: directory + "/screens/a.json"))
    storage = try SQLiteStorage(path: directory + "/db", now: 0)
    try await storage.transaction { transaction throws(StorageError) in
      for place in 0..<40 {
        try transaction.open(
          PayableOrder(
            id: place < 10 ? "\(place)" : "spare-\(place)", amount: 100_000, currency: "UZS",
            created: 0))
      }
    }
    var backEnd = BackEnd()
    backEnd.merchant = MerchantSettings(
      payme: .init(merchantID: "m", key: SecretText(Self.paymeKey)),
      click: .init(serviceID: "36", merchantID: "7", secret: SecretText(Self.clickSecret)))
    let time = time
    service = try Application(
      Application.Settings(screens: directory + "/screens"), backEnd: backEnd,
      in: Application.Surroundings(
        storage: storage, keyring: Keyring(file: directory + "/key"),
        log: Log(level: .error, clock: { 0 }, write: { _ in }),
        clock: { time.withLock { $0.server } })
    ).service
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var world: SandboxWorld {
    SandboxWorld(
      send: { [self] request in
        advance(1)
        guard let fault else { return await forward(request) }
        return await fault(self, request)
      },
      now: { [self] in time.withLock { $0.sandbox } },
      wait: { [self] in advance($0) })
  }

  private func advance(_ milliseconds: Int64) {
    time.withLock { time in
      time.sandbox += milliseconds
      if !clockStands { time.server += milliseconds }
    }
  }

  /// Asks the server itself.
  func forward(_ request: SandboxRequest) async -> SandboxResponse {
    let target = String(request.url.dropFirst("http://test".count))
    let response = await service.reply(
      to: HTTPRequest(
        method: request.method, target: target, headers: HTTPFields(request.headers),
        body: HTTPBody(request.body))
    ).response()
    return SandboxResponse(status: response.status, body: response.body)
  }

  func failures(payme: Bool) async -> [String] {
    if payme {
      var sandbox = PaymeSandbox(
        caller: PaymeCaller(
          url: "http://test/payme", key: Self.paymeKey, accountField: "order_id", world: world),
        orders: ["1", "2", "3", "4", "5"], amount: 100_000, isAccumulating: false,
        print: { _ in })
      _ = await sandbox.run()
      return sandbox.report.failures.map(\.name)
    }
    var sandbox = ClickSandbox(
      prepareURL: "http://test/click/prepare", completeURL: "http://test/click/complete",
      serviceID: "36", secret: Self.clickSecret, orders: ["1", "2", "3", "4"], amount: "1000.00",
      world: world, print: { _ in })
    _ = await sandbox.run()
    return sandbox.report.failures.map(\.name)
  }
}

extension SandboxRequest {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The method of a Payme call; empty for what is none.
  var call: String { (try? JSON.parse(body))?["method"]?.string ?? "" }

  func replacing(_ old: String, _ new: String) -> SandboxRequest {
    var copy = self
    copy.body = Array(text.replacingOccurrences(of: old, with: new).utf8)
    return copy
  }

  func authorized(_ value: String) -> SandboxRequest {
    var copy = self
    copy.headers = headers.filter { $0.name != "Authorization" } + [("Authorization", value)]
    return copy
  }

  var authorization: String? { headers.first { $0.name == "Authorization" }?.value }
}

extension SandboxResponse {
  /// The whole text; `text` is cut for messages.
  var whole: String { String(decoding: body, as: UTF8.self) }

  func replacing(_ old: String, _ new: String) -> SandboxResponse {
    SandboxResponse(
      status: status, body: Array(whole.replacingOccurrences(of: old, with: new).utf8))
  }

  /// The same with what a pattern matches replaced.
  func replacing(pattern: String, _ new: String) -> SandboxResponse {
    SandboxResponse(
      status: status,
      body: Array(
        whole.replacingOccurrences(of: pattern, with: new, options: .regularExpression).utf8))
  }
}
