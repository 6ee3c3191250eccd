/// A nominal yearly rate in basis points: 2400 is 24 % a year, a twelfth of it each month.
public struct AnnualRate: Sendable, Hashable {
  /// Hundredths of a percent, 0 to 100,000 (1,000 %).
  public let basisPoints: Int

  /// The interest-free rate.
  public static let zero = AnnualRate(unchecked: 0)

  /// Fails outside 0 to 100,000 basis points.
  public init?(basisPoints: Int) {
    guard (0...100_000).contains(basisPoints) else { return nil }
    self.init(unchecked: basisPoints)
  }

  private init(unchecked basisPoints: Int) { self.basisPoints = basisPoints }

  /// A year of months in basis points: the monthly rate is `basisPoints / 120,000`.
  private static let scale = 120_000

  /// One month's interest on a balance, rounded half to even.
  ///
  /// The product has up to 80 bits. A rate of at most 100,000 keeps its upper word, and so what the
  /// division asks for, under the scale.
  func monthlyInterest(on balance: Int64) -> Int64 {
    let scale = UInt64(Self.scale)
    let product = balance.magnitude.multipliedFullWidth(by: UInt64(basisPoints))
    var (quotient, remainder) = scale.dividingFullWidth(product)
    let twice = remainder * 2
    if twice > scale || (twice == scale && quotient % 2 == 1) { quotient += 1 }
    return balance < 0 ? -Int64(quotient) : Int64(quotient)
  }

  /// The level payment P·i·(1+i)ⁿ / ((1+i)ⁿ − 1), exact up to its one rounding, half to even;
  /// nil when it does not fit 64 bits.
  ///
  /// With i = b/s: P·b·gⁿ / (s·(gⁿ − sⁿ)) where g = s + b. The powers are wide integers: no
  /// floating point touches money.
  func annuity(of principal: Int64, months: Int) -> Int64? {
    let grown = WideInteger.power(UInt32(Self.scale + basisPoints), months)
    let base = WideInteger.power(UInt32(Self.scale), months)
    let numerator = grown.multiplied(by: UInt64(principal)).multiplied(by: UInt64(basisPoints))
    let denominator = grown.subtracting(base).multiplied(by: UInt64(Self.scale))
    return numerator.dividedHalfToEven(by: denominator)
  }
}
