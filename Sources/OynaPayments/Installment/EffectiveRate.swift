extension InstallmentPlan {
  /// The effective annual rate in hundredths of a percent: 24 % nominal over equal months is 2682.
  ///
  /// Solves Σ Aₖ·(1+x)^(−k/12) = P for x (Directive 2008/48/EC, Annex I) by bisection; the sum
  /// falls as x grows, so there is one answer. A rate is a ratio shown to a person and no amount of
  /// money: binary floating point serves it. Nil above 1,000 %.
  public var effectiveAnnualRate: Int? {
    guard total > principal else { return 0 }
    // In months, to need no root: (1+m)^12 = 1+x.
    var low = 0.0
    var high = 0.2212
    guard presentValue(monthlyRate: high) <= Double(principal) else { return nil }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if presentValue(monthlyRate: middle) > Double(principal) {
        low = middle
      } else {
        high = middle
      }
    }
    var growth = 1.0
    for _ in 0..<12 { growth *= 1 + (low + high) / 2 }
    return Int(((growth - 1) * 10_000).rounded())
  }

  private func presentValue(monthlyRate: Double) -> Double {
    var value = 0.0
    var discount = 1.0
    for payment in payments {
      discount /= 1 + monthlyRate
      value += Double(payment.amount) * discount
    }
    return value
  }
}
