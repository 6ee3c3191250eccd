/// The statements of orders and their payments.
///
/// What changes a row names the state that the row must still have and says whether it had it: of
/// two calls at once one wins, also where transactions do not run one after another.
public protocol PaymentStatements: AnyObject {
  /// Opens an order for payment. Does nothing when its id is there already.
  func open(_ order: PayableOrder) throws(StorageError)

  /// The order with this number; nil when there is none.
  func payableOrder(id: String) throws(StorageError) -> PayableOrder?

  /// Moves an order from the state and holder that `order` has. False: it had others, and nothing
  /// was changed.
  func move(
    _ order: PayableOrder, to state: PayableOrder.State, holder: Int64?
  ) throws(StorageError) -> Bool

  /// A number for the next payment.
  func nextPaymentNumber() throws(StorageError) -> Int64

  /// Adds a payment in state `created`. Throws `constraint` when the provider's id or the number is
  /// taken.
  func insert(_ payment: PaymentRecord) throws(StorageError)

  /// The payment that the provider calls so; nil when there is none.
  func payment(provider: String, providerID: String) throws(StorageError) -> PaymentRecord?

  /// The payment with the merchant's number; nil when there is none.
  func payment(number: Int64) throws(StorageError) -> PaymentRecord?

  /// The payments of an order, oldest first.
  func payments(order: String) throws(StorageError) -> [PaymentRecord]

  /// The payments of a provider with `from ≤ providerTime ≤ to`, ascending.
  func payments(
    provider: String, from: Int64, to: Int64
  ) throws(StorageError) -> [PaymentRecord]

  /// Writes a payment's state, times and reason if its state is still `from`, and with it the
  /// money that moves: to `performed` takes the amount, to `refunded` gives back what is left of
  /// it. False: it had another state, and nothing was changed.
  func update(
    _ payment: PaymentRecord, from state: PaymentRecord.State
  ) throws(StorageError) -> Bool

  /// Gives back a part of what a performed payment took, less than what is left of it: the whole is
  /// ``update(_:from:)`` to `refunded`. False: it is not performed or less is left, and nothing was
  /// changed.
  func giveBack(
    _ amount: Int64, of payment: PaymentRecord, now: Int64
  ) throws(StorageError) -> Bool

  /// Keeps the fiscal receipt of a payment or of its cancellation: the provider's JSON as it came.
  /// A later one of the same kind replaces it.
  func keepReceipt(
    payment: Int64, isCancellation: Bool, json: [UInt8]
  ) throws(StorageError)

  /// Notes something about a payment that a person has to look at; the same text once only.
  func note(payment: Int64, _ text: String, now: Int64) throws(StorageError)

  /// What was noted about an order's payments, oldest first.
  func notes(order: String) throws(StorageError) -> [String]

  /// Notes that a payment token was used. False: it was used before.
  func useToken(_ id: String, now: Int64) throws(StorageError) -> Bool

  /// Writes an attempt as it stands now, if the last attempt of its order is still `known` (nil:
  /// there is none); one of the same key is replaced. False, and nothing changes: another server
  /// has written meanwhile, or the key is of another order.
  func save(
    _ attempt: PaymentAttemptRow, replacing known: PaymentAttemptRow?
  ) throws(StorageError) -> Bool

  /// The attempt of an order that was begun last; nil when there is none.
  func lastAttempt(order: String) throws(StorageError) -> PaymentAttemptRow?

  /// All money that payments of an order moved, oldest first.
  func movements(order: String) throws(StorageError) -> [PaymentMovement]

  /// Minor units: what all payments took and did not give back, less the prices of all orders that
  /// are paid, each lowered by the parts that were given back. 0 as long as the books balance.
  func paymentImbalance() throws(StorageError) -> Int64
}
