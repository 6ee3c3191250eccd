import Testing

@testable import OynaServer

@Suite struct TraceContextTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"

  @Test func aHeaderIsReadAndWritten() {
    let context = TraceContext("00-\(Self.trace)-\(Self.parent)-01")
    #expect(context?.traceID == Self.trace)
    #expect(context?.header == "00-\(Self.trace)-\(Self.parent)-01")
    // Unknown flags are not passed on, a later version is read as this one.
    #expect(TraceContext("00-\(Self.trace)-\(Self.parent)-fe")?.flags == 0)
    #expect(
      TraceContext("cc-\(Self.trace)-\(Self.parent)-01-more")?.header
        == "00-\(Self.trace)-\(Self.parent)-01")
  }

  @Test(arguments: [
    "", "00", "ff-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01-more",
    "00-\(trace)-\(parent)-0", "00-\(trace)-\(parent)-0g", "00-\(trace)-\(parent)_01",
    "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-\(parent)-01", "cc-\(trace)-\(parent)-01.more",
    "00-\(trace)-\(parent)-01\n",
  ])
  func anythingElseIsNone(header: String) {
    #expect(TraceContext(header) == nil)
  }

  @Test func aChildKeepsTheTrace() throws {
    let context = try #require(TraceContext("00-\(Self.trace)-\(Self.parent)-01"))
    let child = context.child()
    #expect(child.traceID == Self.trace && child.parentID != Self.parent && child.flags == 1)
    #expect(TraceContext(child.header) == child)
    let own = try #require(TraceContext())
    #expect(TraceContext(own.header) == own)
  }
}
