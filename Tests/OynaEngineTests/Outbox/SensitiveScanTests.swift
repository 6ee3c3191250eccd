import OynaValue
import Testing

@testable import OynaEngine

@Suite("Payload scan") struct SensitiveScanTests {
  private func finding(_ text: String) -> SensitiveScan.Finding? {
    SensitiveScan.firstFinding(in: Array(text.utf8))
  }

  @Test("names of secrets, in JSON and in forms, in any spelling") func names() {
    for name in [
      "cvv", "CVC", "cvv2", "cid", "pan", "PAN", "card_number", "cardNumber", "Card-Number",
      "passport", "passportNumber", "password", "security_code",
    ] {
      #expect(finding(#"{"\#(name)":"1"}"#) != nil, "\(name)")
      #expect(finding(#"{"a":{"\#(name)"  : 1}}"#) != nil, "\(name)")
      #expect(finding("a=1&\(name)=2") != nil, "\(name)")
    }
    for text in [
      #"{"company":1}"#, #"{"panel":1,"span":2,"city":"cvv"}"#, #"{"note":"pan cvv"}"#, "{}", "",
      #"["cvv"]"#, #"{"acid":1}"#, #"{"pinfl":"3"}"#, "cvv", "\"cvv\"", "\"cvv\"  ",
    ] { #expect(finding(text) == nil, "\(text)") }
  }

  @Test("card numbers, alone and grouped") func cards() {
    for number in [
      "4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "378282246310005",
      "3782 822463 10005", "8600123412341239", "6304000000000000", "4222222222222",
      "6011000990139424", "6212345678900000003",
    ] {
      #expect(finding(#"{"note":"\#(number)"}"#) == .cardNumber, "\(number)")
      #expect(finding(#"{"a":"room 12 \#(number), please"}"#) == .cardNumber, "\(number)")
    }
    #expect(finding(#"{"a":4111111111111111}"#) == .cardNumber)
    for text in [
      "4111111111111112", "411111111111111", "0000000000000000", "+998901234567",
      "x4111111111111111", "4111111111111111x", "41111111111111110000000",
      "123e4567-e89b-12d3-a456-426614174000", "41111111-1111-4111-8111-111111111111",
      "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "2026-11-30 08:00:00",
    ] { #expect(finding(#"{"a":"\#(text)"}"#) == nil, "\(text)") }
  }

  @Test("a random UUID is never taken for a card number") func uuids() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let text = IdempotencyKey(random: (generator.next(), generator.next())).text
      #expect(text.utf8.count == 36 && finding(#"{"id":"\#(text)"}"#) == nil)
    }
  }

  @Test("lines of a passport's machine-readable zone") func passports() {
    let lines = [
      "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
      "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
      "I<UTOD231458907<<<<<<<<<<<<<<<", "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<",
    ]
    for line in lines { #expect(finding(#"{"a":"\#(line)"}"#) == .passportLine, "\(line)") }
    #expect(finding(#"{"a":"\#(lines[0].dropLast())"}"#) == nil)
    #expect(finding(String(repeating: "A", count: 44)) == nil)
  }

  @Test("a payload is refused, and its error does not hold the text") func payload() {
    var body = ValueMap()
    body.set(.string("4111111111111111"), for: "to")
    #expect(throws: OutboxError.sensitivePayload(.cardNumber)) { try OutboxPayload(.map(body)) }
    #expect(!OutboxError.sensitivePayload(.cardNumber).message.contains("4111"))
    #expect(throws: OutboxError.payloadTooLarge(12, limit: 11)) {
      try OutboxPayload(.string("0123456789"), limit: 11)
    }
    #expect(throws: OutboxError.sensitivePayload(.name("cvv"))) {
      try OutboxPayload(stored: Array(#"{"cvv":1}"#.utf8), contentType: "application/json")
    }
  }
}
