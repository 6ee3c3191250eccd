// See ../SwiftUI/Additions.swift; from developer.apple.com/documentation/accessibility.
public struct AccessibilityNotification: Sendable {
  public struct Announcement: Sendable {
    public init(_ announcement: String) {}
    public func post() {}
  }
}
