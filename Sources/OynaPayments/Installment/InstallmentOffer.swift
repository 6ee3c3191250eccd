public import OynaValue

/// A way to pay in parts, as it is shown before it is chosen.
public struct InstallmentOffer: Sendable, Hashable {
  /// 3, 6, 9, 12 or 24.
  public let months: Int
  /// When how much is due.
  public let plan: InstallmentPlan

  /// An offer of a plan.
  public init(months: Int, plan: InstallmentPlan) {
    self.months = months
    self.plan = plan
  }

  /// The offers for a price from a day, shortest first; terms that the price is too small for are
  /// left out.
  public static func all(
    for price: Money, from day: CalendarDay, rates: [Int: AnnualRate]
  ) -> [InstallmentOffer] {
    InstallmentPlan.terms.compactMap { months in
      guard let rate = rates[months],
        let plan = try? InstallmentPlan(
          principal: price.minorUnits, months: months, annualRate: rate, from: day)
      else { return nil }
      return InstallmentOffer(months: months, plan: plan)
    }
  }
}
