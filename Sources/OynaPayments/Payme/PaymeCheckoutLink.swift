/// The link that opens Payme's checkout page: a base64 of `key=value` pairs split by `;`.
///
/// ```swift
/// PaymeCheckoutLink(
///   merchant: "587f72c72cac0d162c722ae2", account: [("order_id", "197")], amount: 500)?.url()
/// // https://checkout.paycom.uz/bT01ODdm…
/// ```
///
/// Source: developer.help.paycom.uz, "Sending a receipt by GET".
public struct PaymeCheckoutLink: Sendable {
  /// Where the link leads.
  public enum Host: String, Sendable {
    /// Payme itself: real money is taken.
    case production = "https://checkout.paycom.uz/"
    /// Payme's place for trials: no money moves.
    case sandbox = "https://test.paycom.uz/"
  }

  /// The language of the page.
  public enum Language: String, Sendable {
    /// Russian.
    case ru
    /// Uzbek.
    case uz
    /// English.
    case en

    /// By the first subtag of a BCP 47 tag: `ru-KZ` is Russian, `uz-Cyrl` Uzbek. Nil for a language
    /// that the page does not have.
    public init?(tag: String) {
      self.init(rawValue: tag.prefix { $0 != "-" }.lowercased())
    }
  }

  private let pairs: [(key: String, value: String)]

  /// Fails where a value holds `;` (it would split the list), the amount is not over 0, the account
  /// is empty, or the time is under 0.
  ///
  /// - Parameters:
  ///   - merchant: the cash desk's id or alias.
  ///   - amount: tiyin.
  ///   - returnURL: where Payme leads the payer back to.
  ///   - returnAfterMilliseconds: how long Payme waits before it does. The documented default has
  ///     no clear unit, so a link with a return URL should say it.
  ///   - currency: ISO 4217 number, such as 860.
  public init?(
    merchant: String, account: [(field: String, value: String)], amount: Int64,
    language: Language? = nil, returnURL: String? = nil, returnAfterMilliseconds: Int64? = nil,
    currency: Int? = nil
  ) {
    guard amount > 0, !account.isEmpty, returnAfterMilliseconds ?? 0 >= 0 else { return nil }
    var pairs = [(key: "m", value: merchant)]
    pairs += account.map { (key: "ac." + $0.field, value: $0.value) }
    pairs.append((key: "a", value: String(amount)))
    if let language { pairs.append((key: "l", value: language.rawValue)) }
    if let returnURL { pairs.append((key: "c", value: returnURL)) }
    if let returnAfterMilliseconds {
      pairs.append((key: "ct", value: String(returnAfterMilliseconds)))
    }
    if let currency { pairs.append((key: "cr", value: String(currency))) }
    guard pairs.allSatisfy({ !$0.key.contains(";") && !$0.value.contains(";") }) else { return nil }
    self.pairs = pairs
  }

  /// The link.
  public func url(host: Host = .production) -> String { host.rawValue + path }

  /// What stands after the host. `/` and `+` of standard base64 are percent-encoded.
  public var path: String {
    let list = pairs.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
    var path = ""
    for character in Base64.encode(Array(list.utf8)) {
      switch character {
      case "/": path += "%2F"
      case "+": path += "%2B"
      default: path.append(character)
      }
    }
    return path
  }
}
