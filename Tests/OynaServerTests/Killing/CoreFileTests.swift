import Foundation
import Testing

@testable import OynaServer

@Suite struct CoreFileTests {
  /// A core would hold what people typed: the limit is 0, and cannot be raised again.
  @Test(.enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"))
  func aServerThatCrashesLeavesNoCoreFile() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/oyna-core-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try ServerFixture.write(ServerFixture.screen, directory + "/screens/loan.json")
    let server = try ServingProcess(directory)
    defer { server.terminate() }
    let limits = try String(contentsOfFile: "/proc/\(server.identifier)/limits", encoding: .utf8)
    let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(line?.split(separator: " ").suffix(3).prefix(2) == ["0", "0"])
  }
}
