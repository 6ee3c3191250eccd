public import OynaValue

/// An account's identifier at its bank.
public struct AccountID: Sendable, Hashable {
  /// As the server numbers it.
  public let name: String

  /// Fails when `name` is empty.
  public init?(_ name: String) {
    guard !name.isEmpty else { return nil }
    self.name = name
  }
}

/// An amount from one account to another; an illegal one cannot be made.
public struct Transfer: Sendable, Hashable {
  /// The account that gives.
  public let from: AccountID
  /// The account that takes.
  public let to: AccountID
  /// More than 0, in the currency of both accounts.
  public let amount: Money

  /// Fails unless the amount is positive and the accounts differ.
  public init?(from: AccountID, to: AccountID, amount: Money) {
    guard amount.minorUnits > 0, from != to else { return nil }
    self.from = from
    self.to = to
    self.amount = amount
  }
}

/// Transfers money. Undo cancels it while it is queued, and reverses it in the ledger once it was
/// sent: a second transfer the other way, never a deletion.
public final class TransferMoneyCommand: QueuedCommand {
  /// The name of the action `command` that queues a transfer.
  static let actionName = "transfer_money"
  static let lanePrefix = "account/"
  static let path = "/api/v1/transfers"

  /// What is moved.
  public let transfer: Transfer
  /// Where the queued item stands.
  public private(set) var progress = QueuedProgress()
  private let port: any OutboxPort
  private let hold: Int64
  /// The identifier that the server uses for the transfer; a new one for each execution.
  private var identifier = ""

  /// Moves money through the queue. `hold` is the milliseconds in which an undo costs nothing, such
  /// as a snackbar is shown.
  public init(_ transfer: Transfer, through port: any OutboxPort, hold: Int64 = 0) {
    self.transfer = transfer
    self.port = port
    self.hold = hold
  }

  public var name: String { "Transfer" }
  public var title: CommandTitle { .transfer }

  public func execute() throws(CommandError) {
    let identifier = port.makeIdentifier()
    var body = ValueMap()
    body.set(.string(identifier), for: "id")
    body.set(.string(transfer.from.name), for: "from")
    body.set(.string(transfer.to.name), for: "to")
    body.set(.int(transfer.amount.minorUnits), for: "amount")
    body.set(.string(transfer.amount.currency.code), for: "currency")
    var draft = try lane.draft(.transfer, "POST", Self.path, body, name)
    draft.hold = hold
    draft.lookUpURL = Self.path + "/" + identifier
    try progress.execute(name, through: port, draft)
    self.identifier = identifier
  }

  public func undo() throws(CommandError) {
    let url = Self.path + "/" + identifier + "/reversal"
    let reversal = try lane.draft(.transferReversal, "POST", url, ValueMap(), name)
    try progress.undo(name, through: port, compensation: reversal)
  }

  /// Transfers from one account wait for one another.
  private var lane: CommandLane { CommandLane(Self.lanePrefix, transfer.from.name) }
}
