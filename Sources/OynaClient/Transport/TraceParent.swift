/// The header `traceparent` (W3C Trace Context) of a trace that begins in this application.
enum TraceParent {
  /// Attempts under one idempotency key are one trace, today's and those after a restart, so its id
  /// is made of the key where that is a UUID.
  static func text(key: String?) -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = (key ?? "").lowercased().filter { $0 != "-" && $0 != "\"" }
    let isIdentifier =
      digits.utf8.count == 32
      && digits.utf8.allSatisfy { byte in
        (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66)
      } && digits.contains { $0 != "0" }
    // An identifier of zeros only is none.
    let trace =
      isIdentifier
      ? digits : hex(.random(in: 1...UInt64.max, using: &generator)) + hex(generator.next())
    return "00-\(trace)-\(hex(.random(in: 1...UInt64.max, using: &generator)))-00"
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
