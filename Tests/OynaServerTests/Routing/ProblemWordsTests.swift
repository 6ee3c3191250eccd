import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct ProblemWordsTests {
  private func said(
    _ problem: Problem, _ language: String?, headers: [(String, String)] = []
  ) -> HTTPResponse {
    var response = problem.response
    for field in headers { response.headers.append(field.0, field.1) }
    let fields = language.map { [("Accept-Language", $0)] } ?? []
    return ProblemWords.said(
      response, to: HTTPRequest(method: "POST", target: "/api", headers: HTTPFields(fields)))
  }

  @Test(
    arguments: [
      ("uz", "uz", "Hisobda mablag‘ yetarli emas."),
      ("uz-Cyrl", "uz-Cyrl", "Ҳисобда маблағ етарли эмас."),
      ("ru-RU,ru;q=0.9", "ru", "На счёте недостаточно средств."),
      ("en-GB", "en", "There is not enough money in the account."),
      ("fr", "en", "There is not enough money in the account."),
    ])
  func aRefusalIsSaidInThePersonsLanguage(
    _ header: String, _ language: String, _ sentence: String
  ) {
    let answer = said(.ledger(.insufficientFunds), header)
    let body = answer.json
    #expect(body?["detail"]?.string == sentence)
    #expect(body?["type"]?.string == "/problems/insufficient-funds")
    #expect(body?["title"]?.string == "The account has less than that")
    #expect(body?["status"]?.int == 422)
    #expect(answer.headers["content-language"] == language)
  }

  @Test func theDevelopersSentenceStaysAsAHint() {
    let problem = Problem.idempotencyKeyReused
    let body = said(problem, "ru").json
    #expect(body?["hint"]?.string == problem.detail)
    #expect(
      body?["detail"]?.string
        == "Это действие уже выполнено другим запросом. Обновите страницу.")
  }

  @Test func withoutALanguageAProblemIsWrittenForDevelopers() {
    let problem = Problem.idempotencyKeyReused
    #expect(said(problem, nil).body == problem.response.body)
    #expect(said(problem, nil).headers["content-language"] == nil)
  }

  @Test(arguments: [Problem.overloaded, .storageUnavailable, .backEndDown, .internalError])
  func whatMayBeSentAgainIsLeftToTheEnginesWords(_ problem: Problem) {
    #expect(said(problem, "uz").body == problem.response.body)
    #expect(said(problem, "uz").headers["content-language"] == nil)
  }

  @Test func aSentenceOfTheBackEndIsKept() {
    let own = Problem(422, "insufficient-funds", "Hisobda pul yo‘q")
    let answer = said(own, "ru", headers: [("Content-Language", "uz")])
    #expect(answer.body == own.response.body)
  }

  @Test func everyRefusalOfMoneyHasWords() {
    let refusals: [Problem] = [
      .ledger(.notPositive), .ledger(.sameAccount), .ledger(.unknownAccount("a")),
      .ledger(.otherCurrency(account: "a")), .ledger(.overflow), .ledger(.idTaken),
      .ledger(.unknownTransfer), .ledger(.isReversal), .orderIsPaid, .orderIsTaken,
      .payment(.unknownStrategy("a")), .payment(.answerAwaited), .payment(.alreadyPaid),
      .payment(.nothingStarted), .payment(.notSupported),
    ]
    for problem in refusals {
      for language in ["uz", "uz-Cyrl", "ru", "en"] {
        let answer = said(problem, language)
        #expect(answer.headers["content-language"] == language, "\(problem.name)")
        let isCyrillic = answer.json?["detail"]?.string?.unicodeScalars
          .contains { (0x400...0x4FF).contains($0.value) }
        #expect(isCyrillic == ["ru", "uz-Cyrl"].contains(language), "\(problem.name) \(language)")
      }
    }
  }

  @Test func aTransferIsRefusedInWordsForPeople() async throws {
    let server = try ServerFixture()
    let answer = await server.post(
      #"{"id":"t","from":"card","to":"savings","amount":500000001,"currency":"UZS"}"#,
      key: "a", to: "/api/v1/transfers", [("Accept-Language", "uz")])
    #expect(answer.status == 422)
    #expect(answer.json?["detail"]?.string == "Hisobda mablag‘ yetarli emas.")
    #expect(answer.headers.values("content-language") == ["uz"])
  }
}
