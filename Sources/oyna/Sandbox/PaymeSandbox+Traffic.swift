import OynaPayments
import OynaValue

extension PaymeSandbox {
  mutating func unavailableOrder() async {
    report.begin("An order that is being paid")
    guard !isAccumulating else {
      report.skip("the scenario", "the account is accumulating")
      return
    }
    guard let order = order(2) else {
      report.skip("the scenario", "name a third order with --order")
      return
    }
    guard let (id, _) = await create(order) else { return }
    let check = await caller.call("CheckPerformTransaction", caller.account(order, amount))
    report.note(
      "CheckPerformTransaction", check.expectError(Self.accountErrors, or: Self.unavailable))
    _ = await twice(
      "CancelTransaction", #""id":"\#(id)","reason":4"#, [("state", .int(-1))],
      times: ["cancel_time"])
    let again = await caller.call("CheckPerformTransaction", caller.account(order, amount))
    report.note(
      "CheckPerformTransaction after it was cancelled", again.expect([("allow", .bool(true))]))
  }

  mutating func statement() async {
    report.begin("GetStatement")
    guard let first = created.first?.time, let last = created.last?.time else {
      report.skip("the scenario", "no payment was created")
      return
    }
    let all = await list(from: first, to: last)
    let wanted = created.map(\.id)
    report.note(
      "All payments, by Payme's time, both ends inclusive",
      all.flaw
        ?? (all.ids.filter { wanted.contains($0) } == wanted
          ? nil : "answered \(all.ids), expected \(wanted)"))
    report.note("Every member is there", all.missing)
    report.note(
      "The times are Payme's own",
      all.times.filter { (first...last).contains($0) }.count == all.times.count
        ? nil : "a time is outside of what was asked for: \(all.times)")
    let before = await list(from: first - 2, to: first - 1)
    report.note(
      "Nothing before the first",
      before.flaw ?? (before.ids.contains(wanted[0]) ? "the first payment is listed" : nil))
  }

