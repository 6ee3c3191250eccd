import Foundation
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct UploadHandlerTests {
  static let screen = #"""
    {"oyna": "1", "id": "claim", "title": "Ariza", "body": {"type": "form", "id": "f", "children": [
      {"id": "s", "type": "file_input", "props": {"label": "Hujjat", "stateKey": "scan",
       "accept": ["application/pdf", "image/png"], "maxBytes": 64, "maxFiles": 2}},
      {"id": "p", "type": "text_input", "props": {"label": "Telefon", "stateKey": "phone"},
       "validations": [{"rule": "remote", "url": "/api/v1/loan/phone", "errorMessage": "Band"}]},
      {"id": "b", "type": "button", "props": {"label": "Yuborish"},
       "on": {"tap": {"type": "submit", "url": "/api/v1/loan/apply"}}}]}}
    """#

  static let pdf = Array("%PDF-1.4 a small one".utf8)
  let server: ServerFixture
  var folder: String { server.directory + "/uploads" }

  init() throws {
    server = try ServerFixture(files: ["loan.json": Self.screen]) { settings in
      settings.uploads = settings.screens + "/../uploads"
    }
  }

  private func upload(
    _ bytes: [UInt8], _ fields: [(String, String)] = [("Content-Type", "application/pdf")]
  ) async -> HTTPResponse {
    let request = HTTPRequest(
      method: "POST", target: "/uploads", headers: HTTPFields(fields.map { ($0.0, $0.1) }),
      body: bytes.isEmpty ? nil : HTTPBody(bytes))
    return await server.service.reply(to: request).response()
  }

  private func uploaded() async throws -> String {
    try #require(await upload(Self.pdf).json?["id"]?.string)
  }

  private func reference(_ id: String, size: Int = pdf.count, type: String = "application/pdf")
    -> String
  { #"{"id":"\#(id)","name":"a.pdf","size":\#(size),"type":"\#(type)"}"# }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  // MARK: Taking a file

  @Test func aFileIsKeptUnderARandomNameWhateverItIsCalled() async throws {
    let response = await upload(
      Self.pdf,
      [("Content-Disposition", "attachment; filename*=UTF-8''..%2F..%2Fpasswd.pdf")])
    #expect(response.status == 201)
    let id = try #require(response.json?["id"]?.string)
    #expect(id.count == 32 && id.allSatisfy(\.isHexDigit))
    #expect(response.json?["name"]?.string == "passwd.pdf")
    #expect(response.json?["size"]?.int == Int64(Self.pdf.count))
    #expect(response.json?["type"]?.string == "application/pdf")
    #expect(try files() == [id])
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + id))) == Self.pdf)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + id)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func theTypeIsThatOfTheContent() async throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let response = await upload(png, [("Content-Type", "application/pdf")])
    #expect(response.json?["type"]?.string == "image/png")
    let refused = await upload(Array("<html>".utf8), [("Content-Type", "application/pdf")])
    #expect(refused.status == 415)
    #expect(refused.problem == "unknown-file-kind")
  }

  @Test func nothingAndTooMuchAreRefused() async throws {
    #expect(await upload([]).problem == "no-file")
    let large = Self.pdf + [UInt8](repeating: 0, count: UploadHandler.fileLimit)
    #expect(await upload(large).status == 413)
    #expect(await upload(Self.pdf, [("Content-Encoding", "gzip")]).problem == "no-file")
    #expect(try files() == [])
  }

  @Test func withoutAFolderThereIsNoPlaceForFiles() async throws {
    let server = try ServerFixture()
    let request = HTTPRequest(method: "POST", target: "/uploads", body: HTTPBody(Self.pdf))
    #expect(await server.service.reply(to: request).response().status == 404)
  }

  @Test func noPathBelowUploadsIsServed() async throws {
    let id = try await uploaded()
    #expect(await server.get("/uploads/" + id).status == 404)
    #expect(await server.get("/uploads").status == 405)
  }

  // MARK: The submission that names it

  @Test func aSubmissionGetsTheFileAndNoOtherDoes() async throws {
    let id = try await uploaded()
    let body = #"{"scan":[\#(reference(id))]}"#
    #expect(await server.post(body).status == 200)
    let row = try #require(try await server.rows().first)
    let upload = try await server.storage.transaction { t throws(StorageError) in
      try t.upload(id: id, tenant: "")
    }
    #expect(upload?.submission == row.id)
    let again = await server.post(body, key: "other")
    #expect(again.status == 422)
    #expect(again.json?["errors"]?["scan"]?.string == "Fayl serverda yo'q. Uni qayta yuklang")
    // The same request is answered again: its file is its own.
    #expect(await server.post(body).status == 200)
    #expect(try await server.rows().count == 1)
  }

  @Test func aReferenceMustBeWhatTheServerAnswered() async throws {
    let id = try await uploaded()
    let wrong = [
      reference("../../etc/passwd"), reference(String(id.reversed())), reference(id, size: 1),
      reference(id, type: "image/png"), #"{"id":"\#(id)","name":"a","size":20}"#,
    ]
    for (number, file) in wrong.enumerated() {
      let response = await server.post(#"{"scan":[\#(file)]}"#, key: "k\(number)")
      #expect(response.status == 422)
      #expect(response.json?["errors"]?["scan"] != nil, "\(file)")
    }
    let twice = await server.post(#"{"scan":[\#(reference(id)),\#(reference(id))]}"#, key: "twice")
    #expect(twice.status == 422)
    #expect(try await server.rows().isEmpty)
  }

  @Test func theLimitsOfTheFieldHoldForTheSubmission() async throws {
    let large = Self.pdf + [UInt8](repeating: 32, count: 64)
    let id = try #require(await upload(large).json?["id"]?.string)
    let response = await server.post(#"{"scan":[\#(reference(id, size: large.count))]}"#)
    #expect(response.json?["errors"]?["scan"]?.string == "Fayl 64 B dan katta bo'lmasin")
    let unfinished = await server.post(
      #"{"scan":[{"name":"a.pdf","size":5,"type":"application/pdf"}]}"#, key: "u")
    #expect(
      unfinished.json?["errors"]?["scan"]?.string == "Fayl yuklanmadi. Qayta urinib ko'ring")
  }

  // MARK: Files of nobody

  @Test func aFileThatNobodyNamesGoesAfterADay() async throws {
    let kept = try await uploaded()
    #expect(await server.post(#"{"scan":[\#(reference(kept))]}"#).status == 200)
    let lost = try await uploaded()
    // What a crash left: a file without a row, and half a file.
    for name in [String(repeating: "0", count: 32), "1.part"] {
      try Data(Self.pdf).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1)]
    for name in try files() {
      try FileManager.default.setAttributes(old, ofItemAtPath: folder + "/" + name)
    }
    let day: Int64 = 1_700_000_000_000
    let handler = UploadHandler(
      folder: try UploadFolder(folder), storage: server.storage,
      log: Log(level: .error, clock: { 0 }, write: { _ in }),
      clock: { day + UploadHandler.patience })
    #expect(try await handler.sweep() == 2)
    #expect(try files().contains(lost))
    let later = UploadHandler(
      folder: handler.folder, storage: server.storage, log: handler.log,
      clock: { day + UploadHandler.patience + 1 })
    #expect(try await later.sweep() == 1)
    #expect(try files() == [kept])
  }

  // MARK: Remote rules

  private func ask(_ body: String) async -> HTTPResponse {
    let request = HTTPRequest(
      method: "POST", target: "/api/v1/loan/phone",
      headers: HTTPFields([("Content-Type", "application/json")]),
      body: HTTPBody(Array(body.utf8)))
    return await server.service.reply(to: request).response()
  }

  @Test func aRemoteRuleIsAnsweredAndAskedAgainAtTheEnd() async throws {
    let question = #"{"key":"phone","value":"+998901234567"}"#
    #expect(await ask(question).json?["valid"]?.bool == true)
    let body = #"{"user_phone":"+998901234567"}"#.replacing("user_phone", with: "phone")
    #expect(await server.post(body).status == 200)
    // The demo remembers the key `user_phone` only.
    #expect(await ask(question).json?["valid"]?.bool == true)
    try await server.storage.transaction { t throws(StorageError) in
      let rows = try t.submissions(tenant: "", limit: 1)
      _ = try t.take(
        "+998901234567", register: "loan phone", tenant: "", submission: rows[0].id)
    }
    let answer = await ask(question)
    #expect(answer.json?["valid"]?.bool == false)
    #expect(answer.headers["cache-control"] == "no-store")
    let refused = await server.post(body, key: "second")
    #expect(refused.status == 422)
    #expect(refused.json?["errors"]?["phone"]?.string == "Band")
    #expect(try await server.rows().count == 1)
  }

  @Test(arguments: ["{}", #"{"key":"phone"}"#, "[]", "", #"{"key":1,"value":2}"#])
  func aQuestionThatIsNoneIsRefused(_ body: String) async throws {
    #expect([400, 422].contains(await ask(body).status))
  }
}
