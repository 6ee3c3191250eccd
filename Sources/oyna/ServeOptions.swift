import Foundation
import OynaEngine
import OynaServer
import OynaStorage
import OynaValue

/// The options of `oyna serve`: a flag wins over the environment, the environment over the default.
struct ServeOptions {
  private(set) var server: Server.Settings
  private(set) var database = "oyna.sqlite"
  private(set) var logLevel = Log.Level.info
  private var keyFile: String?
  private var keyText: String?
  /// Orders that are opened for payment before the server listens.
  private(set) var payables: [PayableOrder] = []
  private let environment: [String: String]

  struct Failure: Error {
    let description: String
  }

  /// Whether there is a page to write screens on.
  var hasPlayground: Bool { server.content.authoring != nil && server.content.web != nil }

  var screens: String { server.content.screens }

  /// - Parameter environment: `OYNA_ENCRYPTION_KEY` holds keys, `OYNA_KEY_FILE` names their file.
  init(_ arguments: [String], environment: [String: String]) throws(Failure) {
    server = Server.Settings(Application.Settings(screens: "Screens"))
    self.environment = environment
    keyText = environment["OYNA_ENCRYPTION_KEY"]
    keyFile = environment["OYNA_KEY_FILE"]
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
    if server.content.uploads == nil { server.content.uploads = database + ".uploads" }
  }

  private mutating func read(_ flag: String, _ rest: inout ArraySlice<String>) throws(Failure) {
    switch flag {
    case "--reload":
      server.content.reloads = true
      server.content.authoring = Self.authoring
    case "--playground": server.content.authoring = Self.authoring
    case "--behind-tls": server.content.isBehindTLS = true
    case "--forward":
      throw Failure(description: "--forward is not there yet.")
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
    case "--frame-ancestor": server.content.frameAncestors.append(value)
    case "--rate-limit": server.postsPerSecond = Double(try number(flag, value, 1...1_000_000))
    case "--database": database = try file(value)
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

  private func file(_ database: String) throws(Failure) -> String {
    if database.hasPrefix("postgres://") || database.hasPrefix("postgresql://") {
      throw Failure(description: "PostgreSQL is not there yet; use sqlite:FILE.")
    }
    let scheme = "sqlite:"
    guard database.hasPrefix(scheme), database.count > scheme.count else {
      throw Failure(description: "--database is sqlite:FILE.")
    }
    return String(database.dropFirst(scheme.count))
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

  /// The keys: from the environment, from the named file, else from a file beside the database that
  /// is made on the first run.
  func keyring() throws(Keyring.Failure) -> Keyring {
    if let keyText { return try Keyring(text: keyText, source: "OYNA_ENCRYPTION_KEY") }
    return try Keyring(file: keyFile ?? database + ".key")
  }

  /// Who the merchant is to the payment providers.
  func merchant() throws(Failure) -> MerchantOptions {
    try MerchantOptions(
      environment: environment, isLoopback: ["127.0.0.1", "::1"].contains(server.host))
  }

  /// Where a person opens it.
  func address(_ port: Int) -> String {
    server.host.contains(":") ? "http://[\(server.host)]:\(port)" : "http://\(server.host):\(port)"
  }
}
