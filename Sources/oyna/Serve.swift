import Foundation
import OynaServer
import OynaStorage

/// `oyna serve [DIR]`: serves screens, validates and stores submissions, until SIGTERM or SIGINT.
enum ServeCommand {
  static let usage =
    "serve [DIR] [--port N] [--host ADDRESS] [--database sqlite:FILE] [--web DIR] [--reload] "
    + "[--key-file FILE] [--uploads DIR] [--behind-tls] [--trusted-origin ORIGIN]… "
    + "[--frame-ancestor ORIGIN]… [--rate-limit POSTS] [--threads N] [--log debug|info|error]"

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    let options: ServeOptions
    do throws(ServeOptions.Failure) {
      options = try ServeOptions(arguments, environment: ProcessInfo.processInfo.environment)
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
      let server = try Server(
        options.server, storage: storage, keyring: keyring, log: log)
      for warning in server.warnings { StandardError.write("\(warning)\n") }
      StandardOutput.write("Oyna serves \(options.screens) on \(options.address(server.port))\n")
      signals.wait()
      Blocking.run { await server.stop() }
    } catch {
      StandardError.write("oyna serve: \(error)\n")
      return 1
    }
    return 0
  }
}
