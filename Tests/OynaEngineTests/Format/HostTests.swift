import OynaEngine
import Testing

@Suite("Hosts and addresses")
struct HostTests {
  // MARK: - Version 4 and 6

  @Test("every byte value is a part of an IPv4 address, and no other number")
  func ipv4Parts() {
    for part in 0...999 {
      #expect(InternetAddress.isIPv4("1.\(part).2.3") == (part <= 255))
    }
  }

  @Test(
    "what is no IPv4 address is refused",
    arguments: [
      "", ".", "1", "1.2.3", "1.2.3.", ".1.2.3", "1.2.3.4.", "1.2.3.4.5", "1..2.3", "01.2.3.4",
      "1.2.3.04", "0x1.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1.2.3.4\n", "1.2.3.-4", "1.2.3.+4",
      "1.2.3.4/8", "١.2.3.4", "1.2.3.999999999999999999999",
    ])
  func notIPv4(text: String) {
    #expect(!InternetAddress.isIPv4(text))
  }

  @Test("an IPv6 address has eight groups, or fewer around one gap, at every place of the gap")
  func ipv6Gaps() {
    for before in 0...9 {
      for after in 0...9 {
        let left = Array(repeating: "ab", count: before).joined(separator: ":")
        let right = Array(repeating: "1", count: after).joined(separator: ":")
        #expect(InternetAddress.isIPv6(left + "::" + right) == (before + after <= 7))
      }
      let full = Array(repeating: "0", count: before).joined(separator: ":")
      #expect(InternetAddress.isIPv6(full) == (before == 8))
      let mixed = full + (before > 0 ? ":" : "") + "1.2.3.4"
      #expect(InternetAddress.isIPv6(mixed) == (before == 6))
    }
  }

  @Test(
    "what is no IPv6 address is refused",
    arguments: [
      "", ":", ":::", "1:::2", "1::2::3", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "12345::", "g::",
      "::1 ", " ::1", "::1/64", "[::1]", "::1.2.3", "::1.2.3.4.5", "1.2.3.4::", "::1.2.3.256",
      "::01.2.3.4", "1::1.2.3.4:5", "::1%eth0",
    ])
  func notIPv6(text: String) {
    #expect(!InternetAddress.isIPv6(text))
  }

  @Test("a zone is taken only where it is allowed, and not an empty one")
  func zones() {
    #expect(InternetAddress.isIPv6("fe80::1%eth0", allowsZone: true))
    #expect(!InternetAddress.isIPv6("fe80::1%", allowsZone: true))
    #expect(!InternetAddress.isIPv6("%eth0", allowsZone: true))
  }

  @Test("a strict prefix has zeros after its length, at every length")
  func prefixes() {
    for length in 0...33 {
      #expect(InternetAddress.isPrefix("0.0.0.0/\(length)", isStrict: true) == (length <= 32))
      #expect(InternetAddress.isPrefix("0.0.0.1/\(length)", isStrict: true) == (length == 32))
      #expect(InternetAddress.isPrefix("0.0.0.1/\(length)") == (length <= 32))
    }
    for length in 0...129 {
      #expect(InternetAddress.isPrefix("::/\(length)", isStrict: true) == (length <= 128))
      #expect(InternetAddress.isPrefix("::1/\(length)", isStrict: true) == (length == 128))
      #expect(InternetAddress.isPrefix("8000::/\(length)", isStrict: true) == ((1...128) ~= length))
    }
    for text in [
      "", "/", "1.2.3.4", "1.2.3.4/", "1.2.3.4/08", "1.2.3.4/+8", "1.2.3.4/8/8", "::/-1",
    ] {
      #expect(!InternetAddress.isPrefix(text))
    }
    #expect(!InternetAddress.isPrefix("::/0", version: 4))
    #expect(!InternetAddress.isPrefix("0.0.0.0/0", version: 6))
  }

  // MARK: - Names

