import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// Thirty-two callbacks of each kind at the same time, in random order, against a server that is
/// killed again and again: every order ends in one legal state, is charged at most once, and the
/// books balance.
@Suite struct PaymentKillTests {
  private static let kills = 5
  private static let callbacks = 32
  /// New orders in each round.
  private static let fresh = 12
  private static let orders = fresh * (kills + 1)

  @Test(.enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"))
  func `callbacks in any order and a dying server charge each order at most once`() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/oyna-pay-kill-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try ServerFixture.write(ServerFixture.receipt, directory + "/screens/receipt.json")
    let payable = (0..<Self.orders).flatMap { ["--payable", "\($0)=100000"] }
    let book = CallbackBook()
    var generator = SplitMix64(state: 20_261_130)
    for round in 0...Self.kills {
      let server = try ServingProcess(directory, ["--demo"] + payable)
      var calls = Callback.Kind.allCases.flatMap { kind in
        // Two payments for each new order; what is over meets orders of the round before again.
        (0..<Self.callbacks).map { place in
          Callback(kind: kind, number: max((round + 1) * Self.fresh * 2 - 1 - place, 0))
        }
      }
      calls.shuffle(using: &generator)
      // The first rounds die early, when little has come to an end; the last one not at all.
      let target = round == Self.kills ? Int.max : book.count + 40 + 30 * round
      await Self.send(calls, to: server, book, killAt: target)
      server.terminate()
    }
    #expect(book.contradictions == [])
    #expect(book.count > 40 * Self.kills)
    try await Self.checkBooks(directory + "/db", book)
  }

  private static func send(
    _ calls: [Callback], to server: ServingProcess, _ book: CallbackBook, killAt target: Int
  ) async {
    let queue = Locked(calls)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<callbacks {
        group.addTask {
          while let call = queue.withLock({ $0.popLast() }) {
            guard await call.send(to: server.port, book) else { return }
          }
        }
      }
      group.addTask {
        while book.count < target, !queue.withLock({ $0.isEmpty }) {
          try? await Task.sleep(for: .milliseconds(1))
        }
        if book.count >= target { server.kill() }
      }
    }
  }

  private static func checkBooks(_ path: String, _ book: CallbackBook) async throws {
    let storage = try SQLiteStorage(path: path, now: 0)
    let rows = try await storage.transaction { transaction throws(StorageError) in
      var rows: [OrderRows] = []
      for place in 0..<orders {
        guard let order = try transaction.payableOrder(id: String(place)) else { continue }
        rows.append(
          OrderRows(
            order: order, payments: try transaction.payments(order: order.id),
            movements: try transaction.movements(order: order.id)))
      }
      return rows
    }
    let imbalance = try await storage.transaction { transaction throws(StorageError) in
      try transaction.paymentImbalance()
    }
    await storage.close()
    #expect(imbalance == 0)
    #expect(rows.count == orders)
    var charged = 0
    for row in rows {
      #expect(row.problem == nil)
      charged += row.movements.count { $0.amount > 0 }
      // What was told to a provider is what stands in the books.
      for payment in row.payments {
        let told = book.told[payment.provider + payment.providerID] ?? []
        let isTaken = payment.state == .performed || payment.state == .refunded
        #expect(!told.contains("taken") || isTaken, "\(payment)")
        #expect(!told.contains("ended") || payment.state == .cancelled, "\(payment)")
      }
    }
    #expect(charged > 0)
  }
}

/// An order with everything that was written about it.
private struct OrderRows {
  let order: PayableOrder
  let payments: [PaymentRecord]
  let movements: [PaymentMovement]

  /// What is illegal about it; nil when all is well.
  var problem: String? {
    let live = payments.filter { $0.state == .created || $0.state == .performed }
    let sum = movements.reduce(0) { $0 + $1.amount }
    let charges = movements.count { $0.amount > 0 }
    guard charges <= 1 else { return "\(order.id) was charged \(charges) times" }
    let isLegal =
      switch order.state {
      case .available: live.isEmpty && order.holder == nil && sum == 0
      case .waiting: live.map(\.number) == [order.holder] && live[0].state == .created && sum == 0
      case .paid, .delivered:
        live.map(\.number) == [order.holder] && live[0].state == .performed && sum == order.amount
      case .cancelled: live.isEmpty && sum == 0
      }
    return isLegal ? nil : "\(order) with \(payments)"
  }
}

/// One callback of a provider; `number` names both the order and the payment.
private struct Callback: Sendable {
  enum Kind: CaseIterable {
    case allow, create, perform, cancel, check, statement, fiscal, prepare, complete, end
  }

  let kind: Kind
  let number: Int

  /// Two payments of each provider meet at each order.
  private var order: String { String(number / 2) }
  private var transaction: Int64 { Int64(1_000 + number) }

  /// False when there was no answer: the server is dead.
  func send(to port: Int, _ book: CallbackBook) async -> Bool {
    guard let client = try? RawClient(port: port) else { return false }
    await client.send(request(book))
    guard let response = await client.readResponse(), response.head.hasPrefix("HTTP/1.1 200")
    else { return false }
    note(response.body, book)
    return true
  }

