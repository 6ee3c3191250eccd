import Foundation
import OynaEngine
import OynaValue
import Testing

/// The monthly payment that the loan demo computes in CEL (Docs/Decisions/0020).
@Suite struct LoanPaymentTests {
  private func payment(_ amount: Int64, _ term: Int64, insured: Bool) throws -> Value? {
    let file = DemoScreensTests.folder.appending(path: "loan_application.json")
    var form = try OpenForm(document: String(decoding: Data(contentsOf: file), as: UTF8.self))
    form.type(.int(amount), in: "loan_amount")
    form.type(.int(term), in: "loan_term")
    form.type(.bool(insured), in: "insurance")
    return form.value("monthly_payment")
  }

  /// The annuity in exact fractions, rounded up to a whole so'm; it may differ by one so'm.
  @Test(arguments: [
    (1_000_000, 3, true, 346_755), (1_000_000, 60, false, 29_941),
    (50_000_000, 24, true, 2_643_555),
    (50_000_000, 24, false, 2_693_729), (10_000_000, 12, true, 945_596),
    (99_999_999, 36, true, 3_923_286), (100_000_000, 3, true, 34_675_468),
    (100_000_000, 60, false, 2_994_047), (12_345_678, 18, false, 835_599),
  ])
  func aPaymentIsTheAnnuityInWholeSom(
    _ amount: Int64, _ term: Int64, _ insured: Bool, _ expected: Int64
  ) throws {
    guard case .int(let tiyin)? = try payment(amount * 100, term, insured: insured) else {
      Issue.record("no payment")
      return
    }
    #expect(tiyin % 100 == 0)
    #expect(abs(tiyin / 100 - expected) <= 1, "\(tiyin / 100)")
  }

  @Test func everyTermOfTheFormHasAPaymentThatFallsWithIt() throws {
    var last = Int64.max
    for term in stride(from: Int64(3), through: 60, by: 3) {
      guard case .int(let tiyin)? = try payment(10_000_000_000, term, insured: false) else {
        Issue.record("no payment for \(term) months")
        return
      }
      #expect(tiyin < last)
      #expect(tiyin * term > 10_000_000_000)
      last = tiyin
    }
  }

  @Test func anAmountOutsideTheFormHasNone() throws {
    for amount in [0, 99_999_999, 10_000_000_001, Int64.max] {
      #expect(try payment(amount, 12, insured: true) == .null, "\(amount)")
    }
  }
}
