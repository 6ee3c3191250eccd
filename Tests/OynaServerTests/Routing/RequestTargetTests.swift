import Testing

@testable import OynaServer

@Suite struct RequestTargetTests {
  @Test(arguments: [
    ("/", "/"), ("/screens/loan", "/screens/loan"), ("/a.b/c-d_e", "/a.b/c-d_e"),
    ("/a%20b", "/a b"), ("/%D0%B0", "/а"), ("/a%2Fb", "/a/b"), ("/a//b", "/a//b"),
    ("http://host:80/x", "/x"), ("https://host", "/"), ("/o%27z", "/o'z"), ("/..a/b..", "/..a/b.."),
  ])
  func aPathIsDecoded(target: String, path: String) {
    #expect(RequestTarget.path(target) == path)
  }

  @Test(arguments: [
    "", "*", "a", "/..", "/../etc/passwd", "/a/../b", "/%2e%2e/etc/passwd", "/a/%2E%2e/b",
    "/..%2fetc", "/.%2e/x", "/a/./b", "/a\\..\\b", "/a%5C..%5Cb", "/%00", "/a%0d%0ab", "/%",
    "/%2", "/%zz", "/%ff", "/%C0%AE%C0%AE/", "/a\u{7f}", "ftp://host/x", "http://host/../x",
  ])
  func aMalformedOrClimbingPathIsNone(target: String) {
    #expect(RequestTarget.path(target) == nil)
  }

  @Test func aPlusIsASpaceInAParameterOnly() {
    #expect(RequestTarget.decodeParameter("a+b%2B") == "a b+")
    #expect(RequestTarget.path("/a+b") == "/a+b")
    #expect(RequestTarget.decodeParameter("%ff") == nil)
  }
}
