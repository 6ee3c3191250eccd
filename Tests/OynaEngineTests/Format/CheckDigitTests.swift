import OynaEngine
import OynaValue
import Testing

@Suite("Numbers with check digits")
struct CheckDigitTests {
  // MARK: - Cards

  @Test(
    "cards of 13 to 19 digits are taken, with spaces and hyphens",
    arguments: [
      "4111 1111 1111 1111", "4111-1111-1111-1111", "378282246310005", " 8600 0000 0000 0007 ",
      "4222222222222", "6304000000000000000",
    ])
  func cards(text: String) {
    #expect(CardNumber.isValid(text))
  }

  @Test(
    "everything else is no card",
    arguments: [
      "", " ", "0", "4111 1111 1111 1112", "0000 0000 0000 0000", "4111111111111111x",
      "4111_1111_1111_1111", "41111111111111111111", "411111111114", "٤111111111111111",
      "4111.1111.1111.1111", "--------------------", "4111\u{A0}1111 1111 1111",
    ])
  func notCards(text: String) {
    #expect(!CardNumber.isValid(text))
  }

  @Test("exactly one last digit is right, every single wrong digit and most swaps are caught")
  func luhn() throws {
    for base in ["7992739871", "123456789012345", "41111111111111", "9", "000000000000001"] {
      let right = (0...9).filter { CardNumber.hasCheckDigit(base + String($0)) }
      try #require(right.count == 1)
      let digits = Array(base + String(right[0]))
      for place in digits.indices {
        for digit in "0123456789" where digit != digits[place] {
          var changed = digits
          changed[place] = digit
          #expect(!CardNumber.hasCheckDigit(String(changed)))
        }
      }
      for place in digits.indices.dropLast() {
        var swapped = digits
        swapped.swapAt(place, place + 1)
        let pair = Set([digits[place], digits[place + 1]])
        // Luhn does not see 09 become 90.
        #expect(
          CardNumber.hasCheckDigit(String(swapped)) == (pair.count == 1 || pair == ["0", "9"]))
      }
    }
  }

  // MARK: - Accounts

  @Test(
    "accounts of the registry are taken, in any case and grouping",
    arguments: [
      "GB82 WEST 1234 5698 7654 32", "gb82west12345698765432", "DE89-3704-0044-0532-0130-00",
      "KZ86 125K ZT50 0410 0100", "TR33 0006 1005 1978 6457 8413 26", "NO93 8601 1117 947",
      "MT84MALT011000012345MTLCAST001S", " FR14 2004 1010 0505 0001 3M02 606 ",
    ])
  func accounts(text: String) {
    #expect(BankAccountNumber.isValid(text))
  }

  @Test("every single wrong character, every lost and every doubled one is caught")
  func changedAccounts() {
    for account in ["GB82WEST12345698765432", "NO9386011117947", "KZ86125KZT5004100100"] {
      let characters = Array(account)
      for place in characters.indices {
        for character in "0123456789ABCXYZ" where character != characters[place] {
          var changed = characters
          changed[place] = character
          #expect(!BankAccountNumber.isValid(String(changed)))
        }
        var shorter = characters
        shorter.remove(at: place)
        #expect(!BankAccountNumber.isValid(String(shorter)))
        var longer = characters
        longer.insert(characters[place], at: place)
        #expect(!BankAccountNumber.isValid(String(longer)))
        #expect(!BankAccountNumber.isValid(String(characters[..<place])))
      }
    }
  }

  @Test(
    "what is no account is refused",
    arguments: [
      "", "0001", "XX82WEST12345698765432", "UZ0000000000000000", "GB82WEST1234569876543é",
      "GB82 WEST 1234 5698 7654 32 1", "82GBWEST12345698765432", "GB", "GB8", "GB82",
      "GB82_WEST_1234_5698_7654_32",
    ])
  func notAccounts(text: String) {
    #expect(!BankAccountNumber.isValid(text))
  }

  @Test("check digits are 02 to 98, though 00, 01 and 99 are the same modulo 97")
  func checkDigitsOfAccounts() {
    var aliases = 0
    for number in 100...999 {
      let account = String(repeating: "0", count: 8) + String(number)
      let right = (0...99).filter { digits in
        BankAccountNumber.isValid("NO" + (digits < 10 ? "0" : "") + String(digits) + account)
      }
      #expect(right.count == 1)
      #expect(right.allSatisfy { (2...98) ~= $0 })
      if let digits = right.first, digits == 2 || digits >= 97 { aliases += 1 }
    }
    #expect(aliases > 10)
  }

  // MARK: - Uzbekistan

  @Test("a taxpayer number has nine digits and does not start with zero")
  func taxpayers() {
    for text in ["123456789", "305 123 456", " 200000000 "] {
      #expect(TaxpayerNumber.isValid(text))
    }
    for text in [
      "", "012345678", "12345678", "1234567890", "12345678a", "１23456789", "123-456-789",
    ] {
      #expect(!TaxpayerNumber.isValid(text))
    }
  }

  /// Thirteen digits and the check digit that the resolution's weights give.
  private func personal(_ digits: String) -> String {
    let weights = [7, 3, 1]
    var sum = 0
    for (place, digit) in digits.enumerated() {
      sum += (digit.wholeNumberValue ?? 0) * weights[place % 3]
    }
    return digits + String(sum % 10)
  }

  @Test("a personal number writes a day of birth and ends with its check digit")
  func personalNumbers() throws {
    let number = personal("3150685001001")
    #expect(PersonalNumber.isValid(number))
    #expect(PersonalNumber.birthDate(number) == CalendarDay("1985-06-15"))
    #expect(PersonalNumber.birthDate(personal("6290204001001")) == CalendarDay("2004-02-29"))
    #expect(PersonalNumber.birthDate(personal("1010199001001")) == CalendarDay("1899-01-01"))
    #expect(PersonalNumber.isValid(" " + number.prefix(7) + " " + number.suffix(7)))
    let right = (0...9).filter { PersonalNumber.isValid(number.dropLast() + String($0)) }
    #expect(right.count == 1)
  }

  @Test("each impossible century, day and month is refused though its check digit is right")
  func impossibleBirths() {
    for digits in [
      "0150685001001", "7150685001001", "3000685001001", "3320185001001", "3310485001001",
      "3290201001001", "3151385001001", "3150085001001",
    ] {
      #expect(!PersonalNumber.isValid(personal(digits)), "\(digits)")
      #expect(PersonalNumber.birthDate(personal(digits)) == nil)
    }
  }

  @Test("every single wrong digit of a personal number is caught")
  func wrongPersonalNumbers() {
    let digits = Array(personal("3150685001001"))
    for place in digits.indices {
      for digit in "0123456789" where digit != digits[place] {
        var changed = digits
        changed[place] = digit
        // The weights 7, 3 and 1 have no divisor in common with 10.
        #expect(!PersonalNumber.isValid(String(changed)))
      }
      #expect(!PersonalNumber.isValid(String(digits[..<place])))
    }
    for text in ["", "3150685001001a", String(digits) + "0", "31506850010011 1"] {
      #expect(!PersonalNumber.isValid(text))
    }
  }
}
