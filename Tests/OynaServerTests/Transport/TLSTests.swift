import Foundation
import Testing

@testable import OynaServer

/// TLS in process, asked by a client that is not ours (curl). One suite, one after the other: a
/// process has one certificate.
@Suite(.serialized) struct TLSTests {
  private let directory: String

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/oyna-tls-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  private func identity() throws -> TLSIdentity {
    try TLSIdentity(certificate: directory + "/chain", key: directory + "/key")
  }

  private func curl(_ port: Int, _ more: [String] = []) async throws -> (
    status: Int32, output: String
  ) {
    try await ChildProcess.run(
      "curl",
      ["-sv", "--cacert", directory + "/chain", "--max-time", "60"] + more
        + ["https://127.0.0.1:\(port)/a"])
  }

  @Test func aClientThatChecksTheCertificateIsServedAndAnOldOneIsNot() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await ChildProcess.makeCertificate("first", in: directory)
    var settings = TransportSettings()
    settings.tls = try identity()
    let transport = try HTTPTransport(
      ListeningSocket(host: "127.0.0.1", port: 0), settings: settings
    ) { request in
      .pending {
        HTTPResponse(
          status: 200, contentType: "text/plain",
          body: Array("\(request.method) \(request.body?.count ?? 0)".utf8))
      }
    }
    let (code, text) = try await curl(transport.port, ["-d", "abcde"])
    #expect(code == 0 && text.contains("POST 5"))
    #expect(text.contains("TLSv1.3"))
    // 35: no protocol in common.
    #expect(try await curl(transport.port, ["--tls-max", "1.1"]).0 == 35)
    // Another's certificate does not do: the client refuses.
    try FileManager.default.moveItem(atPath: directory + "/chain", toPath: directory + "/served")
    try await ChildProcess.makeCertificate("second", in: directory)
    #expect(try await curl(transport.port).0 == 60)
    // Read again: from now on it is the new one.
    try settings.tls?.reload()
    let (renewed, said) = try await curl(transport.port)
    #expect(renewed == 0 && said.contains("CN=second"))
    // A broken file changes nothing.
    try Data("nonsense".utf8).write(to: URL(fileURLWithPath: directory + "/key"))
    #expect(throws: TLSIdentity.Failure.self) { try settings.tls?.reload() }
    #expect(try await curl(transport.port).0 == 0)
    // Plain HTTP on the port of TLS gets no answer, and does no harm.
    let client = try RawClient(port: transport.port)
    await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await !client.readAll().contains("HTTP/1.1 200"))
    #expect(try await curl(transport.port).0 == 0)
    await transport.stop(drain: 0)
  }

  @Test func filesThatDoNotDoAreToldClearly() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await ChildProcess.makeCertificate("first", in: directory)
    func failure() -> String? {
      do throws(TLSIdentity.Failure) {
        _ = try TLSIdentity(certificate: directory + "/chain", key: directory + "/key")
        return nil
      } catch {
        return error.description.replacing(directory, with: "")
      }
    }
    #expect(failure() == nil)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: directory + "/key")
    #expect(failure() == "The key /key can be read by others. Run: chmod 600 /key")
    let chain = try Data(contentsOf: URL(fileURLWithPath: directory + "/chain"))
    try await ChildProcess.makeCertificate("second", in: directory)
    try chain.write(to: URL(fileURLWithPath: directory + "/chain"))
    #expect(failure() == "/key is not the key of /chain.")
    try FileManager.default.copyItem(atPath: directory + "/key", toPath: directory + "/chain2")
    try Data("no".utf8).write(to: URL(fileURLWithPath: directory + "/chain"))
    #expect(failure() == "/chain is no certificate chain in PEM.")
    try chain.write(to: URL(fileURLWithPath: directory + "/chain"))
    try Data("no".utf8).write(to: URL(fileURLWithPath: directory + "/key"))
    #expect(failure() == "/key is no private key in PEM without a password.")
    try FileManager.default.removeItem(atPath: directory + "/key")
    #expect(failure() == "/key cannot be read.")
  }
}
