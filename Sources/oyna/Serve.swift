import Foundation
import OynaServer
import OynaStorage

/// `oyna serve [DIR]`: serves screens, validates and stores submissions, until SIGTERM or SIGINT.
enum ServeCommand {
  static let usage = "serve [DIR] [--config FILE] [--help] [--port N] [--database URL] …"

  /// What `--help` prints.
  static var help: String {
    """
    usage: oyna serve [DIR] [--config FILE] [flags]

    A flag wins over the environment, the environment over the file, the file over the default.
    FILE (or OYNA_CONFIG) is a JSON object; its members are the flags without dashes, a list where
    a flag may come more than once: {"port": 8080, "trusted-origin": ["https://shop.example"]}.
    In the environment a list stands between commas.

    \(ServeOption.table)
    """
  }

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      StandardOutput.write(help)
      return 0
    }
    let options: ServeOptions
    let merchant: MerchantOptions
    do throws(ServeOptions.Failure) {
      options = try ServeOptions(arguments, environment: ProcessInfo.processInfo.environment)
      merchant = try options.merchant()
    } catch {
      StandardError.write("oyna serve: \(error.description)\nusage: oyna \(usage)\n")
      return 2
    }
    // A core file would hold what people typed.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    // Before any thread exists, so that the signals reach this one only.
    let signals = StopSignals()
    let log = Log(level: options.logLevel, clock: Server.now) { line in
      StandardError.write(line)
    }
    do {
      let keyring = try options.keyring()
      let storage = try options.database.open(connections: options.connections)
      try open(options.payables, storage)
      var backEnd = options.hasDemo ? BackEnd.demo : BackEnd()
      backEnd.merchant = merchant.settings
      let server = try Server(
        options.server(for: merchant), storage: storage, keyring: keyring, backEnd: backEnd,
        log: log)
      if options.server.content.forward?.secrets.isEmpty == true {
        StandardError.write(unsignedWarning)
      }
      if merchant.isDemo { StandardError.write(demoWarning) }
      for warning in server.warnings { StandardError.write("\(warning)\n") }
      StandardOutput.write("Oyna serves \(options.screens) on \(options.address(server.port))\n")
      if options.server.content.web != nil {
        let address = options.address(server.port)
        StandardOutput.write("A screen of yours: \(address)/?screen=/screens/ID\n")
      }
      if options.hasPlayground {
        StandardOutput.write("Write screens at \(options.address(server.port))/playground\n")
      }
      signals.wait { server.reload() }
      Blocking.run { await server.stop() }
    } catch {
      StandardError.write("oyna serve: \(error)\n")
      return 1
    }
    return 0
  }

  private static let demoWarning =
    "Payme and Click are served with the demo's keys, which everybody knows. Name a file of your "
    + "own with --payments to be paid.\n"

  private static let unsignedWarning =
    "Requests to the back end are not signed, so it cannot tell them from others'. Set "
    + "OYNA_FORWARD_SECRET here and there.\n"

  private static func open(
    _ orders: [PayableOrder], _ storage: any Storage
  ) throws {
    let failure = Locked<StorageError?>(nil)
    Blocking.run {
      do throws(StorageError) {
        try await storage.transaction { transaction throws(StorageError) in
          for order in orders { try transaction.open(order) }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
