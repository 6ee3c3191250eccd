import CPostgres
import Foundation
import OynaStorage

/// One connection to a server, in libpq's pipeline mode. Not `Sendable`: it belongs to one thread.
///
/// Statements are sent without waiting for the ones before; ``synchronize()`` waits for all of
/// them. So a statement without an answer of interest costs no round trip. SQL comes as
/// `StaticString`, so no input can become part of a statement; statements are prepared once.
final class PostgresConnection: PostgresStatements {
  private let handle: OpaquePointer
  private var prepared: [UnsafePointer<UInt8>: String] = [:]
  /// What was sent since the last synchronisation, oldest first.
  private var sent: [Sent] = []
  /// How long one synchronisation may take, in milliseconds: far over every limit of the server,
  /// so whoever is silent for so long is gone.
  private static let patience: Int64 = 60_000

  private(set) var schema = ""
  /// The same as an identifier of SQL.
  private(set) var quotedSchema = ""
  /// Which round trips were made, for tests that count them.
  private(set) var roundTrips = 0
  /// Set when the connection cannot be used any more.
  private(set) var isBroken = false
  /// What the last failed synchronisation said; the pool decides by it whether to run again.
  private(set) var failure: PostgresError?

  private enum Sent {
    case preparation(UnsafePointer<UInt8>)
    case statement
  }

  /// Connects. `url` is a connection URI or `key=value` text of libpq, which also reads the `PG…`
  /// environment and the password file.
  init(url: String) throws(PostgresError) {
    let opened: OpaquePointer? = Self.withParameters(url) { PQconnectdbParams($0, $1, 1) }
    guard let opened else {
      throw PostgresError(sqlState: PostgresError.lost, reason: "out of memory")
    }
    handle = opened
    oyna_pq_silence(handle)
    guard PQstatus(handle) == CONNECTION_OK else { throw connectFailure() }
    try configure()
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { throw lost() }
  }

  deinit { PQfinish(handle) }

