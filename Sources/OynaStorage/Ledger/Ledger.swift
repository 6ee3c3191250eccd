/// An account of the double-entry ledger.
public struct LedgerAccount: Sendable, Hashable {
  /// Unique in the storage.
  public let id: String
  /// Whose account it is.
  public let tenant: String
  /// What a person calls it.
  public let name: String
  /// ISO 4217 letters, such as `UZS`.
  public let currency: String
  /// Minor units. Never under 0, but for the account that funds the others.
  public let balance: Int64

  /// An account with a balance.
  public init(id: String, tenant: String, name: String, currency: String, balance: Int64) {
    self.id = id
    self.tenant = tenant
    self.name = name
    self.currency = currency
    self.balance = balance
  }
}

/// Money moved from one account to another: two entries whose sum is 0. Rows are only ever added.
public struct LedgerTransfer: Sendable, Hashable {
  /// Made by the client, so that it can ask for the transfer when an answer was lost.
  public let id: String
  /// The account that gives.
  public let from: String
  /// The account that takes.
  public let to: String
  /// Minor units, over 0.
  public let amount: Int64
  /// ISO 4217 letters.
  public let currency: String
  /// Milliseconds since 1970 UTC.
  public let created: Int64
  /// The transfer that this one takes back; nil for a transfer of its own.
  public let reverses: String?

  /// A transfer as it is asked for or as it was stored.
  public init(
    id: String, from: String, to: String, amount: Int64, currency: String, created: Int64,
    reverses: String? = nil
  ) {
    self.id = id
    self.from = from
    self.to = to
    self.amount = amount
    self.currency = currency
    self.created = created
    self.reverses = reverses
  }
}

/// What became of a transfer or a reversal. A refusal has changed nothing.
public enum LedgerOutcome: Sendable, Hashable {
  /// The money was moved: the transfer as the ledger keeps it.
  case done(LedgerTransfer)
  /// No money was moved, for this reason.
  case refused(Refusal)

  /// Why money was not moved.
  public enum Refusal: Sendable, Hashable {
    /// The amount is 0 or under.
    case notPositive
    /// Both sides are one account.
    case sameAccount
    /// No account of the tenant has this id.
    case unknownAccount(String)
    /// An account has another currency than the transfer.
    case otherCurrency(account: String)
    /// The account that gives has less. A reversal meets it when the money was spent meanwhile.
    case insufficientFunds
    /// The balance would not fit 64 bits.
    case overflow
    /// The id was used by another transfer.
    case idTaken
    /// No transfer of the tenant has this id.
    case unknownTransfer
    /// A reversal is not itself taken back.
    case isReversal
    /// It was taken back before, by this transfer.
    case alreadyReversed(LedgerTransfer)
  }
}

/// The statements of the ledger. The sum of all balances is the same before and after each of them.
public protocol LedgerTransaction: AnyObject {
  /// Opens an account with a balance taken from the tenant's funding account of that currency,
  /// which is made when it is missing. Does nothing when the account is there already.
  func open(_ account: LedgerAccount) throws(StorageError)

  /// The accounts of a tenant in the order of opening, without the funding ones.
  func accounts(tenant: String) throws(StorageError) -> [LedgerAccount]

  /// Moves money between two accounts of a tenant.
  func transfer(_ transfer: LedgerTransfer, tenant: String) throws(StorageError) -> LedgerOutcome

  /// Takes a transfer back by a transfer the other way; at most once for each transfer.
  func reverse(
    _ transferID: String, as id: String, tenant: String, now: Int64
  ) throws(StorageError) -> LedgerOutcome

  /// The transfer with this id; nil when the tenant has none.
  func transfer(id: String, tenant: String) throws(StorageError) -> LedgerTransfer?

  /// The newest transfers of a tenant, newest first, at most `limit`.
  func transfers(tenant: String, limit: Int) throws(StorageError) -> [LedgerTransfer]

  /// The sum of all balances of a tenant in a currency: 0 as long as the books balance.
  func ledgerSum(tenant: String, currency: String) throws(StorageError) -> Int64
}
