import Foundation
import OynaServer
import OynaStorage

/// The options of `oyna serve`: a flag wins over the environment, the environment over the default.
struct ServeOptions {
  private(set) var server: Server.Settings
  private(set) var database = ServeDatabase.sqlite(path: "oyna.sqlite")
  /// Connections to PostgreSQL; nil: the default.
  private(set) var connections: Int?
  private(set) var logLevel = Log.Level.info
  private var keyFile: String?
  private var keyText: String?
  private var paymentsFile: String?
  /// Orders that are opened for payment before the server listens.
  private(set) var payables: [PayableOrder] = []
  private let environment: [String: String]

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  var screens: String { server.content.screens }

  /// - Parameter environment: `OYNA_ENCRYPTION_KEY` holds keys, `OYNA_KEY_FILE` names their file;
  ///   `OYNA_DATABASE` is what `--database` is, out of sight of `ps`.
  init(_ arguments: [String], environment: [String: String]) throws(Failure) {
    server = Server.Settings(Application.Settings(screens: "Screens"))
    self.environment = environment
    keyText = environment["OYNA_ENCRYPTION_KEY"]
    keyFile = environment["OYNA_KEY_FILE"]
    if let text = environment["OYNA_DATABASE"] { database = try ServeDatabase(text) }
    paymentsFile = environment["OYNA_PAYMENTS"]
    var rest = arguments[...]
    var directory: String?
    while let argument = rest.popFirst() {
      if argument.hasPrefix("--") {
        try read(argument, &rest)
      } else if directory == nil {
        directory = argument
      } else {
        throw Failure(description: "Only one directory of screens is served at a time.")
      }
    }
    if let directory { server.content.screens = directory }
    if server.content.uploads == nil { server.content.uploads = database.filePrefix + ".uploads" }
    if let secret = environment["OYNA_FORWARD_SECRET"], !secret.isEmpty {
      server.content.forward?.secrets = secret.split(separator: "\n").map { Array($0.utf8) }
    }
  }

  private mutating func read(_ flag: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    switch flag {
    case "--reload": server.content.reloads = true
    case "--behind-tls": server.content.isBehindTLS = true
    default:
      guard let value = rest.popFirst() else {
        throw Failure(description: "\(flag) needs a value, or is unknown.")
      }
      try read(flag, value: value)
    }
  }

  private mutating func read(_ flag: String, value: String) throws(Failure) {
    switch flag {
    case "--port": server.port = try number(flag, value, 0...65_535)
    case "--host": server.host = value
    case "--threads": server.transport.threads = try number(flag, value, 1...64)
    case "--web": server.content.web = value
    case "--uploads": server.content.uploads = value
    case "--key-file":
      keyFile = value
      keyText = nil
    case "--trusted-origin": server.content.trustedOrigins.insert(value)
    case "--card-origin": server.content.cardOrigins.append(value)
    case "--image-origin": server.content.imageOrigins.append(value)
    case "--frame-ancestor": server.content.frameAncestors.append(value)
    case "--rate-limit": server.postsPerSecond = Double(try number(flag, value, 1...1_000_000))
    case "--database": database = try ServeDatabase(value)
    case "--database-connections": connections = try number(flag, value, 1...500)
    case "--forward":
      do throws(ForwardSettings.Failure) {
        server.content.forward = try ForwardSettings(url: value)
      } catch {
        throw Failure(description: "--forward: \(error.description)")
      }
    case "--payments": paymentsFile = value
    case "--payable": payables.append(try MerchantOptions.order(value, now: Server.now()))
    case "--log":
      guard let level = Log.Level.allCases.first(where: { "\($0)" == value }) else {
        throw Failure(description: "--log is debug, info or error.")
      }
      logLevel = level
    default:
      throw Failure(description: "\(flag) is no option.")
    }
  }

  private func number(
    _ flag: String, _ value: String, _ range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw Failure(
        description: "\(flag) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The keys: from the environment, from the named file, else from a file beside the SQLite file
  /// that is made on the first run. Servers that share a database share their keys, so there one
  /// that nobody named is never made.
  func keyring() throws -> Keyring {
    if let keyText { return try Keyring(text: keyText, source: "OYNA_ENCRYPTION_KEY") }
    if let keyFile { return try Keyring(file: keyFile) }
    guard case .sqlite(let path) = database else {
      throw Failure(
        description: "With PostgreSQL the keys are named: --key-file FILE, OYNA_KEY_FILE or "
          + "OYNA_ENCRYPTION_KEY, the same for every server of the database.")
    }
    return try Keyring(file: path + ".key")
  }

  /// Who the merchant is to the payment providers.
  func merchant() throws(Failure) -> MerchantOptions {
    try MerchantOptions(
      file: paymentsFile, environment: environment,
      isLoopback: ["127.0.0.1", "::1"].contains(server.host))
  }

  /// The server's settings, with the origins that cards are sent to.
  func server(for merchant: MerchantOptions) -> Server.Settings {
    var settings = server
    settings.content.cardOrigins += merchant.cardOrigins
    return settings
  }

  /// Where a person opens it.
  func address(_ port: Int) -> String {
    server.host.contains(":") ? "http://[\(server.host)]:\(port)" : "http://\(server.host):\(port)"
  }
}
