import CBrotli
import CZlib

/// A coding of a body (RFC 9110 §8.4.1), the shorter first.
enum ContentCoding: String, CaseIterable, Sendable {
  case brotli = "br"
  case gzip

  /// Whether an `Accept-Encoding` header names it with a weight above 0 (RFC 9110 §12.5.3).
  ///
  /// Asked at every request, so it reads bytes and makes nothing.
  func isAccepted(by header: String) -> Bool {
    var header = header
    return header.withUTF8 { bytes in
      var rest = bytes[...]
      while true {
        let item = rest.prefix { $0 != UInt8(ascii: ",") }
        if isNamed(by: item) { return true }
        guard item.endIndex < rest.endIndex else { return false }
        rest = rest[(item.endIndex + 1)...]
      }
    }
  }

  private func isNamed(by item: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var rest = item.drop(while: isSpace)
    for wanted in rawValue.utf8 {
      guard let byte = rest.popFirst(), byte | 0x20 == wanted else { return false }
    }
    rest = rest.drop(while: isSpace)
    guard let next = rest.popFirst() else { return true }
    guard next == UInt8(ascii: ";") else { return false }
    rest = rest.drop(while: isSpace)
    guard let name = rest.popFirst(), name | 0x20 == UInt8(ascii: "q") else { return true }
    rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: "=") }
    // A weight of 0 to 1: any digit but 0 makes it more than nothing.
    return rest.contains { (0x31...0x39).contains($0) }
  }

  /// The bytes in this coding; nil where that is not shorter.
  func encode(_ bytes: [UInt8]) -> [UInt8]? {
    let coded =
      switch self {
      case .brotli: Self.brotli(bytes)
      case .gzip: Self.gzip(bytes)
      }
    return coded.flatMap { $0.count < bytes.count ? $0 : nil }
  }

  /// A quality that takes a millisecond for a screen; the best takes thirty times that for a tenth.
  private static let brotliQuality: Int32 = 9

  private static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
    let most = BrotliEncoderMaxCompressedSize(bytes.count)
    var count = most
    let coded = [UInt8](unsafeUninitializedCapacity: most) { target, used in
      let isDone = BrotliEncoderCompress(
        brotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &count,
        target.baseAddress)
      used = isDone == BROTLI_TRUE ? count : 0
    }
    return coded.isEmpty ? nil : coded
  }

  private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 more than the window's bits asks for the form of gzip (zlib.h).
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let most = Int(deflateBound(&stream, UInt(bytes.count)))
    var source = bytes
    let coded = [UInt8](unsafeUninitializedCapacity: most) { target, used in
      source.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        used = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
      }
    }
    return coded.isEmpty ? nil : coded
  }
}

/// A representation in every coding that there is of it; the client's `Accept-Encoding` decides.
struct CodedRepresentation: Sendable {
  private let identity: Representation
  private let coded: [(coding: ContentCoding, representation: Representation)]

  /// - Parameters:
  ///   - coded: the same bytes in each coding that there is.
  ///   - fields: as ``Representation`` takes them; `Vary` names `Accept-Encoding`.
  init(
    _ bytes: [UInt8], coded: (ContentCoding) -> [UInt8]?, contentType: String,
    fields: [(name: String, value: String)], security: SecurityHeaders
  ) {
    identity = Representation(bytes, contentType: contentType, fields: fields, security: security)
    self.coded = ContentCoding.allCases.compactMap { coding in
      coded(coding).map {
        let fields = fields + [("Content-Encoding", coding.rawValue)]
        return (
          coding,
          Representation($0, contentType: contentType, fields: fields, security: security)
        )
      }
    }
  }

  /// The bytes in the best coding that the client takes, or 304 when it has them.
  func reply(to request: HTTPRequest) -> Reply {
    guard !coded.isEmpty, let accepted = request.headers.list("accept-encoding") else {
      return identity.reply(to: request)
    }
    let best = coded.first { $0.coding.isAccepted(by: accepted) }?.representation ?? identity
    return best.reply(to: request)
  }
}
