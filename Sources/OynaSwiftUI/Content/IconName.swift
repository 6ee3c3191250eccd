#if canImport(SwiftUI)
  /// The names of icons in documents → SF Symbols; another name is taken as a symbol's own.
  enum IconName {
    private static let symbols: [String: String] = [
      "alert": "exclamationmark.circle", "bank": "building.columns", "calendar": "calendar",
      "card": "creditcard", "check": "checkmark", "success": "checkmark.circle",
      "chevron": "chevron.down", "clock": "clock", "close": "xmark", "copy": "doc.on.doc",
      "document": "doc.text", "download": "square.and.arrow.down",
      "error": "exclamationmark.circle",
      "eye-off": "eye.slash", "home": "house", "info": "info.circle", "location": "mappin",
      "mail": "envelope", "refresh": "arrow.clockwise", "search": "magnifyingglass",
      "share": "square.and.arrow.up", "shield": "checkmark.shield", "upload": "square.and.arrow.up",
      "user": "person", "wallet": "wallet.pass", "warning": "exclamationmark.triangle",
    ]

    static func symbol(_ name: String) -> String { symbols[name] ?? name }
  }
#endif