  @Test("a label has 1 to 63 bytes and a name at most 253")
  func lengths() {
    for length in 0...70 {
      let label = String(repeating: "a", count: length)
      #expect(Hostname.isValid(label) == ((1...63) ~= length))
      #expect(Hostname.isValid("x." + label) == ((1...63) ~= length))
    }
    let labels = Array(repeating: String(repeating: "a", count: 63), count: 3)
    let name = labels.joined(separator: ".") + "." + String(repeating: "b", count: 61)
    #expect(name.utf8.count == 253)
    #expect(Hostname.isValid(name))
    #expect(!Hostname.isValid(name + "b"))
  }

  @Test(
    "names by RFC 1123, and hosts of the web",
    arguments: [
      ("example.com", true, true), ("a-b.a--b", true, true), ("a.1", true, false),
      ("1.2.3.4", true, false), ("example.", false, true), (".", false, false), ("", false, false),
      ("a..b", false, false), ("-a", false, false), ("a-", false, false), ("a_b", false, false),
      ("a b", false, false), ("пример.uz", false, false), ("a．b", false, false),
      ("xn--e1afmkfd.uz", true, true), ("xn--X", false, true), ("XN--E1AFMKFD", true, true),
    ])
  func names(text: String, isName: Bool, isHost: Bool) {
    #expect(Hostname.isValid(text) == isName)
    #expect(Hostname.isHost(text) == isHost)
  }

  @Test(
    "international labels follow RFC 5892",
    arguments: [
      ("пример.uz", true), ("oʻzbekiston.uz", true), ("faß.de", true), ("例え。テスト", true),
      ("l·l", true), ("a·l", false), ("·", false), ("α͵β", true), ("α͵", false), ("א׳", true),
      ("׳א", false), ("クリスマス・カード", true), ("a・b", false), ("क्\u{200D}ष", true),
      ("क\u{200D}ष", false), ("بي\u{200C}بي", true), ("a\u{200C}b", false), ("٠١", true),
      ("٠۱", false), ("\u{301}a", false), ("Пример.uz", false), ("a\u{302E}", false),
      ("ab--пр", false), ("-пр", false), ("пр-", false), ("☃.uz", false), ("", false),
      ("пример..uz", false), ("xn--e1afmkfd", true), ("xn--", false), ("xn--a", false),
    ])
  func international(text: String, isValid: Bool) {
    #expect(Hostname.isInternational(text) == isValid)
  }

  @Test("a long hostile label is refused before it is encoded", .timeLimit(.minutes(1)))
  func hostileLabel() {
    #expect(!Hostname.isInternational(String(repeating: "ж", count: 1_000_000)))
    #expect(!Hostname.isInternational("xn--" + String(repeating: "9", count: 1_000_000)))
    #expect(!Hostname.isValid("xn--" + String(repeating: "9", count: 59)))
  }

  @Test(
    "a host with a port",
    arguments: [
      ("a.uz", true, false), ("a.uz:80", true, true), ("a.uz:0", true, true),
      ("a.uz:65535", true, true), ("a.uz:65536", false, false), ("a.uz:", false, false),
      ("a.uz:080", false, false), ("a.uz:8a", false, false), ("[::1]:1", true, true),
      ("[::1]", true, false), ("::1", false, false), ("[1.2.3.4]", false, false),
      ("", false, false),
      (":80", false, false), ("1.2.3.4:5", true, true), ("[::1", false, false),
      ("[]", false, false),
    ])
  func hostAndPort(text: String, isValid: Bool, isValidWithPort: Bool) {
    #expect(InternetAddress.isHostAndPort(text) == isValid)
    #expect(InternetAddress.isHostAndPort(text, isPortRequired: true) == isValidWithPort)
  }

  @Test("identifiers are 8-4-4-4-12 hexadecimal digits, at every place")
  func uuids() {
    let text = Array("2eb8aa08-AA98-11ea-b4aa-73b441d16380")
    #expect(UUIDText.isValid(String(text)))
    for place in text.indices {
      for character in ["g", "-", " ", "0"] as [Character] {
        var changed = text
        changed[place] = character
        let isRight =
          (text[place] == "-") == (character == "-") && character != "g" && character != " "
        #expect(UUIDText.isValid(String(changed)) == isRight)
      }
      #expect(!UUIDText.isValid(String(text[..<place])))
    }
    #expect(!UUIDText.isValid(String(text) + "0"))
  }
}
