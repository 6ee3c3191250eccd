import Foundation
import OynaPayments
import OynaStorage
import OynaValue

@testable import OynaServer

/// A merchant server without sockets, with a clock that the test moves.
final class MerchantFixture: Sendable {
  static let paymeKey = "ab:c?d&e@f%g"
  static let clickSecret = "test-secret"

  let directory: String
  let storage: SQLiteStorage
  let service: Service
  /// Milliseconds since 1970 UTC.
  let time = Locked<Int64>(1_764_489_600_000)
  private let lines = Locked("")

  /// Opens `orders`, each of 1000.00 so'm.
  init(orders: [String] = ["1", "2", "3"]) async throws {
    directory = FileManager.default.temporaryDirectory.path + "/oyna-pay-" + UUID().uuidString
    try ServerFixture.write(ServerFixture.receipt, directory + "/screens/receipt.json")
    storage = try SQLiteStorage(path: directory + "/db", now: 0)
    var backEnd = BackEnd()
    backEnd.merchant = MerchantSettings(
      payme: .init(merchantID: "m", key: SecretText(Self.paymeKey)),
      click: .init(
        serviceID: "36", merchantID: "7", secret: SecretText(Self.clickSecret)))
    let (lines, time) = (lines, time)
    let log = Log(
      level: .debug, clock: { 0 },
      write: { line in lines.withLock { $0 += String(decoding: line, as: UTF8.self) } })
    service = try Application(
      Application.Settings(screens: directory + "/screens"), backEnd: backEnd,
      in: Application.Surroundings(
        storage: storage, keyring: Keyring(file: directory + "/key"), log: log,
        clock: { time.withLock { $0 } })
    ).service
    try await storage.transaction { transaction throws(StorageError) in
      for order in orders {
        try transaction.open(
          PayableOrder(id: order, amount: 100_000, currency: "UZS", created: 0))
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var log: String { lines.withLock { $0 } }
  var now: Int64 { time.withLock { $0 } }
  func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  func send(
    _ method: String, _ target: String, _ fields: [(String, String)] = [], body: String? = nil
  ) async -> HTTPResponse {
    let request = HTTPRequest(
      method: method, target: target, headers: HTTPFields(fields.map { ($0.0, $0.1) }),
      body: body.map { HTTPBody(Array($0.utf8)) })
    return await service.reply(to: request).response()
  }

  // MARK: Payme

  static let authorization =
    "Basic " + Data("Paycom:\(paymeKey)".utf8).base64EncodedString()

  /// The text of the answer to a body as Payme sends it.
  func payme(_ body: String, authorization: String? = MerchantFixture.authorization) async
    -> String
  {
    let fields = authorization.map { [("Authorization", $0)] } ?? []
    let response = await send("POST", "/payme", fields, body: body)
    return response.status == 200 ? String(decoding: response.body, as: UTF8.self) : ""
  }

  /// The answer to a method.
  func call(_ method: String, _ params: String) async -> PaymeReply {
    PaymeReply(text: await payme(#"{"id":1,"method":"\#(method)","params":{\#(params)}}"#))
  }

  func create(
    _ id: String, order: String = "1", amount: Int64 = 100_000, time: Int64? = nil
  ) async -> PaymeReply {
    await call(
      "CreateTransaction",
      #""id":"\#(id)","time":\#(time ?? now),"amount":\#(amount),"account":{"order_id":"\#(order)"}"#
    )
  }

  func perform(_ id: String) async -> PaymeReply {
    await call("PerformTransaction", #""id":"\#(id)""#)
  }

  func cancel(_ id: String, reason: Int = 3) async -> PaymeReply {
    await call("CancelTransaction", #""id":"\#(id)","reason":\#(reason)"#)
  }

  func check(_ id: String) async -> PaymeReply {
    await call("CheckTransaction", #""id":"\#(id)""#)
  }

  // MARK: Click

  /// The fields of a call, signed.
  static func fields(
    _ action: ClickCall.Action, transaction: Int64, order: String, amount: String = "1000.00",
    error: Int = 0, prepareID: Int64? = nil, secret: String = clickSecret,
    actionText: String? = nil
  ) -> [(String, String)] {
    let actionText = actionText ?? action.rawValue
    let time = "2026-11-30 10:00:00"
    let prepare = prepareID.map { String($0) } ?? ""
    let signed = "\(transaction)36\(secret)\(order)\(prepare)\(amount)\(actionText)\(time)"
    var fields = [
      ("click_trans_id", String(transaction)), ("service_id", "36"), ("click_paydoc_id", "5"),
      ("merchant_trans_id", order), ("amount", amount), ("action", actionText),
      ("error", String(error)), ("error_note", ""), ("sign_time", time),
      ("sign_string", Digest.hex(Digest.md5(Array(signed.utf8)))),
    ]
    if let prepareID { fields.append(("merchant_prepare_id", String(prepareID))) }
    return fields
  }

  static func form(_ fields: [(String, String)]) -> String {
    fields.map { name, value in
      name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }.joined(separator: "&")
  }

  func click(
    _ action: ClickCall.Action, _ fields: [(String, String)]
  ) async -> ClickReply {
    let path = action == .prepare ? "/click/prepare" : "/click/complete"
    let response = await send(
      "POST", path, [("Content-Type", "application/x-www-form-urlencoded")],
      body: Self.form(fields))
    return ClickReply(json: response.status == 200 ? response.json : nil)
  }

  func prepare(
    _ transaction: Int64, order: String = "1", amount: String = "1000.00", error: Int = 0
  ) async -> ClickReply {
    await click(
      .prepare,
      Self.fields(.prepare, transaction: transaction, order: order, amount: amount, error: error))
  }

  func complete(
    _ transaction: Int64, prepareID: Int64?, order: String = "1", amount: String = "1000.00",
    error: Int = 0
  ) async -> ClickReply {
    await click(
      .complete,
      Self.fields(
        .complete, transaction: transaction, order: order, amount: amount, error: error,
        prepareID: prepareID))
  }

  // MARK: the books

  func order(_ id: String = "1") async throws -> PayableOrder? {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.payableOrder(id: id)
    }
  }

  func movements(_ id: String = "1") async throws -> [Int64] {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.movements(order: id).map(\.amount)
    }
  }

  func imbalance() async throws -> Int64 {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.paymentImbalance()
    }
  }

  func notes(_ id: String = "1") async throws -> [String] {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.notes(order: id)
    }
  }
}

/// An answer of `/payme`.
struct PaymeReply: Equatable {
  let text: String
  private var json: JSON? { try? JSON.parse(text) }
  var error: Int64? { json?["error"]?["code"]?.int }
  var data: String? { json?["error"]?["data"]?.string }
  var state: Int64? { json?["result"]?["state"]?.int }
  func int(_ name: String) -> Int64? { json?["result"]?[name]?.int }
  var ids: [String?] {
    json?["result"]?["transactions"]?.array?.map { $0["id"]?.string } ?? []
  }
}

/// An answer of `/click/…`.
struct ClickReply {
  let json: JSON?
  var error: Int64? { json?["error"]?.int }
  var prepareID: Int64? { json?["merchant_prepare_id"]?.int }
  var confirmID: Int64? { json?["merchant_confirm_id"]?.int }
}
