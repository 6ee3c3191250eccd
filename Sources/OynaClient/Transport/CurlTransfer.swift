#if os(Linux)
  import CCurl
  import Foundation
  import FoundationNetworking
  import OynaEngine

  /// One request whose body holds a secret, sent by libcurl itself.
  ///
  /// URLSession of swift-corelibs-foundation copies a body into a `DispatchData` that is freed as
  /// it is. Here there is one copy, which is overwritten when the transfer is over or cancelled,
  /// and what libcurl has of it, which CCurl has overwritten whenever libcurl frees memory.
  /// The connection ends with the transfer; a redirect is the answer itself.
  final class CurlTransfer: @unchecked Sendable {
    // `body`, `sentCount`, `multi` and `isCancelled` are used under `lock`; the answer's parts on
    // the thread of `run` only.
    private let lock = NSLock()
    private let body: UnsafeMutableRawBufferPointer
    private var sentCount = 0
    private var multi: UnsafeMutableRawPointer?
    private var isCancelled = false

    private let request: TransportRequest
    private let configuration: HTTPTransport.Configuration
    private let cookies: HTTPCookieStorage?
    private var headers: [(name: String, value: String)] = []
    private var answer: [UInt8] = []
    private var isTooLarge = false

    init(
      _ request: TransportRequest, _ body: RequestBody,
      _ configuration: HTTPTransport.Configuration,
      cookies: HTTPCookieStorage?
    ) {
      self.request = request
      self.configuration = configuration
      self.cookies = cookies
      self.body = body.withUnsafeBytes { bytes in
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyMemory(from: UnsafeRawBufferPointer(bytes))
        return copy
      }
    }

    deinit {
      erase()
      body.deallocate()
    }

    /// Ends the transfer: nothing more of the body leaves.
    func cancel() {
      lock.withLock {
        isCancelled = true
        erase()
        if let multi { curl_multi_wakeup(multi) }
      }
    }

    private func erase() {
      if let base = body.baseAddress { overwrite(base, count: body.count) }
    }

    /// The answer. Blocks its thread until it is there.
    func run() -> Result<TransportAnswer, TransportError> {
      guard let easy = curl_easy_init(), let multi = curl_multi_init() else {
        return .failure(.offline)
      }
      var list = headerList()
      configure(easy, list)
      curl_multi_add_handle(multi, easy)
      lock.withLock { self.multi = multi }
      let code = transfer(multi)
      let status = oyna_curl_status(easy)
      let wasCancelled = lock.withLock {
        self.multi = nil
        erase()
        return isCancelled
      }
      curl_multi_remove_handle(multi, easy)
      curl_easy_cleanup(easy)
      curl_multi_cleanup(multi)
      curl_slist_free_all(list)
      list = nil
      if wasCancelled { return .failure(.cancelled) }
      if isTooLarge { return .failure(.tooLarge(limit: configuration.answerLimit)) }
      guard code == CURLE_OK else { return .failure(Self.failure(code)) }
      keepCookies()
      return .success(TransportAnswer(status: status, headers: headers, body: answer))
    }

    private func transfer(_ multi: UnsafeMutableRawPointer) -> CURLcode {
      var running: Int32 = 1
      while running > 0 {
        guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_SEND_ERROR }
        if lock.withLock({ isCancelled }) { return CURLE_ABORTED_BY_CALLBACK }
        if running > 0 { curl_multi_poll(multi, nil, 0, 1_000, nil) }
      }
      let result = oyna_curl_result(multi)
      return result < 0 ? CURLE_SEND_ERROR : CURLcode(UInt32(result))
    }

    // MARK: - What is asked

    private func configure(
      _ easy: UnsafeMutableRawPointer, _ list: UnsafeMutablePointer<curl_slist>?
    ) {
      oyna_curl_set_text(easy, CURLOPT_URL, request.url.absoluteString)
      oyna_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
      oyna_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
      // Every encoding that libcurl can undo.
      oyna_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
      oyna_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
      oyna_curl_set_number(easy, CURLOPT_UPLOAD, 1)
      oyna_curl_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(body.count))
      // Seconds without a byte, and milliseconds as a whole.
      let patience = Int(max(configuration.timeout.rounded(.up), 1))
      oyna_curl_set_number(easy, CURLOPT_CONNECTTIMEOUT, patience)
      oyna_curl_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
      oyna_curl_set_number(easy, CURLOPT_LOW_SPEED_TIME, patience)
      oyna_curl_set_number(
        easy, CURLOPT_TIMEOUT_MS, Int(max(configuration.resourceTimeout * 1_000, 1)))
      oyna_curl_set_headers(easy, list)
      oyna_curl_set_callbacks(
        easy, Unmanaged.passUnretained(self).toOpaque(),
        { bytes, size, count, context in
          CurlTransfer.of(context)?.read(into: bytes, size * count) ?? 0
        },
        { bytes, size, count, context in
          CurlTransfer.of(context)?.take(header: bytes, size * count) ?? 0
        },
        { bytes, size, count, context in
          CurlTransfer.of(context)?.take(answer: bytes, size * count) ?? 0
        })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func headerList() -> UnsafeMutablePointer<curl_slist>? {
      var all = configuration.headers.map { (name: $0.key, value: $0.value) } + request.headers
      if let cookies = cookies?.cookies(for: request.url) {
        all += HTTPCookie.requestHeaderFields(with: cookies).map { (name: $0.key, value: $0.value) }
      }
      // The body goes at once, without asking first.
      var list = curl_slist_append(nil, "Expect:")
      for header in all {
        let line = "\(header.name): \(header.value)"
        // A line break would be a header of its own (RFC 9110 §5.5).
        guard !line.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" })
        else { continue }
        list = curl_slist_append(list, line) ?? list
      }
      return list
    }

    private func read(into bytes: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
      lock.withLock {
        guard let bytes, let base = body.baseAddress, !isCancelled else {
          return Int(CURL_READFUNC_ABORT)
        }
        let count = min(room, body.count - sentCount)
        UnsafeMutableRawPointer(bytes).copyMemory(from: base + sentCount, byteCount: count)
        sentCount += count
        return count
      }
    }

    // MARK: - What is answered

    /// One line; another status line, after `100 Continue`, begins anew.
    private func take(header bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
      let line = String(
        decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
      if line.hasPrefix("HTTP/") {
        headers = []
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].trimmingCharacters(
          in: .whitespacesAndNewlines)
        headers.append((name: String(line[..<colon]), value: value))
      }
      return count
    }

    private func take(answer bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
      guard answer.count + count <= configuration.answerLimit else {
        isTooLarge = true
        return 0
      }
      answer.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }

    private func keepCookies() {
      guard let cookies else { return }
      for header in headers where header.name.lowercased() == "set-cookie" {
        for cookie in HTTPCookie.cookies(
          withResponseHeaderFields: ["Set-Cookie": header.value], for: request.url)
        {
          cookies.setCookie(cookie)
        }
      }
    }

    /// Offline and untrusted are those after which no byte of the body was written.
    private static func failure(_ code: CURLcode) -> TransportError {
      switch code {
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT,
        CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
        .offline
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
        .untrusted
      default: .timeout
      }
    }
  }
#endif
