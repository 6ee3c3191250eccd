import Foundation
import OynaEngine
import OynaServer
import OynaStorage
import OynaValue

/// The settings of `oyna serve`, checked.
struct ServeOptions {
  private(set) var server: Server.Settings
  private(set) var database = ServeDatabase.sqlite(path: "oyna.sqlite")
  /// Connections to a database server; nil: the default.
  private(set) var connections: Int?
  private(set) var logLevel = Log.Level.info
  /// Orders that are opened for payment before the server listens.
  private(set) var payables: [PayableOrder] = []
  private let configuration: ServeConfiguration

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether there is a page to write screens on.
  var hasPlayground: Bool { server.content.authoring != nil && server.content.web != nil }

  var screens: String { server.content.screens }

  /// Whether the demo is served beside the screens.
  var hasDemo: Bool { isOn("demo") }

  /// Reads flags, environment and file; ``ServeConfiguration`` says which wins.
  init(_ arguments: [String], environment: [String: String]) throws(Failure) {
    server = Server.Settings(Application.Settings(screens: "Screens"))
    configuration = try ServeConfiguration(arguments, environment: environment)
    try readContent()
    try readTransport()
    if hasDemo { try keepDemoAtHome() }
    if let text = text("database") { database = try ServeDatabase(text) }
    connections = try number("database-connections")
    server.content.uploads = text("uploads") ?? database.filePrefix + ".uploads"
    for order in configuration["payable"] ?? [] {
      payables.append(try MerchantOptions.order(order, now: Server.now()))
    }
    if let text = text("log") {
      guard let level = Log.Level.allCases.first(where: { "\($0)" == text }) else {
        throw Failure(description: "log is debug, info or error.")
      }
      logLevel = level
    }
  }

  private mutating func readContent() throws(Failure) {
    if let text = text("screens") { server.content.screens = text }
    server.content.web = text("web")
    server.content.reloads = isOn("reload")
    if isOn("reload") || isOn("playground") { server.content.authoring = Self.authoring }
    server.content.isBehindTLS = isOn("behind-tls")
    server.content.trustedOrigins = Set(
      try origins("trusted-origin", Application.Settings.isOrigin))
    server.content.hostNames = configuration["host-name"] ?? []
    server.content.cardOrigins = try origins("card-origin", Application.Settings.isSource)
    server.content.imageOrigins = try origins("image-origin", Application.Settings.isSource)
    server.content.frameAncestors = try origins("frame-ancestor", Application.Settings.isSource)
    if let text = text("forward") {
      do throws(ForwardSettings.Failure) {
        server.content.forward = try ForwardSettings(url: text)
      } catch {
        throw Failure(description: "forward: \(error.description)")
      }
    }
    server.content.forward?.secrets = (configuration["forward-secret"] ?? []).map {
      Array($0.utf8)
    }
    if let seconds = try number("forward-timeout") {
      server.content.forward?.budget = Int64(seconds) * 1_000
      server.content.forward?.attempt = min(10_000, Int64(seconds) * 1_000)
    }
  }

  private mutating func readTransport() throws(Failure) {
    if let text = text("host") { server.host = text }
    if let number = try number("port") { server.port = number }
    if let number = try number("threads") { server.transport.threads = number }
    if let number = try number("connections") { server.transport.connections = number }
    if let number = try number("requests") { server.content.requests = number }
    if let seconds = try number("drain") { server.drain = Int64(seconds) * 1_000 }
    if let seconds = try number("drain-delay") { server.drainDelay = Int64(seconds) * 1_000 }
    server.content.trustedProxies = configuration["trusted-proxy"] ?? []
    for text in server.content.trustedProxies where !Application.Settings.isAddressRange(text) {
      throw Failure(
        description: "trusted-proxy: \"\(text)\" is no address and no range such as 10.0.0.0/8.")
    }
    let certificate = text("tls-certificate")
    let key = text("tls-key")
    if let certificate, let key {
      do throws(TLSIdentity.Failure) {
        server.tls = try TLSIdentity(certificate: certificate, key: key)
      } catch {
        throw Failure(description: error.description)
      }
    } else if certificate != nil || key != nil {
      throw Failure(description: "tls-certificate and tls-key are set together or not at all.")
    }
    server.postsPerSecond = try number("rate-limit").map(Double.init)
  }

