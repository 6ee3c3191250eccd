import OynaStorage

/// An answer as a value.
public struct HTTPResponse: Sendable {
  /// 200 to 599.
  public var status: Int
  /// Without `Content-Length` and `Date`, which the transport adds.
  public var headers: HTTPFields
  /// Not sent with 204 and 304.
  public var body: [UInt8]

  /// An answer of these parts.
  public init(status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer with a body of this type.
  public init(status: Int, contentType: String, body: [UInt8]) {
    self.init(status: status, headers: HTTPFields([("Content-Type", contentType)]), body: body)
  }
}

/// An answer that is made once and sent many times, such as a cached screen.
///
/// A transport may keep its own form of it, so that sending costs no more than the bytes.
public final class FixedResponse: Sendable {
  /// What is sent.
  public let response: HTTPResponse
  /// What the transport keeps; it goes with this object.
  let transportForm = Locked<(any Sendable & AnyObject)?>(nil)

  /// Fixes an answer.
  public init(_ response: HTTPResponse) { self.response = response }
}

/// What a handler gives back.
public enum Reply: Sendable {
  /// An answer made for this request.
  case response(HTTPResponse)
  /// An answer made once, for many requests.
  case fixed(FixedResponse)
  /// The answer needs to wait for something, such as the disk; no thread of the transport waits.
  case pending(@Sendable () async -> HTTPResponse)

  /// The answer itself, waited for. Tests ask so; a transport does better.
  public func response() async -> HTTPResponse {
    switch self {
    case .response(let response): response
    case .fixed(let fixed): fixed.response
    case .pending(let work): await work()
    }
  }
}
