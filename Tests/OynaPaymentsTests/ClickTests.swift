import Foundation
import OynaValue
import Testing

@testable import OynaPayments

/// The Click SHOP API: signatures, amounts, the state table and Click's own fifteen cases.
@Suite struct ClickTests {
  /// A stand-in for MD5 that keeps the text: the state table needs a signature, not a digest.
  static let echo: @Sendable ([UInt8]) -> [UInt8] = { $0 }
  let merchant = ClickMerchant(serviceID: "36", secret: "test-secret", md5: echo)
  let order = ClickOrder(number: "order-197", amount: 100_000, state: .available)

  func call(
    _ action: String, amount: String = "1000.00", error: String = "0", prepareID: String? = nil,
    transaction: String = "123456", service: String = "36", order: String = "order-197",
    secret: String = "test-secret", missing: String? = nil
  ) -> ClickCall? {
    var fields = [
      "click_trans_id": transaction, "service_id": service, "merchant_trans_id": order,
      "amount": amount, "action": action, "error": error, "error_note": "",
      "sign_time": "2026-11-30 10:00:00", "sign_string": "",
    ]
    fields["merchant_prepare_id"] = prepareID
    guard let unsigned = ClickCall({ fields[$0] }) else { return nil }
    fields["sign_string"] = Hexadecimal.encode(Array(unsigned.signedText(secret: secret).utf8))
    if let missing { fields[missing] = nil }
    return ClickCall { fields[$0] }
  }

  func payment(_ state: ClickPayment.State) -> ClickPayment {
    ClickPayment(
      prepareID: 7, transactionID: "123456", order: "order-197", amount: 100_000, state: state)
  }

  @Test func `the signed text is the values as received, with the prepare id in Complete only`() {
    #expect(
      call("0")?.signedText(secret: "S") == "12345636Sorder-1971000.0002026-11-30 10:00:00")
    #expect(
      call("1", prepareID: "7")?.signedText(secret: "S")
        == "12345636Sorder-19771000.0012026-11-30 10:00:00")
    #expect(
      call("0", amount: "1000")?.signedText(secret: "S")
        == "12345636Sorder-197100002026-11-30 10:00:00")
  }

  @Test(
    arguments: [
      ("1000", 100_000), ("1000.0", 100_000), ("1000.00", 100_000), ("1000.000", 100_000),
      ("0.01", 1), ("0.1", 10), ("1000.001", nil), ("1e3", nil), ("1000.", nil), (".5", nil),
      ("", nil), ("-1", nil), ("+1", nil), ("1,000", nil), (" 1", nil), ("0x10", nil),
      ("99999999999999999999", nil), ("92233720368547758.07", Int64.max),
      ("92233720368547758.08", nil),
    ] as [(String, Int64?)])
  func `an amount is exact so'm with two decimals`(text: String, tiyin: Int64?) {
    #expect(call("0", amount: text)?.amountInTiyin == tiyin)
  }

  @Test(arguments: [
    "click_trans_id", "service_id", "merchant_trans_id", "amount", "action", "error", "sign_time",
    "sign_string",
  ])
  func `a missing field is a bad request`(name: String) {
    let decision = merchant.decide(
      call("0", missing: name), order: order, payment: nil, prepareID: 7)
    #expect(decision == .refuse(.badRequest))
  }

  @Test func `Complete without a prepare id, another service and a bad signature are refused`() {
    #expect(call("1") == nil)
    #expect(
      merchant.decide(call("0", service: "37"), order: order, payment: nil, prepareID: 7)
        == .refuse(.badRequest))
    #expect(
      merchant.decide(call("0", secret: "other"), order: order, payment: nil, prepareID: 7)
        == .refuse(.badSignature))
    #expect(
      merchant.decide(call("2"), order: order, payment: nil, prepareID: 7)
        == .refuse(.unknownAction))
  }

  @Test func `Prepare answers by the state of the order and of its own payment`() {
    func prepare(_ order: ClickOrder?, _ payment: ClickPayment?, _ amount: String = "1000.00")
      -> ClickDecision
    {
      merchant.decide(call("0", amount: amount), order: order, payment: payment, prepareID: 7)
    }
    #expect(
      prepare(order, nil)
        == ClickDecision(change: .insert(payment(.prepared)), answer: .prepared(7)))
    #expect(prepare(nil, nil) == .refuse(.unknownOrder))
    #expect(prepare(order, nil, "300") == .refuse(.wrongAmount))
    #expect(
      prepare(order, payment(.prepared)) == ClickDecision(change: .none, answer: .prepared(7)))
    #expect(prepare(order, payment(.paid)) == .refuse(.alreadyPaid))
    #expect(prepare(order, payment(.cancelled)) == .refuse(.cancelled))
    let paid = ClickOrder(number: "order-197", amount: 100_000, state: .paid)
    #expect(prepare(paid, nil) == .refuse(.alreadyPaid))
    let cancelled = ClickOrder(number: "order-197", amount: 100_000, state: .cancelled)
    #expect(prepare(cancelled, nil) == .refuse(.cancelled))
  }

  @Test func `Complete pays or cancels what was prepared, once`() {
    func complete(
      _ payment: ClickPayment?, error: String = "0", amount: String = "1000.00", id: String = "7",
      transaction: String = "123456"
    ) -> ClickDecision {
      merchant.decide(
        call("1", amount: amount, error: error, prepareID: id, transaction: transaction),
        order: order, payment: payment, prepareID: 0)
    }
    #expect(
      complete(payment(.prepared))
        == ClickDecision(
          change: .update(payment(.paid), from: .prepared), answer: .completed(7)))
    #expect(
      complete(payment(.prepared), error: "-5017")
        == ClickDecision(
          change: .update(payment(.cancelled), from: .prepared), answer: .refused(.cancelled)))
    #expect(complete(payment(.prepared), amount: "300") == .refuse(.wrongAmount))
    #expect(complete(nil) == .refuse(.unknownTransaction))
    #expect(complete(payment(.prepared), id: "999999999") == .refuse(.unknownTransaction))
    #expect(complete(payment(.prepared), transaction: "9") == .refuse(.unknownTransaction))
    #expect(complete(payment(.paid)) == .refuse(.alreadyPaid))
    #expect(
      complete(payment(.paid), error: "-5017")
        == ClickDecision(change: .reportReversal(payment(.paid)), answer: .refused(.cancelled)))
    #expect(complete(payment(.cancelled)) == .refuse(.cancelled))
    #expect(complete(payment(.cancelled), error: "-5017") == .refuse(.cancelled))
  }

  @Test func `an answer names the call and carries Click's note`() {
    #expect(
      String(decoding: ClickAnswer.prepared(7).bytes(to: call("0")), as: UTF8.self)
        == #"{"click_trans_id":123456,"merchant_trans_id":"order-197","merchant_prepare_id":7,"error":0,"error_note":"Success"}"#
    )
    #expect(
      String(decoding: ClickAnswer.refused(.badRequest).bytes(to: nil), as: UTF8.self)
        == #"{"error":-8,"error_note":"Error in request from click"}"#)
  }
}
