/// An exact amount in minor units (tiyin, cents) of one currency.
public struct Money: Sendable, Hashable {
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }
}

/// A currency by its ISO 4217 code.
public struct Currency: Sendable, Hashable {
  public let code: String

  /// Fails unless `code` is three capital letters.
  public init?(_ code: String) {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ 65...90 ~= $0 }) else { return nil }
    self.code = code
  }
}
