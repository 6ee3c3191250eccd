// See SwiftUI/Additions.swift: UIKit names that the facsimile lacks, from
// developer.apple.com/documentation/uikit.
extension UITextContentType {
  public static let givenName = Self(rawValue: "given-name")
  public static let familyName = Self(rawValue: "family-name")
  public static let fullStreetAddress = Self(rawValue: "street-address")
  public static let postalCode = Self(rawValue: "postal-code")
  public static let creditCardNumber = Self(rawValue: "cc-number")
  public static let creditCardExpiration = Self(rawValue: "cc-exp")
  public static let creditCardSecurityCode = Self(rawValue: "cc-csc")
  public static let creditCardName = Self(rawValue: "cc-name")
  public static let birthdate = Self(rawValue: "bday")
  public static let middleName = Self(rawValue: "additional-name")
  public static let nickname = Self(rawValue: "nickname")
  public static let organizationName = Self(rawValue: "organization")
  public static let jobTitle = Self(rawValue: "organization-title")
  public static let streetAddressLine1 = Self(rawValue: "address-line1")
  public static let streetAddressLine2 = Self(rawValue: "address-line2")
  public static let addressState = Self(rawValue: "address-level1")
  public static let addressCity = Self(rawValue: "address-level2")
  public static let countryName = Self(rawValue: "country-name")
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let URL = Self(rawValue: "url")
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
@MainActor public class UIView {}
@MainActor public class UIViewController {
  public var view: UIView!
  public var presentedViewController: UIViewController?
  public var popoverPresentationController: UIPopoverPresentationController?
  public func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {}
}
@MainActor public class UIPopoverPresentationController { public var sourceView: UIView? }
@MainActor public class UIActivity {}
@MainActor public class UIActivityViewController: UIViewController {
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {}
}
@MainActor public class UIWindow { public var rootViewController: UIViewController? }
@MainActor public class UIScene: Hashable {
  public nonisolated static func == (left: UIScene, right: UIScene) -> Bool { left === right }
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
@MainActor public class UIWindowScene: UIScene { public var keyWindow: UIWindow? }
@MainActor public class UIApplication {
  public class var shared: UIApplication { UIApplication() }
  public var connectedScenes: Set<UIScene> = []
}
