import Foundation
import OynaPayments
import OynaServer
import OynaStorage
import OynaValue
import Testing

@testable import oyna

/// The sandbox of Payme against our server, and against ours with one fault at a time.
@Suite struct PaymeSandboxTests {
  @Test func `our own merchant server passes every step`() async throws {
    let double = try await MerchantDouble()
    #expect(await double.failures(payme: true) == [])
  }

  /// A fault, and the first step that must find it.
  struct Seed: Sendable, CustomTestStringConvertible {
    let name: String
    let step: String
    var clockStands = false
    var fault: MerchantDouble.Fault? = nil
    var testDescription: String { name }
  }

  @Test(arguments: seeds)
  func `a seeded fault is found`(seed: Seed) async throws {
    let double = try await MerchantDouble(clockStands: seed.clockStands, fault: seed.fault)
    #expect(await double.failures(payme: true).first == seed.step)
  }

  private static let key = PaymeCaller.basic("Paycom:" + MerchantDouble.paymeKey)

  /// Changes the answers to a method.
  private static func answers(
    _ method: String?, _ change: @escaping @Sendable (SandboxResponse) -> SandboxResponse
  ) -> MerchantDouble.Fault {
    { double, request in
      let response = await double.forward(request)
      return method == nil || request.call == method ? change(response) : response
    }
  }

