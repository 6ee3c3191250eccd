/// What a URL of a document may be used for: decided once here, asked again by the runtime when a
/// URL was computed.
///
/// A scheme is read as browsers read it (WHATWG URL, "basic URL parser"): leading control
/// characters and spaces do not count, tabs and line ends are skipped, so `java\nscript:` is
/// `javascript`.
public enum URLReference {
  /// True for a URL that a request, an image or a screen may be loaded from: relative, `https` or
  /// `http`.
  public static func isRequestable(_ url: String) -> Bool {
    guard let scheme = scheme(of: url) else { return true }
    return scheme == "https" || scheme == "http"
  }

  /// True for a URL that may be opened outside: any but those that run code or read local files.
  public static func isOpenable(_ url: String) -> Bool {
    guard let scheme = scheme(of: url) else { return true }
    return !refusedSchemes.contains(scheme)
  }

  private static let refusedSchemes = [
    "javascript", "data", "vbscript", "file", "blob", "filesystem", "about", "view-source",
  ]

  /// The scheme in lower case; nil for a relative URL.
  public static func scheme(of url: String) -> String? {
    var scheme: [UInt8] = []
    for byte in url.utf8 {
      switch byte {
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        continue
      case 0...0x20 where scheme.isEmpty:
        continue
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        scheme.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        scheme.append(byte | 0x20)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        guard !scheme.isEmpty else { return nil }
        scheme.append(byte)
      case UInt8(ascii: ":"):
        return scheme.isEmpty ? nil : String(decoding: scheme, as: UTF8.self)
      default:
        return nil
      }
    }
    return nil
  }
}
