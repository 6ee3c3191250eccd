import OynaEngine
import Testing

@Suite("Telephone numbers")
struct PhoneNumberTests {
  @Test(
    "an Uzbek number is read however it is typed",
    arguments: [
      "+998901234567", "+998 90 123 45 67", "998901234567", "00998901234567", "901234567",
      "90 123-45-67", "(90) 123.45.67", " +998\u{A0}90\u{A0}123\u{A0}45\u{A0}67 ", "90/1234567",
    ])
  func typed(text: String) throws {
    let number = try #require(PhoneNumber(text, region: "UZ"))
    #expect(number.e164 == "+998901234567")
    #expect(number.region == "UZ")
    #expect(number.kind == .mobile)
    #expect(number.formatted(.international) == "+998 90 123 45 67")
    #expect(number.formatted(.national) == "90 123 45 67")
    #expect(PhoneNumber.isValid(text, region: "UZ"))
  }

  @Test(
    "what is no Uzbek number is refused",
    arguments: [
      "", "+", "+998", "90123456", "9012345678", "+99890123456", "+9989012345678", "+99890123456a",
      "+998 10 123 45 67", "+998401234567", "+7 912 345 67 89", "++998901234567", "+998+901234567",
      "90 123 45 67 ext 1", "９01234567", "90_123_45_67", "+998901234567\u{0}",
      "99999999999999999999999999999999", "901234567,901234568", "tel:+998901234567",
    ])
  func notUzbek(text: String) {
    #expect(PhoneNumber(text, region: "UZ") == nil)
    #expect(!PhoneNumber.isValid(text, region: "UZ"))
  }

  @Test(
    "numbers of other regions are written as their people write them",
    arguments: [
      ("8 912 345-67-89", "RU", "+79123456789", "8 (912) 345-67-89", "+7 912 345-67-89"),
      ("8 (701) 000 90 00", "KZ", "+77010009000", "8 (701) 000 9000", "+7 701 000 9000"),
      ("0700 123 456", "KG", "+996700123456", "0700 123 456", "+996 700 123 456"),
      ("0501 234 56 78", "TR", "+905012345678", "0501 234 56 78", "+90 501 234 56 78"),
      ("444 1 444", "TR", "+904441444", "444 1 444", "+90 4441444"),
      ("66 123456", "TM", "+99366123456", "8 66 123456", "+993 66 123456"),
    ])
  func others(text: String, region: String, e164: String, national: String, international: String)
    throws
  {
    let number = try #require(PhoneNumber(text, region: region))
    #expect(number.e164 == e164)
    #expect(number.formatted(.national) == national)
    #expect(number.formatted(.international) == international)
    #expect(PhoneNumber(e164, region: region) == number)
  }

  @Test("a number is one of its own region only, though Russia and Kazakhstan share a code")
  func regions() {
    #expect(PhoneNumber("+79123456789", region: "KZ") == nil)
    #expect(PhoneNumber("+77010009000", region: "RU") == nil)
    #expect(PhoneNumber("+77010009000", region: nil)?.region == "KZ")
    #expect(PhoneNumber("+79123456789", region: nil)?.region == "RU")
    #expect(PhoneNumber("+998901234567", region: nil)?.region == "UZ")
    #expect(PhoneNumber("901234567", region: nil) == nil)
    #expect(PhoneNumber("+998901234567", region: "XX") == nil)
    #expect(PhoneNumber("+998901234567", region: "uz") == nil)
  }

  @Test("where only lengths are known they are checked, and the digits stay together")
  func lengths() throws {
    let number = try #require(PhoneNumber("+49 30 123456", region: "DE"))
    #expect(number.e164 == "+4930123456")
    #expect(number.kind == nil)
    #expect(number.formatted(.international) == "+49 30123456")
    #expect(PhoneNumber("+1 202 555 01", region: "US") == nil)
    #expect(PhoneNumber("(202) 555-0123", region: "US")?.e164 == "+12025550123")
    #expect(PhoneNumber("020 7946 0958", region: "GB")?.e164 == "+442079460958")
  }

  @Test("every region has an id of its own, a calling code and some length")
  func everyRegion() {
    #expect(PhoneRegion.all.count > 240)
    #expect(Set(PhoneRegion.all.map(\.id)).count == PhoneRegion.all.count)
    for region in PhoneRegion.all {
      #expect(region.id.utf8.count == 2)
      #expect((1...3) ~= region.callingCode.utf8.count)
      #expect(PhoneRegion.named(region.id)?.callingCode == region.callingCode)
    }
  }

  @Test("each Uzbek mobile code of two digits is known, each other is not")
  func uzbekCodes() {
    let mobile: Set<String> = [
      "20", "33", "50", "77", "87", "88", "90", "91", "93", "94", "95", "97", "98", "99",
    ]
    for code in mobile { #expect(PhoneNumber(code + "1234567", region: "UZ")?.kind == .mobile) }
    for code in ["00", "10", "21", "30", "40", "49", "51", "60"] {
      #expect(PhoneNumber(code + "1234567", region: "UZ") == nil)
    }
    #expect(PhoneNumber("712345678", region: "UZ")?.kind == .fixedLine)
  }
}
