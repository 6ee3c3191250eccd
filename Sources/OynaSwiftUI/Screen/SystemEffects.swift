#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #endif
  #if canImport(Accessibility)
    import Accessibility
  #endif

  /// What a screen asks of the device.
  @MainActor
  enum SystemEffects {
    static func perform(_ effect: Effect, of store: ScreenStore, open: (URL) -> Void) {
      switch effect {
      case .openURL(let text):
        guard let url = URL(string: text, relativeTo: store.url)?.absoluteURL, isSafe(url) else {
          return
        }
        open(url)
      case .copy(let text): copy(text)
      case .haptic(let style): haptic(style)
      default: break
      }
    }

    /// A document may open pages, mail and calls, and nothing else.
    private static func isSafe(_ url: URL) -> Bool {
      ["http", "https", "mailto", "tel", "sms"].contains(url.scheme?.lowercased() ?? "")
    }

    private static func copy(_ text: String) {
      #if canImport(UIKit)
        UIPasteboard.general.string = text
      #endif
    }

    private static func haptic(_ style: String) {
      #if canImport(UIKit)
        switch style {
        case "success": UINotificationFeedbackGenerator().notificationOccurred(.success)
        case "warning": UINotificationFeedbackGenerator().notificationOccurred(.warning)
        case "error": UINotificationFeedbackGenerator().notificationOccurred(.error)
        case "medium": UIImpactFeedbackGenerator(style: .medium).impactOccurred()
        case "heavy": UIImpactFeedbackGenerator(style: .heavy).impactOccurred()
        default: UIImpactFeedbackGenerator(style: .light).impactOccurred()
        }
      #endif
    }

    /// Spoken by VoiceOver.
    static func announce(_ text: String) {
      #if canImport(Accessibility)
        AccessibilityNotification.Announcement(text).post()
      #endif
    }
  }
#endif
