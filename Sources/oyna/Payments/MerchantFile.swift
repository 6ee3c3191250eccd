import Foundation
import OynaPayments
import OynaServer
import OynaValue

/// The file of `oyna serve --payments FILE`: a merchant's real keys, and where its providers are.
///
/// ```json
/// {"payme": {"merchantID": "…", "key": "…", "sandbox": true, "methods": ["payme", "card"]},
///  "click": {"serviceID": "…", "merchantID": "…", "userID": "…", "secret": "…", "mode":
/// "invoice"},
///  "applePay": {"merchantID": "…", "payee": "…", "acquirer": "https://…", "certificate": "FILE",
///               "key": "FILE", "root": "FILE"},
///  "installments": {"lender": "https://…", "token": "…", "rates": {"3": 0, "12": 2400}},
///  "merchantToken": "…"}
/// ```
///
/// Each part may be left out; `Docs/Payments.md` has every member. The file is for its owner only
/// (mode 0600). A failure names the place and what would be right, never a value.
struct MerchantFile {
  /// The providers that may call, and the ways to pay.
  private(set) var settings = MerchantSettings()
  /// Origins that the page sends card data to.
  private(set) var cardOrigins: [String] = []
  private let directory: String

  /// Reads a file.
  init(path: String) throws(ServeOptions.Failure) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let permissions = attributes[.posixPermissions] as? Int,
      let data = FileManager.default.contents(atPath: path)
    else { throw ServeOptions.Failure(description: "The file \(path) cannot be read.") }
    guard permissions & 0o077 == 0 else {
      throw ServeOptions.Failure(
        description: "The file \(path) can be read by others. Run: chmod 600 \(path)")
    }
    let json: JSON
    do throws(Diagnostic) {
      var options = JSON.Options.screen
      options.isSensitive = true
      json = try JSON.parse(Array(data), options: options)
    } catch {
      throw ServeOptions.Failure(
        description: "\(path), line \(error.position?.line ?? 1): this is no JSON.")
    }
    try self.init(
      Section(json, "", path), directory: (path as NSString).deletingLastPathComponent)
  }

  private init(_ file: Section, directory: String) throws(ServeOptions.Failure) {
    self.directory = directory
    try file.allow(["payme", "click", "applePay", "installments", "merchantToken"])
    if let payme = try file.section("payme") { try readPayme(payme) }
    if let click = try file.section("click") { try readClick(click) }
    if let applePay = try file.section("applePay") { try readApplePay(applePay) }
    if let installments = try file.section("installments") { try readInstallments(installments) }
    if let token = try file.optionalText("merchantToken") {
      guard token.utf8.count >= 16 else {
        throw file.failure("merchantToken", "16 characters or more")
      }
      settings.token = SecretText(token)
    }
    settings.send = { await ProviderTransport.shared.send($0) }
  }

  // MARK: the providers

  private mutating func readPayme(_ part: Section) throws(ServeOptions.Failure) {
    try part.allow([
      "merchantID", "key", "account", "sandbox", "methods", "checkout", "api", "hold",
    ])
    let merchantID = try part.text("merchantID")
    let key = SecretText(try part.text("key"))
    let account = try part.optionalText("account") ?? "order_id"
    let isSandbox = try part.flag("sandbox")
    settings.payme = .init(merchantID: merchantID, key: key)
    settings.payme?.accountField = account
    for method in try part.texts("methods") ?? ["payme", "card"] {
      switch method {
      case "payme":
        settings.strategies.append(
          PaymeStrategy(
            merchantID: merchantID, accountField: account,
            mode: .checkoutLink(isSandbox ? .sandbox : .production),
            page: try part.address("checkout")))
      case "card":
        let standard: PaymeStrategy.SubscribeAPI = isSandbox ? .sandbox : .production
        let api = try part.address("api") ?? standard.url
        if let origin = Self.origin(api) { cardOrigins.append(origin) }
        settings.strategies.append(
          PaymeStrategy(
            name: "card", merchantID: merchantID, accountField: account,
            mode: .card(.init(url: api), key: key, holds: try part.flag("hold"))))
      default: throw part.failure("methods", "a list of payme and card")
      }
    }
  }

  private mutating func readClick(_ part: Section) throws(ServeOptions.Failure) {
    try part.allow(["serviceID", "merchantID", "userID", "secret", "mode", "page", "api"])
    let serviceID = try part.text("serviceID")
    guard Int64(serviceID) != nil else { throw part.failure("serviceID", "a number as text") }
    let merchantID = try part.text("merchantID")
    let secret = SecretText(try part.text("secret"))
    settings.click = .init(serviceID: serviceID, merchantID: merchantID, secret: secret)
    var account = ClickStrategy.Account(
      serviceID: serviceID, merchantID: merchantID, userID: try part.text("userID"),
      secret: secret)
    if let page = try part.address("page") { account.page = page }
    if let api = try part.address("api") { account.api = api }
    let mode: ClickStrategy.Mode
    switch try part.optionalText("mode") {
    case nil, "invoice": mode = .invoice
    case "link": mode = .paymentLink
    default: throw part.failure("mode", "invoice or link")
    }
    settings.strategies.append(ClickStrategy(account: account, mode: mode, sha1: Digest.sha1))
  }

  private mutating func readApplePay(_ part: Section) throws(ServeOptions.Failure) {
    try part.allow([
      "merchantID", "country", "networks", "payee", "acquirer", "certificate", "key", "root",
      "hold",
    ])
    let merchantID = try part.text("merchantID")
    guard let acquirer = try part.address("acquirer") else {
      throw part.failure("acquirer", "an https address")
    }
    let certificate = try contents(part, "certificate")
    let key = try contents(part, "key")
    let root = try contents(part, "root")
    let verifier: ApplePayTokenReader
    do throws(ApplePayTokenReader.SetUpFailure) {
      verifier = try ApplePayTokenReader(
        merchantID: merchantID, certificate: certificate, key: key, root: root)
    } catch {
      throw ServeOptions.Failure(description: "\(part.source), applePay: \(error.description)")
    }
    settings.strategies.append(
      ApplePayStrategy(
        merchantID: merchantID, country: try part.optionalText("country") ?? "UZ",
        networks: try part.texts("networks") ?? ["visa", "masterCard"],
        payee: try part.text("payee"), acquirer: acquirer, canMakePayments: true,
        holds: try part.flag("hold"), verifier: verifier))
  }

  private mutating func readInstallments(_ part: Section) throws(ServeOptions.Failure) {
    try part.allow(["lender", "token", "rates", "least", "most"])
    guard let lender = try part.address("lender") else {
      throw part.failure("lender", "an https address")
    }
    var rates: [Int: AnnualRate] = [:]
    for (months, rate) in try part.numbers("rates") {
      guard let months = Int(months), InstallmentPlan.terms.contains(months),
        let rate = AnnualRate(basisPoints: Int(clamping: rate))
      else {
        throw part.failure(
          "rates", "months (3, 6, 9, 12 or 24) to basis points a year (0 to 100000)")
      }
      rates[months] = rate
    }
    let least = try part.number("least") ?? 1
    let most = try part.number("most") ?? Int64.max
    guard least > 0, least <= most else { throw part.failure("least", "over 0, up to most") }
    settings.strategies.append(
      InstallmentStrategy(
        lender: .init(url: lender, token: SecretText(try part.text("token"))), rates: rates,
        limits: least...most))
  }

  /// The text of a file that a member names, beside the file itself.
  private func contents(_ part: Section, _ name: String) throws(ServeOptions.Failure) -> String {
    let path = try part.text(name)
    let full = path.hasPrefix("/") || directory.isEmpty ? path : directory + "/" + path
    guard let text = try? String(contentsOfFile: full, encoding: .utf8) else {
      throw part.failure(name, "the name of a PEM file that can be read")
    }
    return text
  }

  /// `https://host[:port]` of an address.
  private static func origin(_ address: String) -> String? {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count >= 3 ? "\(parts[0])//\(parts[2])" : nil
  }
}

