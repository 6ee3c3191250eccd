import OynaValue

/// Plays Payme against a merchant server: the scenarios of Payme's own sandbox in their order, then
/// what it does not try but real traffic does.
struct PaymeSandbox: Sendable {
  let caller: PaymeCaller
  /// Orders that wait for payment of `amount`: one for the unconfirmed, one for the confirmed
  /// payment, then two for late and for simultaneous calls. Steps that lack one are skipped.
  let orders: [String]
  /// Tiyin.
  let amount: Int64
  /// Whether the account can be topped up again and again.
  let isAccumulating: Bool

  /// Codes for a bad account, and for an order that is busy or paid: the sources differ there.
  static let accountErrors: ClosedRange<Int64> = -31099 ... -31050
  static let unavailable: Int64 = -31008

  var report: SandboxReport
  /// What was created: Payme's id and time, for the statement.
  var created: [(id: String, time: Int64)] = []
  /// A moment before the first call.
  let start: Int64

  init(
    caller: PaymeCaller, orders: [String], amount: Int64, isAccumulating: Bool,
    print: @escaping @Sendable (String) -> Void
  ) {
    self.caller = caller
    self.orders = orders
    self.amount = amount
    self.isAccumulating = isAccumulating
    report = SandboxReport(print: print)
    start = caller.world.now()
  }

  mutating func run() async -> Int32 {
    await authorization()
    await wrongAmount()
    await unknownAccount()
    await unconfirmed()
    await confirmed()
    await unavailableOrder()
    await statement()
    await accumulating()
    await dialect()
    await unknownTransaction()
    await late()
    await simultaneous()
    return report.finish()
  }

  func order(_ place: Int) -> String? { orders.count > place ? orders[place] : nil }

  // MARK: 1 to 3: what is refused

