import Foundation
import OynaPayments
import OynaStorage
import OynaValue

@testable import OynaServer

/// A merchant server with the demo's providers and the repository's own screens.
final class CheckoutFixture: Sendable {
  let directory: String
  let storage: SQLiteStorage
  let service: Service
  /// Where the doubles wait.
  let clock: Waiting
  private let lines = Locked("")
  /// Made the directory, and removes it; nil for the one that did.
  private let maker: CheckoutFixture?
  private static let root =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  init(_ merchant: MerchantSettings = .demo) async throws {
    maker = nil
    directory = FileManager.default.temporaryDirectory.path + "/oyna-checkout-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    storage = try SQLiteStorage(path: directory + "/db", now: 0)
    clock = Waiting()
    service = try Self.service(directory, storage, clock, merchant, lines)
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.open(
        PayableOrder(id: "1", amount: 100_000, currency: "UZS", created: 0))
      try transaction.open(
        PayableOrder(id: "2", amount: 100_000, currency: "UZS", created: 0))
    }
  }

  private init(_ maker: CheckoutFixture, _ merchant: MerchantSettings) throws {
    self.maker = maker
    directory = maker.directory
    storage = maker.storage
    clock = Waiting()
    service = try Self.service(directory, storage, clock, merchant, lines)
  }

  deinit {
    if maker == nil { try? FileManager.default.removeItem(atPath: directory) }
  }

  /// Another server over the same rows.
  func restarted(_ merchant: MerchantSettings = .demo) throws -> CheckoutFixture {
    try CheckoutFixture(self, merchant)
  }

  private static func service(
    _ directory: String, _ storage: SQLiteStorage, _ clock: Waiting,
    _ merchant: MerchantSettings, _ lines: Locked<String>
  ) throws -> Service {
    var backEnd = BackEnd()
    backEnd.merchant = merchant
    if merchant.isDemo { backEnd.merchant?.wait = { await clock.wait($0) } }
    let log = Log(
      level: .debug, clock: { 0 },
      write: { line in lines.withLock { $0 += String(decoding: line, as: UTF8.self) } })
    return try Application(
      Application.Settings(screens: root + "/Screens"), backEnd: backEnd,
      in: Application.Surroundings(
        storage: storage, keyring: Keyring(file: directory + "/key"), log: log, clock: Server.now)
    ).service
  }

  var log: String { lines.withLock { $0 } }

  func send(
    _ method: String, _ target: String, _ body: String? = nil, key: String? = nil,
    type: String = "application/json", language: String = "uz", _ more: [(String, String)] = []
  ) async -> HTTPResponse {
    var fields = HTTPFields(
      [("Host", "shop"), ("Accept-Language", language)] + more.map { ($0.0, $0.1) })
    if body != nil { fields.append("Content-Type", type) }
    if let key { fields.append("Idempotency-Key", key) }
    let parts = target.split(separator: "?", maxSplits: 1)
    let query = parts.count == 2 ? parts[1].split(separator: "&") : []
    let request = HTTPRequest(
      method: method, target: String(parts[0]),
      query: query.map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1)
        return (String(sides[0]), sides.count == 2 ? String(sides[1]) : "")
      },
      headers: fields, body: body.map { HTTPBody(Array($0.utf8)) })
    return await service.reply(to: request).response()
  }

  func get(_ target: String) async -> HTTPResponse { await send("GET", target) }

  func form(_ body: String, to target: String) async -> HTTPResponse {
    await send("POST", target, body, type: "application/x-www-form-urlencoded")
  }

  func screen(
    _ method: String, _ target: String, _ body: String, key: String? = nil,
    language: String = "uz"
  ) async -> JSON? {
    await send(method, target, body, key: key, language: language).json?["screen"]
  }

  func start(_ method: String, key: String = "k", language: String = "uz") async -> JSON? {
    await screen(
      "POST", "/api/v1/payments", #"{"order":"1","method":"\#(method)"}"#, key: key,
      language: language)
  }

  func input(_ name: String, _ body: String) async -> JSON? {
    await screen("POST", "/api/v1/payments/1/\(name)", body)
  }

  /// The demo provider's token for a card, as the page asks for it.
  func cardToken(_ number: String) async -> String? {
    let answer = await send(
      "POST", "/demo/payme/api",
      #"{"id":1,"method":"cards.create","params":{"card":{"number":"\#(number)","expire":"0399"}}}"#
    )
    return answer.json?["result"]?["card"]?["token"]?.string
  }

  /// What the payer's device makes of the sheet that is shown: the body that goes to `/sheet`.
  /// `change` is what somebody did to the sheet on the way.
  func sheetToken(
    _ wish: String, order: String = "1", change: (String) -> String = { $0 }
  ) async -> String? {
    guard let sheet = await get("/pay/\(order)").json?["state"]?["sheet"]?.string else {
      return nil
    }
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in [("order", order), ("sheet", change(sheet)), ("wish", wish)] {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    let answer = await send("POST", "/demo/applepay/token", writer.text)
    guard let body = answer.json?["actions"]?[0]?["body"] else { return nil }
    var bytes: [UInt8] = []
    body.write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The payer authorises the sheet; what the server answers to its token.
  func authorize(_ wish: String) async -> JSON? {
    guard let token = await sheetToken(wish) else { return nil }
    return await input("sheet", token)
  }

  /// What a screen's own `poll` brings; nil when it is nothing new.
  func poll(_ screen: JSON?) async -> JSON? {
    guard let url = screen?["poll"]?.string else { return nil }
    return await get(url).json?["screen"]
  }

  func order() async throws -> PayableOrder? {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.payableOrder(id: "1")
    }
  }

  func lastAttempt(_ order: String = "1") async throws -> PaymentAttemptRow? {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.lastAttempt(order: order)
    }
  }

  func movements() async throws -> [Int64] {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.movements(order: "1").map(\.amount)
    }
  }

  func imbalance() async throws -> Int64 {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.paymentImbalance()
    }
  }
}

/// A clock that stands still until it is let go: then nobody waits any more.
final class Waiting: Sendable {
  private struct State {
    var isReleased = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func wait(_ milliseconds: Int64) async {
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        if !state.isReleased { state.waiting.append(continuation) }
        return state.isReleased
      }
      if isReleased { continuation.resume() }
    }
  }

  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
