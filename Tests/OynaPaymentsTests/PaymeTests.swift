import OynaValue
import Testing

@testable import OynaPayments

/// The state table of the Payme Merchant API, call by call.
@Suite struct PaymeMerchantTests {
  static let start: Int64 = 1_764_489_600_000
  static let lifetime = PaymeTransaction.lifetimeMilliseconds
  let merchant = PaymeMerchant(accountField: "order_id", accountKind: .oneTime)
  let order = PaymeOrder(number: "197", amount: 500_000, state: .available)
  let call = PaymeCall.Create(
    id: "5305e3bab097f420a62ced0b", time: start, amount: 500_000, order: "197")

  func created() -> PaymeTransaction {
    PaymeTransaction(
      id: call.id, time: call.time, amount: call.amount, order: call.order, merchantID: "1",
      createTime: Self.start + 10)
  }

  func expectFailure(
    _ decision: PaymeDecision?, _ error: PaymeError, change: PaymeChange = .none,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .failure(let answered) = decision?.answer else {
      Issue.record("the call was answered with a result", sourceLocation: sourceLocation)
      return
    }
    #expect(answered == error, sourceLocation: sourceLocation)
    #expect(decision?.change == change, sourceLocation: sourceLocation)
  }

  @Test func `a free order may be paid with its own amount only`() throws {
    let merchant = try #require(merchant)
    #expect(try merchant.checkPerform(amount: 500_000, order: order) == order)
    #expect(throws: PaymeError.wrongAmount) {
      try merchant.checkPerform(amount: 500_001, order: order)
    }
    #expect(throws: PaymeError.orderNotFound(field: "order_id")) {
      try merchant.checkPerform(amount: 500_000, order: nil)
    }
    for state in [PaymeOrder.State.waiting, .paid, .cancelled, .delivered] {
      let taken = PaymeOrder(number: "197", amount: 500_000, state: state)
      #expect(throws: PaymeError.orderUnavailable(field: "order_id", code: -31099)) {
        try merchant.checkPerform(amount: 500_000, order: taken)
      }
    }
  }

  @Test func `a create inserts once and a repeat is answered with the same row`() throws {
    let merchant = try #require(merchant)
    let first = merchant.create(
      call, existing: nil, order: order, active: nil, merchantID: "1", now: Self.start + 10)
    #expect(first.change == .insert(created()))
    let second = merchant.create(
      call, existing: created(), order: order, active: nil, merchantID: "2",
      now: Self.start + 99_999)
    #expect(second.change == .none)
    #expect(try first.answer.get() == second.answer.get())
    #expect(
      try PaymeAnswer.bytes(first.answer.get(), id: nil)
        == PaymeAnswer.bytes(second.answer.get(), id: nil))
  }

  @Test func `a repeat with another amount or account is not answered with the old row`() throws {
    let merchant = try #require(merchant)
    let other = PaymeCall.Create(id: call.id, time: call.time, amount: 1, order: call.order)
    expectFailure(
      merchant.create(
        other, existing: created(), order: order, active: nil, merchantID: "2", now: Self.start),
      .wrongAmount)
    let elsewhere = PaymeCall.Create(id: call.id, time: call.time, amount: 500_000, order: "198")
    expectFailure(
      merchant.create(
        elsewhere, existing: created(), order: order, active: nil, merchantID: "2",
        now: Self.start), .orderNotFound(field: "order_id"))
  }

  @Test func `a second transaction on a one-time account is refused until the first expires`()
    throws
  {
    let merchant = try #require(merchant)
    let waiting = PaymeOrder(number: "197", amount: 500_000, state: .waiting)
    let second = PaymeCall.Create(
      id: "other", time: Self.start + Self.lifetime, amount: 500_000, order: "197")
    expectFailure(
      merchant.create(
        second, existing: nil, order: waiting, active: created(), merchantID: "2",
        now: Self.start + Self.lifetime), .orderUnavailable(field: "order_id", code: -31099))
    let now = Self.start + Self.lifetime + 1
    let decision = merchant.create(
      second, existing: nil, order: waiting, active: created(), merchantID: "2", now: now)
    let expired = try #require(
      PaymeTransaction(
        created: created(), state: .cancelled, performTime: 0, cancelTime: now, reason: 4))
    let new = PaymeTransaction(
      id: "other", time: second.time, amount: 500_000, order: "197", merchantID: "2",
      createTime: now)
    #expect(decision.change == .expireAndInsert(expired: expired, new))
  }

  @Test func `an accumulating account takes a second transaction and any amount`() throws {
    let merchant = try #require(
      PaymeMerchant(accountField: "phone", accountKind: .accumulating))
    let waiting = PaymeOrder(number: "197", amount: 0, state: .waiting)
    let decision = merchant.create(
      PaymeCall.Create(id: "other", time: Self.start, amount: 77, order: "197"), existing: nil,
      order: waiting, active: created(), merchantID: "2", now: Self.start)
    #expect(try decision.answer.get() != .checked(created()))
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)] as [(Int64, Bool)])
  func `a transaction lives exactly twelve hours of Payme's time`(offset: Int64, lives: Bool) throws
  {
    let merchant = try #require(merchant)
    let now = Self.start + Self.lifetime + offset
    let perform = merchant.perform(created(), now: now)
    let repeated = merchant.create(
      call, existing: created(), order: order, active: nil, merchantID: "2", now: now)
    if lives {
      let performed = try #require(
        PaymeTransaction(
          created: created(), state: .performed, performTime: now, cancelTime: 0, reason: nil))
      #expect(perform.change == .update(performed, from: .created, order: .paid))
      #expect(try repeated.answer.get() == .created(created()))
    } else {
      let expired = try #require(
        PaymeTransaction(
          created: created(), state: .cancelled, performTime: 0, cancelTime: now, reason: 4))
      expectFailure(perform, .wrongState, change: .expire(expired))
      expectFailure(repeated, .wrongState, change: .expire(expired))
    }
  }

  @Test func `each state answers perform, cancel and check by the table`() throws {
    let merchant = try #require(merchant)
    let now = Self.start + 5_000
    let performed = try #require(
      PaymeTransaction(
        created: created(), state: .performed, performTime: now, cancelTime: 0, reason: nil))
    let cancelled = try #require(
      PaymeTransaction(
        created: created(), state: .cancelled, performTime: 0, cancelTime: now, reason: 3))
    let refunded = try #require(
      PaymeTransaction(
        created: created(), state: .refunded, performTime: now, cancelTime: now + 1, reason: 5))

    expectFailure(merchant.perform(nil, now: now), .transactionNotFound)
    expectFailure(merchant.cancel(nil, order: nil, reason: 3, now: now), .transactionNotFound)
    expectFailure(merchant.check(nil, now: now), .transactionNotFound)

    #expect(try merchant.perform(performed, now: now + 9).answer.get() == .performed(performed))
    expectFailure(merchant.perform(cancelled, now: now + 9), .wrongState)
    expectFailure(merchant.perform(refunded, now: now + 9), .wrongState)

    #expect(
      merchant.cancel(created(), order: order, reason: 3, now: now).change
        == .update(cancelled, from: .created, order: .available))
    #expect(
      merchant.cancel(performed, order: order, reason: 5, now: now + 1).change
        == .update(refunded, from: .performed, order: .cancelled))
    let delivered = PaymeOrder(number: "197", amount: 500_000, state: .delivered)
    expectFailure(
      merchant.cancel(performed, order: delivered, reason: 5, now: now + 1), .cannotCancel)
    for done in [cancelled, refunded] {
      let again = merchant.cancel(done, order: order, reason: 1, now: now + 77)
      #expect(again.change == .none)
      #expect(try again.answer.get() == .cancelled(done))
      expectFailure(
        merchant.create(
          call, existing: done, order: order, active: nil, merchantID: "2", now: now), .wrongState)
    }
    for any in [created(), performed, cancelled, refunded] {
      #expect(try merchant.check(any, now: now).answer.get() == .checked(any))
    }
  }

  @Test func `an impossible row is not read as a transaction`() {
    for (state, performTime, cancelTime, reason) in [
      (PaymeTransaction.State.created, 1, 0, nil), (.created, 0, 1, 3), (.performed, 0, 0, nil),
      (.performed, 1, 1, 3), (.cancelled, 1, 1, 3), (.cancelled, 0, 1, nil), (.refunded, 0, 1, 3),
    ] as [(PaymeTransaction.State, Int64, Int64, Int64?)] {
      #expect(
        PaymeTransaction(
          created: created(), state: state, performTime: performTime, cancelTime: cancelTime,
          reason: reason) == nil)
    }
  }

  @Test func `a statement takes both ends and goes by Payme's time`() throws {
    let merchant = try #require(merchant)
    let rows = [30, 10, 20].map { time in
      PaymeTransaction(
        id: "t\(time)", time: time, amount: 1, order: "1", merchantID: "m", createTime: 99 - time)
    }
    #expect(merchant.statement(of: rows, from: 10, to: 20).map(\.id) == ["t10", "t20"])
    #expect(merchant.statement(of: rows, from: 11, to: 19).isEmpty)
  }

  @Test func `a code that Payme does not allow for a busy order is refused`() {
    for code in [-31100, -31049, -31003, 0] as [Int64] {
      #expect(
        PaymeMerchant(accountField: "a", accountKind: .oneTime, unavailableCode: code) == nil)
    }
    for code in [-31099, -31050, -31008] as [Int64] {
      #expect(
        PaymeMerchant(accountField: "a", accountKind: .oneTime, unavailableCode: code) != nil)
    }
  }
}