  private func list(
    from: Int64, to: Int64
  ) async -> (ids: [String], times: [Int64], missing: String?, flaw: String?) {
    let answer = await caller.call("GetStatement", #""from":\#(from),"to":\#(to)"#)
    guard let rows = answer.result?["transactions"]?.array else {
      return ([], [], nil, answer.flaw ?? "there is no list of transactions: \(answer.body)")
    }
    let members = [
      "id", "time", "amount", "account", "create_time", "perform_time", "cancel_time",
      "transaction", "state", "reason",
    ]
    let missing = rows.lazy.flatMap { row in members.filter { row[$0] == nil } }.first
    return (
      rows.compactMap { $0["id"]?.string }, rows.compactMap { $0["time"]?.int },
      missing.map { "\($0) is missing" }, nil
    )
  }

  mutating func accumulating() async {
    report.begin("Two payments of one account at a time")
    guard isAccumulating else {
      report.skip("the scenario", "the account is one-time")
      return
    }
    let payments = [
      ("The first", PaymeCaller.identifier()), ("The second", PaymeCaller.identifier()),
    ]
    for (name, id) in payments {
      let answer = await caller.call(
        "CreateTransaction",
        caller.creation(id, orders[0], amount, time: caller.world.now()))
      report.note("\(name) CreateTransaction", answer.expect([("state", .int(1))]))
    }
    // Each goes its own way.
    let perform = await caller.call("PerformTransaction", #""id":"\#(payments[1].1)""#)
    report.note("The second is performed", perform.expect([("state", .int(2))]))
    await check(payments[0].1, "the first still waits", [("state", .int(1))])
    let end = await caller.call("CancelTransaction", #""id":"\#(payments[0].1)","reason":3"#)
    report.note("The first is cancelled", end.expect([("state", .int(-1))]))
    await check(payments[1].1, "the second is still performed", [("state", .int(2))])
  }

  // MARK: beyond Payme's own sandbox

  mutating func dialect() async {
    report.begin("JSON-RPC")
    let key = PaymeCaller.basic("Paycom:" + caller.key)
    let unknown = await caller.call("NoSuchMethod", "")
    report.note("An unknown method", unknown.expectError(-32601 ... -32601))
    let broken = caller.read(
      await caller.send(#"{"method":"CheckTransaction","#, authorization: key), id: nil)
    report.note("Broken JSON", broken.expectError(-32700 ... -32700))
    for (name, body) in [
      ("no params", #"{"method":"CheckTransaction","id":1}"#), ("no method", #"{"params":{}}"#),
      ("another type", #"{"method":"CheckTransaction","params":{"id":[]},"id":1}"#),
    ] {
      let answer = caller.read(await caller.send(body, authorization: key), id: nil)
      report.note("A call with \(name)", answer.expectError(-32600 ... -32600))
    }
    let get = caller.read(await caller.send("", method: "GET", authorization: key), id: nil)
    report.note("GET instead of POST", get.expectError(-32300 ... -32300))
  }

  mutating func unknownTransaction() async {
    report.begin("A payment that does not exist")
    for method in ["PerformTransaction", "CancelTransaction", "CheckTransaction"] {
      let params = #""id":"\#(PaymeCaller.identifier())","reason":3"#
      let answer = await caller.call(method, params)
      report.note(method, answer.expectError(-31003 ... -31003))
    }
  }

  mutating func late() async {
    report.begin("Twelve hours")
    guard let order = order(2) else {
      report.skip("the scenario", "name a third order with --order")
      return
    }
    let lifetime = PaymeTransaction.lifetimeMilliseconds
    let old = caller.world.now() - lifetime
    let tooOld = await caller.call(
      "CreateTransaction",
      caller.creation(PaymeCaller.identifier(), order, amount, time: old - 60_000))
    report.note(
      "CreateTransaction a minute too late", tooOld.expectError(-31008 ... -31008))
    // Alive for two seconds more, then not.
    let id = PaymeCaller.identifier()
    let create = await caller.call(
      "CreateTransaction",
      caller.creation(id, order, amount, time: caller.world.now() - lifetime + 2_000))
    report.note("CreateTransaction two seconds before", create.expect([("state", .int(1))]))
    await caller.world.wait(4_000)
    let perform = await caller.call("PerformTransaction", #""id":"\#(id)""#)
    report.note("PerformTransaction two seconds after", perform.expectError(-31008 ... -31008))
    await check(
      id, "cancelled for its time",
      [("state", .int(-1)), ("reason", .int(PaymeTransaction.expiredReason))])
    let free = await caller.call("CheckPerformTransaction", caller.account(order, amount))
    report.note("The order is free again", free.expect([("allow", .bool(true))]))
  }

  mutating func simultaneous() async {
    report.begin("Calls at the same time")
    guard let raced = order(2), let confirmed = order(3) else {
      report.skip("the scenario", "name four orders with --order")
      return
    }
    await performs(confirmed)
    await performAgainstCancel(raced)
    await creations()
  }

  private mutating func performs(_ order: String) async {
    guard let (id, _) = await create(order) else { return }
    let caller = caller
    async let a = caller.call("PerformTransaction", #""id":"\#(id)""#)
    async let b = caller.call("PerformTransaction", #""id":"\#(id)""#)
    let (first, second) = (await a, await b)
    report.note(
      "Two PerformTransaction have one answer",
      first.expect([("state", .int(2))]) ?? second.expect([("state", .int(2))])
        ?? (first.result?.value == second.result?.value
          ? nil : "they differ: \(first.body) and \(second.body)"))
  }

  private mutating func performAgainstCancel(_ order: String) async {
    guard let (id, _) = await create(order) else { return }
    let caller = caller
    async let a = caller.call("PerformTransaction", #""id":"\#(id)""#)
    async let b = caller.call("CancelTransaction", #""id":"\#(id)","reason":3"#)
    let (perform, cancel) = (await a, await b)
    let end = await caller.call("CheckTransaction", #""id":"\#(id)""#)
    let told = (perform.int("state"), cancel.int("state"), end.int("state"))
    let isLegal =
      switch told {
      // Perform was first, then the refund; or it was delivered at once.
      case (2, -2, -2), (2, nil, 2): true
      case (nil, -1, -1): perform.code == -31008
      default: false
      }
    report.note(
      "PerformTransaction against CancelTransaction",
      isLegal ? nil : "perform \(perform.body), cancel \(cancel.body), then \(end.body)")
  }

  /// Two payments for one order at once: one is begun.
  private mutating func creations() async {
    guard !isAccumulating, let order = order(4) else {
      report.skip("Two CreateTransaction for one order", "name five orders with --order")
      return
    }
    let caller = caller
    let time = caller.world.now()
    let ids = [PaymeCaller.identifier(), PaymeCaller.identifier()]
    async let a = caller.call(
      "CreateTransaction", caller.creation(ids[0], order, amount, time: time))
    async let b = caller.call(
      "CreateTransaction", caller.creation(ids[1], order, amount, time: time))
    let answers = [await a, await b]
    let count = answers.count { $0.int("state") == 1 }
    report.note(
      "Two CreateTransaction for one order: one is begun",
      count == 1 ? nil : "\(count) were begun")
    for id in ids { _ = await caller.call("CancelTransaction", #""id":"\#(id)","reason":3"#) }
  }
}