  /// Answers a repeated call of a method with a later time, as a merchant does that says "now".
  private static func now(_ method: String, _ member: String) -> MerchantDouble.Fault {
    { double, request in
      let response = await double.forward(request)
      guard request.call == method,
        let time = (try? JSON.parse(response.body))?["result"]?[member]?.int
      else { return response }
      let later = double.memory.withLock { memory in
        let count = Int64(memory[member] ?? "0") ?? 0
        memory[member] = String(count + 1)
        return time + count
      }
      return response.replacing(#""\#(member)":\#(time)"#, #""\#(member)":\#(later)"#)
    }
  }

  private static let seeds: [Seed] = [
    Seed(
      name: "no key is asked for", step: "CheckPerformTransaction, no header",
      fault: { await $0.forward($1.authorized(key)) }),
    Seed(
      name: "the login is not looked at", step: "CheckPerformTransaction, another login",
      fault: { double, request in
        let isKnown = request.authorization.map { $0 != key && $0.count == key.count } ?? false
        let login = PaymeCaller.basic("Uzcard:" + MerchantDouble.paymeKey)
        return await double.forward(
          isKnown && request.authorization == login ? request.authorized(key) : request)
      }),
    Seed(
      name: "the key is split at its last colon", step: "CheckPerformTransaction of 100001",
      fault: { double, request in
        await double.forward(
          request.authorization == key
            ? request.authorized(PaymeCaller.basic("Paycom:st?key")) : request)
      }),
    Seed(
      name: "any amount is allowed", step: "CheckPerformTransaction of 100001",
      fault: { double, request in
        await double.forward(
          request.call == "CheckPerformTransaction"
            ? request.replacing(#""amount":100001"#, #""amount":100000"#) : request)
      }),
    Seed(
      name: "less than the price is taken", step: "CreateTransaction of 99999",
      fault: { double, request in
        await double.forward(
          request.call == "CreateTransaction"
            ? request.replacing(#""amount":99999"#, #""amount":100000"#) : request)
      }),
    Seed(
      name: "an unknown order has the code of an unknown transaction",
      step: "CheckPerformTransaction", fault: answers(nil) { $0.replacing("-31050", "-31003") }),
    Seed(
      name: "messages are in one language", step: "The error's message is in ru, uz and en",
      fault: answers(nil) {
        $0.replacing(pattern: #""message":\{[^}]*\}"#, #""message":"Order not found""#)
      }),
    Seed(
      name: "the account's field is not named", step: "The error's data names the account's field",
      fault: answers(nil) { $0.replacing(#""data":"order_id""#, #""data":null"#) }),
    Seed(
      name: "Create is answered with now", step: "CreateTransaction again: the same answer",
      fault: now("CreateTransaction", "create_time")),
    Seed(
      name: "Perform is answered with now", step: "PerformTransaction again: the same answer",
      fault: now("PerformTransaction", "perform_time")),
    Seed(
      name: "Cancel is answered with now", step: "CancelTransaction again: the same answer",
      fault: now("CancelTransaction", "cancel_time")),
    Seed(
      name: "times are seconds", step: "CreateTransaction",
      fault: answers(nil) { $0.replacing(pattern: #"("\w+_time":\d{10})\d{3}"#, "$1") }),
    Seed(
      name: "the merchant's identifier is a number", step: "The merchant's identifier is text",
      fault: answers(nil) { $0.replacing(pattern: #""transaction":"(\d+)""#, #""transaction":$1"#) }
    ),
    Seed(
      name: "unset times are null", step: "CheckTransaction: state 1",
      fault: answers("CheckTransaction") { $0.replacing(#"_time":0"#, #"_time":null"#) }),
    Seed(
      name: "the reason is lost", step: "CheckTransaction: state -1",
      fault: answers("CheckTransaction") { $0.replacing(#""reason":3"#, #""reason":null"#) }),
    Seed(
      name: "one order takes two payments at once",
      step: "Another CreateTransaction on the same order",
      fault: { double, request in
        let response = await double.forward(request)
        guard request.call == "CreateTransaction", response.whole.contains("-31099") else {
          return response
        }
        let spare = double.memory.withLock { memory in
          let next = (memory["spare"].flatMap { Int($0) } ?? 9) + 1
          memory["spare"] = String(next)
          return "spare-\(next)"
        }
        let params = (try? JSON.parse(request.body))?["params"]
        let order = params?["account"]?["order_id"]?.string ?? ""
        return await double.forward(request.replacing(#":"\#(order)""#, #":"\#(spare)""#))
      }),
    Seed(
      name: "a known id is answered whatever its amount", step: "The same id with another amount",
      fault: { double, request in
        let id = (try? JSON.parse(request.body))?["params"]?["id"]?.string ?? ""
        let isKnown = double.memory.withLock { memory in
          memory.updateValue("", forKey: id) != nil
        }
        return await double.forward(
          request.call == "CreateTransaction" && isKnown
            ? request.replacing(#""amount":100001"#, #""amount":100000"#) : request)
      }),
    Seed(
      name: "a cancelled payment is performed", step: "PerformTransaction of a cancelled payment",
      fault: answers("PerformTransaction") {
        guard $0.whole.contains("-31008") else { return $0 }
        return $0.replacing(
          pattern: #""error":.*,"id""#,
          #""result":{"transaction":"1","perform_time":1764489600000,"state":2},"id""#)
      }),
    Seed(
      name: "a refund is state -1", step: "CancelTransaction",
      fault: answers(nil) { $0.replacing(#""state":-2"#, #""state":-1"#) }),
    Seed(
      name: "a paid order is allowed", step: "CheckPerformTransaction of a paid order",
      fault: answers("CheckPerformTransaction") {
        $0.whole.contains("-31099")
          ? $0.replacing(pattern: #""error":.*,"id""#, #""result":{"allow":true},"id""#) : $0
      }),
    Seed(
      name: "the statement leaves out what was cancelled",
      step: "All payments, by Payme's time, both ends inclusive",
      fault: answers("GetStatement") {
        $0.replacing(pattern: #"\{"id":"[^{}]*\{[^{}]*\}[^{}]*"state":-1[^{}]*\},?"#, "")
      }),
    Seed(
      name: "the statement has an open end",
      step: "All payments, by Payme's time, both ends inclusive",
      fault: { double, request in
        guard request.call == "GetStatement",
          let to = (try? JSON.parse(request.body))?["params"]?["to"]?.int
        else { return await double.forward(request) }
        return await double.forward(
          request.replacing(#""to":\#(to)"#, #""to":\#(to - 1)"#))
      }),
    Seed(
      name: "the statement is of all time", step: "Nothing before the first",
      fault: { double, request in
        guard request.call == "GetStatement",
          let from = (try? JSON.parse(request.body))?["params"]?["from"]?.int,
          let to = (try? JSON.parse(request.body))?["params"]?["to"]?.int, to < from + 2
        else { return await double.forward(request) }
        return await double.forward(
          request.replacing(#""to":\#(to)"#, #""to":\#(to + 100_000)"#))
      }),
    Seed(
      name: "the statement lacks a member", step: "Every member is there",
      fault: answers("GetStatement") {
        $0.replacing(pattern: #""perform_time":\d+,"#, "")
      }),
    Seed(
      name: "errors have another status", step: "CheckPerformTransaction, no header",
      fault: answers(nil) {
        $0.whole.contains(#""error""#) ? SandboxResponse(status: 400, body: $0.body) : $0
      }),
    Seed(
      name: "the id does not come back", step: "CheckPerformTransaction, no header",
      fault: answers(nil) { $0.replacing(pattern: #""id":\d+\}$"#, #""id":null}"#) }),
    Seed(
      name: "an unknown method is a bad call", step: "An unknown method",
      fault: answers("NoSuchMethod") { $0.replacing("-32601", "-32600") }),
    Seed(
      name: "broken JSON is a bad call", step: "Broken JSON",
      fault: answers(nil) { $0.replacing("-32700", "-32600") }),
    Seed(
      name: "GET is another status", step: "GET instead of POST",
      fault: { double, request in
        request.method == "GET"
          ? SandboxResponse(status: 405, body: []) : await double.forward(request)
      }),
    Seed(
      name: "an unknown payment is a wrong state", step: "PerformTransaction",
      fault: answers(nil) { $0.replacing("-31003", "-31008") }),
    Seed(
      name: "nothing expires", step: "PerformTransaction two seconds after", clockStands: true),
    Seed(
      name: "a payment begins however old it is", step: "CreateTransaction a minute too late",
      fault: { double, request in
        let time = (try? JSON.parse(request.body))?["params"]?["time"]?.int ?? 0
        let isOld = double.world.now() - time > PaymeTransaction.lifetimeMilliseconds
        return await double.forward(
          request.call == "CreateTransaction" && isOld
            ? request.replacing(#""time":\#(time)"#, #""time":\#(time + 3_600_000)"#) : request)
      }),
    Seed(
      name: "no answer comes", step: "CheckPerformTransaction, no header", fault: { _, _ in nil }),
    Seed(
      name: "the answer is a page", step: "CheckPerformTransaction, no header",
      fault: { _, _ in SandboxResponse(status: 200, body: Array("<html>".utf8)) }),
  ]
}
