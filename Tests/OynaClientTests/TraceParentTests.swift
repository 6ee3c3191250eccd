import Testing

@testable import OynaClient

@Suite struct TraceParentTests {
  private static let key = "8E03978E-40d5-43e8-bc93-6894a57f9324"

  @Test func attemptsUnderOneKeyAreOneTrace() {
    let first = TraceParent.text(key: "\"\(Self.key)\"")
    let second = TraceParent.text(key: Self.key)
    #expect(first.hasPrefix("00-8e03978e40d543e8bc936894a57f9324-"))
    #expect(first.prefix(36) == second.prefix(36))
    #expect(first != second)
  }

  @Test(arguments: [nil, "", "k", "00000000-0000-0000-0000-000000000000", "zz"])
  func withoutAUUIDItIsRandomAndWellFormed(key: String?) throws {
    let form = try Regex("00-[0-9a-f]{32}-[0-9a-f]{16}-00")
    let texts = (0..<100).map { _ in TraceParent.text(key: key) }
    #expect(try texts.allSatisfy { try form.wholeMatch(in: $0) != nil })
    #expect(Set(texts.map { $0.prefix(35) }).count == 100)
  }
}
