import OynaPayments
import OynaStorage
import OynaValue

// What the merchant does with a payment: never the payer.
extension PaymentDesk {
  /// Takes the money that is held. Nil when there is no such order.
  func capture(
    _ id: String
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    try await act(id) { checkout, now throws(CheckoutContext.Refusal) in
      try checkout.capture(now: now)
    }
  }

  /// Lets the money go that is held.
  func release(
    _ id: String
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    try await act(id) { checkout, now throws(CheckoutContext.Refusal) in
      guard checkout.attempt?.state == .authorized else { throw .nothingStarted }
      return try checkout.cancel(now: now)
    }
  }

  /// Gives money back, once for a key: nil gives back all that is left.
  func refund(
    _ id: String, _ units: Int64?, key: String
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    try await act(id) { checkout, now throws(CheckoutContext.Refusal) in
      let left = checkout.order.amount.minorUnits - (checkout.attempt?.refunded ?? 0)
      let amount = Money(minorUnits: units ?? left, currency: checkout.order.amount.currency)
      return try checkout.refund(amount, key: key, now: now)
    }
  }

  private func act(
    _ id: String,
    _ step:
      @Sendable (inout CheckoutContext, Int64) throws(CheckoutContext.Refusal) -> ProviderRequest?
  ) async throws(StorageError) -> Result<View, CheckoutContext.Refusal>? {
    guard let view = try await view(id) else { return nil }
    guard var checkout = checkouts[id] else { return .failure(.nothingStarted) }
    do throws(CheckoutContext.Refusal) {
      let request = try step(&checkout, surroundings.store.clock())
      checkouts[id] = checkout
      await drive(id, request)
    } catch .keyUsed {
      // Asked for again: it stands where it stands.
      return .success(view)
    } catch {
      return .failure(error)
    }
    return try await self.view(id).map { .success($0) }
  }
}
