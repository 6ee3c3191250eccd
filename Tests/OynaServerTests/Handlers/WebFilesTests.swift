import Foundation
import Testing

@testable import OynaServer

@Suite struct WebFilesTests {
  let server: ServerFixture

  init() throws {
    server = try ServerFixture(web: [
      "index.html": "<!doctype html>", "oyna.js": "let a", "oyna.css": "b{}", "oyna.wasm": "wasm",
      "oyna.wasm.br": "brotli", "oyna.wasm.gz": "gzip", ".secret.txt": "hidden",
      "docs/index.html": "docs", "notes.swift": "source",
    ])
  }

  @Test(arguments: [
    ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
    ("/docs/", "text/html; charset=utf-8"), ("/oyna.js", "text/javascript; charset=utf-8"),
    ("/oyna.css", "text/css; charset=utf-8"), ("/oyna.wasm", "application/wasm"),
  ])
  func aFileHasItsType(target: String, type: String) async {
    let response = await server.get(target)
    #expect(response.status == 200)
    #expect(response.headers["content-type"] == type)
    #expect(response.headers["x-content-type-options"] == "nosniff")
    #expect(response.headers["etag"] != nil)
  }

  @Test func aPageMayRunItsOwnWebAssemblyAndNothingElse() async throws {
    let response = await server.get("/")
    let policy = try #require(response.headers["content-security-policy"])
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval';"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe-inline"))
    #expect(!policy.contains("'unsafe-eval'"))
    #expect(response.headers["permissions-policy"] != nil)
    #expect(response.headers["strict-transport-security"] == nil)
  }

  @Test func behindTLSTheBrowserIsToldToStayThere() async throws {
    let server = try ServerFixture(web: ["index.html": "x"]) { $0.isBehindTLS = true }
    for target in ["/", "/screens/loan", "/healthz", "/none"] {
      #expect(
        await server.get(target).headers["strict-transport-security"]
          == "max-age=31536000; includeSubDomains")
    }
  }

  @Test(
    arguments: [
      ("br", "brotli", "br"), ("gzip, deflate, br", "brotli", "br"), ("gzip", "gzip", "gzip"),
      ("br;q=0, gzip", "gzip", "gzip"), ("", "wasm", nil), ("identity", "wasm", nil),
      ("br;q=0.0", "wasm", nil), ("BR; q=0.1", "brotli", "br"), ("*", "wasm", nil),
    ] as [(String, String, String?)])
  func theCodingIsTheClients(accepted: String, body: String, coding: String?) async {
    let response = await server.get("/oyna.wasm", [("Accept-Encoding", accepted)])
    #expect(String(decoding: response.body, as: UTF8.self) == body)
    #expect(response.headers["content-encoding"] == coding)
    #expect(response.headers["content-type"] == "application/wasm")
    #expect(response.headers["vary"] == "Accept-Encoding")
  }

  @Test func eachCodingHasATagOfItsOwn() async throws {
    let brotli = await server.get("/oyna.wasm", [("Accept-Encoding", "br")])
    let tag = try #require(brotli.headers["etag"])
    let known = [("If-None-Match", tag)]
    #expect(await server.get("/oyna.wasm", known).status == 200)
    #expect(await server.get("/oyna.wasm", known + [("Accept-Encoding", "br")]).status == 304)
  }

  @Test(arguments: [
    "/../db", "/%2e%2e/db", "/..%2fdb", "/docs/../../db", "/.secret.txt", "/oyna.wasm.br",
    "/notes.swift", "/index.html/", "/docs", "//index.html", "/%00", "/oyna.js%00.html",
    "/docs/..\\..\\db", "/key", "/web/index.html",
  ])
  func nothingElseIsReached(target: String) async {
    let response = await server.get(target)
    #expect(response.status == 404 || response.status == 400)
    #expect(response.headers["content-type"] == "application/problem+json")
  }

  @Test func aLinkOutOfTheDirectoryIsNotFollowed() throws {
    let link = server.directory + "/web/out.txt"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: server.directory + "/key")
    let files = try WebFiles(directory: server.directory + "/web", security: SecurityHeaders())
    #expect(files.contains("/index.html"))
    #expect(!files.contains("/out.txt"))
  }

  @Test func pagesTakeNoPosts() async {
    let response = await server.post("{}", to: "/index.html")
    #expect(response.status == 405)
    #expect(response.headers["allow"] == "GET, HEAD, OPTIONS")
  }

  @Test func withoutAPageTheStartSaysSo() async throws {
    let server = try ServerFixture()
    let response = await server.get("/")
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self).contains("--web DIR"))
  }

  @Test func aProblemsTypeLeadsToItsExplanation() async {
    let response = await server.get("/problems/idempotency-key-reused")
    #expect(response.status == 200)
    #expect(response.body.starts(with: Array("422 The key was used".utf8)))
  }
}
