#if canImport(SwiftUI) && canImport(PassKit)
  public import Foundation
  public import OynaPayments
  import OynaValue
  public import PassKit

  /// Apple Pay's own sheet, for a `CheckoutStore`.
  ///
  /// The token goes to the store as it came; whether money was taken is known later, from the
  /// application's server. An application needs the entitlement
  /// `com.apple.developer.in-app-payments` with its merchant's identifier.
  @MainActor
  public final class PassKitSheet: NSObject, ApplePaySheet {
    private var controller: PKPaymentAuthorizationController?
    private var authorized: (@MainActor (SecretText) -> Void)?
    private var closed: (@MainActor () -> Void)?

    /// A sheet that is not shown yet; one serves many payments, one after another.
    override public init() { super.init() }

    /// Whether this device has a card of one of the networks (`visa`, `masterCard`, …).
    public func canMakePayments(networks: [String]) -> Bool {
      PKPaymentAuthorizationController.canMakePayments(
        usingNetworks: networks.compactMap { Self.network($0) })
    }

    /// Shows the sheet over whatever is shown. A sheet that cannot be shown is closed at once.
    public func show(
      _ request: ApplePayRequest, authorized: @escaping @MainActor (SecretText) -> Void,
      closed: @escaping @MainActor () -> Void
    ) {
      self.authorized = authorized
      self.closed = closed
      let controller = PKPaymentAuthorizationController(
        paymentRequest: Self.paymentRequest(request))
      controller.delegate = self
      self.controller = controller
      controller.present { [weak self] isShown in
        guard !isShown else { return }
        Task { @MainActor in self?.finish() }
      }
    }

    private func finish() {
      let closed = closed
      controller = nil
      authorized = nil
      self.closed = nil
      closed?()
    }

    // MARK: - What the sheet is shown with

    private static func paymentRequest(_ request: ApplePayRequest) -> PKPaymentRequest {
      let payment = PKPaymentRequest()
      payment.merchantIdentifier = request.merchantID
      payment.countryCode = request.country
      payment.currencyCode = request.total.currency.code
      payment.supportedNetworks = request.networks.compactMap { network($0) }
      payment.merchantCapabilities = .threeDSecure
      payment.applicationData = Data(request.applicationData)
      payment.paymentSummaryItems = request.items.map {
        PKPaymentSummaryItem(label: $0.label, amount: decimal($0.amount))
      }
      return payment
    }

    /// From integer minor units: no binary fraction is between.
    private static func decimal(_ amount: Money) -> NSDecimalNumber {
      NSDecimalNumber(
        mantissa: amount.minorUnits.magnitude, exponent: Int16(-amount.currency.fractionDigits),
        isNegative: amount.minorUnits < 0)
    }

    /// The names of Apple Pay on the web, which `ApplePayRequest` has, as the system's.
    private static func network(_ name: String) -> PKPaymentNetwork? {
      switch name {
      case "visa": .visa
      case "masterCard": .masterCard
      case "maestro": .maestro
      case "amex": .amex
      case "chinaUnionPay": .chinaUnionPay
      case "jcb": .JCB
      case "mir": .mir
      case "discover": .discover
      default: nil
      }
    }
  }

  extension PassKitSheet: PKPaymentAuthorizationControllerDelegate {
    /// The payer confirmed: the token goes on. The sheet shows that it was taken, not that it was
    /// charged, which nobody knows yet.
    public nonisolated func paymentAuthorizationController(
      _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
      handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
      let token = SecretText(String(decoding: payment.token.paymentData, as: UTF8.self))
      completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
      Task { @MainActor in
        authorized?(token)
        authorized = nil
      }
    }

    /// The sheet went, after a payment too.
    public nonisolated func paymentAuthorizationControllerDidFinish(
      _ controller: PKPaymentAuthorizationController
    ) {
      controller.dismiss(completion: nil)
      Task { @MainActor in finish() }
    }
  }
#endif
