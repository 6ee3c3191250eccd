/// Internet addresses as text: version 4 (RFC 6943 §3.1.1's strict form), version 6 (RFC 4291
/// §2.2), prefixes of both, and a host with a port.
public enum InternetAddress {
  /// Four decimal numbers of 0 to 255 without leading zeros.
  public static func isIPv4(_ text: String) -> Bool { text.passes(isIPv4) }

  /// Eight groups of up to four hexadecimal digits, or fewer around one `::`; the last 32 bits
  /// perhaps as version 4. With `allowsZone`, perhaps a `%` and a zone of any characters.
  public static func isIPv6(_ text: String, allowsZone: Bool = false) -> Bool {
    text.passes { isIPv6($0, allowsZone: allowsZone) }
  }

  static func isIPv4(_ text: UnsafeBufferPointer<UInt8>) -> Bool { parseIPv4(text) != nil }

  static func isIPv6(_ text: UnsafeBufferPointer<UInt8>, allowsZone: Bool = false) -> Bool {
    var address = text
    if allowsZone, let percent = text.firstIndex(of: UInt8(ascii: "%")) {
      guard percent + 1 < text.count else { return false }
      address = text.part(0..<percent)
    }
    return parseIPv6(address) != nil
  }

  // MARK: - Prefixes

  /// An address, a slash and a length in bits (CIDR, RFC 4632 and RFC 4291 §2.3). With `isStrict`,
  /// the bits beyond the length are zero. `version` is 4, 6, or nil for either.
  public static func isPrefix(
    _ text: String, version: Int? = nil, isStrict: Bool = false
  ) -> Bool {
    text.passes { text in
      guard let slash = text.lastIndex(of: UInt8(ascii: "/")),
        let length = number(text.part(from: slash + 1), most: 128)
      else { return false }
      let address = text.part(0..<slash)
      if version != 6, let bits = parseIPv4(address) {
        return length <= 32 && (!isStrict || length == 32 || bits << UInt32(length) == 0)
      }
      guard version != 4, let groups = parseIPv6(address) else { return false }
      return !isStrict || areZero(groups, after: length)
    }
  }

  private static func areZero(_ groups: Groups, after length: Int) -> Bool {
    for place in 0..<8 {
      let kept = min(16, max(0, length - place * 16))
      if kept < 16, groups[place] << UInt16(kept) != 0 { return false }
    }
    return true
  }

  // MARK: - Host and port

  /// A host name, an address of version 4, or one of version 6 in brackets, and after a colon a
  /// port of 0 to 65535 without leading zeros. The port may lack unless it is required.
  public static func isHostAndPort(_ text: String, isPortRequired: Bool = false) -> Bool {
    text.passes { text in
      if text.first == UInt8(ascii: "[") {
        guard let end = text.lastIndex(of: UInt8(ascii: "]")) else { return false }
        guard isIPv6(text.part(1..<end), allowsZone: true) else { return false }
        return isPort(text.part(from: end + 1), isPortRequired)
      }
      let end = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
      let host = text.part(0..<end)
      return (Hostname.isHost(host) || isIPv4(host)) && isPort(text.part(from: end), isPortRequired)
    }
  }

  private static func isPort(_ text: UnsafeBufferPointer<UInt8>, _ isRequired: Bool) -> Bool {
    if text.isEmpty { return !isRequired }
    return text[0] == UInt8(ascii: ":") && number(text.part(from: 1), most: 65_535) != nil
  }

  // MARK: - Parts

  /// A decimal number without leading zeros, at most `most`.
  private static func number(_ text: UnsafeBufferPointer<UInt8>, most: Int) -> Int? {
    guard !text.isEmpty, text.count == 1 || text[0] != UInt8(ascii: "0") else { return nil }
    var value = 0
    for byte in text {
      guard CharacterClass.isDigit(byte) else { return nil }
      value = value * 10 + CharacterClass.digit(byte)
      guard value <= most else { return nil }
    }
    return value
  }

  private static func parseIPv4(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard text.count <= 15 else { return nil }
    var bits: UInt32 = 0
    var parts = 0
    var start = 0
    while start <= text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: ".")) ?? text.count
      guard parts < 4, let part = number(text.part(start..<end), most: 255) else { return nil }
      bits = bits << 8 | UInt32(part)
      parts += 1
      start = end + 1
    }
    return parts == 4 ? bits : nil
  }

  /// Eight groups of 16 bits, without a heap allocation.
  private struct Groups {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private(set) var count = 0

    subscript(_ place: Int) -> UInt16 {
      let half = place < 4 ? high : low
      return UInt16(truncatingIfNeeded: half >> UInt64(48 - place % 4 * 16))
    }

    mutating func append(_ group: UInt16) {
      guard count < 8 else { return }
      let shifted = UInt64(group) << UInt64(48 - count % 4 * 16)
      if count < 4 { high |= shifted } else { low |= shifted }
      count += 1
    }
  }

  private static func parseIPv6(_ text: UnsafeBufferPointer<UInt8>) -> Groups? {
    guard text.count >= 2, text.count <= 45 else { return nil }
    var before = Groups()
    var after = Groups()
    var hasGap = false
    var index = 0
    if text[0] == UInt8(ascii: ":") {
      guard text[1] == UInt8(ascii: ":") else { return nil }
      hasGap = true
      index = 2
    }
    while index < text.count {
      let end = text[index...].firstIndex(of: UInt8(ascii: ":")) ?? text.count
      let part = text.part(index..<end)
      var parts: (UInt16, UInt16?)
      if end == text.count, let bits = parseIPv4(part) {
        parts = (UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits))
      } else {
        guard let group = hexadecimal(part) else { return nil }
        parts = (group, nil)
      }
      for group in [parts.0, parts.1].compactMap({ $0 }) {
        guard before.count + after.count < 8 else { return nil }
        if hasGap { after.append(group) } else { before.append(group) }
      }
      guard end < text.count else { break }
      index = end + 1
      if index < text.count, text[index] == UInt8(ascii: ":") {
        guard !hasGap else { return nil }
        hasGap = true
        index += 1
      } else if index == text.count {
        return nil
      }
    }
    return joined(before, after, hasGap)
  }

  /// `::` stands for one group or more.
  private static func joined(_ before: Groups, _ after: Groups, _ hasGap: Bool) -> Groups? {
    let count = before.count + after.count
    guard hasGap ? count < 8 : count == 8 else { return nil }
    var groups = before
    for _ in count..<8 { groups.append(0) }
    for place in 0..<after.count { groups.append(after[place]) }
    return groups
  }

  private static func hexadecimal(_ text: UnsafeBufferPointer<UInt8>) -> UInt16? {
    guard (1...4) ~= text.count else { return nil }
    var value: UInt16 = 0
    for byte in text {
      guard CharacterClass.isHexadecimal(byte) else { return nil }
      let digit = CharacterClass.isDigit(byte) ? byte & 0xF : (byte & 0xF) + 9
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
