import OynaPayments
import OynaValue

/// `oyna conformance installments [COUNT]`: plans of random totals, terms and rates, a million
/// unless told, each checked: the parts that pay the price sum to it, none is under zero, every
/// payment but the last is the level one, the last one settles the debt, and no interest-free part
/// is over another by more than a unit.
enum InstallmentConformance {
  private static let seed: UInt64 = 20_261_130

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    guard let count = Int(arguments.first ?? "1000000"), count > 0 else {
      StandardError.write("usage: oyna conformance installments [COUNT]\n")
      return 2
    }
    guard let day = CalendarDay(year: 2026, month: 1, day: 31) else { return 1 }
    var generator = SplitMix64(state: seed)
    var faults = 0
    var free = 0
    for _ in 0..<count {
      let total = Int64(generator.next() >> (16 + generator.next() % 35)) + 24
      let months = InstallmentPlan.terms[Int(generator.next() % 5)]
      // Every fourth is interest-free; the others take any rate that is offered, to 100 % a year.
      let points = generator.next() % 4 == 0 ? 0 : Int(generator.next() % 10_001)
      guard let rate = AnnualRate(basisPoints: points),
        let plan = try? InstallmentPlan(
          principal: total, months: months, annualRate: rate, from: day)
      else {
        faults += 1
        report(total, months, points, "there is no plan")
        continue
      }
      if points == 0 { free += 1 }
      guard let fault = fault(in: plan, total, months) else { continue }
      faults += 1
      if faults <= 5 { report(total, months, points, fault) }
    }
    StandardOutput.write(
      "installments: \(count) random plans (\(free) interest-free), \(faults) faults, "
        + "seed \(seed)\n")
    return faults == 0 ? 0 : 1
  }

  private static func fault(in plan: InstallmentPlan, _ total: Int64, _ months: Int) -> String? {
    var principal: Int64 = 0
    for payment in plan.payments {
      principal += payment.principal
      guard payment.principal >= 0, payment.interest >= 0 else { return "a part is under zero" }
      guard payment.balance == total - principal else { return "a balance is wrong" }
    }
    guard plan.payments.count == months else { return "\(plan.payments.count) payments" }
    guard principal == total else { return "the parts sum to \(principal)" }
    let first = plan.payments[0].amount
    if plan.annualRate == .zero {
      let last = plan.payments[months - 1].amount
      return first - last <= 1 && first >= last ? nil : "parts from \(last) to \(first)"
    }
    // A debt of a few units may be paid before its last month.
    let isLevel = plan.payments.dropLast().allSatisfy { $0.amount == first || $0.balance == 0 }
    return isLevel ? nil : "the payments are not level"
  }

  private static func report(_ total: Int64, _ months: Int, _ points: Int, _ fault: String) {
    StandardError.write("\(total) over \(months) months at \(points) basis points: \(fault)\n")
  }
}

/// A generator with a seed: a fault comes again.
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