  private static func withParameters<Result>(
    _ url: String,
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>
    ) -> Result?
  ) -> Result? {
    // Before `dbname`: what the URL says wins. After it: what Oyna relies on.
    let parameters: [(String, String)] = [
      ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
      ("fallback_application_name", "oyna"), ("dbname", url), ("client_encoding", "UTF8"),
    ]
    return CArguments.withTexts(parameters.map(\.0)) { keys in
      CArguments.withTexts(parameters.map(\.1)) { values in body(keys, values) }
    }
  }

  /// Whether a server may be reached there in a moment: it is silent, or starts. One that answers,
  /// whatever it says to who asks, and an address that is none will not change by waiting.
  static func mayAppear(at url: String) -> Bool {
    guard namesPorts(url) else { return false }
    return switch withParameters(url, { PQpingParams($0, $1, 1) }) {
    case PQPING_NO_RESPONSE, PQPING_REJECT: true
    default: false
    }
  }

  /// The library takes a port that is no number for a server that does not answer.
  private static func namesPorts(_ url: String) -> Bool {
    guard let options = PQconninfoParse(url, nil) else { return false }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if strcmp(keyword, "port") == 0, let value = option.pointee.val {
        // One for each host; an empty one is the standard one.
        return String(cString: value).split(separator: ",").allSatisfy {
          (1...65_535).contains(Int($0) ?? 0)
        }
      }
      option += 1
    }
    return true
  }

  // MARK: statements

  func send(_ sql: StaticString, _ values: [PostgresValue]) throws(PostgresError) {
    if isBroken { throw lost() }
    let name = try prepare(sql, values)
    let encoded = values.map(\.encoded)
    let isSent = CArguments.withBytes(encoded) { pointers, lengths, formats in
      PQsendQueryPrepared(
        handle, name, Int32(values.count), pointers, lengths, formats, Self.binary)
    }
    guard isSent == 1 else { throw lost() }
    sent.append(.statement)
  }

  func synchronize() throws(PostgresError) -> [PostgresResult] {
    if isBroken { throw lost() }
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    roundTrips += 1
    let deadline = Self.now() + Self.patience
    var results: [PostgresResult] = []
    var first: PostgresError?
    let waiting = sent
    sent = []
    for item in waiting {
      let result = try nextResult(until: deadline)
      switch (result.status, item) {
      case (.done, .preparation(let start)): prepared[start] = Self.name(start)
      case (.done, .statement): results.append(result)
      case (.failed(let error), _): first = first ?? error
      case (.skipped, _): continue
      case (.synchronized, _): throw lost()
      }
    }
    guard case .synchronized = try nextResult(until: deadline).status else { throw lost() }
    if let first {
      if first.isOfConnection { isBroken = true }
      failure = first
      throw first
    }
    return results
  }

  /// Runs one or several statements of fixed text as they are, outside of the pipeline.
  func execute(_ sql: StaticString) throws(PostgresError) {
    _ = try synchronize()
    guard PQexitPipelineMode(handle) == 1, PQsetnonblocking(handle, 0) == 0 else { throw lost() }
    defer {
      if PQsetnonblocking(handle, 1) != 0 || PQenterPipelineMode(handle) != 1 { isBroken = true }
    }
    try run(sql)
  }

  /// Forgets the last failure: what runs next is judged by itself.
  func forgetFailure() { failure = nil }

  /// Leaves a transaction that did not end well, and drops what was sent and not waited for.
  func rollBack() {
    guard !isBroken else { return }
    let kept = failure
    do throws(PostgresError) {
      if !sent.isEmpty { _ = try? synchronize() }
      _ = try result("ROLLBACK")
    } catch {
      isBroken = true
    }
    failure = kept
  }

  // MARK: within

  private static let binary: Int32 = 1

  private func prepare(
    _ sql: StaticString, _ values: [PostgresValue]
  ) throws(PostgresError) -> String {
    let start = sql.utf8Start
    if let known = prepared[start] { return known }
    let name = Self.name(start)
    let isUnderWay = sent.contains { item in
      if case .preparation(start) = item { true } else { false }
    }
    guard !isUnderWay else { return name }
    let types = values.map(\.parameterType)
    let isSent = start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      PQsendPrepare(handle, name, $0, Int32(types.count), types)
    }
    guard isSent == 1 else { throw lost() }
    sent.append(.preparation(start))
    return name
  }

  /// A literal stays where it is, so its address names it.
  private static func name(_ start: UnsafePointer<UInt8>) -> String {
    "s" + String(UInt(bitPattern: start), radix: 36)
  }

  /// What each session relies on, whatever the server's defaults are. Every statement has its
  /// index, and is planned once: a plan must not rest on how many rows there were at that moment.
  private func configure() throws(PostgresError) {
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
    guard encoding == "UTF8" else {
      throw PostgresError(
        sqlState: "3D000", reason: "the database's encoding is \(encoding ?? "unknown"), not UTF8")
    }
    try run(
      """
      SET standard_conforming_strings = on;
      SET default_transaction_isolation = 'read committed';
      SET default_transaction_read_only = off;
      SET lock_timeout = '5s';
      SET statement_timeout = '30s';
      SET idle_in_transaction_session_timeout = '30s';
      SET plan_cache_mode = force_generic_plan;
      SET jit = off;
      SET enable_seqscan = off;
      SET enable_hashjoin = off;
      SET enable_mergejoin = off;
      SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off';
      """)
    schema = try run("SELECT current_schema()::text").row { $0.text(0) } ?? ""
    quotedSchema =
      "\""
      + schema.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
    guard !schema.isEmpty else {
      throw PostgresError(
        sqlState: "3F000", reason: "the search_path names no schema that there is")
    }
  }

  /// Outside of the pipeline.
  @discardableResult
  private func run(_ sql: StaticString) throws(PostgresError) -> PostgresResult {
    let raw = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      PQexec(handle, $0)
    }
    guard let raw else { throw lost() }
    let result = PostgresResult(raw)
    if case .failed(let error) = result.status {
      failure = error
      throw error
    }
    return result
  }

  /// The next result, and behind it the null that ends a statement's results.
  private func nextResult(until deadline: Int64) throws(PostgresError) -> PostgresResult {
    while PQisBusy(handle) == 1 { try wait(until: deadline) }
    guard let raw = PQgetResult(handle) else { throw lost() }
    let result = PostgresResult(raw)
    if case .synchronized = result.status { return result }
    while PQisBusy(handle) == 1 { try wait(until: deadline) }
    while let more = PQgetResult(handle) { PQclear(more) }
    return result
  }

  /// Sends what waits to be sent, and waits until something came.
  private func wait(until deadline: Int64) throws(PostgresError) {
    let isFlushed = PQflush(handle)
    guard isFlushed >= 0 else { throw lost() }
    var socket = pollfd(
      fd: PQsocket(handle), events: Int16(POLLIN | (isFlushed == 1 ? POLLOUT : 0)), revents: 0)
    let left = deadline - Self.now()
    guard left > 0 else { throw lost() }
    let count = poll(&socket, 1, Int32(clamping: left))
    guard count >= 0 || errno == EINTR else { throw lost() }
    guard count <= 0 || PQconsumeInput(handle) == 1 else { throw lost() }
  }

  private func lost() -> PostgresError {
    isBroken = true
    let error = PostgresError(
      sqlState: PostgresError.lost, reason: "the connection to the server was lost")
    failure = error
    return error
  }

  /// libpq's own sentence names host, port, user and database, never the password.
  private func connectFailure() -> PostgresError {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let line = text.split(separator: "\n").first.map(String.init) ?? "no connection"
    return PostgresError(sqlState: "08001", reason: line)
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
