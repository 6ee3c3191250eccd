import Foundation
import OynaEngine
import OynaValue
import Testing

@Suite("The demo screens decode")
struct DemoScreensTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Screens").standardized

  static var files: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".json") }.sorted()
  }

  @Test("without a finding", arguments: files)
  func decodes(_ file: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: file))
    let json = try JSON.parse(Array(bytes))
    let findings = Screen.diagnose(json).map { "\(file): \($0.path): \($0.message)" }
    #expect(findings == [])
    #expect(!Self.files.isEmpty)
  }
}
