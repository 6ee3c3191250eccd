import OynaEngine
import OynaValue
import Testing

@Suite struct InputMaskTests {
  @Test(
    "a mask shows groups and keeps the raw value",
    arguments: [
      (InputMask.phone(region: "UZ"), "+998901234567", "+998 90 123 45 67"),
      (.card, "8600123412341234", "8600 1234 1234 1234"), (.date, "2026-12-31", "31.12.2026"),
      (.custom(pattern: "AA #######"), "AA1234567", "AA 1234567"),
    ])
  func shown(_ mask: InputMask, _ value: String, _ shown: String) {
    #expect(mask.shown(value) == shown)
    #expect(mask.edited(shown, caret: shown.count).value == value)
    #expect(mask.edited(shown, caret: shown.count).caret == shown.count)
  }

  @Test("the caret stays after the same digits when a digit is typed in the middle")
  func caretInTheMiddle() {
    // "8600 1234|" with a 9 typed after "86": "869|00 1234".
    let edited = InputMask.card.edited("86900 1234", caret: 3)
    #expect(edited == InputMask.card.edited("8690 0123 4", caret: 3))
    #expect(edited.shown == "8690 0123 4")
    #expect(edited.caret == 3)
  }

  @Test("a paste with other signs gives the same value")
  func paste() {
    let edited = InputMask.phone(region: "UZ").edited("+998-(90)-123 45 67", caret: 19)
    #expect(edited.value == "+998901234567")
    #expect(edited.shown == "+998 90 123 45 67")
    #expect(edited.caret == 17)
  }

  @Test("a date gets its dots while it is typed")
  func dateOnItsWay() {
    #expect(InputMask.date.edited("3112", caret: 4).shown == "31.12")
    #expect(InputMask.date.edited("31.122", caret: 6).shown == "31.12.2")
    #expect(InputMask.date.edited("31.12.2026", caret: 10).value == "2026-12-31")
  }
}
