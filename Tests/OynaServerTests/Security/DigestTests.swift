import Testing

@testable import OynaServer

@Suite struct DigestTests {
  /// RFC 4231 §4.3, test case 2.
  @Test func hmacIsRFC4231s() {
    let mac = Digest.hmac(key: Array("Jefe".utf8), "what do ya want for nothing?")
    #expect(
      Digest.hex(mac) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  /// NIST GCM test case 16 (McGrew and Viega, appendix B), without its last 4 bytes of text.
  @Test func aes256GCMIsNISTs() throws {
    let key = try #require(
      Digest.bytes(hex: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
    let nonce = try #require(Digest.bytes(hex: "cafebabefacedbaddecaf888"))
    let data = try #require(Digest.bytes(hex: "feedfacedeadbeeffeedfacedeadbeefabaddad2"))
    let plain = try #require(
      Digest.bytes(
        hex: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532f"
          + "cf0e2449a6b525b16aedf5aa0de657ba637b39"))
    let sealed = plain.withUnsafeBytes {
      AESGCM.seal($0, key: key, nonce: nonce, authenticating: data)
    }
    #expect(
      Digest.hex(try #require(sealed))
        == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b10"
        + "56828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b")
    #expect(
      AESGCM.open(try #require(sealed), key: key, nonce: nonce, authenticating: data) == plain)
  }

  @Test func hexadecimalReadsBack() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Digest.bytes(hex: Digest.hex(bytes)) == bytes)
    #expect(Digest.bytes(hex: "0") == nil)
    #expect(Digest.bytes(hex: "0g") == nil)
  }

  @Test func identifiersSortByTimeAndAreVersion7() throws {
    let early = try #require(UniqueIdentifier.text(now: 1_000))
    let late = try #require(UniqueIdentifier.text(now: 2_000))
    #expect(early < late)
    #expect(early.hasPrefix("00000000-03e8-7"))
    #expect(early.count == 36)
    #expect("89ab".contains(early[early.index(early.startIndex, offsetBy: 19)]))
  }
}
