// See ../SwiftUI/Additions.swift; from developer.apple.com/documentation/passkit.
public import Foundation

public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let visa = Self(rawValue: "Visa")
  public static let masterCard = Self(rawValue: "MasterCard")
  public static let maestro = Self(rawValue: "Maestro")
  public static let amex = Self(rawValue: "AmEx")
  public static let chinaUnionPay = Self(rawValue: "ChinaUnionPay")
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let JCB = Self(rawValue: "JCB")
  public static let mir = Self(rawValue: "Mir")
  public static let discover = Self(rawValue: "Discover")
}
public struct PKMerchantCapability: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let threeDSecure = Self(rawValue: 1)
}
open class PKPaymentSummaryItem: NSObject {
  public init(label: String, amount: NSDecimalNumber) {}
}
open class PKPaymentRequest: NSObject {
  public var merchantIdentifier = ""
  public var countryCode = ""
  public var currencyCode = ""
  public var supportedNetworks: [PKPaymentNetwork] = []
  public var merchantCapabilities: PKMerchantCapability = []
  public var paymentSummaryItems: [PKPaymentSummaryItem] = []
  public var applicationData: Data?
}
open class PKPaymentToken: NSObject { public var paymentData: Data { Data() } }
open class PKPayment: NSObject { public var token: PKPaymentToken { PKPaymentToken() } }
public enum PKPaymentAuthorizationStatus: Int, Sendable { case success, failure }
open class PKPaymentAuthorizationResult: NSObject {
  public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {}
}
public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
    handler completion: @escaping (PKPaymentAuthorizationResult) -> Void)
  func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)
}
open class PKPaymentAuthorizationController: NSObject {
  open class func canMakePayments(usingNetworks supportedNetworks: [PKPaymentNetwork]) -> Bool {
    false
  }
  public init(paymentRequest request: PKPaymentRequest) {}
  open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?
  open func present(completion: ((Bool) -> Void)? = nil) {}
  open func dismiss(completion: (() -> Void)? = nil) {}
}