@Suite struct PaymeCallTests {
  func decode(_ text: String) throws -> PaymeCall {
    try PaymeCall(JSON.parse(text), accountField: "order_id")
  }

  @Test(arguments: [
    #"{}"#, #"{"method": 5, "params": {}}"#, #"{"method": "CheckTransaction"}"#,
    #"{"method": "CheckTransaction", "params": []}"#,
    #"{"method": "CheckTransaction", "params": {"id": 5}}"#,
    #"{"method": "CheckTransaction", "params": {"id": ""}}"#,
    #"{"method": "CancelTransaction", "params": {"id": "a"}}"#,
    #"{"method": "GetStatement", "params": {"from": -1, "to": 2}}"#,
    #"{"method": "CheckPerformTransaction", "params": {"amount": "5", "account": {"order_id": "1"}}}"#,
    #"{"method": "CheckPerformTransaction", "params": {"amount": 5}}"#,
    #"{"method": "SetFiscalData", "params": {"id": "a", "type": "OTHER", "fiscal_data": {}}}"#,
  ])
  func `a call without a member of the right type is malformed`(text: String) {
    #expect(throws: PaymeError.malformed) { try decode(text) }
  }

  @Test(arguments: ["0", "-5", "1.5", "99999999999999999999"])
  func `an amount that is no positive integer is a wrong amount`(amount: String) {
    #expect(throws: PaymeError.wrongAmount) {
      try decode(
        #"{"method": "CheckPerformTransaction", "params": {"amount": \#(amount), "#
          + #""account": {"order_id": "1"}}}"#)
    }
  }

