import OynaServer
import Testing

@testable import oyna

/// Which store `oyna serve` is told to use, and where its keys are.
@Suite struct ServeDatabaseTests {
  private func options(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> ServeOptions {
    try ServeOptions(arguments, environment: environment)
  }

  @Test func sqliteIsTheDefault() throws {
    guard case .sqlite(let path) = try options().database else {
      Issue.record("another store")
      return
    }
    #expect(path == "oyna.sqlite")
  }

  @Test(arguments: ["postgres://u@h/d?sslmode=require", "postgresql:///d"])
  func aURLOfPostgreSQLIsTakenFromTheEnvironmentOrAFlag(url: String) throws {
    for options in [
      try options([], ["OYNA_DATABASE": url]), try options(["--database", url]),
    ] {
      guard case .postgres(let found) = options.database else {
        Issue.record("another store")
        return
      }
      #expect(found == url)
      #expect(options.server.content.uploads == "oyna.uploads")
    }
    let few = try options(["--database-connections", "3"], ["OYNA_DATABASE": url])
    #expect(few.connections == 3)
  }

  @Test(arguments: ["sqlite:", "oyna.sqlite", "mysql://h/d", ""])
  func anythingElseIsRefused(text: String) {
    #expect(throws: ServeOptions.Failure.self) { _ = try options(["--database", text]) }
  }

  /// A key that each server made for itself would make a retry at another one look like another
  /// request.
  @Test func keysOfASharedDatabaseAreNamed() throws {
    let unnamed = try options([], ["OYNA_DATABASE": "postgres:///d"])
    let error = #expect(throws: ServeOptions.Failure.self) { _ = try unnamed.keyring() }
    #expect(error?.description.contains("key-file") == true)
    let named = try options(
      [],
      [
        "OYNA_DATABASE": "postgres:///d",
        "OYNA_ENCRYPTION_KEY": String(repeating: "ab", count: 32),
      ])
    #expect(throws: Never.self) { _ = try named.keyring() }
  }
}
