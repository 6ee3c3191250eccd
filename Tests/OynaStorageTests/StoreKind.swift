import Foundation
import OynaPostgres
import OynaStorage
import Testing

@testable import OynaPostgres

/// The stores that the contract's tests run over. `./test` starts a PostgreSQL for them
/// (`Scripts/postgres run`) and names it in `OYNA_TEST_POSTGRES`.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite
  case postgres

  /// Those that there are on this machine.
  static let all: [StoreKind] = TestPostgres.url == nil ? [.sqlite] : [.sqlite, .postgres]

  var testDescription: String { rawValue }

  /// An empty store.
  func make() throws -> TestStore {
    switch self {
    case .sqlite:
      let directory = try TemporaryDirectory()
      return TestStore(
        storage: try SQLiteStorage(path: directory.path + "/db", now: 0), directory: directory)
    case .postgres:
      return TestStore(
        storage: try PostgresStorage(try TestPostgres.settings(), now: 0), directory: nil)
    }
  }
}

/// A store of one test.
struct TestStore: Sendable {
  let storage: any Storage
  /// Goes with the test.
  let directory: TemporaryDirectory?
}

/// The PostgreSQL of the tests: each test gets a schema of its own.
enum TestPostgres {
  static let url = ProcessInfo.processInfo.environment["OYNA_TEST_POSTGRES"]
  static let isThere = url != nil
  static let absence: Comment = "OYNA_TEST_POSTGRES is not set: run Scripts/postgres run swift test"

  /// The settings of a storage in a new, empty schema.
  static func settings() throws -> PostgresStorage.Settings {
    var settings = PostgresStorage.Settings(url: try makeSchema())
    settings.connections = 4
    return settings
  }

  /// The URL of a new, empty schema.
  static func makeSchema() throws -> String {
    let url = try #require(url)
    let name = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let connection = try PostgresConnection(url: url)
    _ = try connection.result("SELECT set_config('oyna.schema', $1, false)", [.text(name)])
    try connection.execute(
      "DO $$ BEGIN EXECUTE format('CREATE SCHEMA %I', current_setting('oyna.schema')); END $$")
    return url + "&options=-csearch_path%3D" + name
  }
}

@Suite struct TestPostgresTests {
  /// Without PostgreSQL half of the contract is not run; where everything is asked for, that fails.
  @Test(
    .enabled(
      if: TestPostgres.isThere || ProcessInfo.processInfo.environment["OYNA_REQUIRE_ALL"] != nil,
      TestPostgres.absence))
  func aPostgreSQLIsThere() {
    #expect(StoreKind.all == StoreKind.allCases)
  }
}
