import OynaValue
import Testing

@testable import OynaPayments

@Suite struct InstallmentPlanTests {
  let day = CalendarDay(year: 2026, month: 1, day: 31)

  func plan(_ principal: Int64, _ months: Int, basisPoints: Int = 0) throws -> InstallmentPlan {
    try InstallmentPlan(
      principal: principal, months: months,
      annualRate: #require(AnnualRate(basisPoints: basisPoints)), from: #require(day))
  }

  @Test(
    arguments: [
      (
        100_000_000,
        [8_333_334, 8_333_334, 8_333_334, 8_333_334] + Array(repeating: 8_333_333, count: 8)
      ),
      (
        123_456_789,
        Array(repeating: 10_288_066, count: 9) + Array(repeating: 10_288_065, count: 3)
      ),
    ] as [(Int64, [Int64])])
  func `the first parts of an interest-free split take the remainder`(
    total: Int64, parts: [Int64]
  ) throws {
    #expect(try plan(total, 12).payments.map(\.amount) == parts)
  }

  @Test(
    arguments: [
      (100_000_000, 2400, 9_455_960, 9_455_957, 113_471_517),
      (500_000_000, 3600, 50_231_043, 50_231_039, 602_772_512),
      (123_456_789, 2800, 11_914_319, 11_914_324, 142_971_833),
    ] as [(Int64, Int, Int64, Int64, Int64)])
  func `an annuity is level and its last payment settles it`(
    principal: Int64, rate: Int, level: Int64, last: Int64, total: Int64
  ) throws {
    let plan = try plan(principal, 12, basisPoints: rate)
    #expect(plan.payments.dropLast().allSatisfy { $0.amount == level })
    #expect(plan.payments.last?.amount == last)
    #expect(plan.total == total)
    #expect(plan.payments.reduce(0) { $0 + $1.principal } == principal)
    #expect(plan.payments.last?.balance == 0)
  }

  @Test(arguments: [(2400, 2682), (3600, 4258), (2800, 3189)])
  func `the effective rate compounds the months`(nominal: Int, effective: Int) throws {
    #expect(try plan(10_000_000_000, 12, basisPoints: nominal).effectiveAnnualRate == effective)
    #expect(try plan(10_000_000_000, 12).effectiveAnnualRate == 0)
  }

  @Test func `a due day is counted from the anchor and clamped to its month`() throws {
    let days = try plan(1_200, 12).payments.prefix(3).map(\.dueDay)
    #expect(days.map(\.month) == [2, 3, 4])
    #expect(days.map(\.day) == [28, 31, 30])
  }

  @Test func `a leap year's February has 29 days and a century's only every fourth time`() {
    #expect(CalendarDay(year: 2028, month: 2, day: 29) != nil)
    #expect(CalendarDay(year: 2100, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 2000, month: 2, day: 29) != nil)
    #expect(CalendarDay(year: 2026, month: 13, day: 1) == nil)
  }

  @Test func `what has no plan is refused with the reason`() throws {
    #expect(throws: InstallmentPlan.Failure.termNotOffered(months: 5)) { try plan(1_000, 5) }
    #expect(throws: InstallmentPlan.Failure.nothingToPay) { try plan(0, 3) }
    #expect(throws: InstallmentPlan.Failure.nothingToPay) { try plan(-5, 3) }
    #expect(throws: InstallmentPlan.Failure.lessThanOneUnitAPayment(total: 7, months: 12)) {
      try plan(7, 12)
    }
    #expect(throws: InstallmentPlan.Failure.overflow) {
      try plan(.max, 24, basisPoints: 100_000)
    }
  }

  @Test func `early repayment is the balance without the interest to come`() throws {
    let plan = try plan(1_200, 3)
    #expect((0...3).map { plan.earlyRepayment(after: $0) } == [1_200, 800, 400, 0])
    #expect(plan.earlyRepayment(after: 4) == nil)
    #expect(plan.earlyRepayment(after: -1) == nil)
  }

  @Test(arguments: [(0, 50_000), (20_000, 10_000)])
  func `for random totals, terms and rates the parts sum to the total`(
    highestRate: Int, rounds: Int
  ) throws {
    var generator = SplitMix64(state: 20_261_130)
    var faults: [InstallmentPlan] = []
    for _ in 0..<rounds {
      let total = Int64(generator.next() >> (16 + generator.next() % 35)) + 24
      let months = InstallmentPlan.terms[Int(generator.next() % 5)]
      let rate = highestRate == 0 ? 0 : Int(generator.next() % UInt64(highestRate))
      let plan = try plan(total, months, basisPoints: rate)
      var sum: Int64 = 0
      var isSound = true
      for payment in plan.payments {
        sum += payment.principal
        isSound = isSound && payment.principal >= 0 && payment.interest >= 0
      }
      let spread = plan.payments[0].amount - plan.payments[months - 1].amount
      if sum != total || !isSound || (rate == 0 && spread > 1) { faults.append(plan) }
    }
    #expect(faults.isEmpty, "seed 20261130")
  }
}

extension InstallmentPlanTests {
  /// The split alone, so that a million of them are quick.
  @Test func `for a million random totals and terms the interest-free parts sum to the total`() {
    var generator = SplitMix64(state: 6)
    var faults = 0
    for _ in 0..<1_000_000 {
      let bits = generator.next()
      let total = Int64(bits >> (8 + bits % 40)) + 24
      let months = InstallmentPlan.terms[Int(bits % 5)]
      var left = total
      for part in InstallmentPlan.split(total, into: months) { left -= part }
      if left != 0 { faults += 1 }
    }
    #expect(faults == 0)
  }
}

/// A small generator with a written-down seed, so that a failure can be repeated.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
