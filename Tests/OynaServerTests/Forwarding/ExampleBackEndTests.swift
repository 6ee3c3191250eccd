import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// `oyna serve --forward` before the examples of `Examples/BackEnd`, each a process of its own.
@Suite(.serialized) struct ExampleBackEndTests {
  private static let screen = #"""
    {"oyna": "1", "id": "loan", "title": "Ariza", "body": {"type": "form", "id": "f", "children": [
      {"id": "n", "type": "text_input", "props": {"label": "Telefon", "stateKey": "user_phone"},
       "validations": [{"rule": "required", "errorMessage": "Telefon kerak"},
        {"rule": "remote", "url": "/api/v1/loan/phone", "errorMessage": "Raqam band"}]},
      {"id": "p", "type": "secure_input", "props": {"label": "Pasport", "stateKey": "passport"}},
      {"id": "b", "type": "button", "props": {"label": "Yuborish"},
       "on": {"tap": {"type": "submit", "method": "POST", "url": "/api/v1/loan/apply"}}}]}}
    """#

  private let directory: String

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/oyna-forward-" + UUID().uuidString
    try ServerFixture.write(Self.screen, directory + "/screens/loan.json")
    try ServerFixture.write(ServerFixture.receipt, directory + "/screens/receipt.json")
  }

  private func serve(_ backEnd: ExampleBackEnd, database: String = "db") throws -> ServingProcess {
    try ServingProcess(
      directory,
      [
        "--forward", "http://127.0.0.1:\(backEnd.port)", "--database",
        "sqlite:\(directory)/\(database)",
      ], environment: ["OYNA_FORWARD_SECRET": ExampleBackEnd.secret])
  }

  private func post(
    _ phone: String, key: String, _ server: ServingProcess, to path: String = "/api/v1/loan/apply"
  ) async throws -> (status: Int, head: String, body: String, json: JSON?) {
    let body =
      path.hasSuffix("phone")
      ? #"{"key":"user_phone","value":"\#(phone)"}"#
      : #"{"user_phone":"\#(phone)","passport":"AA1234567"}"#
    let client = try RawClient(port: server.port)
    await client.send(
      "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Idempotency-Key: \(key)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let answer = try #require(await client.readResponse())
    let status = Int(answer.head.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0
    return (status, answer.head, answer.body, try? JSON.parse(answer.body))
  }

  private func rows(_ database: String) async throws -> [String] {
    let storage = try SQLiteStorage(path: directory + "/" + database, now: 0)
    let rows = try await storage.transaction { transaction throws(StorageError) in
      try transaction.submissions(tenant: "", limit: 100)
    }
    await storage.close()
    return rows.map { String(decoding: $0.values, as: UTF8.self) }
  }

  @Test(
    .enabled(if: KillTests.isBuilt, "the command oyna is not built beside the tests"),
    arguments: ExampleBackEnd.Language.allCases)
  func aSubmissionGoesThroughTheBackEndAndItsAnswerComesBack(
    language: ExampleBackEnd.Language
  ) async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let backEnd = try await ExampleBackEnd(language, directory: directory)
    var server = try serve(backEnd)

    // The back end names a screen of this server and fills its state.
    let first = try await post("+998901234567", key: "k1", server)
    #expect(first.status == 200)
    #expect(first.json?["screen"]?["id"]?.string == "loan_success")
    let number = try #require(
      first.json?["screen"]?["state"]?["application_number"]?.string)
    #expect(number.count == 8)
    // The same again is answered here; the same to a server that forgot, by the back end.
    let second = try await post("+998901234567", key: "k1", server)
    #expect(second.body == first.body)
    #expect(second.head.contains("Idempotency-Replayed: true"))
    let other = try serve(backEnd, database: "other")
    #expect(try await post("+998901234567", key: "k1", other).body == first.body)
    other.terminate()

    // A remote rule is asked while a person types.
    let free = try await post("+998900000001", key: "-", server, to: "/api/v1/loan/phone")
    #expect(free.body == #"{"valid":true}"#)
    let taken = try await post("+998901234567", key: "-", server, to: "/api/v1/loan/phone")
    #expect(taken.body == #"{"valid":false}"#)

    // The back end refuses: its errors land, and are the answer of this key from now on.
    let business = try await post("+998901234567", key: "k3", server)
    #expect(business.status == 422)
    #expect(business.json?["errors"]?["user_phone"]?.string == "Bu raqamdan ariza bor")
    #expect(business.head.contains("application/problem+json"))
    #expect(
      try await post("+998901234567", key: "k3", server).head
        .contains("Idempotency-Replayed: true"))

    // Killed: a clear error, nothing kept. Back: the same request under the same key goes through.
    backEnd.kill()
    let down = try await post("+998911111111", key: "k4", server)
    #expect(down.status == 502)
    #expect(down.json?["type"]?.string == "/problems/back-end-down")
    #expect(down.head.contains("Retry-After: 5"))
    try await backEnd.start()
    #expect(try await post("+998911111111", key: "k4", server).status == 200)

    server.terminate()
    // Masked rows of the two that were accepted, in this order or the other.
    #expect(
      try await rows("db").sorted() == [
        #"{"user_phone":"+998901234567","passport":"•••"}"#,
        #"{"user_phone":"+998911111111","passport":"•••"}"#,
      ])
    server = try serve(backEnd)
    #expect(try await post("+998911111111", key: "k4", server).status == 200)
    server.terminate()
  }

  @Test(arguments: ExampleBackEnd.Language.allCases)
  func anExampleTakesOnlyWhatIsSignedAndNew(language: ExampleBackEnd.Language) async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let backEnd = try await ExampleBackEnd(language, directory: directory)
    let body = #"{"user_phone":"+998901234567"}"#
    let now = Server.now() / 1_000
    func signature(
      _ body: String, at seconds: Int64, key: String = "k", secret: String = ExampleBackEnd.secret
    ) -> String? {
      RequestSignature(
        method: "POST", target: "/api/v1/loan/apply", key: key, seconds: seconds,
        body: HTTPBody(Array(body.utf8)), secrets: [Array(secret.utf8)]
      ).header
    }
    let good = try #require(signature(body, at: now))
    let first = try await backEnd.post(body, key: "k", signature: good)
    #expect(first?.head.contains(" 200 ") == true)
    #expect(try await backEnd.post(body, key: "k", signature: good)?.body == first?.body)
    for bad in [
      nil, "", "t=\(now)", "v1=00", "t=\(now),v1=" + String(repeating: "0", count: 64),
      signature(body + " ", at: now), signature(body, at: now - 400),
      signature(body, at: now, key: "l"), signature(body, at: now, secret: "other"),
      good.replacing("t=\(now)", with: "t=\(now + 1)"),
    ] {
      let answer = try await backEnd.post(body, key: "k", signature: bad)
      #expect(answer?.head.contains(" 401 ") == true, "\(bad ?? "none")")
    }
  }
}
