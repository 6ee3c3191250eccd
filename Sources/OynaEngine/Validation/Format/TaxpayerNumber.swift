/// The taxpayer number of Uzbekistan (INN, in Uzbek STIR): what the `inn` rule accepts.
public enum TaxpayerNumber {
  /// Nine digits, the first not zero; spaces between and around are ignored.
  ///
  /// No check digit: none is published for it, and the weights of the Russian INN do not hold for
  /// Uzbek numbers.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var count = 0
    for byte in text.trimmed where byte != UInt8(ascii: " ") {
      guard CharacterClass.isDigit(byte), count > 0 || byte != UInt8(ascii: "0") else {
        return false
      }
      count += 1
    }
    return count == 9
  }

  /// Nine digits, the first not zero.
  public static func isValid(_ text: String) -> Bool { text.passes(isValid) }
}
