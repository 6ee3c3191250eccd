import OynaValue
import Testing

@testable import OynaPayments

/// The states of an attempt: every pair of them, by both who may say so.
@Suite struct PaymentStateTests {
  static let all: [PaymentState] = [
    .created, .requiresAction, .processing, .authorized, .succeeded, .partiallyRefunded,
    .refunded, .failed(.declined), .cancelled, .unknown,
  ]

  /// What each state may become: `c` said by the checkout, `p` by the provider, `*` by both.
  static let table: [String: String] = [
    // to:                cr ra pr au su pa re fa ca un
    "created": "           *  *  *  *  *  -  -  *  *  *",
    "requiresAction": "    -  *  *  *  *  -  -  *  *  *",
    "processing": "        -  *  *  p  p  p  p  p  p  *",
    "authorized": "        -  p  *  *  p  p  p  p  p  *",
    "succeeded": "         -  -  -  -  *  p  p  -  -  -",
    "partiallyRefunded": " -  -  -  -  -  *  p  -  -  -",
    "refunded": "          -  -  -  -  -  -  *  -  -  -",
    "failed": "            -  -  -  p  p  p  p  *  -  -",
    "cancelled": "         -  -  -  p  p  p  p  -  *  -",
    "unknown": "           -  p  p  p  p  p  p  p  p  *",
  ]

  @Test func `every pair of states is as the table says`() throws {
    for from in Self.all {
      let row = try #require(Self.table[from.name]).split(separator: " ")
      for (to, mark) in zip(Self.all, row) {
        #expect(
          from.canBecome(to, by: .checkout) == (mark == "c" || mark == "*"),
          "\(from.name) to \(to.name) by the checkout")
        #expect(
          from.canBecome(to, by: .provider) == (mark == "p" || mark == "*"),
          "\(from.name) to \(to.name) by the provider")
      }
    }
  }

  @Test func `unknown is left by the provider's word only`() {
    for to in Self.all where to != .unknown {
      #expect(!PaymentState.unknown.canBecome(to, by: .checkout))
    }
  }

  @Test func `a secret is forgotten when the attempt is over, and is never described`() throws {
    let order = try #require(
      PaymentOrder(number: "1", amount: Money(minorUnits: 5, currency: .uzs)))
    var attempt = PaymentAttempt(strategy: "a", key: "k", order: order, started: 0)
    attempt.secret = SecretText("4111-token")
    #expect(!"\(attempt)".contains("4111"))
    var text = ""
    dump(attempt, to: &text)
    #expect(!text.contains("4111"))
    attempt.move(to: .processing, by: .checkout)
    #expect(attempt.secret != nil)
    attempt.move(to: .succeeded, by: .provider)
    #expect(attempt.secret == nil)
  }
}
