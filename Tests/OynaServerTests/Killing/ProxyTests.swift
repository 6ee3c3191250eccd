import Foundation
import Testing

@testable import OynaServer

/// A serving process behind nginx that ends TLS, with the configuration of `Deployment/nginx.conf`.
@Suite struct ProxyTests {
  private static let nginx = "/usr/sbin/nginx"
  private static var canRun: Bool {
    KillTests.isBuilt
      && (FileManager.default.isExecutableFile(atPath: nginx)
        || ProcessInfo.processInfo.environment["OYNA_REQUIRE_ALL"] != nil)
  }

  /// The documented file with the test's ports and files in the place of its own.
  private func configuration(_ directory: String, port: Int, server: Int) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var text = try String(
      contentsOf: root.appendingPathComponent("Deployment/nginx.conf"), encoding: .utf8)
    for (documented, own) in [
      ("listen 443 ssl http2;", "listen 127.0.0.1:\(port) ssl http2;"),
      ("/etc/ssl/oyna/fullchain.pem", directory + "/chain"),
      ("/etc/ssl/oyna/privkey.pem", directory + "/key"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:\(server)"),
    ] {
      try #require(text.contains(documented))
      text = text.replacing(documented, with: own)
    }
    return """
      daemon off; worker_processes 1; pid \(directory)/nginx.pid;
      error_log \(directory)/error.log; events {}
      http {
        access_log off; client_body_temp_path \(directory)/body;
        proxy_temp_path \(directory)/proxy; fastcgi_temp_path \(directory)/fastcgi;
        uwsgi_temp_path \(directory)/uwsgi; scgi_temp_path \(directory)/scgi;
        \(text)
      }
      """
  }

  @Test(.enabled(if: canRun, "nginx is not installed, or the command oyna is not built"))
  func behindAProxyEachClientHasItsOwnBoundsWhateverItWrites() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/oyna-proxy-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try ServerFixture.write(ServerFixture.screen, directory + "/screens/loan.json")
    try ServerFixture.write(ServerFixture.receipt, directory + "/screens/receipt.json")
    try await ChildProcess.makeCertificate("proxy", in: directory)
    let server = try ServingProcess(
      directory,
      ["--behind-tls", "--trusted-proxy", "127.0.0.1", "--rate-limit", "1"])
    defer { server.terminate() }
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    close(socket.descriptor)
    try ServerFixture.write(
      try configuration(directory, port: socket.port, server: server.port),
      directory + "/nginx.conf")
    let proxy = Process()
    proxy.executableURL = URL(fileURLWithPath: Self.nginx)
    proxy.arguments = ["-c", directory + "/nginx.conf", "-e", directory + "/error.log"]
    proxy.standardError = FileHandle.nullDevice
    try proxy.run()
    defer {
      proxy.terminate()
      proxy.waitUntilExit()
    }
    while (try? RawClient(port: socket.port)) == nil {
      try #require(proxy.isRunning)
      try await Task.sleep(for: .milliseconds(20))
    }
    func curl(_ path: String, from address: String, _ more: [String]) async throws -> String {
      try await ChildProcess.run(
        "curl",
        [
          "-s", "-i", "--http1.1", "--cacert", directory + "/chain", "--interface", address,
          "https://127.0.0.1:\(socket.port)\(path)",
        ] + more
      ).output
    }
    let screen = try await curl("/screens/loan", from: "127.0.0.2", [])
    #expect(screen.hasPrefix("HTTP/1.1 200"))
    #expect(screen.contains("Strict-Transport-Security: max-age=31536000"))
    #expect(try await curl("/metrics", from: "127.0.0.2", []).hasPrefix("HTTP/1.1 403"))
    func post(_ number: Int, from address: String) async throws -> String {
      let answer = try await curl(
        "/api/v1/loan/apply", from: address,
        [
          "-d", #"{"name":"A"}"#, "-H", "Content-Type: application/json", "-H",
          "Idempotency-Key: \(address)-\(number)",
          // What a client writes itself is not believed.
          "-H", "X-Forwarded-For: 192.0.2.\(number)",
        ])
      return String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
    }
    var flood: [String] = []
    for number in 0..<60 where !flood.contains("429") {
      flood.append(try await post(number, from: "127.0.0.2"))
    }
    #expect(flood.first == "200" && flood.last == "429")
    #expect(try await post(0, from: "127.0.0.3") == "200")
  }
}
