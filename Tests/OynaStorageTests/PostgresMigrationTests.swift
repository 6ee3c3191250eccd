import OynaStorage
import Testing

@testable import OynaPostgres

@Suite(.enabled(if: TestPostgres.isThere, TestPostgres.absence))
struct PostgresMigrationTests {
  private static func connection() throws -> PostgresConnection {
    try PostgresConnection(url: try TestPostgres.makeSchema())
  }

  /// Tables, columns, constraints, indexes and triggers.
  private static func schema(_ connection: PostgresConnection) throws -> [String] {
    let result = try connection.result(
      """
      SELECT relname || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
        || attnotnull::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = current_schema()::regnamespace AND attnum > 0
      UNION ALL SELECT conrelid::regclass::text || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = current_schema()::regnamespace
      UNION ALL SELECT tgrelid::regclass::text || tgname FROM pg_trigger
        JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
      ORDER BY 1
      """)
    return result.rows { $0.text(0) }
  }

  @Test(arguments: 0...PostgresMigration.all.count)
  func everyEarlierVersionReachesTheNewest(count: Int) throws {
    let connection = try Self.connection()
    try connection.migrate(Array(PostgresMigration.all.prefix(count)), now: 1)
    try connection.migrate(PostgresMigration.all, now: 2)
    let fresh = try Self.connection()
    try fresh.migrate(PostgresMigration.all, now: 3)
    #expect(try Self.schema(connection) == Self.schema(fresh))
    let times = try connection.result(
      "SELECT applied_ms FROM schema_migration ORDER BY version"
    ).rows { $0.integer(0) }
    #expect(times == PostgresMigration.all.indices.map { $0 < count ? 1 : 2 })
  }

  @Test func serversThatStartAtOnceMigrateOnce() async throws {
    let settings = try TestPostgres.settings()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let storage = try PostgresStorage(settings, now: Int64(number))
          await storage.close()
        }
      }
      try await group.waitForAll()
    }
    let connection = try PostgresConnection(url: settings.url)
    let times = try connection.result("SELECT applied_ms FROM schema_migration").rows {
      $0.integer(0)
    }
    #expect(times.count == PostgresMigration.all.count && Set(times).count == 1)
  }

  @Test func aNewerSchemaIsRefused() throws {
    let connection = try Self.connection()
    let next = PostgresMigration(version: 99, name: "future", sql: "CREATE TABLE future (a int)")
    try connection.migrate(PostgresMigration.all + [next], now: 1)
    let error = #expect(throws: StorageError.self) {
      try connection.migrate(PostgresMigration.all, now: 2)
    }
    #expect(error?.kind == .newerSchema)
    #expect(error?.message.contains("version 99") == true)
  }

  @Test func anEditedMigrationIsRefused() throws {
    let connection = try Self.connection()
    try connection.migrate(
      [PostgresMigration(version: 1, name: "a", sql: "CREATE TABLE a (b int)")], now: 1)
    let error = #expect(throws: StorageError.self) {
      try connection.migrate(
        [PostgresMigration(version: 1, name: "a", sql: "CREATE TABLE a (c int)")], now: 1)
    }
    #expect(error?.kind == .changedMigration)
  }

  @Test func aFailingMigrationLeavesTheSchemaAsItWas() throws {
    let connection = try Self.connection()
    let first = PostgresMigration(version: 1, name: "a", sql: "CREATE TABLE a (b int)")
    try connection.migrate([first], now: 1)
    let before = try Self.schema(connection)
    let broken = PostgresMigration(
      version: 2, name: "b", sql: "CREATE TABLE c (d int); CREATE TABLE a (b int)")
    let error = #expect(throws: StorageError.self) {
      try connection.migrate([first, broken], now: 2)
    }
    #expect(error?.kind == .statement)
    #expect(!connection.isBroken)
    #expect(try Self.schema(connection) == before)
  }

  @Test func aSchemaOfAnotherApplicationIsRefused() throws {
    let connection = try Self.connection()
    try connection.execute("CREATE TABLE theirs (a int)")
    let error = #expect(throws: StorageError.self) {
      try connection.migrate(PostgresMigration.all, now: 1)
    }
    #expect(error?.kind == .cannotOpen)
  }
}
