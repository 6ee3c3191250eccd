// See SwiftUI/Additions.swift: UIKit names that the facsimile lacks, from
// developer.apple.com/documentation/uikit.
extension UITextContentType {
  public static let givenName = Self(rawValue: "given-name")
  public static let familyName = Self(rawValue: "family-name")
  public static let fullStreetAddress = Self(rawValue: "street-address")
  public static let postalCode = Self(rawValue: "postal-code")
  public static let creditCardNumber = Self(rawValue: "cc-number")
}
@MainActor public class UIPasteboard {
  public class var general: UIPasteboard { UIPasteboard() }
  public var string: String?
}
@MainActor public class UINotificationFeedbackGenerator {
  public enum FeedbackType: Int, Sendable { case success, warning, error }
  public init() {}
  public func notificationOccurred(_ notificationType: FeedbackType) {}
}
@MainActor public class UIImpactFeedbackGenerator {
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
  public init(style: FeedbackStyle) {}
  public func impactOccurred() {}
}
