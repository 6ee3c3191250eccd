#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI

  /// How screens look in an application: the system's own colours and type, and what the brand
  /// changes of them.
  public struct OynaTheme: Sendable {
    /// Buttons, switches, the caret.
    public var accent: Color
    /// Behind cards and messages.
    public var surface: Color
    /// Errors, and buttons that destroy.
    public var danger: Color
    /// Points between neighbours.
    public var spacing: CGFloat
    /// Points of a card's corner.
    public var cornerRadius: CGFloat

    /// The system's look; name what differs.
    public init(
      accent: Color = .accentColor, surface: Color = .secondary.opacity(0.12),
      danger: Color = .red, spacing: CGFloat = 12, cornerRadius: CGFloat = 12
    ) {
      self.accent = accent
      self.surface = surface
      self.danger = danger
      self.spacing = spacing
      self.cornerRadius = cornerRadius
    }
  }

  private struct OynaThemeKey: EnvironmentKey {
    static let defaultValue = OynaTheme()
  }

  extension EnvironmentValues {
    /// How the screens inside look.
    public var oynaTheme: OynaTheme {
      get { self[OynaThemeKey.self] }
      set { self[OynaThemeKey.self] = newValue }
    }
  }

  extension View {
    /// Gives the screens inside a look.
    public func oynaTheme(_ theme: OynaTheme) -> some View { environment(\.oynaTheme, theme) }
  }
#endif