  private static let loopback = ["127.0.0.1", "::1"]

  /// The demo's keys are printed in the source: whoever reaches it can say that an order was paid.
  /// So it is served on a loopback address, under a loopback name, and to nobody behind a proxy.
  private mutating func keepDemoAtHome() throws(Failure) {
    let outward = ["forward", "behind-tls", "trusted-proxy", "host-name", "tls-certificate"]
    let set = outward.filter { configuration[$0] != nil && text($0) != "false" }
    guard set.isEmpty else {
      throw Failure(
        description: "demo is for this machine only, as its keys are known to everybody: it does "
          + "not go with \(set.joined(separator: ", ")).")
    }
    guard Self.loopback.contains(server.host) else {
      throw Failure(
        description: "demo is for this machine only, as its keys are known to everybody: host is "
          + "127.0.0.1 or ::1.")
    }
    server.content.hostNames = Self.loopback.dropLast() + ["[::1]", "localhost"]
  }

  private func text(_ name: String) -> String? { configuration[name]?.first }

  private func origins(
    _ name: String, _ isOne: (String) -> Bool
  ) throws(Failure) -> [String] {
    let texts = configuration[name] ?? []
    for text in texts where !isOne(text) {
      throw Failure(
        description: "\(name): \"\(text)\" is no origin such as https://shop.example, without a "
          + "path or a slash at its end.")
    }
    return texts
  }

  private func isOn(_ name: String) -> Bool { text(name) == "true" }

  /// A number in the range that the list of settings has for it.
  private func number(_ name: String) throws(Failure) -> Int? {
    guard let text = text(name), case .number(let range)? = ServeOption[name]?.kind else {
      return nil
    }
    guard let number = Int(text), range.contains(number) else {
      throw Failure(
        description: "\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The keys: those that were given, or the named file, whichever wins; else a file beside the
  /// SQLite file that is made on the first run. Servers that share a database share their keys, so
  /// there one that nobody named is never made.
  func keyring() throws -> Keyring {
    if configuration.prefers("encryption-key", to: "key-file"),
      let keys = configuration["encryption-key"]
    {
      return try Keyring(text: keys.joined(separator: "\n"), source: "encryption-key")
    }
    if let file = text("key-file") { return try Keyring(file: file) }
    guard case .sqlite(let path) = database else {
      throw Failure(
        description: "With PostgreSQL the keys are named: key-file or encryption-key, the same for "
          + "every server of the database.")
    }
    return try Keyring(file: path + ".key")
  }

  /// What the playground asks: the linter and the schema of this very binary.
  private static let authoring = AuthoringTools(
    lint: { bytes in
      do throws(Diagnostic) {
        return ScreenLinter.findings(
          try JSON.parse(bytes), catalogues: Catalogues(), extensions: Extensions())
      } catch {
        return [error]
      }
    }, schema: { ScreenSchema.text() })

  /// Who the merchant is to the payment providers.
  func merchant() throws(Failure) -> MerchantOptions {
    try MerchantOptions(configuration, hasDemo: hasDemo)
  }

  /// The server's settings, with the origins that cards are sent to.
  func server(for merchant: MerchantOptions) -> Server.Settings {
    var settings = server
    settings.content.cardOrigins += merchant.cardOrigins
    return settings
  }

  /// Where a person opens it.
  func address(_ port: Int) -> String {
    let scheme = server.tls == nil ? "http" : "https"
    let host = server.host.contains(":") ? "[\(server.host)]" : server.host
    return "\(scheme)://\(host):\(port)"
  }
}
