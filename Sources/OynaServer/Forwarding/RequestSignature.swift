import Foundation

/// The signature of a forwarded request: HMAC-SHA-256 over what a back end must be able to rely on.
///
/// `Oyna-Signature: t=1700000000,v1=<64 hex digits>[,v1=…]`, where each `v1` is the HMAC under one
/// key of
///
///     POST\n/api/v1/loan/apply\n1700000000\n<Idempotency-Key as its header has it>\n<body>
///
/// The time bounds how long a request that was listened to can be sent again; the idempotency key
/// is in it so that it cannot be sent again under another. `Docs/Forwarding.md` has a test vector.
struct RequestSignature {
  /// The header's value; nil without a key.
  let header: String?

  /// - Parameters:
  ///   - target: the path as it is sent.
  ///   - key: the `Idempotency-Key` header's value; empty when the request has none.
  ///   - seconds: since 1970.
  init(
    method: String, target: String, key: String, seconds: Int64, body: HTTPBody?,
    secrets: [[UInt8]]
  ) {
    guard !secrets.isEmpty else {
      header = nil
      return
    }
    let head = Array("\(method)\n\(target)\n\(seconds)\n\(key)\n".utf8)
    // In a body of its own, for it may hold a secret: it is overwritten when it goes.
    let signed = HTTPBody(capacity: head.count + (body?.count ?? 0))
    head.withUnsafeBytes { signed.append($0) }
    body?.withBytes { signed.append($0) }
    let signatures = secrets.map { secret in
      "v1=" + Digest.hex(signed.withBytes { Digest.hmac(key: secret, $0) })
    }
    header = (["t=\(seconds)"] + signatures).joined(separator: ",")
  }
}
