/// International bank account numbers (ISO 13616-1): what the `iban` rule accepts.
public enum BankAccountNumber {
  /// A country of the registry, two check digits, and an account of that country's length and
  /// kinds of characters, of which the whole is 1 modulo 97 (ISO 7064). Spaces, dots and hyphens
  /// between are ignored, small letters are taken for capitals.
  ///
  /// Checks inside the account that a country makes by its own rules are not made.
  /// Works on bytes, so that a secret need not become a `String`; it allocates nothing.
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let number = text.trimmed
    var place = 0
    var country: (UInt8, UInt8) = (0, 0)
    var checkDigits = 0
    var structure: Structure?
    var remainder = 0
    for byte in number where !isSeparator(byte) {
      let character = CharacterClass.isLetter(byte) ? byte & 0xDF : byte
      switch place {
      case 0: country.0 = character
      case 1:
        country.1 = character
        structure = Structure(country: country)
        if structure == nil { return false }
      case 2, 3:
        guard CharacterClass.isDigit(character) else { return false }
        checkDigits = checkDigits * 10 + CharacterClass.digit(character)
      default:
        guard structure?.takes(character) == true else { return false }
        append(character, to: &remainder)
      }
      place += 1
    }
    guard structure?.isComplete == true, (2...98) ~= checkDigits else { return false }
    append(country.0, to: &remainder)
    append(country.1, to: &remainder)
    return (remainder * 100 + checkDigits) % 97 == 1
  }

  /// The `iban` rule.
  public static func isValid(_ text: String) -> Bool { text.passes(isValid) }

  /// A digit counts as itself, a letter as 10 to 35.
  private static func append(_ character: UInt8, to remainder: inout Int) {
    remainder =
      CharacterClass.isDigit(character)
      ? (remainder * 10 + CharacterClass.digit(character)) % 97
      : (remainder * 100 + Int(character &- UInt8(ascii: "A")) + 10) % 97
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  // MARK: - Structures

  /// The characters that an account still needs: runs of a kind, such as `4a12n`.
  private struct Structure {
    private let table: StaticString
    /// Where the next run is written in the table.
    private var index: Int
    private var left = 0
    private var kind: UInt8 = 0

    init?(country: (UInt8, UInt8)) {
      guard CharacterClass.isCapital(country.0), CharacterClass.isCapital(country.1) else {
        return nil
      }
      for table in [BankAccountNumber.registry, BankAccountNumber.unregistered] {
        var index = 0
        while index < table.utf8CodeUnitCount {
          if table.utf8Start[index] == country.0, table.utf8Start[index + 1] == country.1 {
            self.table = table
            self.index = index + 3
            return
          }
          while table.utf8Start[index] != UInt8(ascii: ";") { index += 1 }
          index += 1
        }
      }
      return nil
    }

    mutating func takes(_ character: UInt8) -> Bool {
      if left == 0 { readRun() }
      guard left > 0 else { return false }
      left -= 1
      switch kind {
      case UInt8(ascii: "n"): return CharacterClass.isDigit(character)
      case UInt8(ascii: "a"): return CharacterClass.isCapital(character)
      default:
        return CharacterClass.isDigit(character) || CharacterClass.isCapital(character)
      }
    }

    var isComplete: Bool { left == 0 && table.utf8Start[index] == UInt8(ascii: ";") }

    private mutating func readRun() {
      while CharacterClass.isDigit(table.utf8Start[index]) {
        left = left * 10 + CharacterClass.digit(table.utf8Start[index])
        index += 1
      }
      guard left > 0 else { return }
      kind = table.utf8Start[index]
      index += 1
    }
  }

  /// Country and account: n digits, a capital letters, c either. Facts: SWIFT's IBAN registry,
  /// release 101.
  private static let registry: StaticString = """
    AD 8n12c;AE 19n;AL 8n16c;AT 16n;AZ 4a20c;BA 16n;BE 12n;BG 4a6n8c;BH 4a14c;BI 23n;\
    BR 23n1a1c;BY 4c4n16c;CH 5n12c;CR 18n;CY 8n16c;CZ 20n;DE 18n;DJ 23n;DK 14n;DO 4c20n;\
    EE 16n;EG 25n;ES 20n;FI 14n;FK 2a12n;FO 14n;FR 10n11c2n;GB 4a14n;GE 2a16n;GI 4a15c;GL 14n;\
    GR 7n16c;GT 24c;HN 4a20n;HR 17n;HU 24n;IE 4a14n;IL 19n;IQ 4a15n;IS 22n;IT 1a10n12c;\
    JO 4a4n18c;KW 4a22c;KZ 3n13c;LB 4n20c;LC 4a24c;LI 5n12c;LT 16n;LU 3n13c;LV 4a13c;LY 21n;\
    MC 10n11c2n;MD 20c;ME 18n;MK 3n10c2n;MN 16n;MR 23n;MT 4a5n18c;MU 4a19n3a;NI 4a20n;\
    NL 4a10n;NO 11n;OM 3n16c;PK 4a16c;PL 24n;PS 4a21c;PT 21n;QA 4a21c;RO 4a16c;RS 18n;\
    RU 14n15c;SA 2n18c;SC 4a20n3a;SD 14n;SE 20n;SI 15n;SK 20n;SM 1a10n12c;SO 19n;ST 21n;\
    SV 4a20n;TL 19n;TN 20n;TR 6n16c;UA 6n19c;VA 18n;VG 4a16n;XK 16n;YE 4a4n18c;
    """

  /// Countries whose banks use the form without an entry in the registry.
  private static let unregistered: StaticString = """
    AO 21n;BF 2c22n;BJ 2c22n;CF 23n;CG 23n;CI 2c22n;CM 23n;CV 21n;DZ 22n;GA 23n;GQ 23n;\
    GW 2c19n;IR 22n;KM 23n;MA 24n;MG 23n;ML 2c22n;MZ 21n;NE 2c22n;SN 2c22n;TD 23n;TG 2c22n;
    """
}
