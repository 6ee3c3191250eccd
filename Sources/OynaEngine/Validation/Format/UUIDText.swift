/// Universally unique identifiers as text.
public enum UUIDText {
  /// 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between (RFC 9562 §4), of any version and
  /// variant, in any case.
  public static func isValid(_ text: String) -> Bool {
    text.passes { text in
      guard text.count == 36 else { return false }
      for (place, byte) in text.enumerated() {
        switch place {
        case 8, 13, 18, 23:
          guard byte == UInt8(ascii: "-") else { return false }
        default:
          guard CharacterClass.isHexadecimal(byte) else { return false }
        }
      }
      return true
    }
  }
}
