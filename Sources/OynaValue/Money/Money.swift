/// An amount of money: whole minor units of one currency, never a binary fraction.
///
/// ```swift
/// let price = try Money(decimal: "1250000.50", currency: .uzs)   // 125000050 tiyin
/// let parts = price.split(into: 3)                               // sums to the price
/// parts[0].formatted(.uz)                                        // "416 666,84 so'm"
/// ```
public struct Money: Sendable, Hashable {
  /// Tiyin, kopecks, cents: units of 10^−`currency.fractionDigits`.
  public let minorUnits: Int64
  /// What the units are of.
  public let currency: Currency

  /// An amount of minor units.
  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Why an operation on amounts has no result.
  public enum ArithmeticError: Error, Sendable, Hashable {
    /// The amounts are of different currencies.
    case differentCurrencies
    /// The result has no place in 64 bits of minor units.
    case overflow
    /// A ratio's denominator is zero.
    case divisionByZero
  }

  // MARK: - Arithmetic

  /// The sum of two amounts.
  public func adding(_ other: Money) throws(ArithmeticError) -> Money {
    guard currency == other.currency else { throw .differentCurrencies }
    return try checked(minorUnits.addingReportingOverflow(other.minorUnits))
  }

  /// The difference of two amounts.
  public func subtracting(_ other: Money) throws(ArithmeticError) -> Money {
    guard currency == other.currency else { throw .differentCurrencies }
    return try checked(minorUnits.subtractingReportingOverflow(other.minorUnits))
  }

  /// The amount a number of times.
  public func multiplied(by factor: Int64) throws(ArithmeticError) -> Money {
    try checked(minorUnits.multipliedReportingOverflow(by: factor))
  }

  /// The amount with the other sign.
  public func negated() throws(ArithmeticError) -> Money {
    try checked(Int64(0).subtractingReportingOverflow(minorUnits))
  }

  /// Orders two amounts of one currency: less than 0, 0, more than 0.
  public func compared(to other: Money) throws(ArithmeticError) -> Int {
    guard currency == other.currency else { throw .differentCurrencies }
    return minorUnits < other.minorUnits ? -1 : minorUnits == other.minorUnits ? 0 : 1
  }

  /// The sum of amounts; zero of `currency` when there are none.
  public static func sum(
    _ amounts: some Sequence<Money>, currency: Currency
  ) throws(ArithmeticError) -> Money {
    var total = Money(minorUnits: 0, currency: currency)
    for amount in amounts { total = try total.adding(amount) }
    return total
  }

  private func checked(
    _ result: (partialValue: Int64, overflow: Bool)
  ) throws(ArithmeticError) -> Money {
    guard !result.overflow else { throw .overflow }
    return Money(minorUnits: result.partialValue, currency: currency)
  }

  // MARK: - Ratios

  /// How a fraction of a minor unit becomes a whole one.
  public enum Rounding: Sendable, Hashable {
    /// To the nearest; a half to the even one.
    case halfToEven
    /// To the nearest; a half away from zero.
    case halfUp
    /// Towards zero.
    case towardZero
    /// Away from zero.
    case awayFromZero
  }

  /// The amount × numerator ÷ denominator, computed in 128 bits and rounded once: a share, a rate,
  /// a commission of 1.5 % as 15 over 1000.
  public func multiplied(
    by numerator: Int64, over denominator: Int64, _ rounding: Rounding
  ) throws(ArithmeticError) -> Money {
    guard denominator != 0 else { throw .divisionByZero }
    let isNegative = (minorUnits < 0) != ((numerator < 0) != (denominator < 0))
    let product = minorUnits.magnitude.multipliedFullWidth(by: numerator.magnitude)
    let divisor = denominator.magnitude
    guard product.high < divisor else { throw .overflow }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    let isHalf = remainder == divisor - remainder
    let isOverHalf = remainder > divisor - remainder
    let roundsUp =
      switch rounding {
      case .halfToEven: isOverHalf || isHalf && quotient & 1 == 1
      case .halfUp: isOverHalf || isHalf
      case .towardZero: false
      case .awayFromZero: remainder > 0
      }
    let (magnitude, overflow) = quotient.addingReportingOverflow(roundsUp ? 1 : 0)
    guard !overflow, magnitude <= UInt64(1) << 63, isNegative || magnitude < UInt64(1) << 63 else {
      throw .overflow
    }
    let units = Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    return Money(minorUnits: units, currency: currency)
  }

  // MARK: - Allocation

  /// The amount in equal parts that sum to it: the first parts carry the minor units that are
  /// left, one each. Empty when `count` is less than 1.
  ///
  /// 100 in three is 34, 33, 33; −100 in three is −34, −33, −33.
  public func split(into count: Int) -> [Money] {
    guard count > 0 else { return [] }
    let (each, left) = minorUnits.quotientAndRemainder(dividingBy: Int64(count))
    let step: Int64 = left < 0 ? -1 : 1
    return (0..<count).map { place in
      let extra = UInt64(place) < left.magnitude ? step : 0
      return Money(minorUnits: each + extra, currency: currency)
    }
  }

  /// The amount in parts by weight that sum to it: each gets its share rounded towards zero, then
  /// the first parts whose weight is not zero carry what is left, one minor unit each.
  ///
  /// Nil when a weight is negative, all are zero, or their sum has no place in 64 bits.
  public func split(byWeights weights: [Int64]) -> [Money]? {
    var total: Int64 = 0
    for weight in weights {
      let (sum, overflow) = total.addingReportingOverflow(weight)
      guard weight >= 0, !overflow else { return nil }
      total = sum
    }
    guard total > 0 else { return nil }
    var shares: [Int64] = []
    var left = minorUnits
    for weight in weights {
      // No overflow: a share is at most the amount.
      let share = (try? multiplied(by: weight, over: total, .towardZero))?.minorUnits ?? 0
      shares.append(share)
      left -= share
    }
    // Fewer units are left than parts have a weight, for each part lost less than one.
    let step: Int64 = left < 0 ? -1 : 1
    for place in shares.indices where left != 0 && weights[place] > 0 {
      shares[place] += step
      left -= step
    }
    return shares.map { Money(minorUnits: $0, currency: currency) }
  }
}
