import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// One id through a request, its log line and what is forwarded.
@Suite struct TraceTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let header = "00-\(trace)-00f067aa0ba902b7-01"

  private func traces(_ log: String) throws -> [String?] {
    try log.split(separator: "\n").map { try JSON.parse(Array($0.utf8))["trace"]?.string }
  }

  @Test func aRequestOfATraceIsLoggedUnderItsID() async throws {
    let fixture = try ServerFixture()
    _ = await fixture.post(#"{"name":"A"}"#, [("traceparent", Self.header)])
    _ = await fixture.get("/health/live", [("traceparent", Self.header)])
    #expect(try traces(fixture.log) == [Self.trace, Self.trace])
  }

  @Test func aWriteWithoutATraceBeginsOneAndWhatIsNoHeaderIsNotTaken() async throws {
    let fixture = try ServerFixture()
    _ = await fixture.post(#"{"name":"A"}"#, [("traceparent", "00-x\n{\"level\":\"error\"}")])
    _ = await fixture.get("/health/live")
    let found = try traces(fixture.log)
    #expect(found.count == 2 && found[0]?.utf8.count == 32 && found[1] == nil)
    #expect(!fixture.log.contains("\"error\""))
  }
}
