import Testing

@testable import OynaServer

@Suite struct LanguageChoiceTests {
  let choice = LanguageChoice(default: "uz", ["en", "ru", "uz-Cyrl"])

  @Test(
    arguments: [
      (nil, "uz"), ("", "uz"), ("ru", "ru"), ("RU", "ru"), ("ru-RU", "ru"), ("uz-Cyrl", "uz-Cyrl"),
      ("uz-cyrl-UZ", "uz-Cyrl"), ("uz-Latn-UZ", "uz"), ("kk, ru;q=0.5", "ru"),
      ("en;q=0.5, ru;q=0.8", "ru"), ("en;q=0.8, ru;q=0.8", "en"), ("en;q=0.9,ru", "ru"),
      ("de", "uz"), ("*", "uz"), ("de, *;q=0.1", "uz"), ("en;q=0, ru;q=0.1", "ru"),
      ("uz;q=0", "en"), ("uz;q=0, en;q=0", "ru"), ("en-x-private", "en"),
      ("ru ; q=0.3 , en ; q=0.4", "en"),
    ] as [(String?, String)])
  func theBestLanguageIsChosen(header: String?, language: String) {
    #expect(choice.best(for: header) == language)
  }

  @Test(arguments: [
    ";;;", ",,,", "ru;q=2", "ru;q=-1", "ru;q=0.1234", "ru;q=abc", "r\u{0}u",
    "ру", String(repeating: "ru-", count: 100), String(repeating: "de,", count: 100) + "ru",
  ])
  func nonsenseGivesTheDefault(header: String) {
    #expect(choice.best(for: header) == "uz")
  }
}
