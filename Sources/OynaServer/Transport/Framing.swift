import CMicrohttpd
import Foundation

/// How long a request says that its body is (RFC 9112 §6.3).
///
/// Two servers that read one length differently let a request be smuggled past the first: so a
/// request with two lengths, or a length and a transfer coding, is refused. So is one with a header
/// that two servers might cut in different places: a space before the colon (RFC 9112 §5.1), a bare
/// carriage return (§2.2), a control character (RFC 9110 §5.5), a second `Host` (§3.2).
struct Framing {
  /// The declared length; 0 without one.
  private(set) var length = 0
  private(set) var hasBody = false
  private(set) var expectsContinue = false
  private(set) var problem: Problem?
  private var lengths = 0
  private var codings = 0
  private var hosts = 0

  init(_ handle: OpaquePointer) {
    withUnsafeMutablePointer(to: &self) { pointer in
      oyna_mhd_each_value(handle, Self.read, pointer)
    }
    if lengths > 1 || codings > 1 || (lengths > 0 && codings > 0) {
      problem = .ambiguousLength
    }
    if hosts > 1 { problem = .badHeader }
    hasBody = hasBody || codings > 0
  }

  private static let read: MHD_KeyValueIteratorN = { context, kind, name, nameCount, value, count in
    guard oyna_mhd_is_header(kind) != 0, let name,
      let framing = context?.assumingMemoryBound(to: Framing.self)
    else { return oyna_mhd_result(1) }
    let isName = UnsafeRawBufferPointer(start: name, count: nameCount).allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":")
    }
    let isValue = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : count)
      .allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
    guard isName, isValue else {
      framing.pointee.problem = .badHeader
      return oyna_mhd_result(0)
    }
    guard let value else { return oyna_mhd_result(1) }
    switch nameCount {
    case 4 where strcasecmp(name, "Host") == 0:
      framing.pointee.hosts += 1
    case 14 where strcasecmp(name, "Content-Length") == 0:
      framing.pointee.readLength(UnsafeRawBufferPointer(start: value, count: count))
    case 17 where strcasecmp(name, "Transfer-Encoding") == 0:
      framing.pointee.codings += 1
      if strcasecmp(value, "chunked") != 0 { framing.pointee.problem = .unknownCoding }
    case 6 where strcasecmp(name, "Expect") == 0:
      framing.pointee.expectsContinue = true
    default:
      break
    }
    return oyna_mhd_result(1)
  }

  private mutating func readLength(_ digits: UnsafeRawBufferPointer) {
    lengths += 1
    var number = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39, number < Int.max / 16 else {
        problem = .ambiguousLength
        return
      }
      number = number * 10 + Int(digit - 0x30)
    }
    length = number
    hasBody = number > 0
  }
}

/// The text of a peer's address.
enum PeerAddress {
  /// `127.0.0.1` or `2001:db8::1`; empty when there is none.
  static func text(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let size =
      address.pointee.sa_family == sa_family_t(AF_INET6)
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = getnameinfo(
      address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
