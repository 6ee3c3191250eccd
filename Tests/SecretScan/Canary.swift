#if os(Linux)
  import Foundation
  public import OynaEngine

  /// 24 random letters that stand for a secret, and a scan of this process's memory for them.
  ///
  /// What is kept of them is each letter's distance from a fixed pad, so that neither the test nor
  /// the scan has the canary in its own memory.
  public struct Canary: Sendable {
    /// How often the canary stands in memory, in either form.
    public struct Found: Equatable, Sendable {
      public var utf8: Int
      public var utf16: Int

      public init(utf8: Int, utf16: Int) {
        self.utf8 = utf8
        self.utf16 = utf16
      }
    }

    private let masked: [UInt8]

    public init() {
      masked = (0..<24).map { _ in UInt8.random(in: 0..<16) ^ 0x5A }
    }

    private func letter(_ place: Int) -> UInt8 { UInt8(ascii: "a") + (masked[place] ^ 0x5A) }

    /// Lends the canary from a buffer that is overwritten afterwards.
    public func withSecret(_ body: (Secret) -> Void) {
      let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: masked.count)
      for place in masked.indices { buffer[place] = letter(place) }
      let secret = Secret(copying: UnsafeBufferPointer(buffer))
      body(secret)
      secret.wipe()
      for place in buffer.indices { buffer[place] = 0 }
      buffer.deallocate()
    }

    /// How often the canary stands in the writable mappings of this process.
    public func occurrences() -> Found {
      var found = Found(utf8: 0, utf16: 0)
      guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else {
        return Found(utf8: -1, utf16: -1)
      }
      let memory = open("/proc/self/mem", O_RDONLY)
      defer { close(memory) }
      let chunk = 1 << 20
      let window = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: chunk + 64)
      defer {
        window.update(repeating: 0)
        window.deallocate()
      }
      let own = UInt(bitPattern: window.baseAddress)
      for line in maps.split(separator: "\n") {
        let parts = line.split(separator: " ")
        guard parts.count > 1, parts[1].hasPrefix("rw") else { continue }
        let bounds = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2 else { continue }
        var at = bounds[0]
        while at < bounds[1] {
          let want = min(chunk + 64, Int(bounds[1] - at))
          let count = pread(memory, window.baseAddress, want, off_t(at))
          // The window itself is in one of the mappings, and what it holds is a copy: matches in
          // it do not count, those beside it do.
          if count > 0 {
            search(window, count, of: at, leavingOut: own..<own + UInt(chunk + 64), &found)
          }
          at += UInt(chunk)
        }
      }
      return found
    }

    private func search(
      _ window: UnsafeMutableBufferPointer<UInt8>, _ count: Int, of address: UInt,
      leavingOut own: Range<UInt>, _ found: inout Found
    ) {
      for start in 0..<max(count - masked.count, 0) {
        guard window[start] == letter(0), !own.contains(address + UInt(start)) else { continue }
        if matches(window, start, step: 1, count) { found.utf8 += 1 }
        if matches(window, start, step: 2, count) { found.utf16 += 1 }
      }
    }

    private func matches(
      _ window: UnsafeMutableBufferPointer<UInt8>, _ start: Int, step: Int, _ count: Int
    ) -> Bool {
      guard start + masked.count * step <= count else { return false }
      for place in masked.indices {
        if window[start + place * step] != letter(place) { return false }
        if step == 2 && window[start + place * step + 1] != 0 { return false }
      }
      return true
    }
  }
#endif
