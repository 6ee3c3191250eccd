import OynaPayments
import OynaStorage

/// Who may see an order of the shop, pay it and cancel it: the browser or the app that placed it.
///
/// The number of an order travels to providers and stands in addresses, so that knowing it proves
/// nothing. Who places an order gets a cookie with a code that only this server can make; without
/// it the order is not there. An order that did not come from the shop (`--payable`, another
/// program's) is a bill: whoever has its link may pay it.
struct OrderAccess: Sendable {
  let storage: any Storage
  let keyring: Keyring
  /// Whether clients come by `https` only: then the cookie goes that way only.
  let isBehindTLS: Bool
  /// Whether pages of others show ours in a frame, where a cookie needs a word of its own.
  let isFramed: Bool

  /// Seconds that a browser keeps the cookie.
  private static let age = 30 * 86_400

  /// Adds the cookie by which an order is seen.
  ///
  /// - Parameter request: its oldest cookies of orders go, so that their number stays bounded: a
  ///   browser sends all of them with every request.
  func grant(_ id: String, to request: HTTPRequest, in response: inout HTTPResponse) {
    guard let code = keyring.accessCodes(order: id).first else { return }
    // A browser sends the oldest first (RFC 6265 §5.4).
    for old in Self.names(request).dropLast(Self.most - 1) {
      response.headers.append("Set-Cookie", "\(old)=; Path=/; Max-Age=0")
    }
    var cookie = "\(Self.name(id))=\(code); Path=/; Max-Age=\(Self.age); HttpOnly"
    if isBehindTLS && isFramed {
      cookie += "; SameSite=None; Secure; Partitioned"
    } else {
      cookie += "; SameSite=Lax" + (isBehindTLS ? "; Secure" : "")
    }
    response.headers.append("Set-Cookie", cookie)
  }

  /// Orders that a browser sees at once.
  private static let most = 20

  private static func names(_ request: HTTPRequest) -> [String] {
    (request.headers.list("cookie") ?? "").split { $0 == ";" || $0 == "," }.compactMap { pair in
      let name = pair.drop { $0 == " " }.prefix { $0 != "=" }
      return name.hasPrefix("oyna_order_") ? String(name) : nil
    }
  }

  /// Whether a request may see the order: it has the cookie, or the order is none of the shop's.
  func allows(_ id: String, _ request: HTTPRequest) async throws(StorageError) -> Bool {
    if hasCode(id, request) { return true }
    return try await storage.transaction { transaction throws(StorageError) in
      try transaction.order(id: id, tenant: IdempotentEndpoint.tenant) == nil
    }
  }

  private func hasCode(_ id: String, _ request: HTTPRequest) -> Bool {
    let prefix = Self.name(id) + "="
    let given = (request.headers.list("cookie") ?? "").split { $0 == ";" || $0 == "," }.map {
      $0.drop { $0 == " " }
    }
    .filter { $0.hasPrefix(prefix) }.map { Array($0.dropFirst(prefix.count).utf8) }
    return keyring.accessCodes(order: id).contains { code in
      given.contains { ConstantTime.areEqual($0, Array(code.utf8)) }
    }
  }

  /// A cookie an order: letters, digits and dashes of its number.
  private static func name(_ id: String) -> String {
    "oyna_order_" + String(id.unicodeScalars.filter { $0.properties.isASCIIHexDigit || $0 == "-" })
  }
}
