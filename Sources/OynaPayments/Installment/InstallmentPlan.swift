public import OynaValue

/// A schedule of payments whose principal parts sum to the price, to the tiyin.
///
/// ```swift
/// let plan = try InstallmentPlan(
///   principal: 100_000_000, months: 12, annualRate: AnnualRate(basisPoints: 2400)!, from: day)
/// plan.payments[0].amount      // 9_455_960
/// ```
public struct InstallmentPlan: Sendable, Hashable {
  /// One payment.
  public struct Payment: Sendable, Hashable {
    /// From 1.
    public let number: Int
    /// The anchor's day of the month, clamped to the month.
    public let dueDay: CalendarDay
    /// Minor units: what is paid that day.
    public let amount: Int64
    /// Minor units: the part that pays the price.
    public let principal: Int64
    /// Minor units: the part that pays for the credit.
    public var interest: Int64 { amount - principal }
    /// Minor units: what is still owed afterwards.
    public let balance: Int64
  }

  /// Why there is no plan.
  public enum Failure: Error, Sendable, Hashable {
    /// Another number of months than 3, 6, 9, 12 or 24.
    case termNotOffered(months: Int)
    /// Not over 0.
    case nothingToPay
    /// Fewer minor units than payments: some payment would be 0.
    case lessThanOneUnitAPayment(total: Int64, months: Int)
    /// The sum of the payments does not fit 64 bits, or a due day comes after the year 9999.
    case overflow
  }

  /// The terms that are offered, in months.
  public static let terms = [3, 6, 9, 12, 24]

  /// Minor units: the price that is paid in parts.
  public let principal: Int64
  /// Zero is the interest-free split.
  public let annualRate: AnnualRate
  /// In order of their days.
  public let payments: [Payment]

  /// A plan from the day of the purchase.
  ///
  /// Interest-free: the first `principal mod months` payments have one unit more. With a rate: an
  /// annuity rounded once, half to even; each month's interest is rounded likewise and the last
  /// payment takes what is left.
  public init(
    principal: Int64, months: Int, annualRate: AnnualRate, from day: CalendarDay
  ) throws(Failure) {
    guard Self.terms.contains(months) else { throw .termNotOffered(months: months) }
    guard principal > 0 else { throw .nothingToPay }
    guard principal >= Int64(months) else {
      throw .lessThanOneUnitAPayment(total: principal, months: months)
    }
    self.principal = principal
    self.annualRate = annualRate
    let amounts =
      if annualRate.basisPoints == 0 {
        Self.split(principal, into: months).map { (amount: $0, principal: $0) }
      } else {
        try Self.annuity(principal, months: months, rate: annualRate)
      }
    var balance = principal
    var payments: [Payment] = []
    for (index, part) in amounts.enumerated() {
      balance -= part.principal
      guard let dueDay = day.adding(months: index + 1) else { throw .overflow }
      payments.append(
        Payment(
          number: index + 1, dueDay: dueDay, amount: part.amount, principal: part.principal,
          balance: balance))
    }
    self.payments = payments
  }

  /// Minor units: everything that is paid.
  public var total: Int64 { payments.reduce(0) { $0 + $1.amount } }

  /// What ends the plan right after payment number `number` was made: the balance, without the
  /// interest of the months to come. 0 to the number of payments.
  public func earlyRepayment(after number: Int) -> Int64? {
    guard (0...payments.count).contains(number) else { return nil }
    return number == 0 ? principal : payments[number - 1].balance
  }

  static func split(_ total: Int64, into parts: Int) -> [Int64] {
    let (quotient, remainder) = total.quotientAndRemainder(dividingBy: Int64(parts))
    return (0..<parts).map { quotient + (Int64($0) < remainder ? 1 : 0) }
  }

  private static func annuity(
    _ principal: Int64, months: Int, rate: AnnualRate
  ) throws(Failure) -> [(amount: Int64, principal: Int64)] {
    guard let level = rate.annuity(of: principal, months: months) else { throw .overflow }
    var balance = principal
    var parts: [(amount: Int64, principal: Int64)] = []
    for month in 1...months {
      let interest = rate.monthlyInterest(on: balance)
      guard month < months else {
        let (last, isOver) = balance.addingReportingOverflow(interest)
        guard !isOver else { throw .overflow }
        parts.append((amount: last, principal: balance))
        break
      }
      // A small debt may round to nothing before its last month: never below zero.
      let part = min(max(level - interest, 0), balance)
      parts.append((amount: part + interest, principal: part))
      balance -= part
    }
    var sum: Int64 = 0
    for part in parts {
      let (next, isOver) = sum.addingReportingOverflow(part.amount)
      guard !isOver else { throw .overflow }
      sum = next
    }
    return parts
  }
}
