import OynaEngine
import OynaValue

/// `oyna conformance format FILE…`: rows of string formats, validation keywords, check digits and
/// telephone numbers, told apart by their keys.
enum FormatConformance {
  @Sendable static func run(_ files: [String]) -> Int32 {
    ConformanceRun.run(files, kind: "format", verdict: verdict)
  }

  /// Runs one row.
  static func verdict(_ row: JSON) -> ConformanceRun.Verdict {
    guard let expected = row["valid"]?.bool else { return .skipped("a row of an unknown kind") }
    if row["e164"] != nil { return phone(row, expected) }
    if let format = row["format"]?.string, let value = row["value"]?.string {
      guard let check = formats[format] else { return .skipped("no format \(format)") }
      return compare(check(value, row), expected)
    }
    if let rule = row["rule"]?.string, let compact = row["compact"]?.string {
      return checkDigits(rule, compact, row, expected)
    }
    if let rule = row["rule"]?.string, let parameter = row["parameter"], let value = row["value"] {
      guard let verdict = KeywordCheck.verdict(rule, parameter, value) else {
        return .skipped("no rule of Oyna: \(rule)")
      }
      return compare(verdict, expected)
    }
    return .skipped("a row of an unknown kind")
  }

  static func compare(_ verdict: Bool, _ expected: Bool) -> ConformanceRun.Verdict {
    verdict == expected ? .passed : .failed(verdict ? "taken as valid" : "refused")
  }

  // MARK: - Formats

  private typealias Check = @Sendable (String, JSON) -> Bool

  private static let formats: [String: Check] = [
    "email": { text, _ in EmailAddress.isMailbox(text) },
    "idn-email": { text, _ in EmailAddress.isMailbox(text, isInternational: true) },
    "isEmail": { text, _ in EmailAddress.isHTMLAddress(text) },
    "date": { text, _ in CalendarDay(text) != nil },
    "time": { text, _ in ClockTime.isTime(text) },
    "date-time": { text, _ in ClockTime.isDateTime(text) },
    "duration": { text, _ in ClockTime.isDuration(text) },
    "hostname": { text, _ in Hostname.isValid(text) },
    "idn-hostname": { text, _ in Hostname.isInternational(text) },
    "isHostname": { text, _ in Hostname.isHost(text) },
    "isHostAndPort": { text, row in
      InternetAddress.isHostAndPort(text, isPortRequired: row["portRequired"]?.bool == true)
    },
    "ipv4": { text, _ in InternetAddress.isIPv4(text) },
    "ipv6": { text, _ in InternetAddress.isIPv6(text) },
    "isIp": { text, row in isAddress(text, version: row["version"]?.int) },
    "isIpPrefix": { text, row in isPrefix(text, row) },
    "uri": { text, _ in ResourceIdentifier.isValid(text, .uri) },
    "isUri": { text, _ in ResourceIdentifier.isValid(text, .uri) },
    "uri-reference": { text, _ in ResourceIdentifier.isValid(text, .uriReference) },
    "isUriRef": { text, _ in ResourceIdentifier.isValid(text, .uriReference) },
    "iri": { text, _ in ResourceIdentifier.isValid(text, .iri) },
    "iri-reference": { text, _ in ResourceIdentifier.isValid(text, .iriReference) },
    "uri-template": { text, _ in URITemplate.isValid(text) },
    "uuid": { text, _ in UUIDText.isValid(text) },
    "json-pointer": { text, _ in JSONPointer.isValid(text) },
    "relative-json-pointer": { text, _ in JSONPointer.isRelative(text) },
    "regex": { text, _ in (try? RegularExpression(text)) != nil },
  ]

  /// Without a version, or with 0, either counts; a version that does not exist has no address.
  private static func isAddress(_ text: String, version: Int64?) -> Bool {
    switch version ?? 0 {
    case 0: InternetAddress.isIPv4(text) || InternetAddress.isIPv6(text, allowsZone: true)
    case 4: InternetAddress.isIPv4(text)
    case 6: InternetAddress.isIPv6(text, allowsZone: true)
    default: false
    }
  }

  private static func isPrefix(_ text: String, _ row: JSON) -> Bool {
    let version = row["version"]?.int ?? 0
    guard [0, 4, 6].contains(version) else { return false }
    return InternetAddress.isPrefix(
      text, version: version == 0 ? nil : Int(version), isStrict: row["strict"]?.bool == true)
  }

  // MARK: - Numbers

  private static func checkDigits(
    _ rule: String, _ compact: String, _ row: JSON, _ expected: Bool
  ) -> ConformanceRun.Verdict {
    switch rule {
    case "iban":
      return compare(BankAccountNumber.isValid(compact), expected)
    case "luhn":
      // Oyna's rule is for cards; the bare check digit is what the other rows ask for.
      let id = row["id"]?.string ?? ""
      let isCard = id.contains("isCreditCard") || id.hasPrefix("cards/")
      return compare(
        isCard ? CardNumber.isValid(compact) : CardNumber.hasCheckDigit(compact), expected)
    default:
      return .skipped("no rule of Oyna: \(rule)")
    }
  }

  private static func phone(_ row: JSON, _ expected: Bool) -> ConformanceRun.Verdict {
    let text = row["e164"]?.string ?? ""
    guard let number = PhoneNumber(text, region: row["region"]?.string) else {
      return compare(false, expected)
    }
    guard expected else { return .failed("taken as valid") }
    guard number.e164 == text else { return .failed("e164 \(number.e164)") }
    if let type = row["type"]?.string, let kind = number.kind, type != "\(kind)",
      // The published list of ranges has the tariff in a column of its own, beside the type.
      !([.tollFree, .premiumRate, .sharedCost].contains(kind)
        && row["source"]?.string == "libphonenumber range")
    {
      return .failed("a number of kind \(kind)")
    }
    for (key, style) in [
      ("national", PhoneNumber.Style.national), ("international", .international),
    ] {
      let written = number.formatted(style)
      if number.kind != nil, let wanted = row[key]?.string, written != wanted {
        return .failed("written \(written), not \(wanted)")
      }
    }
    return .passed
  }
}
