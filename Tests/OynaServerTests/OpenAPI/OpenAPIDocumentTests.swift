import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The document against the routes: neither may know more than the other.
@Suite struct OpenAPIDocumentTests {
  private let fixture: ServerFixture
  private let application: Application
  private let catalog: ScreenCatalog

  init() throws {
    fixture = try ServerFixture()
    let screens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Screens").path
    var settings = Application.Settings(screens: screens)
    settings.uploads = fixture.directory + "/uploads"
    var backEnd = BackEnd.demo
    backEnd.merchant = .demo
    application = try Application(
      settings, backEnd: backEnd,
      in: Application.Surroundings(
        storage: fixture.storage, keyring: fixture.keyring,
        log: Log(level: .error, clock: { 0 }, write: { _ in }), clock: { 1_700_000_000_000 }))
    catalog = try ScreenCatalog(directory: screens, security: SecurityHeaders())
  }

  /// A path that the routes know, for one with parameters in braces.
  private func sample(_ path: String) -> String {
    var path = path
    for (name, value) in [
      ("/problems/{name}", "/problems/not-found"), ("/screens/{id}", "/screens/loan_success"),
      ("/posts/{id}", "/posts/1"),
    ] where path.hasSuffix(name) { path = path.replacing(name, with: value) }
    return path.replacing(/\{\w+\}/, with: "a")
  }

  @Test func everyOperationOfTheDocumentHasARouteAndEveryMethodOfARouteIsInIt() throws {
    for (path, operations) in application.openAPI.paths(catalog) {
      let methods = try #require(application.router.methods(sample(path)), "\(path)")
      let documented = Set(operations.map(\.method))
      #expect(methods == documented, "\(path)")
      #expect(operations.count == documented.count, "\(path) is there twice")
    }
  }

  @Test func everyRouteIsInTheDocument() {
    let documented = Set(application.openAPI.paths(catalog).keys)
    #expect(application.router.patterns.subtracting(documented) == [])
    #expect(documented.contains("/api/v1/loan/apply"))
    #expect(documented.contains("/api/v1/loan/phone"))
  }

  @Test func theDocumentIsServedAndItsReferencesLead() async throws {
    let answer = await application.service.reply(
      to: HTTPRequest(method: "GET", target: "/openapi.json")
    ).response()
    #expect(answer.status == 200)
    let text = String(decoding: answer.body, as: UTF8.self)
    let json = try JSON.parse(answer.body)
    #expect(json["openapi"]?.string == "3.1.0")
    for match in text.matches(of: /"#\/components\/(\w+)\/(\w+)"/) {
      #expect(json["components"]?[String(match.1)]?[String(match.2)] != nil, "\(match.0)")
    }
    let body = json["paths"]?["/api/v1/loan/apply"]?["post"]?["requestBody"]
    let properties = body?["content"]?["application/json"]?["schema"]?["properties"]
    #expect(properties?["user_phone"]?["type"]?.string == "string")
  }
}
