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
      case .share(let text, let url): share(text, url.flatMap { URL(string: $0) })
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

    /// The system's sheet, over whatever is shown.
    private static func share(_ text: String?, _ url: URL?) {
      #if canImport(UIKit)
        var items: [Any] = []
        if let text { items.append(text) }
        if let url { items.append(url) }
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        guard !items.isEmpty, var top = scenes.first?.keyWindow?.rootViewController else { return }
        while let presented = top.presentedViewController { top = presented }
        let sheet = UIActivityViewController(activityItems: items, applicationActivities: nil)
        sheet.popoverPresentationController?.sourceView = top.view
        top.present(sheet, animated: true)
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
