/// Comparison of signatures and keys.
public enum ConstantTime {
  /// Whether two byte strings are equal, in a time that depends on their lengths only.
  public static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var difference: UInt8 = a.count == b.count ? 0 : 1
    for index in 0..<max(a.count, b.count) {
      difference |= (index < a.count ? a[index] : 0) ^ (index < b.count ? b[index] : 0xFF)
    }
    return difference == 0
  }
}
