import Foundation
import FuzzChecks
import Testing

/// The seeds of the fuzz targets and whatever a fuzzer ever found, through the same checks.
@Suite struct FuzzFindTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/Targets")

  private static func files(_ check: FuzzCheck) -> [URL] {
    ["seeds", "finds"].flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: root.appendingPathComponent(folder + "/" + check.rawValue),
        includingPropertiesForKeys: nil)) ?? []
    }.sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzCheck.allCases)
  func everySeedAndEveryFindPasses(check: FuzzCheck) throws {
    let files = Self.files(check)
    #expect(files.count >= 2)
    for file in files {
      let bytes = try Data(contentsOf: file)
      do {
        try bytes.withUnsafeBytes { bytes in try check.run(bytes) }
      } catch let violation as FuzzCheck.Violation {
        Issue.record("\(file.lastPathComponent): \(violation.description)")
      }
    }
  }
}
