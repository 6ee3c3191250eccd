import Foundation
import OynaValue
import Testing

@testable import OynaServer

@Suite struct ContentCodingTests {
  /// What another program reads in coded bytes.
  private func decoded(_ bytes: [UInt8], _ coding: ContentCoding) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "oyna-coded-" + UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = [coding == .brotli ? "brotli" : "gzip", "-dc"]
    program.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    return Array(data)
  }

  @Test(arguments: ContentCoding.allCases)
  func whatIsCodedIsReadByOthers(_ coding: ContentCoding) throws {
    let screen = Array(ServerFixture.screen.utf8)
    for bytes in [screen, Array(repeating: 0, count: 1_000_000), screen + screen.reversed()] {
      let coded = try #require(coding.encode(bytes))
      #expect(coded.count < bytes.count / 2 + 500)
      #expect(try decoded(coded, coding) == bytes)
    }
  }

  /// The length of a compressed answer tells what is in it (BREACH), so nothing that is a person's
  /// own is compressed.
  @Test func whatIsMadeForARequestIsNotCompressed() async throws {
    let letter = """
      {"oyna": "1", "id": "letter", "title": "L", "parameters": ["to"], "state": {"to": ""},
       "body": {"type": "text", "props": {"text": "\(String(repeating: "Salom ", count: 99)){{ to }}"}}}
      """
    let server = try ServerFixture(files: ["letter.json": letter])
    let fields = [("Accept-Encoding", "br, gzip")]
    #expect(await server.get("/screens/letter", fields).headers["content-encoding"] == "br")
    let request = HTTPRequest(
      method: "GET", target: "/screens/letter", query: [("to", "Zuhra")],
      headers: HTTPFields(fields.map { ($0.0, $0.1) }))
    let own = await server.service.reply(to: request).response()
    #expect(own.json?["state"]?["to"]?.string == "Zuhra")
    #expect(own.headers["content-encoding"] == nil)
  }

  @Test(arguments: ContentCoding.allCases)
  func whatWouldGrowStaysAsItIs(_ coding: ContentCoding) {
    #expect(coding.encode([]) == nil)
    #expect(coding.encode([1, 2, 3]) == nil)
    #expect(coding.encode((0..<40).map { UInt8($0 * 6) }) == nil)
  }

  @Test(
    arguments: [
      ("br, gzip", "br"), ("gzip, br;q=0.1", "br"), ("gzip;q=1.0, br;q=0", "gzip"),
      ("GZIP", "gzip"), (" gzip ; q = 0.5 ", "gzip"), ("deflate,\tbr ;q=0.001", "br"),
      ("gzip;q=0.0, br; Q=0", nil), ("gzi, gzipx, brx, b r", nil), (",;,", nil), ("gzip;", "gzip"),
      ("identity", nil), ("br;q=0.000", nil), ("*", nil), ("brotli", nil),
      (nil, nil),
    ] as [(String?, String?)])
  func aScreenComesInACodingThatTheClientTakes(_ header: String?, _ coding: String?) async throws {
    let server = try ServerFixture()
    let plain = await server.get("/screens/loan")
    let fields = header.map { [("Accept-Encoding", $0)] } ?? []
    let answer = await server.get("/screens/loan", fields)
    #expect(answer.headers["content-encoding"] == coding)
    let body =
      if let coding = coding.flatMap({ ContentCoding(rawValue: $0) }) {
        try decoded(answer.body, coding)
      } else {
        answer.body
      }
    #expect(body == plain.body)
    // Another form is another representation: its own validator, which is known by itself.
    #expect((answer.headers["etag"] == plain.headers["etag"]) == (coding == nil))
    let tag = try #require(answer.headers["etag"])
    let again = await server.get("/screens/loan", fields + [("If-None-Match", tag)])
    #expect(again.status == 304)
    #expect(again.headers["etag"] == tag)
  }
}
