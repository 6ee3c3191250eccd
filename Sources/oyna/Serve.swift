import Foundation
import OynaServer
import OynaStorage

/// `oyna serve [DIR]`: serves screens, validates and stores submissions, until SIGTERM or SIGINT.
enum ServeCommand {
  static let usage =
    "serve [DIR] [--port N] [--host ADDRESS] [--database sqlite:FILE] [--web DIR] [--reload] "
    + "[--playground] "
    + "[--key-file FILE] [--uploads DIR] [--behind-tls] [--trusted-origin ORIGIN]… "
    + "[--frame-ancestor ORIGIN]… [--rate-limit POSTS] [--threads N] "
    + "[--payable ORDER=AMOUNT]… [--card-origin ORIGIN]… [--log debug|info|error]"

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    let options: ServeOptions
    let merchant: MerchantOptions
    do throws(ServeOptions.Failure) {
      options = try ServeOptions(arguments, environment: ProcessInfo.processInfo.environment)
      merchant = try options.merchant()
    } catch {
      StandardError.write("oyna serve: \(error.description)\nusage: oyna \(usage)\n")
      return 2
    }
    // Before any thread exists, so that the signals reach this one only.
    let signals = StopSignals()
    let log = Log(level: options.logLevel, clock: Server.now) { line in
      StandardError.write(line)
    }
    do {
      let keyring = try options.keyring()
      let storage = try SQLiteStorage(path: options.database, now: Server.now())
      try open(options.payables, storage)
      var backEnd = BackEnd.demo
      backEnd.merchant = merchant.settings
      let server = try Server(
        options.server, storage: storage, keyring: keyring, backEnd: backEnd, log: log)
      if merchant.isDemo { StandardError.write(demoWarning) }
      for warning in server.warnings { StandardError.write("\(warning)\n") }
      StandardOutput.write("Oyna serves \(options.screens) on \(options.address(server.port))\n")
      if options.hasPlayground {
        StandardOutput.write("Write screens at \(options.address(server.port))/playground\n")
      }
      signals.wait()
      Blocking.run { await server.stop() }
    } catch {
      StandardError.write("oyna serve: \(error)\n")
      return 1
    }
    return 0
  }

  private static let demoWarning =
    "Payme and Click are served with the demo's keys, which everybody knows. Set OYNA_PAYME_KEY, "
    + "OYNA_CLICK_SECRET and their ids to be paid.\n"

  private static func open(
    _ orders: [PayableOrder], _ storage: SQLiteStorage
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
