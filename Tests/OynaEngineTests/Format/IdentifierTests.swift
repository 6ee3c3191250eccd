import OynaEngine
import OynaValue
import Testing

@Suite("Identifiers and addresses of pages")
struct IdentifierTests {
  @Test(
    "identifiers by RFC 3986, absolute and relative",
    arguments: [
      ("https://example.com/a?b#c", true, true), ("urn:a:b", true, true), ("foo:", true, true),
      ("", false, true), ("/a", false, true), ("//host", false, true), ("?q", false, true),
      ("#f", false, true), ("a/b:c", false, true), ("./a:b", false, true), ("a:b", true, true),
      ("1a:b", false, false), (":a", false, false), ("a b", false, false),
      ("http://a b", false, false),
      ("http://[::1", false, false), ("http://[::1]:8", true, true),
      ("http://[::1]x", false, false),
      ("http://[v1.a]", true, true), ("http://[v.a]", false, false), ("http://[v1.]", false, false),
      ("http://[1.2.3.4]", false, false), ("http://a:b@c:80", true, true),
      ("http://a@b@c", false, false),
      ("http://a:8x", false, false), ("http://a%zz", false, false), ("http://a%C3", false, false),
      ("http://a%C3%A9", true, true), ("/%4", false, false), ("/%", false, false),
      ("/a[b]", false, false),
      ("/a^b", false, false), ("/a#b#c", false, false), ("/é", false, false),
      ("/a\u{0}", false, false),
      ("http://[::1%25a]", true, true), ("http://[::1%a]", false, false),
      ("http://[::1%25]", false, false),
    ])
  func identifiers(text: String, isAbsolute: Bool, isReference: Bool) {
    #expect(ResourceIdentifier.isValid(text, .uri) == isAbsolute)
    #expect(ResourceIdentifier.isValid(text, .uriReference) == isReference)
  }

  @Test("an IRI may hold RFC 3987's characters, private ones in a query only")
  func international() {
    #expect(ResourceIdentifier.isValid("http://пример.uz/ўқ?ғ#ҳ", .iri))
    #expect(ResourceIdentifier.isValid("/ўқ", .iriReference))
    #expect(ResourceIdentifier.isValid("http://a/?\u{E000}", .iri))
    for bad in [
      "http://a/\u{E000}", "http://a/?\u{FFFE}", "http://a/\u{85}", "http://a/#\u{1FFFE}",
    ] {
      #expect(!ResourceIdentifier.isValid(bad, .iri))
    }
  }

  @Test(
    "the url rule takes pages of the web",
    arguments: [
      "http://a.uz", "https://example.com:8443/a/b?c=d#e", " https://a.uz/ ", "HTTPS://A.UZ",
      "https://пример.uz/саҳифа", "http://127.0.0.1:8080", "http://[::1]:8080/", "http://localhost",
      "https://a.uz?x=1", "https://a.uz.",
    ])
  func url(text: String) {
    #expect(WebAddress.isValid(text))
  }

  @Test(
    "the url rule refuses everything else",
    arguments: [
      "", "a.uz", "//a.uz", "/a", "ftp://a.uz", "javascript:alert(1)", "data:text/html,x", "http:",
      "http:/a.uz", "http://", "http:///a", "https://?a", "http://a b.uz", "http://a..uz",
      "http://-a.uz", "http://1.2.3", "http://999.1.1.1", "http://a.uz:0x50", "http://a.uz:65536",
      "http://a.uz:", "https://user@a.uz", "https://u:p@[::1]/", "https://google.com@evil.uz",
      "http://a.uz/\u{202E}x y",
      "http://[1.2.3.4]", "httpss://a.uz", "http://a.uz/%", "http://a_b.uz/\n\nx",
      "http://a.uz/" + String(repeating: "a", count: 2048),
    ])
  func notURL(text: String) {
    #expect(!WebAddress.isValid(text))
  }

  @Test(
    "templates by RFC 6570",
    arguments: [
      ("", true), ("/a/{b}", true), ("{+a,b:3,c*}", true), ("{#a}", true), ("{a.b_c}", true),
      ("{%41}", true), ("{?a,b}", true), ("{&a}", true), ("%41~", true), ("{a:9999}", true),
      ("{", false), ("}", false), ("{}", false), ("{a", false), ("{a,}", false), ("{,a}", false),
      ("{a b}", false), ("{a:0}", false), ("{a:10000}", false), ("{a**}", false), ("{=a}", false),
      ("{.}", false), ("{a.}", false), ("{a..b}", false), ("{.a}", true), ("{{a}}", false),
      ("a b", false), ("a%4", false), ("a\"b", false), ("a|b", false), ("{a:-1}", false),
    ])
  func templates(text: String, isValid: Bool) {
    #expect(URITemplate.isValid(text) == isValid)
  }

  @Test(
    "JSON pointers, absolute and relative",
    arguments: [
      ("", true, false), ("/", true, false), ("/a/0", true, false), ("/~0~1", true, false),
      ("/~", false, false), ("/~2", false, false), ("a", false, false), ("0", false, true),
      ("1/a", false, true), ("0#", false, true), ("01", false, false), ("0##", false, false),
      ("-1", false, false), ("0+1", false, true), ("2-3/a", false, true), ("0+0", false, false),
      ("0+", false, false), ("0/~2", false, false), ("10/", false, true),
    ])
  func pointers(text: String, isPointer: Bool, isRelative: Bool) {
    #expect(JSONPointer.isValid(text) == isPointer)
    #expect(JSONPointer.isRelative(text) == isRelative)
  }
}
