import Testing

@testable import OynaStorage

@Suite struct SQLiteMigrationTests {
  let directory: TemporaryDirectory
  var path: String { directory.path + "/db" }

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: 0...SQLiteMigration.all.count)
  func everyEarlierVersionReachesTheNewest(count: Int) throws {
    let connection = try SQLiteConnection(path: path)
    try connection.migrate(Array(SQLiteMigration.all.prefix(count)), now: 1)
    try connection.migrate(SQLiteMigration.all, now: 2)
    let fresh = try SQLiteConnection(path: directory.path + "/fresh")
    try fresh.migrate(SQLiteMigration.all, now: 3)
    #expect(try schema(connection) == schema(fresh))
    let times = try connection.rows(
      "SELECT applied_ms FROM schema_migration ORDER BY version", [], { $0.integer(0) })
    #expect(times == SQLiteMigration.all.indices.map { $0 < count ? 1 : 2 })
  }

  @Test func migratingTwiceChangesNothing() throws {
    let connection = try SQLiteConnection(path: path)
    try connection.migrate(SQLiteMigration.all, now: 1)
    let before = try schema(connection)
    try connection.migrate(SQLiteMigration.all, now: 2)
    #expect(try schema(connection) == before)
  }

  @Test func aNewerSchemaIsRefused() throws {
    let connection = try SQLiteConnection(path: path)
    let next = SQLiteMigration(version: 99, name: "future", sql: "CREATE TABLE future (a)")
    try connection.migrate(SQLiteMigration.all + [next], now: 1)
    let error = #expect(throws: StorageError.self) {
      try connection.migrate(SQLiteMigration.all, now: 2)
    }
    #expect(error?.kind == .newerSchema)
    #expect(error?.message.contains("version 99") == true)
  }

  @Test func anEditedMigrationIsRefused() throws {
    let connection = try SQLiteConnection(path: path)
    try connection.migrate(
      [SQLiteMigration(version: 1, name: "a", sql: "CREATE TABLE a (b)")], now: 1)
    let error = #expect(throws: StorageError.self) {
      try connection.migrate(
        [SQLiteMigration(version: 1, name: "a", sql: "CREATE TABLE a (c)")], now: 1)
    }
    #expect(error?.kind == .changedMigration)
  }

  @Test func aFailingMigrationLeavesTheFileAsItWas() throws {
    let connection = try SQLiteConnection(path: path)
    let first = SQLiteMigration(version: 1, name: "a", sql: "CREATE TABLE a (b)")
    try connection.migrate([first], now: 1)
    let before = try schema(connection)
    let broken = SQLiteMigration(
      version: 2, name: "b", sql: "CREATE TABLE c (d); CREATE TABLE a (b)")
    let error = #expect(throws: StorageError.self) {
      try connection.migrate([first, broken], now: 2)
    }
    #expect(error?.kind == .statement)
    #expect(try schema(connection) == before)
    #expect(!connection.isInTransaction)
  }

  private func schema(_ connection: SQLiteConnection) throws -> [String] {
    try connection.rows("SELECT sql FROM sqlite_schema ORDER BY name", [], { $0.text(0) })
  }
}
