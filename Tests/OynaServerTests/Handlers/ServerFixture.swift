import Foundation
import OynaStorage
import OynaValue

@testable import OynaServer

/// A server without sockets over a screen directory, a page and a database of its own.
final class ServerFixture: Sendable {
  let directory: String
  let storage: SQLiteStorage
  let keyring: Keyring
  let metrics = Metrics()
  let service: Service
  let warnings: [ScreenCatalog.Finding]
  private let lines = Locked("")
  /// The clock, in milliseconds since 1970.
  let time = Locked<Int64>(1_700_000_000_000)

  static let screen = #"""
    {"oyna": "1", "id": "loan", "title": "Ariza", "body": {"type": "form", "id": "f", "children": [
      {"id": "n", "type": "text_input", "props": {"label": "Ism", "stateKey": "name"},
       "validations": [{"rule": "required", "errorMessage": "Ism kerak"}]},
      {"id": "p", "type": "secure_input",
       "props": {"label": "Pasport", "stateKey": "passport", "atRest": "encrypted"},
       "validations": [{"rule": "regex", "pattern": "[A-Z]{2}[0-9]{7}", "errorMessage": "AA1234567"}]},
      {"id": "c", "type": "secure_input", "props": {"label": "PIN", "stateKey": "pin"}},
      {"id": "a", "type": "number_input", "props": {"label": "Yosh", "stateKey": "age"}},
      {"id": "b", "type": "button", "props": {"label": "Yuborish"},
       "on": {"tap": {"type": "submit", "method": "POST", "url": "/api/v1/loan/apply"}}}]}}
    """#

  static let receipt = #"""
    {"oyna": "1", "id": "loan_success", "title": "Qabul qilindi", "state": {"application_number": "", "x": 1},
     "body": {"type": "text", "id": "t", "props": {"text": "{{ application_number }}"}}}
    """#

  static let russian = #"""
    {"Ariza": "Заявка", "Ism": "Имя", "Ism kerak": "Нужно имя", "Qabul qilindi": "Принято",
     "Yosh": "Возраст", "Pasport": "Паспорт", "AA1234567": "AA1234567", "Yuborish": "Отправить",
     "PIN": "ПИН"}
    """#

  init(
    files: [String: String] = [:], web: [String: String] = [:],
    settings change: (inout Application.Settings) -> Void = { _ in }
  ) throws {
    directory = FileManager.default.temporaryDirectory.path + "/oyna-server-" + UUID().uuidString
    var all = [
      "screens/loan.json": Self.screen, "screens/receipt.json": Self.receipt,
      "screens/strings/ru.json": Self.russian,
    ]
    for (name, text) in files { all["screens/" + name] = text }
    for (name, text) in web { all["web/" + name] = text }
    for (name, text) in all { try Self.write(text, directory + "/" + name) }
    storage = try SQLiteStorage(path: directory + "/db", now: 0)
    keyring = try Keyring(file: directory + "/key")
    var settings = Application.Settings(
      screens: directory + "/screens", web: web.isEmpty ? nil : directory + "/web")
    change(&settings)
    let lines = lines
    let time = time
    let log = Log(
      level: .debug, clock: { 0 },
      write: { line in lines.withLock { $0 += String(decoding: line, as: UTF8.self) } })
    let application = try Application(
      settings,
      in: Application.Surroundings(
        storage: storage, keyring: keyring, log: log, metrics: metrics,
        clock: { time.withLock { $0 } }))
    service = application.service
    warnings = application.warnings
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  /// What was logged so far.
  var log: String { lines.withLock { $0 } }

  static func write(_ text: String, _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func get(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") async
    -> HTTPResponse
  {
    let request = HTTPRequest(
      method: method, target: target, headers: HTTPFields(fields.map { ($0.0, $0.1) }))
    return await service.reply(to: request).response()
  }

  func post(
    _ body: String, key: String? = "k", type: String? = "application/json",
    to target: String = "/api/v1/loan/apply", method: String = "POST",
    _ more: [(String, String)] = []
  ) async -> HTTPResponse {
    var fields = HTTPFields(more.map { ($0.0, $0.1) })
    if let key { fields.append("Idempotency-Key", key) }
    if let type { fields.append("Content-Type", type) }
    let request = HTTPRequest(
      method: method, target: target, headers: fields, body: HTTPBody(Array(body.utf8)))
    return await service.reply(to: request).response()
  }

  func rows() async throws -> [SubmissionRecord] {
    try await storage.transaction { transaction throws(StorageError) in
      try transaction.submissions(tenant: "", limit: 1_000)
    }
  }
}

extension HTTPResponse {
  var json: JSON? { try? JSON.parse(body) }
  /// The last segment of a problem's type.
  var problem: String? { json?["type"]?.string.map { String($0.dropFirst("/problems/".count)) } }
}