  private func request(_ book: CallbackBook) -> String {
    let payme: (method: String, params: String)? =
      switch kind {
      case .allow:
        (
          "CheckPerformTransaction", #","amount":100000,"account":{"order_id":"\#(order)"}"#
        )
      case .statement:
        ("GetStatement", #","from":\#(book.start),"to":\#(book.start + Int64(number))"#)
      case .fiscal:
        (
          "SetFiscalData",
          #","type":"PERFORM","fiscal_data":{"receipt_id":"\#(number)","status_code":0}"#
        )
      case .create:
        (
          "CreateTransaction",
          #","time":\#(book.start + Int64(number)),"amount":100000,"account":{"order_id":"\#(order)"}"#
        )
      case .perform: ("PerformTransaction", "")
      case .cancel: ("CancelTransaction", #","reason":3"#)
      case .check: ("CheckTransaction", "")
      case .prepare, .complete, .end: nil
      }
    if let payme {
      let key = Data("Paycom:\(MerchantSettings.demoPaymeKey)".utf8).base64EncodedString()
      return Self.request(
        "/payme", "application/json", "Authorization: Basic \(key)\r\n",
        #"{"method":"\#(payme.method)","params":{"id":"\#(transaction)"\#(payme.params)},"id":1}"#)
    }
    let id = book.prepareID(transaction)
    let time = "2026-11-30 10:00:00"
    let isPrepare = kind == .prepare
    let signed =
      "\(transaction)1\(MerchantSettings.demoClickSecret)\(order)\(isPrepare ? "" : String(id))1000.00"
      + "\(isPrepare ? 0 : 1)\(time)"
    var form =
      "click_trans_id=\(transaction)&service_id=1&merchant_trans_id=\(order)&amount=1000.00"
      + "&action=\(isPrepare ? 0 : 1)&error=\(kind == .end ? -5017 : 0)&error_note="
      + "&sign_time=2026-11-30+10%3A00%3A00"
      + "&sign_string=\(Digest.hex(Digest.md5(Array(signed.utf8))))"
    if !isPrepare { form += "&merchant_prepare_id=\(id)" }
    return Self.request(
      isPrepare ? "/click/prepare" : "/click/complete", "application/x-www-form-urlencoded", "",
      form)
  }

  private static func request(
    _ path: String, _ type: String, _ more: String, _ body: String
  ) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n\(more)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func note(_ body: String, _ book: CallbackBook) {
    let json = try? JSON.parse(body)
    switch kind {
    case .allow, .statement, .fiscal: book.count(1)
    case .create, .perform, .cancel, .check:
      guard let result = json?["result"] else { return book.count(1) }
      let state = result["state"]?.int
      let told = state == 2 || state == -2 ? "taken" : state == -1 ? "ended" : ""
      // A time that was told once is told for ever.
      for time in ["create_time", "perform_time", "cancel_time"] {
        guard let value = result[time]?.int, value != 0 else { continue }
        book.note("payme\(transaction)", told, fact: "\(transaction) \(time)", value)
      }
    case .prepare, .complete, .end:
      guard let error = json?["error"]?.int else { return book.count(1) }
      let isTaken = kind == .complete && (error == 0 || error == -4)
      let isEnded = kind == .complete && error == -9
      if kind == .prepare, error == 0, let id = json?["merchant_prepare_id"]?.int {
        book.keep(prepareID: id, of: transaction)
        book.note("click\(transaction)", "", fact: "\(transaction) prepare", id)
      } else {
        book.note("click\(transaction)", isTaken ? "taken" : isEnded ? "ended" : "")
      }
    }
  }
}

/// What the server told, over all its lives.
private final class CallbackBook: Sendable {
  private struct State {
    var count = 0
    var told: [String: Set<String>] = [:]
    var facts: [String: Int64] = [:]
    var prepareIDs: [Int64: Int64] = [:]
    var contradictions: [String] = []
  }

  private let state = Locked(State())
  /// Payme's time of the first payment.
  let start = Server.now()

  var count: Int { state.withLock { $0.count } }
  var told: [String: Set<String>] { state.withLock { $0.told } }
  var contradictions: [String] { state.withLock { $0.contradictions } }

  func count(_ answers: Int) { state.withLock { $0.count += answers } }

  func prepareID(_ transaction: Int64) -> Int64 {
    state.withLock { $0.prepareIDs[transaction] ?? 999_999_999 }
  }

  func keep(prepareID: Int64, of transaction: Int64) {
    state.withLock { $0.prepareIDs[transaction] = prepareID }
  }

  func note(_ payment: String, _ told: String, fact: String = "", _ value: Int64 = 0) {
    state.withLock { state in
      state.count += 1
      if !told.isEmpty { state.told[payment, default: []].insert(told) }
      guard !fact.isEmpty else { return }
      if let first = state.facts.updateValue(value, forKey: fact), first != value {
        state.contradictions.append("\(fact): \(first), then \(value)")
      }
    }
  }
}

/// A generator with a seed: a failing order of calls comes again.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