  @Test func `an unknown method and an account without the field are named`() {
    #expect(throws: PaymeError.methodNotFound("Nope")) {
      try decode(#"{"method": "Nope", "params": {}}"#)
    }
    #expect(throws: PaymeError.orderNotFound(field: "order_id")) {
      try decode(
        #"{"method": "CheckPerformTransaction", "params": {"amount": 5, "account": {"x": "1"}}}"#)
    }
  }

  @Test func `an answer has one of result and error, and the id unchanged`() throws {
    let id = try JSON.parse(#"{"id": 2032}"#)["id"]
    #expect(
      String(decoding: PaymeAnswer.allowed(id: id), as: UTF8.self)
        == #"{"jsonrpc":"2.0","result":{"allow":true},"id":2032}"#)
    let error = String(
      decoding: PaymeAnswer.bytes(.methodNotFound("Nope"), id: nil), as: UTF8.self)
    #expect(error.hasPrefix(#"{"jsonrpc":"2.0","error":{"code":-32601,"message":{"ru":"#))
    #expect(error.hasSuffix(#""data":"Nope"},"id":null}"#))
  }
}

@Suite struct PaymeLinkTests {
  @Test func `the official checkout vectors come out`() {
    let short = PaymeCheckoutLink(
      merchant: "587f72c72cac0d162c722ae2", account: [("order_id", "197")], amount: 500)
    #expect(
      short?.url()
        == "https://checkout.paycom.uz/bT01ODdmNzJjNzJjYWMwZDE2MmM3MjJhZTI7YWMub3JkZXJfaWQ9MTk3O2E9NTAw"
    )
    let long = PaymeCheckoutLink(
      merchant: "587f72c72cac0d162c722ae2", account: [("order_id", "197")], amount: 500,
      language: .uz, returnURL: "https://shop.example/back?o=197",
      returnAfterMilliseconds: 15_000, currency: 860)
    #expect(
      long?.url(host: .sandbox)
        == "https://test.paycom.uz/bT01ODdmNzJjNzJjYWMwZDE2MmM3MjJhZTI7YWMub3JkZXJfaWQ9MTk3O2E9NTAwO2w9dXo7Yz1odHRwczovL3Nob3AuZXhhbXBsZS9iYWNrP289MTk3O2N0PTE1MDAwO2NyPTg2MA=="
    )
  }

  @Test func `what would split the list or print wrong is refused`() {
    #expect(PaymeCheckoutLink(merchant: "m", account: [("a", "1;a=1")], amount: 5) == nil)
    #expect(
      PaymeCheckoutLink(merchant: "m", account: [("a", "1")], amount: 5, returnURL: "https://x/;")
        == nil)
    #expect(PaymeCheckoutLink(merchant: "m", account: [("a", "1")], amount: 0) == nil)
    #expect(PaymeCheckoutLink(merchant: "m", account: [], amount: 5) == nil)
  }

  @Test func `the authorisation is split at the first colon only`() {
    let vector = "Basic UGF5Y29tOnRlc3Qta2V5"
    #expect(PaymeAuthorization.isValid(vector, key: "test-key"))
    #expect(!PaymeAuthorization.isValid(vector, key: "test-ke"))
    #expect(!PaymeAuthorization.isValid(nil, key: "test-key"))
    let key = "ab:c?d&e@f%g"
    let header = "Basic " + Base64.encode(Array("Paycom:\(key)".utf8))
    #expect(PaymeAuthorization.isValid(header, key: key))
    let other = "Basic " + Base64.encode(Array("Other:\(key)".utf8))
    #expect(!PaymeAuthorization.isValid(other, key: key))
    for bad in ["Basic", "Basic !!!!", "Bearer UGF5Y29tOnRlc3Qta2V5", "Basic UGF5Y29t", ""] {
      #expect(!PaymeAuthorization.isValid(bad, key: "test-key"))
    }
  }

  @Test func `base64 of every short length comes back`() {
    var generator = SplitMix64(state: 7)
    for length in 0..<64 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
    for bad in ["A", "AA", "AAA", "A===", "AB==", "AAB=", "A A=", "AA=A"] {
      #expect(Base64.decode(bad) == nil, "\(bad)")
    }
  }
}
