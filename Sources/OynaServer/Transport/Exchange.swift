import CMicrohttpd
import Foundation
import OynaStorage

/// One request and its answer on a connection.
final class Exchange: @unchecked Sendable {
  // Touched by one thread at a time: the library's while it reads and writes, the task's between
  // `MHD_suspend_connection` and `MHD_resume_connection`, which order the two.

  let connection: Connection
  /// The body so far; nil while there is none.
  var body: HTTPBody?
  /// How many bytes came, those of a body that is too large included.
  var received = 0
  var isTooLarge = false
  /// Bytes that its body may have.
  var limit = 0
  /// It counts among the large bodies.
  var isLarge = false
  /// What a pending reply came to.
  var settled: HTTPResponse?

  init(_ connection: Connection) { self.connection = connection }

  /// The request as a value. Must run in the library's callback: it reads the library's memory.
  ///
  /// Nil when a parameter of the query cannot be decoded.
  func request(
    _ handle: OpaquePointer, method: UnsafePointer<CChar>, target: UnsafePointer<CChar>
  ) -> HTTPRequest {
    var values = Values()
    withUnsafeMutablePointer(to: &values) { pointer in
      oyna_mhd_each_value(handle, Self.collect, pointer)
    }
    return HTTPRequest(
      method: String(cString: method), target: String(cString: target), query: values.query,
      headers: values.headers, body: body, client: connection.client)
  }

  private struct Values {
    var headers = HTTPFields()
    var query: [(name: String, value: String)] = []
  }

  private static let collect: MHD_KeyValueIteratorN = {
    context, kind, name, nameCount, value, valueCount in
    let values = context?.assumingMemoryBound(to: Values.self)
    let name = text(name, nameCount)
    let value = text(value, valueCount)
    if oyna_mhd_is_header(kind) != 0 {
      values?.pointee.headers.append(name, value)
    } else if let name = RequestTarget.decodeParameter(name),
      let value = RequestTarget.decodeParameter(value)
    {
      // A parameter that is no text is left out: no handler could have meant it.
      values?.pointee.query.append((name, value))
    }
    return oyna_mhd_result(1)
  }

  private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self
    )
  }
}

/// The library's form of an answer, which it may send many times.
final class LibraryResponse: Sendable {
  // The library counts the uses of a response itself, under a lock.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Nil when the library has no memory or refuses a header.
  init?(_ response: HTTPResponse, closes: Bool) {
    let made = response.body.withUnsafeBytes { oyna_mhd_response($0.baseAddress, $0.count) }
    guard let made else { return nil }
    handle = made
    for field in response.headers.fields {
      // A line break in a value would start another header; the library refuses it.
      guard MHD_add_response_header(handle, field.name, field.value) == oyna_mhd_result(1) else {
        return nil
      }
    }
    if closes { MHD_add_response_header(handle, "Connection", "close") }
  }

  deinit { MHD_destroy_response(handle) }
}
