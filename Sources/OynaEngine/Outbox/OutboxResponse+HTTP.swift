import OynaValue

extension OutboxResponse {
  /// Reads the parts that the queue decides by out of an HTTP answer.
  ///
  /// - Parameters:
  ///   - status: 100 to 599.
  ///   - body: as it came; empty where there is none.
  ///   - headers: names compare without regard to case.
  ///   - key: the key that was sent; nil when none was.
  public init(
    status: Int, headers: [(name: String, value: String)], body: [UInt8], key: IdempotencyKey?
  ) {
    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name }?.value
    }
    let type = (header("content-type") ?? "").lowercased()
    let document = body.isEmpty ? nil : try? JSON.parse(body)
    let isJSON = Self.isJSON(type)
    let kind: Body
    if Self.isPage(type, body) {
      kind = .html
    } else if isJSON, !body.isEmpty {
      kind = document == nil ? .undecodable : .decoded
    } else {
      kind = .decoded
    }
    self.init(
      status: status, body: kind,
      problemType: isJSON ? document?["type"]?.string : nil,
      echoesKey: key != nil && header("idempotency-key") == key?.headerValue,
      isReplayed: header("idempotency-replayed")?.lowercased() == "true",
      retryAfter: header("retry-after").flatMap {
        RetryAfter.milliseconds($0, date: header("date"))
      },
      location: header("location"), fingerprint: Self.fingerprint(status, body))
  }

  /// Whether a content type in lower case is JSON or of a syntax that is JSON (RFC 6839).
  fileprivate static func isJSON(_ type: String) -> Bool {
    let mediaType = type.prefix { $0 != ";" && $0 != " " }
    return mediaType == "application/json" || mediaType.hasSuffix("+json")
  }

  /// Whether an answer is a page for a browser: by its type, or by how it begins where its type is
  /// no word for data. A network's sign-in page comes under any type, or under no type.
  fileprivate static func isPage(_ type: String, _ body: [UInt8]) -> Bool {
    if type.hasPrefix("text/html") || type.hasPrefix("application/xhtml") { return true }
    guard !isJSON(type) else { return false }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: byteOrderMark) ? body[3...] : body[...]
    return text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// FNV-1a over the status and the body.
  private static func fingerprint(_ status: Int, _ body: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    hash = (hash ^ UInt64(truncatingIfNeeded: status)) &* 0x100_0000_01b3
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}

extension OutboxLookUp {
  /// What an HTTP answer to a look-up says. Only data of the server settles a request: a page that
  /// came with status 200 is of the network in between, which wants somebody to sign in.
  ///
  /// - Parameters:
  ///   - status: 100 to 599.
  ///   - headers: names compare without regard to case.
  ///   - body: as it came; empty where there is none.
  public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    let response = OutboxResponse(status: status, headers: headers, body: body, key: nil)
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
    let isData = OutboxResponse.isJSON(type) && response.body == .decoded && !body.isEmpty
    switch status {
    case 200..<300 where isData: self = .found(status: status)
    case 404, 410: self = response.body == .html ? .unavailable : .notFound
    default: self = .unavailable
    }
  }
}
