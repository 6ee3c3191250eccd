import OynaEngine
import Testing

@Suite("Mail addresses")
struct EmailAddressTests {
  private static let longLocal = String(repeating: "a", count: 64)

  @Test(
    "the email rule takes what HTML takes, with white space around",
    arguments: [
      "a@b", "a@b.co", " a@b.co ", "\u{A0}a@b.co\n", "\u{3000}a@b.co\u{2009}", "foo+x@example.com",
      ".@example.com", "o'neil@example.com", "a@0.1.2.3", "!#$%&'*+/=?^_`{|}~-@b",
      longLocal + "@b.uz",
    ])
  func valid(text: String) {
    #expect(EmailAddress.isValid(text))
  }

  @Test(
    "the email rule refuses everything else",
    arguments: [
      "", " ", "@", "a", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@-b", "a@b-", "a@b.", "a@.b",
      "a@b..c", "\"a b\"@c", "a@[1.2.3.4]", "µ@b.co", "a@пример.uz", "a@b.co\u{200B}", "a\u{0}@b",
      "John <a@b.co>", longLocal + "a@b.uz", "a@" + String(repeating: "b", count: 64),
      "a@b_c", "a,b@c", "a;b@c", "mailto:a@b",
    ])
  func invalid(text: String) {
    #expect(!EmailAddress.isValid(text))
  }

  @Test("254 bytes are an address, 255 are not")
  func wholeLength() {
    let labels = Array(repeating: String(repeating: "b", count: 60), count: 4).joined(
      separator: ".")
    let address = "aaaaaaaaa@" + labels + "b"
    #expect(address.utf8.count == 254)
    #expect(EmailAddress.isValid(address))
    #expect(!EmailAddress.isValid("a" + address))
    #expect(EmailAddress.isValid("  " + address + "  "))
  }

  @Test("what is submitted has no white space around (FORMS F-35)")
  func normalized() {
    #expect(EmailAddress.normalized(" a@b.co \u{A0}\r\n") == "a@b.co")
    #expect(EmailAddress.normalized("a@b.co") == "a@b.co")
    #expect(EmailAddress.normalized("   ") == "")
  }

  @Test("a hostile text of a million characters is refused in one scan", .timeLimit(.minutes(1)))
  func hostile() {
    let dots = String(repeating: "a.", count: 500_000)
    for text in [
      dots + "@", "a@" + dots, dots + "@" + dots, String(repeating: "@", count: 1_000_000),
    ] {
      #expect(!EmailAddress.isValid(text))
      #expect(!EmailAddress.isMailbox(text))
      #expect(!EmailAddress.isMailbox(text, isInternational: true))
    }
  }

  @Test(
    "RFC 5321's mailbox has quoted parts and literals, and dots between atoms only",
    arguments: [
      ("a.b@c", true), ("\"a b\"@c", true), ("\"a@b\"@c", true), ("\"a\\\"b\"@c", true),
      ("\"\"@c", true), ("a@[127.0.0.1]", true), ("a@[IPv6:::1]", true), ("a@[ipv6:1::2]", true),
      (".a@c", false), ("a.@c", false), ("a..b@c", false), ("\"a\"b@c", false), ("\"a@c", false),
      ("\"a\u{7F}\"@c", false), ("a@[127.0.0.300]", false), ("a@[::1]", false), ("a@[]", false),
      ("a@[127.0.0.1", false), ("a@c.", false), ("é@c", false), ("\"é\"@c", false),
    ])
  func mailbox(text: String, isValid: Bool) {
    #expect(EmailAddress.isMailbox(text) == isValid)
  }

  @Test("an international mailbox may have letters of any script on both sides")
  func international() {
    #expect(EmailAddress.isMailbox("실례@실례.테스트", isInternational: true))
    #expect(EmailAddress.isMailbox("почта@пример.uz", isInternational: true))
    #expect(!EmailAddress.isMailbox("почта@-пример.uz", isInternational: true))
    #expect(!EmailAddress.isMailbox("почта@", isInternational: true))
  }
}