/// An object of the file, read member by member.
private struct Section {
  private let json: JSON
  private let place: String
  /// The file's name.
  let source: String

  init(_ json: JSON, _ place: String, _ source: String) throws(ServeOptions.Failure) {
    self.json = json
    self.place = place
    self.source = source
    guard json.kind == .object else {
      throw ServeOptions.Failure(
        description: "\(source): \(place.isEmpty ? "the file" : place) is a JSON object.")
    }
  }

  func failure(_ name: String, _ wanted: String) -> ServeOptions.Failure {
    let path = place.isEmpty ? name : "\(place).\(name)"
    return ServeOptions.Failure(description: "\(source): \(path) is \(wanted).")
  }

  /// Refuses members of other names: a slip would switch something off unseen.
  func allow(_ names: [String]) throws(ServeOptions.Failure) {
    for member in json.object.map({ Array($0) }) ?? [] where !names.contains(member.key) {
      throw failure(member.key, "no member; there are \(names.joined(separator: ", "))")
    }
  }

  private func member(_ name: String) -> JSON? {
    json[name].flatMap { $0.isNull ? nil : $0 }
  }

  func section(_ name: String) throws(ServeOptions.Failure) -> Section? {
    try member(name).map { json throws(ServeOptions.Failure) in try Section(json, name, source) }
  }

  func text(_ name: String) throws(ServeOptions.Failure) -> String {
    guard let text = try optionalText(name) else { throw failure(name, "needed, as text") }
    return text
  }

  func optionalText(_ name: String) throws(ServeOptions.Failure) -> String? {
    guard let member = member(name) else { return nil }
    guard let text = member.string, !text.isEmpty else { throw failure(name, "text") }
    return text
  }

  func texts(_ name: String) throws(ServeOptions.Failure) -> [String]? {
    guard let member = member(name) else { return nil }
    guard let list = member.array?.map(\.string), !list.isEmpty, !list.contains(nil) else {
      throw failure(name, "a list of texts")
    }
    return list.compactMap { $0 }
  }

  func flag(_ name: String) throws(ServeOptions.Failure) -> Bool {
    guard let member = member(name) else { return false }
    guard let flag = member.bool else { throw failure(name, "true or false") }
    return flag
  }

  func number(_ name: String) throws(ServeOptions.Failure) -> Int64? {
    guard let member = member(name) else { return nil }
    guard let number = member.int else { throw failure(name, "a whole number") }
    return number
  }

  func numbers(_ name: String) throws(ServeOptions.Failure) -> [(String, Int64)] {
    guard let members = member(name)?.object.map({ Array($0) }), !members.isEmpty else {
      throw failure(name, "needed, as an object")
    }
    return try members.map { member throws(ServeOptions.Failure) in
      guard let number = member.value.int else { throw failure(name, "an object of numbers") }
      return (member.key, number)
    }
  }

  /// An address that keys may be sent to: `https`, or `http` of this very machine (a double).
  func address(_ name: String) throws(ServeOptions.Failure) -> String? {
    guard let text = try optionalText(name) else { return nil }
    let host = URL(string: text)?.host ?? ""
    let isLocal =
      text.hasPrefix("http://") && ["127.0.0.1", "localhost", "::1"].contains(host)
    guard !host.isEmpty, text.hasPrefix("https://") || isLocal else {
      throw failure(name, "an https address, or http on this machine")
    }
    return text
  }
}
