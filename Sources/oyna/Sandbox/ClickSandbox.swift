import Foundation
import OynaPayments
import OynaServer
import OynaValue

/// Plays Click against a merchant server: the fifteen cases of Click's own test set in their order,
/// then what it does not try but real traffic does.
struct ClickSandbox: Sendable {
  /// The two addresses that a merchant gives to Click.
  let prepareURL: String
  let completeURL: String
  let serviceID: String
  let secret: String
  /// Three orders that wait for payment of `amount`, and one or two more for calls at once.
  let orders: [String]
  /// So'm as it is sent, such as `1000.00`.
  let amount: String
  let world: SandboxWorld

  var report: SandboxReport

  init(
    prepareURL: String, completeURL: String, serviceID: String, secret: String, orders: [String],
    amount: String, world: SandboxWorld, print: @escaping @Sendable (String) -> Void
  ) {
    self.prepareURL = prepareURL
    self.completeURL = completeURL
    self.serviceID = serviceID
    self.secret = secret
    self.orders = orders
    self.amount = amount
    self.world = world
    report = SandboxReport(print: print)
  }

  /// One call; what is not said is right.
  struct Call: Sendable {
    var action: ClickCall.Action
    var order: String
    var transaction: Int64
    var prepareID: String?
    var amount: String?
    var error: Int64 = 0
    var isSigned = true
    /// Fields that are left out.
    var without: Set<String> = []
    /// The action's text when it is neither 0 nor 1.
    var actionText: String?
  }

  /// A read answer, or why it is none.
  struct Answer: Sendable {
    var error: Int64?
    var json: JSON?
    var flaw: String?

    func expect(_ wanted: Int64) -> String? {
      if let flaw { return flaw }
      return error == wanted ? nil : "answered \(error ?? 0), expected \(wanted)"
    }

    func number(_ name: String) -> String? {
      json?[name].flatMap { $0.int.map { String($0) } ?? $0.string }
    }
  }

  mutating func run() async -> Int32 {
    await firstOrder()
    await secondOrder()
    await thirdOrder()
    await requests()
    await simultaneous()
    return report.finish()
  }

