#if arch(wasm32)
  private import OynaEngine
  private import OynaValue

  // The exports: `Web/oyna/engine.js` is the other side. Text is UTF-8, lengths are bytes.
  //
  // The shell asks for the input buffer, writes its parts into it one after another, and calls an
  // export with their lengths. The answer's length comes back; its bytes are in the result buffer
  // until the next call. Every call overwrites what it read from the input buffer.

  /// One thread runs a WebAssembly instance, so nothing here is shared.
  nonisolated(unsafe) private var shell = Shell()
  nonisolated(unsafe) private var input = Buffer()
  nonisolated(unsafe) private var result = Buffer()
  /// Where the answer is: `result`'s memory, or a request body's own.
  nonisolated(unsafe) private var answer: UnsafeRawPointer?

  /// Memory that grows and is overwritten before it is given back.
  private struct Buffer {
    var base = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
    var capacity = 4096

    mutating func reserve(_ count: Int) {
      if count <= capacity { return }
      wipe(capacity)
      base.deallocate()
      capacity = max(count, capacity * 2)
      base = .allocate(byteCount: capacity, alignment: 16)
    }

    func wipe(_ count: Int) {
      // The shell may read the memory at any time: these stores are not dead, and stay.
      base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    func bytes(from start: Int = 0, count: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: base + start, count: count)
    }

    func text(from start: Int = 0, count: Int) -> String {
      String(decoding: bytes(from: start, count: count), as: UTF8.self)
    }
  }

  private func answer(with bytes: [UInt8]) -> Int32 {
    result.reserve(bytes.count)
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        result.base.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    answer = UnsafeRawPointer(result.base)
    return Int32(bytes.count)
  }

  /// The version of these calls; the shell refuses another.
  @_expose(wasm, "oyna_interface_version")
  @_cdecl("oyna_interface_version")
  func interfaceVersion() -> Int32 { 1 }

  /// The input buffer, at least `count` bytes long.
  @_expose(wasm, "oyna_input_buffer")
  @_cdecl("oyna_input_buffer")
  func inputBuffer(count: Int32) -> UnsafeMutableRawPointer {
    input.reserve(Int(count))
    return input.base
  }

  /// Where the bytes of the last answer are.
  @_expose(wasm, "oyna_result_buffer")
  @_cdecl("oyna_result_buffer")
  func resultBuffer() -> UnsafeRawPointer? { answer }

  /// Overwrites the result buffer.
  @_expose(wasm, "oyna_wipe_result")
  @_cdecl("oyna_wipe_result")
  func wipeResult() { result.wipe(result.capacity) }

  @_expose(wasm, "oyna_open")
  @_cdecl("oyna_open")
  func open(context: Int32, document: Int32) -> Int32 {
    let (context, document) = (Int(context), Int(document))
    defer { input.wipe(context + document) }
    return Int32(
      shell.open(
        context: input.bytes(count: context), document: input.bytes(from: context, count: document)
      ))
  }

  @_expose(wasm, "oyna_open_failure")
  @_cdecl("oyna_open_failure")
  func openFailure(context: Int32, reason: Int32) -> Int32 {
    let (context, reason) = (Int(context), Int(reason))
    return Int32(
      shell.openFailure(
        context: input.bytes(count: context), reason: input.text(from: context, count: reason)))
  }

  @_expose(wasm, "oyna_start")
  @_cdecl("oyna_start")
  func start(handle: Int32) -> Int32 { answer(with: shell.start(Int(handle))) }

  @_expose(wasm, "oyna_event")
  @_cdecl("oyna_event")
  func event(handle: Int32, count: Int32) -> Int32 {
    defer { input.wipe(Int(count)) }
    return answer(with: shell.handle(Int(handle), json: input.bytes(count: Int(count))))
  }

  /// A key and a secret: the secret goes from here into the engine's own buffer.
  @_expose(wasm, "oyna_secret")
  @_cdecl("oyna_secret")
  func secret(handle: Int32, key: Int32, secret: Int32) -> Int32 {
    let (keyCount, count) = (Int(key), Int(secret))
    let bytes = input.bytes(from: keyCount, count: count).bindMemory(to: UInt8.self)
    let secret = Secret(copying: bytes)
    let key = input.text(count: keyCount)
    input.wipe(keyCount + count)
    return answer(with: shell.handle(Int(handle), .secretInput(key: key, value: secret)))
  }

  /// The answer to a request: its headers as a JSON array of pairs, then its body.
  @_expose(wasm, "oyna_response")
  @_cdecl("oyna_response")
  func response(handle: Int32, request: Int32, status: Int32, headers: Int32, body: Int32) -> Int32
  {
    let (headerCount, bodyCount) = (Int(headers), Int(body))
    defer { input.wipe(headerCount + bodyCount) }
    let pairs = (try? JSON.parse(input.bytes(count: headerCount)))?.array
    let response = Response(
      request: RequestID(Int(request)), status: Int(status),
      headers: pairs?.map { (name: $0[0]?.string ?? "", value: $0[1]?.string ?? "") } ?? [],
      body: Array(input.bytes(from: headerCount, count: bodyCount)))
    return answer(with: shell.handle(Int(handle), .response(response)))
  }

  /// Lends the bytes of a request's body in the engine's own buffer: nothing is copied.
  @_expose(wasm, "oyna_request_body")
  @_cdecl("oyna_request_body")
  func requestBody(handle: Int32, request: Int32) -> Int32 {
    guard let body = shell.body(Int(handle), request: Int(request)) else { return 0 }
    return body.withUnsafeBytes { bytes in
      answer = UnsafeRawPointer(bytes.baseAddress)
      return Int32(bytes.count)
    }
  }

  /// A call of the page's queue: see `QueueRelay`.
  @_expose(wasm, "oyna_queue")
  @_cdecl("oyna_queue")
  func queue(count: Int32) -> Int32 {
    defer { input.wipe(Int(count)) }
    return answer(with: shell.queueAnswer(input.bytes(count: Int(count))))
  }

  @_expose(wasm, "oyna_close")
  @_cdecl("oyna_close")
  func close(handle: Int32) { shell.close(Int(handle)) }

  /// Runs event lines over a screen and answers with the lines that `oyna replay` prints. Not
  /// exposed: Scripts/build-web exports it from the module for tests alone.
  @_cdecl("oyna_replay")
  func replay(document: Int32, events: Int32) -> Int32 {
    let (document, events) = (Int(document), Int(events))
    return answer(
      with: Shell.replay(
        document: Array(input.bytes(count: document)),
        events: Array(input.bytes(from: document, count: events))))
  }

  /// What the standard library seeds its hash tables with. wasi-libc's own asks the host, and
  /// brings half of stdio along. Idempotency keys do not come from here: the shell gives their
  /// seed.
  @_cdecl("arc4random_buf")
  func fillForHashing(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
    var state: UInt32 = 0x9E37_79B9
    for place in 0..<count {
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      buffer.storeBytes(of: UInt8(truncatingIfNeeded: state), toByteOffset: place, as: UInt8.self)
    }
  }
#endif
