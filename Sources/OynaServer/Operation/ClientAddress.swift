import Foundation

/// An IP address, or a range of them in CIDR notation.
struct AddressRange: Sendable, Hashable {
  /// 16 bytes; an IPv4 address is mapped into `::ffff:0:0/96` (RFC 4291 §2.5.5.2).
  let bytes: [UInt8]
  /// How many leading bits count, of 128.
  let prefix: Int

  /// `10.1.2.3`, `10.0.0.0/8`, `2001:db8::/32`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = Self.parse(String(parts[0])) else { return nil }
    let isVersion4 = !parts[0].contains(":")
    var prefix = 128
    if parts.count == 2 {
      guard let given = Int(parts[1]), (0...(isVersion4 ? 32 : 128)).contains(given) else {
        return nil
      }
      prefix = isVersion4 ? given + 96 : given
    }
    bytes = address
    self.prefix = prefix
  }

  func contains(_ address: [UInt8]) -> Bool {
    for bit in 0..<prefix where (bytes[bit / 8] ^ address[bit / 8]) & (0x80 >> (bit % 8)) != 0 {
      return false
    }
    return true
  }

  static func parse(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
    var four = [UInt8](repeating: 0, count: 4)
    guard inet_pton(AF_INET, text, &four) == 1 else { return nil }
    return [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + four
  }
}

/// Who a request is from, when proxies stand in between.
///
/// Anybody can write `X-Forwarded-For`; each proxy adds at its end whom it talked to. So it is read
/// from the end, as long as it was a trusted proxy that added: the first address that is no
/// trusted proxy's is the client's.
struct TrustedProxies: Sendable {
  let ranges: [AddressRange]

  func client(_ request: HTTPRequest) -> String {
    if ranges.isEmpty || !isTrusted(request.client) { return request.client }
    guard let list = request.headers.list("x-forwarded-for") else { return request.client }
    var client = request.client
    for element in list.split(separator: ",", omittingEmptySubsequences: false).reversed() {
      let text = Self.address(element.trimmingCharacters(in: .whitespaces))
      // What is no address was not written by a proxy of ours: go no further.
      guard AddressRange.parse(text) != nil else { return client }
      client = text
      if !isTrusted(text) { return client }
    }
    return client
  }

  private func isTrusted(_ text: String) -> Bool {
    guard let address = AddressRange.parse(text) else { return false }
    return ranges.contains { $0.contains(address) }
  }

  /// Some proxies write a port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
  private static func address(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
    return colons == 1 ? String(text.prefix { $0 != ":" }) : text
  }
}

/// What the bounds of one client are counted under.
enum ClientKey {
  /// An IPv4 address; of an IPv6 address the first 64 bits, for who has one has all of them.
  static func text(_ client: String) -> String {
    guard client.contains(":"), let bytes = AddressRange.parse(client) else { return client }
    let isMapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    if isMapped { return bytes.suffix(4).map(String.init).joined(separator: ".") }
    return Digest.hex(bytes.prefix(8))
  }
}
