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

  /// Types a text character by character at the end, as a person does.
  private func typed(_ text: String) -> MaskedText {
    var now = InputMask.date.edited("", caret: 0)
    for character in text {
      let next = now.shown + String(character)
      now = InputMask.date.edited(next, caret: next.count)
    }
    return now
  }

  @Test(
    "a dot or a slash ends a day or a month of one digit, and puts the zero before it",
    arguments: [
      ("7.10.2020", "07.10.2020", "2020-10-07"), ("1.5.2000", "01.05.2000", "2000-05-01"),
      ("1/5/2000", "01.05.2000", "2000-05-01"), ("31.12.2026", "31.12.2026", "2026-12-31"),
      ("31122026", "31.12.2026", "2026-12-31"), ("1.", "01.", "01."), ("15.", "15.", "15."),
      ("0.", "0", "0"), (".5", "5", "5"), ("15..2", "15.2", "15.2"),
      ("31.12.20267", "31.12.2026", "2026-12-31"), ("31.12.2026.", "31.12.2026", "2026-12-31"),
    ])
  func dateOfOneDigit(_ keys: String, _ shown: String, _ value: String) {
    let now = typed(keys)
    #expect(now.shown == shown)
    #expect(now.value == value)
    #expect(now.caret == shown.count)
    let pasted = InputMask.date.edited(keys, caret: keys.count)
    #expect(pasted.shown == shown)
    #expect(pasted.value == value)
  }

  @Test("a date's digit can be deleted and typed again: a zero is put only before a dot just typed")
  func dateDigitReplaced() {
    let deleted = InputMask.date.edited("0.10.2020", caret: 1)
    #expect(deleted.shown == "0.10.2020")
    #expect(deleted.caret == 1)
    let again = InputMask.date.edited("05.10.2020", caret: 2)
    #expect(again.value == "2020-10-05")
    #expect(again.caret == 2)
  }

  @Test("a form keeps a date's digits in their parts while one digit is replaced")
  func dateInForm() throws {
    var form = try OpenForm(
      #"{"id": "t", "type": "text_input", "props": {"mask": "date"}}"#)
    for (typed, shown, kept) in [
      ("17.10.2020", "17.10.2020", "2020-10-17"), ("1.10.2020", "1.10.2020", "1.10.2020"),
      ("18.10.2020", "18.10.2020", "2020-10-18"), ("7.", "7.", "7."),
    ] {
      form.type(typed, in: "t")
      #expect(form.engine.node("t")?.field?.value == .string(shown))
      #expect(form.value("t") == .string(kept))
    }
  }

  @Test("a backspace over a dot moves the caret before it, and a letter stays for a rule to refuse")
  func dateSigns() {
    let over = InputMask.date.edited("3112.2026", caret: 2)
    #expect(over.shown == "31.12.2026")
    #expect(over.caret == 2)
    #expect(InputMask.date.edited("31.1a", caret: 5).shown == "31.1a")
    #expect(InputMask.date.edited("2026-12-31", caret: 10).shown == "31.12.2026")
  }
}
