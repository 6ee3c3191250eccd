import Foundation

/// Another program, run to its end away from the tasks' threads.
enum ChildProcess {
  /// Its exit status and what it wrote to both its outputs.
  static func run(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do {
          try process.run()
          let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          process.waitUntilExit()
          continuation.resume(returning: (process.terminationStatus, text))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// A self-signed certificate for 127.0.0.1 and its key, `chain` and `key` in a directory.
  static func makeCertificate(_ name: String, in directory: String) async throws {
    let (status, output) = try await run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", directory + "/key", "-out", directory + "/chain", "-days", "1", "-subj",
        "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    guard status == 0 else { throw Failure(output: output) }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: directory + "/key")
  }

  struct Failure: Error {
    let output: String
  }
}