  private mutating func authorization() async {
    report.begin("Wrong authorisation")
    let account = caller.account(orders[0], amount)
    let methods = [
      ("CheckPerformTransaction", account),
      (
        "CreateTransaction",
        caller.creation(PaymeCaller.identifier(), orders[0], amount, time: start)
      ),
      ("PerformTransaction", #""id":"none""#), ("CancelTransaction", #""id":"none","reason":3"#),
      ("CheckTransaction", #""id":"none""#), ("GetStatement", #""from":0,"to":\#(start)"#),
    ]
    let headers = [
      ("no header", nil), ("another key", PaymeCaller.basic("Paycom:" + caller.key + "x")),
      ("another login", PaymeCaller.basic("Uzcard:" + caller.key)),
    ]
    for (method, params) in methods {
      for (name, header) in headers {
        let answer = await caller.call(method, params, authorization: header)
        report.note("\(method), \(name)", answer.expectError(-32504 ... -32504))
      }
    }
  }

  private mutating func wrongAmount() async {
    report.begin("Wrong amount")
    // An account that is topped up takes any amount but none.
    for wrong in isAccumulating ? [0] : [amount + 1, amount - 1] where wrong >= 0 {
      let check = await caller.call("CheckPerformTransaction", caller.account(orders[0], wrong))
      report.note(
        "CheckPerformTransaction of \(wrong)", check.expectError(-31001 ... -31001))
      let create = await caller.call(
        "CreateTransaction",
        caller.creation(PaymeCaller.identifier(), orders[0], wrong, time: caller.world.now()))
      report.note("CreateTransaction of \(wrong)", create.expectError(-31001 ... -31001))
    }
  }

  private mutating func unknownAccount() async {
    report.begin("Non-existent account")
    let unknown = "no-such-order-" + PaymeCaller.identifier()
    let check = await caller.call("CheckPerformTransaction", caller.account(unknown, amount))
    report.note("CheckPerformTransaction", check.expectError(Self.accountErrors))
    report.note("The error's message is in ru, uz and en", Self.localized(check))
    report.note(
      "The error's data names the account's field",
      check.error?["data"]?.string == nil ? "data is missing" : nil)
    let create = await caller.call(
      "CreateTransaction",
      caller.creation(PaymeCaller.identifier(), unknown, amount, time: caller.world.now()))
    report.note("CreateTransaction", create.expectError(Self.accountErrors))
  }

  private static func localized(_ answer: PaymeCaller.Answer) -> String? {
    for language in ["ru", "uz", "en"] {
      guard let text = answer.error?["message"]?[language]?.string, !text.isEmpty else {
        return "there is no text for \(language)"
      }
    }
    return nil
  }

  // MARK: steps of the scenarios

  /// Calls twice and wants the second answer to be the first.
  mutating func twice(
    _ method: String, _ params: String, _ members: [(name: String, value: Value)],
    times: [String]
  ) async -> PaymeCaller.Answer {
    let before = caller.world.now()
    let first = await caller.call(method, params)
    report.note(method, first.expect(members) ?? Self.recent(first, times, before))
    // A merchant that answers with "now" is found only when now is another millisecond.
    await caller.world.wait(20)
    let second = await caller.call(method, params)
    let difference: String? =
      switch (first.result, second.result) {
      case (let a?, let b?):
        a.value == b.value ? nil : "the second answer differs: \(first.body) and \(second.body)"
      default: second.flaw ?? "the second answer is no result: \(second.body)"
      }
    report.note("\(method) again: the same answer", difference)
    return first
  }

  /// Nil when the times are 13-digit milliseconds, and near now.
  private static func recent(
    _ answer: PaymeCaller.Answer, _ names: [String], _ now: Int64
  ) -> String? {
    for name in names {
      guard let time = answer.int(name) else { return "\(name) is no integer" }
      guard abs(time - now) < 300_000 else {
        return "\(name) is \(time), which is not within five minutes of now in milliseconds"
      }
    }
    return nil
  }

  /// Begins a payment; nil when it was refused, which is noted.
  mutating func create(_ order: String) async -> (id: String, answer: PaymeCaller.Answer)? {
    let id = PaymeCaller.identifier()
    let time = caller.world.now()
    let answer = await twice(
      "CreateTransaction", caller.creation(id, order, amount, time: time),
      [("state", .int(1))], times: ["create_time"])
    guard answer.result != nil else { return nil }
    created.append((id, time))
    if answer.result?["transaction"]?.string == nil {
      report.note("The merchant's identifier is text", "transaction is no string: \(answer.body)")
    }
    return (id, answer)
  }

  mutating func check(
    _ id: String, _ name: String, _ members: [(name: String, value: Value)]
  ) async {
    let answer = await caller.call("CheckTransaction", #""id":"\#(id)""#)
    report.note("CheckTransaction: \(name)", answer.expect(members))
  }

  // MARK: 4 and 5: the two payments

  private mutating func unconfirmed() async {
    report.begin("A payment that is not confirmed")
    let order = orders[0]
    let allow = await caller.call("CheckPerformTransaction", caller.account(order, amount))
    report.note("CheckPerformTransaction", allow.expect([("allow", .bool(true))]))
    guard let (id, first) = await create(order) else { return }
    let transaction = first.result?["transaction"]?.value ?? .null
    await check(
      id, "state 1",
      [
        ("state", .int(1)), ("create_time", first.result?["create_time"]?.value ?? .null),
        ("perform_time", .int(0)), ("cancel_time", .int(0)), ("transaction", transaction),
        ("reason", .null),
      ])
    if !isAccumulating {
      let other = await caller.call(
        "CreateTransaction",
        caller.creation(PaymeCaller.identifier(), order, amount, time: caller.world.now()))
      report.note(
        "Another CreateTransaction on the same order",
        other.expectError(Self.accountErrors, or: Self.unavailable))
    }
    let same = await caller.call(
      "CreateTransaction", caller.creation(id, order, amount + 1, time: created[0].time))
    report.note(
      "The same id with another amount",
      same.expectError(Self.accountErrors, -31001 ... -31001, Self.unavailable ... -31008))
    let cancelled = await twice(
      "CancelTransaction", #""id":"\#(id)","reason":3"#,
      [("state", .int(-1)), ("transaction", transaction)], times: ["cancel_time"])
    await check(
      id, "state -1",
      [
        ("state", .int(-1)), ("perform_time", .int(0)), ("reason", .int(3)),
        ("cancel_time", cancelled.result?["cancel_time"]?.value ?? .null),
      ])
    let perform = await caller.call("PerformTransaction", #""id":"\#(id)""#)
    report.note(
      "PerformTransaction of a cancelled payment",
      perform.expectError(Self.unavailable...Self.unavailable))
    let again = await caller.call(
      "CreateTransaction", caller.creation(id, order, amount, time: created[0].time))
    report.note(
      "CreateTransaction of a cancelled payment",
      again.expectError(Self.unavailable...Self.unavailable))
  }

  private mutating func confirmed() async {
    report.begin("A payment that is confirmed")
    guard let order = order(1) else {
      report.skip("the scenario", "name a second order with --order")
      return
    }
    let allow = await caller.call("CheckPerformTransaction", caller.account(order, amount))
    report.note("CheckPerformTransaction", allow.expect([("allow", .bool(true))]))
    guard let (id, first) = await create(order) else { return }
    let transaction = first.result?["transaction"]?.value ?? .null
    await check(id, "state 1", [("state", .int(1)), ("perform_time", .int(0))])
    let performed = await twice(
      "PerformTransaction", #""id":"\#(id)""#,
      [("state", .int(2)), ("transaction", transaction)], times: ["perform_time"])
    let performTime = performed.result?["perform_time"]?.value ?? .null
    await check(
      id, "state 2",
      [
        ("state", .int(2)), ("perform_time", performTime), ("cancel_time", .int(0)),
        ("reason", .null),
      ])
    let again = await caller.call(
      "CreateTransaction", caller.creation(id, order, amount, time: created.last?.time ?? 0))
    report.note(
      "CreateTransaction of a performed payment",
      again.expectError(Self.unavailable...Self.unavailable))
    await refund(id, transaction: transaction, performTime: performTime)
  }

  /// Cancels a performed payment, which a merchant may refuse with -31007.
  private mutating func refund(_ id: String, transaction: Value, performTime: Value) async {
    let paid = orders.count > 1 && !isAccumulating ? orders[1] : nil
    if let paid {
      let check = await caller.call("CheckPerformTransaction", caller.account(paid, amount))
      report.note(
        "CheckPerformTransaction of a paid order",
        check.expectError(Self.accountErrors, or: Self.unavailable))
    }
    let params = #""id":"\#(id)","reason":5"#
    let first = await caller.call("CancelTransaction", params)
    if first.code == -31007 {
      report.note("CancelTransaction is refused: delivered", nil)
      await check(id, "still state 2", [("state", .int(2)), ("cancel_time", .int(0))])
      return
    }
    report.note(
      "CancelTransaction",
      first.expect([("state", .int(-2)), ("transaction", transaction)]))
    await caller.world.wait(20)
    let second = await caller.call("CancelTransaction", #""id":"\#(id)","reason":1"#)
    report.note(
      "CancelTransaction again: the same answer",
      first.result?.value == second.result?.value
        ? nil : "the second answer differs: \(first.body) and \(second.body)")
    await check(
      id, "state -2",
      [
        ("state", .int(-2)), ("perform_time", performTime), ("reason", .int(5)),
        ("cancel_time", first.result?["cancel_time"]?.value ?? .null),
      ])
    let perform = await caller.call("PerformTransaction", #""id":"\#(id)""#)
    report.note(
      "PerformTransaction of a refunded payment",
      perform.expectError(Self.unavailable...Self.unavailable))
  }
}
