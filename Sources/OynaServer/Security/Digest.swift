import CCrypto

/// Hashes and random bytes by libcrypto.
package enum Digest {
  /// SHA-256 of some bytes: 32 bytes.
  static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil)
      count = 32
    }
  }

  /// MD5 (RFC 1321): 16 bytes. Only where a provider's protocol signs with it.
  package static func md5(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { digest, count in
      EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_md5(), nil)
      count = 16
    }
  }

  /// SHA-1 (RFC 3174): 20 bytes. Only where a provider's protocol signs with it.
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_sha1(), nil)
      count = 20
    }
  }

  /// HMAC-SHA-256 (RFC 2104): 32 bytes.
  static func hmac(key: [UInt8], _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      HMAC(
        EVP_sha256(), key, Int32(key.count), bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        bytes.count, digest.baseAddress, nil)
      count = 32
    }
  }

  static func hmac(key: [UInt8], _ text: String) -> [UInt8] {
    Array(text.utf8).withUnsafeBytes { hmac(key: key, $0) }
  }

  /// Random bytes of libcrypto's generator; nil when it has none to give.
  static func random(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return RAND_bytes(&bytes, Int32(count)) == 1 ? bytes : nil
  }

  /// Lower-case hexadecimal.
  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of hexadecimal text; nil for anything else.
  static func bytes(hex text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard character.isASCII, let digit = character.hexDigitValue.map(UInt8.init) else {
        return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }
}
