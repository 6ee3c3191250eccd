import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct SubmissionHandlerTests {
  let server: ServerFixture
  let good = #"{"name":"Zuhra","passport":"AA7654321","pin":"9182","age":24.50}"#

  init() throws { server = try ServerFixture() }

  // MARK: storing once

  @Test func aValidSubmissionIsStoredAndAnsweredWithItsReceipt() async throws {
    let response = await server.post(good)
    #expect(response.status == 200)
    let row = try #require(try await server.rows().first)
    let screen = try #require(response.json?["screen"])
    #expect(screen["id"]?.string == "loan_success")
    #expect(screen["state"]?["application_number"]?.string == row.id.suffix(8).uppercased())
    #expect(screen["state"]?["x"]?.int == 1)
    #expect(response.headers["idempotency-key"] == "\"k\"")
    #expect(response.headers["idempotency-replayed"] == nil)
    #expect(response.headers["content-language"] == "uz")
    #expect(response.headers["cache-control"] == "no-store")
    #expect(row.screen == "loan")
    #expect(row.url == "/api/v1/loan/apply")
    #expect(row.created == 1_700_000_000_000)
    #expect(
      String(decoding: row.values, as: UTF8.self)
        == #"{"name":"Zuhra","passport":"•••","pin":"•••","age":24.50}"#)
  }

  @Test func aRetryGetsTheFirstAnswerAgain() async throws {
    let first = await server.post(good, key: "\"k\"")
    let second = await server.post(good, key: "k")
    #expect(second.status == 200)
    #expect(second.body == first.body)
    #expect(second.headers["idempotency-replayed"] == "true")
    #expect(try await server.rows().count == 1)
  }

  @Test func aRetryInAnotherLanguageGetsTheFirstAnswer() async throws {
    let first = await server.post(good)
    let second = await server.post(good, [("Accept-Language", "ru")])
    #expect(second.body == first.body)
    #expect(second.headers["content-language"] == "uz")
  }

  @Test func aKeyOfAnotherBodyIsRefused() async throws {
    _ = await server.post(good)
    for body in [good.replacing("Zuhra", with: "Anvar"), good + " ", "{}", #"{"name":""}"#] {
      let response = await server.post(body)
      #expect(response.status == 422)
      #expect(response.problem == "idempotency-key-reused")
    }
    #expect(try await server.rows().count == 1)
  }

  @Test func anotherKeyIsAnotherSubmission() async throws {
    _ = await server.post(good, key: "a")
    _ = await server.post(good, key: "b")
    #expect(try await server.rows().count == 2)
  }

  @Test func anExpiredKeyIsANewOne() async throws {
    _ = await server.post(good)
    server.time.withLock { $0 += 30 * 86_400_000 }
    #expect(await server.post(good).headers["idempotency-replayed"] == nil)
    #expect(try await server.rows().count == 2)
  }

  @Test func thirtyTwoAtOnceWithOneKeyAreOneRow() async throws {
    let (server, good) = (server, good)
    let responses = await withTaskGroup(of: HTTPResponse.self) { group in
      for _ in 0..<32 { group.addTask { await server.post(good) } }
      var all: [HTTPResponse] = []
      for await response in group { all.append(response) }
      return all
    }
    #expect(try await server.rows().count == 1)
    let executed = responses.filter {
      $0.status == 200 && $0.headers["idempotency-replayed"] == nil
    }
    #expect(executed.count == 1)
    for response in responses where response.status != 200 {
      #expect(response.status == 409)
      #expect(response.problem == "idempotency-in-progress")
      #expect(response.headers["retry-after"] == "1")
    }
    #expect(Set(responses.filter { $0.status == 200 }.map(\.body)).count == 1)
  }

  // MARK: refusing

  @Test func aSubmissionThatBreaksRulesIsRefusedByField() async throws {
    let response = await server.post(
      #"{"name":" ","passport":"x"}"#, [("Accept-Language", "ru-RU, en;q=0.5")])
    #expect(response.status == 422)
    #expect(response.problem == "invalid-submission")
    #expect(response.headers["content-type"] == "application/problem+json")
    #expect(response.headers["content-language"] == "ru")
    let errors = try #require(response.json?["errors"])
    #expect(errors["name"]?.string == "Нужно имя")
    #expect(errors["passport"]?.string == "AA1234567")
    #expect(try await server.rows().isEmpty)
    let text = server.metrics.text()
    #expect(
      text.contains(
        "oyna_validation_failures_total{screen=\"loan\",field=\"passport\",rule=\"regex\"} 1\n"))
  }

  @Test func aRefusedSubmissionDoesNotUseItsKeyUp() async throws {
    #expect(await server.post("{}").status == 422)
    #expect(await server.post(good).status == 200)
  }

  @Test(arguments: [
    (#"{"name":"Z","evil":1}"#, "evil"), (#"{"name":7}"#, "name"), (#"{"name":null}"#, "name"),
    (#"{"name":"Z","age":"24"}"#, "age"), (#"{"name":"Z","passport":{}}"#, "passport"),
    (#"{}"#, "name"), (#"{"name":"Z","__proto__":{}}"#, "__proto__"),
    (#"{"name":["Z"]}"#, "name"),
  ])
  func aTamperedSubmissionIsRefusedByField(body: String, key: String) async throws {
    let response = await server.post(body)
    #expect(response.status == 422)
    #expect(response.json?["errors"]?[key]?.string?.isEmpty == false)
    #expect(try await server.rows().isEmpty)
  }

  @Test func madeUpKeysDoNotBecomeLabels() async {
    _ = await server.post(#"{"name":"Z","evil-\u0022key":1}"#)
    #expect(server.metrics.text().contains(#"field="other",rule="unknown"} 1"#))
    #expect(!server.metrics.text().contains("evil"))
  }

  @Test func aMissingOrMalformedKeyIsRefused() async throws {
    let missing = await server.post(good, key: nil)
    #expect(missing.status == 400)
    #expect(missing.problem == "idempotency-key-missing")
    let long = await server.post(good, key: String(repeating: "a", count: 256))
    #expect(long.status == 400)
    #expect(long.problem == "idempotency-key-invalid")
    #expect(await server.post(good, key: String(repeating: "a", count: 255)).status == 200)
    #expect(try await server.rows().count == 1)
  }

  @Test(arguments: [
    ("", 1, 1), ("{", 1, 2), ("[]", 1, 1), ("\"x\"", 1, 1),
    ("{\"name\":\"Z\",\n \"name\":\"Y\"}", 2, 2),
    ("{\"name\": tru}", 1, 13), ("{}x", 1, 3), ("{\"a\":1,}", 1, 8),
  ])
  func badJSONIsRefusedWithItsPlace(body: String, line: Int64, column: Int64) async throws {
    let response = await server.post(body)
    #expect(response.status == 400)
    #expect(response.problem == "bad-json")
    #expect(response.json?["line"]?.int == line)
    #expect(response.json?["column"]?.int == column)
    #expect(try await server.rows().isEmpty)
  }

  @Test func badUTF8AndDeepAndLongJSONAreRefused() async throws {
    let deep = String(repeating: "[", count: 100_000)
    let long = "{\"name\":\"" + String(repeating: "a", count: 70_000) + "\"}"
    for body in ["{\"name\":" + deep, long] {
      let response = await server.post(body)
      #expect(response.status == 400)
      #expect(response.problem == "bad-json")
    }
    let request = HTTPRequest(
      method: "POST", target: "/api/v1/loan/apply",
      headers: HTTPFields([("Content-Type", "application/json"), ("Idempotency-Key", "k")]),
      body: HTTPBody([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]))
    #expect(await server.service.reply(to: request).response().problem == "bad-json")
  }

  @Test(arguments: [
    nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
    "application/json; charset=utf-16", "application/jsonp",
  ])
  func anotherTypeIsRefused(type: String?) async throws {
    let response = await server.post(good, type: type)
    #expect(response.status == 415)
    #expect(response.problem == "unsupported-media-type")
    #expect(response.headers["accept"] == "application/json")
  }

  @Test func jsonInUTF8IsTaken() async {
    for (place, type) in [
      "application/json;charset=utf-8", "Application/JSON; Charset=\"UTF-8\"",
    ].enumerated() {
      #expect(await server.post(good, key: "k\(place)", type: type).status == 200)
    }
  }

  @Test func aCompressedBodyIsRefused() async {
    #expect(await server.post(good, [("Content-Encoding", "gzip")]).status == 415)
  }

  @Test func anotherMethodIsRefused() async {
    let response = await server.get("/api/v1/loan/apply")
    #expect(response.status == 405)
    #expect(response.headers["allow"] == "POST, OPTIONS")
  }

  @Test func anotherSiteMayNotPost() async throws {
    let response = await server.post(good, [("Origin", "https://evil.example"), ("Host", "bank")])
    #expect(response.status == 403)
    #expect(response.problem == "cross-origin")
    #expect(try await server.rows().isEmpty)
  }

  @Test func aPathOfNoScreenIsUnknown() async {
    #expect(await server.post(good, to: "/api/v1/loan/approve").status == 404)
  }

  @Test func aClosedStorageIsToldAndNothingIsKept() async {
    await server.storage.close()
    let response = await server.post(good)
    #expect(response.status == 503)
    #expect(response.problem == "storage-unavailable")
    #expect(response.headers["retry-after"] == "5")
    #expect(await server.get("/readyz").status == 503)
    #expect(await server.get("/healthz").status == 200)
  }

  // MARK: secrets

  @Test func anEncryptedFieldOpensUnderTheServersKeyOnly() async throws {
    _ = await server.post(good)
    let row = try #require(try await server.rows().first)
    #expect(row.secrets.map(\.key) == ["passport"])
    let sealed = try #require(row.secrets.first)
    #expect(server.keyring.open(sealed, row: row.id) == Array("AA7654321".utf8))
    let other = try Keyring(text: String(repeating: "ab", count: 32), source: "test")
    #expect(other.open(sealed, row: row.id) == nil)
  }

  /// Every encoding that a careless path could have used.
  @Test func noSecretIsInAnyFileOrLog() async throws {
    let (passport, pin) = ("QX8203746", "canary-51-tusmol")
    let body = #"{"name":"Zuhra","passport":"\#(passport)","pin":"\#(pin)"}"#
    _ = await server.post(body)
    _ = await server.post(body)
    _ = await server.post(body + " ")
    _ = await server.post(body.replacing("Zuhra", with: ""), key: "b")
    _ = await server.post(body.replacing("}", with: ",}"), key: "c")
    _ = await server.get("/\(pin)")
    #expect(try isOnDisk(Data("Zuhra".utf8)))
    for secret in [passport, pin] {
      let bytes = Data(secret.utf8)
      let encodings = [
        bytes, Data(secret.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        Data(secret.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
        Data(Digest.hex(bytes).utf8), Data(Digest.hex(bytes).uppercased().utf8),
        bytes.base64EncodedData().dropLast(4),
        (Data([0]) + bytes).base64EncodedData()[4...].dropLast(4),
        (Data([0, 0]) + bytes).base64EncodedData()[4...].dropLast(4),
      ]
      for encoding in encodings {
        #expect(try !isOnDisk(encoding))
        #expect(!Data(server.log.utf8).contains(encoding))
      }
    }
    #expect(!server.log.contains("Zuhra"))
  }

  private func isOnDisk(_ bytes: Data) throws -> Bool {
    for name in try FileManager.default.subpathsOfDirectory(atPath: server.directory) {
      let data = FileManager.default.contents(atPath: server.directory + "/" + name)
      if data?.contains(bytes) == true { return true }
    }
    return false
  }
}
