import Foundation
import OynaPayments
import OynaServer
import OynaStorage
import OynaValue
import Testing

@testable import oyna

/// The sandbox of Click against our server, and against ours with one fault at a time.
@Suite struct ClickSandboxTests {
  @Test func `our own merchant server passes every case`() async throws {
    let double = try await MerchantDouble()
    #expect(await double.failures(payme: false) == [])
  }

  /// A fault, and the first step that must find it.
  struct Seed: Sendable, CustomTestStringConvertible {
    let name: String
    let step: String
    let fault: MerchantDouble.Fault
    var testDescription: String { name }
  }

  @Test(arguments: seeds)
  func `a seeded fault is found`(seed: Seed) async throws {
    let double = try await MerchantDouble(fault: seed.fault)
    #expect(await double.failures(payme: false).first == seed.step)
  }

  /// The fields of a call, and the call with other ones, signed anew.
  private static func fields(_ request: SandboxRequest) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in request.text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[String(parts[0])] = parts.count == 2 ? String(parts[1]).removingPercentEncoding : ""
    }
    return fields
  }

  private static func request(
    _ request: SandboxRequest, _ change: (inout [String: String]) -> Void
  ) -> SandboxRequest {
    var fields = fields(request)
    change(&fields)
    func field(_ name: String) -> String { fields[name] ?? "" }
    let signed =
      field("click_trans_id") + field("service_id") + MerchantDouble.clickSecret
      + field("merchant_trans_id") + field("merchant_prepare_id") + field("amount")
      + field("action") + field("sign_time")
    fields["sign_string"] = Digest.hex(Digest.md5(Array(signed.utf8)))
    var copy = request
    copy.body = Array(
      fields.map { name, value in
        name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      }.joined(separator: "&").utf8)
    return copy
  }

  private static func isComplete(_ request: SandboxRequest) -> Bool {
    request.url.hasSuffix("/complete")
  }

  /// Replaces an error of Complete (or Prepare) by another.
  private static func error(
    _ old: Int, _ new: Int, complete: Bool
  ) -> MerchantDouble.Fault {
    { double, request in
      let response = await double.forward(request)
      guard isComplete(request) == complete else { return response }
      return response.replacing(#""error":\#(old),"#, #""error":\#(new),"#)
    }
  }

  private static let seeds: [Seed] = [
    Seed(
      name: "no signature is checked", step: "Case 1: Prepare with a bad signature",
      fault: { double, call in await double.forward(request(call) { _ in }) }),
    Seed(
      name: "Complete's signature is not checked", step: "Case 4: Complete with a bad signature",
      fault: { double, call in
        await double.forward(isComplete(call) ? request(call) { _ in } : call)
      }),
    Seed(
      name: "the amount is re-formatted before the signature is checked",
      step: "Case 5: Complete of another amount",
      fault: { double, call in
        fields(call)["amount"] == "300"
          ? await double.forward(call.replacing("amount=300", "amount=300.00"))
          : await double.forward(call)
      }),
    Seed(
      name: "an unknown order has another number", step: "Case 2: Prepare of an unknown order",
      fault: error(-5, -6, complete: false)),
    Seed(
      name: "each Prepare has a new number",
      step: "Case 3: Prepare again: the same merchant_prepare_id",
      fault: { double, call in
        let response = await double.forward(call)
        guard !isComplete(call) else { return response }
        let count = double.memory.withLock { memory in
          let count = (memory["count"].flatMap { Int($0) } ?? 0) + 1
          memory["count"] = String(count)
          return count
        }
        return response.replacing(
          pattern: #""merchant_prepare_id":(\d+)"#, #""merchant_prepare_id":$1\#(count)"#)
      }),
    Seed(
      name: "Complete takes any amount", step: "Case 5: Complete of another amount",
      fault: { double, call in
        await double.forward(
          fields(call)["amount"] == "300"
            ? request(call) { $0["amount"] = "1000.00" } : call)
      }),
    Seed(
      name: "a repeat is a success", step: "Case 7: Complete again",
      fault: error(-4, 0, complete: true)),
    Seed(
      name: "a paid one is still paid after an error",
      step: "Case 8: Complete with error -5017 of the paid one",
      fault: { double, call in
        await double.forward(
          fields(call)["error"] == "-5017" ? request(call) { $0["error"] = "0" } : call)
      }),
    Seed(
      name: "an unsigned error un-pays", step: "Case 8: It is still paid",
      fault: { double, call in
        let id = fields(call)["click_trans_id"] ?? ""
        let response = await double.forward(call)
        let isEnded = double.memory.withLock { memory in
          if fields(call)["error"] == "-5017" { memory[id] = "ended" }
          return memory[id] != nil
        }
        return isEnded ? response.replacing(#""error":-4,"#, #""error":-9,"#) : response
      }),
    Seed(
      name: "the prepare id is not looked at",
      step: "Case 10: Complete with merchant_prepare_id 999999999",
      fault: { double, call in
        let response = await double.forward(call)
        let id = fields(call)["click_trans_id"] ?? ""
        if !isComplete(call) {
          let number = (try? JSON.parse(response.body))?["merchant_prepare_id"]?.int
          double.memory.withLock { $0[id] = number.map { String($0) } }
          return response
        }
        guard fields(call)["merchant_prepare_id"] == "999999999" else { return response }
        let known = double.memory.withLock { $0[id] }
        return await double.forward(request(call) { $0["merchant_prepare_id"] = known })
      }),
    Seed(
      name: "a prepare id of another payment is taken",
      step: "Case 10: Complete of another click_trans_id",
      fault: { double, call in
        let fields = fields(call)
        guard isComplete(call) else {
          let response = await double.forward(call)
          if let number = (try? JSON.parse(response.body))?["merchant_prepare_id"]?.int {
            double.memory.withLock { $0[String(number)] = fields["click_trans_id"] }
          }
          return response
        }
        let owner = double.memory.withLock { $0[fields["merchant_prepare_id"] ?? ""] }
        guard let owner, owner != fields["click_trans_id"] else {
          return await double.forward(call)
        }
        return await double.forward(request(call) { $0["click_trans_id"] = owner })
      }),
    Seed(
      name: "a payment that Click ended is paid", step: "Case 13: Complete with error -5017",
      fault: { double, call in
        await double.forward(
          fields(call)["merchant_trans_id"] == "3" && isComplete(call)
            ? request(call) { $0["error"] = "0" } : call)
      }),
    Seed(
      name: "a cancelled payment is paid later", step: "Case 15: Complete of the cancelled one",
      fault: { double, call in
        let response = await double.forward(call)
        return isComplete(call) && fields(call)["error"] == "0"
          ? response.replacing(#""error":-9,"#, #""error":0,"#) : response
      }),
    Seed(
      name: "a missing field is a bad signature", step: "Prepare without click_trans_id",
      fault: error(-8, -1, complete: false)),
    Seed(
      name: "any action is Prepare", step: "Action 7",
      fault: { double, call in
        await double.forward(
          isComplete(call) || fields(call)["sign_string"] == nil || fields(call)["action"] != "7"
            ? call : request(call) { $0["action"] = "0" })
      }),
    Seed(
      name: "amounts are compared with a tolerance", step: "Prepare of the amount 1000.001",
      fault: { double, call in
        await double.forward(
          fields(call)["amount"] == "1000.001"
            ? request(call) { $0["amount"] = "1000.00" } : call)
      }),
    Seed(
      name: "a paid order is prepared again", step: "Prepare of a paid order",
      fault: error(-4, 0, complete: false)),
    Seed(
      name: "the confirmation has no number", step: "Case 6: Complete",
      fault: { double, call in
        await double.forward(call).replacing("merchant_confirm_id", "confirm_id")
      }),
    Seed(
      name: "the payment's number does not come back", step: "Case 3: Prepare",
      fault: { double, call in
        await double.forward(call).replacing(
          pattern: #""click_trans_id":\d+"#, #""click_trans_id":null"#)
      }),
    Seed(
      name: "the error is called as in the Merchant API",
      step: "Case 1: Prepare with a bad signature",
      fault: { double, call in
        await double.forward(call).replacing(#""error":"#, #""error_code":"#)
      }),
    Seed(
      name: "errors have another status", step: "Case 1: Prepare with a bad signature",
      fault: { double, call in
        let response = await double.forward(call)
        return response.whole.contains(#""error":0,"#)
          ? response : SandboxResponse(status: 400, body: response.body)
      }),
    Seed(
      name: "two Complete at once are both done",
      step: "Two Complete: one is done, one is already paid",
      fault: { double, call in
        let response = await double.forward(call)
        return fields(call)["merchant_trans_id"] == "4" && isComplete(call)
          ? response.replacing(#""error":-4,"#, #""error":0,"#) : response
      }),
  ]
}