  func send(_ call: Call) async -> Answer {
    let sent = fields(call).filter { !call.without.contains($0.0) }
    let body = sent.map { name, value in "\(name)=\(Self.escaped(value))" }
      .joined(separator: "&")
    let response = await world.send(
      SandboxRequest(
        url: call.action == .prepare ? prepareURL : completeURL,
        headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8)))
    guard let response else { return Answer(flaw: "no answer came") }
    guard response.status == 200 else {
      return Answer(flaw: "answered HTTP status \(response.status)")
    }
    guard let json = try? JSON.parse(response.body, options: .rfc8259),
      let error = json["error"]?.int
    else { return Answer(flaw: "answered no JSON with an integer error: \(response.text)") }
    guard json["error_note"]?.string != nil else {
      return Answer(error: error, json: json, flaw: "error_note is missing")
    }
    return Answer(error: error, json: json)
  }

  private func fields(_ call: Call) -> [(String, String)] {
    let time = Self.time(world.now())
    let amount = call.amount ?? amount
    let action = call.actionText ?? call.action.rawValue
    let signed =
      "\(call.transaction)\(serviceID)\(secret)\(call.order)\(call.prepareID ?? "")"
      + "\(amount)\(action)\(time)"
    let signature = Digest.hex(Digest.md5(Array((call.isSigned ? signed : signed + "x").utf8)))
    var fields = [
      ("click_trans_id", String(call.transaction)), ("service_id", serviceID),
      ("click_paydoc_id", String(call.transaction + 1)), ("merchant_trans_id", call.order),
      ("amount", amount), ("action", action), ("error", String(call.error)),
      ("error_note", call.error == 0 ? "Success" : "Refused"), ("sign_time", time),
      ("sign_string", signature),
    ]
    if let prepareID = call.prepareID { fields.append(("merchant_prepare_id", prepareID)) }
    return fields
  }

  private static func escaped(_ text: String) -> String {
    var plain = CharacterSet.alphanumerics
    plain.insert(charactersIn: "-._")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  /// `YYYY-MM-DD HH:mm:ss` in Tashkent.
  private static func time(_ now: Int64) -> String {
    var seconds = time_t(now / 1_000 + 5 * 3_600)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }

  static func transaction() -> Int64 { Int64.random(in: 1_000_000_000...9_999_999_999) }

  // MARK: the fifteen cases

  /// Prepares an order; nil when it failed, which is noted.
  private mutating func prepare(_ name: String, _ call: Call) async -> String? {
    let answer = await send(call)
    let number = answer.number("merchant_prepare_id")
    report.note(
      name,
      answer.expect(0) ?? (number == nil ? "merchant_prepare_id is missing" : nil)
        ?? (answer.number("click_trans_id") == String(call.transaction)
          ? nil : "click_trans_id did not come back")
        ?? (answer.json?["merchant_trans_id"]?.string == call.order
          ? nil : "merchant_trans_id did not come back"))
    return answer.error == 0 ? number : nil
  }

  private mutating func firstOrder() async {
    report.begin("Cases 1 to 8: one payment from the first call to its repeat")
    var call = Call(action: .prepare, order: orders[0], transaction: Self.transaction())
    call.isSigned = false
    report.note("Case 1: Prepare with a bad signature", await send(call).expect(-1))
    call.isSigned = true
    call.order = "no-such-order-\(call.transaction)"
    report.note("Case 2: Prepare of an unknown order", await send(call).expect(-5))
    call.order = orders[0]
    guard let id = await prepare("Case 3: Prepare", call) else { return }
    let again = await send(call)
    report.note(
      "Case 3: Prepare again: the same merchant_prepare_id",
      again.expect(0)
        ?? (again.number("merchant_prepare_id") == id ? nil : "another merchant_prepare_id"))
    call.action = .complete
    call.prepareID = id
    call.isSigned = false
    report.note("Case 4: Complete with a bad signature", await send(call).expect(-1))
    call.isSigned = true
    call.amount = "300"
    report.note("Case 5: Complete of another amount", await send(call).expect(-2))
    call.amount = nil
    let done = await send(call)
    report.note(
      "Case 6: Complete",
      done.expect(0)
        ?? (done.json?["merchant_confirm_id"] == nil ? "merchant_confirm_id is missing" : nil))
    report.note("Case 7: Complete again", await send(call).expect(-4))
    call.error = -5017
    report.note("Case 8: Complete with error -5017 of the paid one", await send(call).expect(-9))
    call.error = 0
    report.note("Case 8: It is still paid", await send(call).expect(-4))
  }

  private mutating func secondOrder() async {
    report.begin("Cases 9 to 11: a wrong merchant_prepare_id")
    var call = Call(action: .prepare, order: orders[1], transaction: Self.transaction())
    guard let id = await prepare("Case 9: Prepare", call) else { return }
    call.action = .complete
    call.prepareID = "999999999"
    report.note("Case 10: Complete with merchant_prepare_id 999999999", await send(call).expect(-6))
    call.prepareID = id
    var other = call
    other.transaction += 1
    report.note("Case 10: Complete of another click_trans_id", await send(other).expect(-6))
    report.note("Case 11: Complete", await send(call).expect(0))
  }

  private mutating func thirdOrder() async {
    report.begin("Cases 12 to 15: a payment that Click ends")
    var call = Call(action: .prepare, order: orders[2], transaction: Self.transaction())
    guard let id = await prepare("Case 12: Prepare", call) else { return }
    call.action = .complete
    call.prepareID = id
    call.error = -5017
    report.note("Case 13: Complete with error -5017", await send(call).expect(-9))
    report.note("Case 14: Complete with error -5017 again", await send(call).expect(-9))
    call.error = 0
    report.note("Case 15: Complete of the cancelled one", await send(call).expect(-9))
  }

  // MARK: beyond Click's own set

  private mutating func requests() async {
    report.begin("Requests that are wrong")
    let call = Call(action: .prepare, order: orders[2], transaction: Self.transaction())
    for field in ["click_trans_id", "merchant_trans_id", "amount", "sign_time", "sign_string"] {
      var lacking = call
      lacking.without = [field]
      report.note("Prepare without \(field)", await send(lacking).expect(-8))
    }
    var wrong = call
    wrong.actionText = "7"
    report.note("Action 7", await send(wrong).expect(-3))
    // 1000.001 is 1000.00 to whoever compares floating-point numbers with a tolerance.
    for text in [amount + "1", "0", "-" + amount] {
      wrong = call
      wrong.amount = text
      report.note("Prepare of the amount \(text)", await send(wrong).expect(-2))
    }
    var paid = call
    paid.order = orders[0]
    report.note("Prepare of a paid order", await send(paid).expect(-4))
  }

  private mutating func simultaneous() async {
    report.begin("Calls at the same time")
    guard orders.count > 3 else {
      report.skip("the scenario", "name four orders with --order")
      return
    }
    var call = Call(action: .prepare, order: orders[3], transaction: Self.transaction())
    guard let id = await prepare("Prepare", call) else { return }
    call.action = .complete
    call.prepareID = id
    let (sandbox, complete) = (self, call)
    async let a = sandbox.send(complete)
    async let b = sandbox.send(complete)
    let answers = [await a.error, await b.error].compactMap { $0 }.sorted()
    report.note(
      "Two Complete: one is done, one is already paid",
      answers == [-4, 0] ? nil : "answered \(answers)")
  }
}
