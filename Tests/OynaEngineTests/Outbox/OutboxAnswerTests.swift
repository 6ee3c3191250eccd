import Testing

@testable import OynaEngine

@Suite("Answer classification") struct OutboxAnswerTests {
  /// QUEUE.md §2.2, row by row, for the problem type and body that a row names.
  static let table: [(statuses: [Int], problem: String?, kind: OutboxAnswerClass)] = [
    ([200, 201, 202, 204, 299], nil, .done),
    ([511], nil, .captivePortal),
    ([300, 301, 302, 303, 304, 305, 306], nil, .unexpectedRedirect),
    ([307, 308], nil, .followRedirect),
    (
      [400, 404, 405, 406, 410, 411, 413, 414, 415, 431, 451, 501, 505, 402, 403, 418, 499], nil,
      .permanent
    ),
    ([401], nil, .paused),
    ([408, 421, 425, 423, 502, 503, 504], nil, .retry),
    ([409], "https://oyna.uz/problems/idempotency-in-progress", .inProgress),
    ([409], "idempotency-in-progress", .inProgress),
    ([409], "https://oyna.uz/problems/not-idempotency-in-progress", .conflict),
    ([409, 412, 428], nil, .conflict),
    ([422], "https://oyna.uz/problems/idempotency-key-reused", .keyReused),
    ([422], nil, .permanent),
    ([424], nil, .dependency),
    ([429], nil, .hostSlow),
    ([500, 506, 507, 508, 599], nil, .serverError),
    ([100, 101, 199, 0, 600, 999, -1], nil, .captivePortal),
  ]

  @Test("every row of the table") func rows() {
    for row in Self.table {
      for status in row.statuses {
        let response = OutboxResponse(status: status, problemType: row.problem)
        #expect(
          OutboxAnswerClass(.response(response), expectsEcho: true) == row.kind, "\(status)")
      }
    }
  }

  @Test("no status is without a class, and only success is done") func total() {
    for status in 0...1_000 {
      let kind = OutboxAnswerClass(.response(OutboxResponse(status: status)), expectsEcho: false)
      #expect((kind == .done) == (200..<300 ~= status))
    }
  }

  @Test("a page or a missing echo in a 2xx is a captive portal") func captivePortal() {
    let page = OutboxResponse(status: 200, body: .html)
    let foreign = OutboxResponse(status: 200, echoesKey: false)
    #expect(OutboxAnswerClass(.response(page), expectsEcho: false) == .captivePortal)
    #expect(OutboxAnswerClass(.response(foreign), expectsEcho: true) == .captivePortal)
    #expect(OutboxAnswerClass(.response(foreign), expectsEcho: false) == .done)
    let broken = OutboxResponse(status: 200, body: .undecodable)
    #expect(OutboxAnswerClass(.response(broken), expectsEcho: true) == .doneUnreadable)
  }

  @Test("no answer and nothing sent are told apart") func noAnswer() {
    #expect(OutboxAnswerClass(.notSent, expectsEcho: true) == .notSent)
    #expect(OutboxAnswerClass(.noAnswer, expectsEcho: true) == .outcomeUnknown)
    #expect(!OutboxAnswerClass.notSent.mayHaveArrived && !OutboxAnswerClass.notSent.usesAttempt)
    #expect(OutboxAnswerClass.outcomeUnknown.mayHaveArrived)
    #expect(
      OutboxAnswerClass.inProgress.mayHaveArrived && !OutboxAnswerClass.inProgress.usesAttempt)
  }
}

@Suite("Back-off and Retry-After") struct OutboxBackoffTests {
  @Test("the wait is even between 0 and min(cap, base · 2ⁿ)", arguments: 0...40)
  func fullJitter(failures: Int) throws {
    let backoff = try #require(OutboxBackoff(base: 1_000, cap: 300_000))
    let ceiling = backoff.ceiling(afterFailures: failures)
    #expect(ceiling == (failures < 9 ? 1_000 << Int64(failures) : 300_000))
    var generator = SeededGenerator(seed: UInt64(failures))
    let waits = (0..<2_000).map { _ in
      backoff.wait(afterFailures: failures, using: &generator)
    }
    #expect(waits.allSatisfy { 0...ceiling ~= $0 })
    // Full jitter, not "equal" or "decorrelated": each tenth of the range is hit, mean in the middle.
    for tenth in 0..<10 {
      let part = (ceiling * Int64(tenth) / 10)...(ceiling * Int64(tenth + 1) / 10)
      #expect(waits.contains { part ~= $0 })
    }
    let mean = waits.reduce(0, +) / 2_000
    #expect(ceiling * 45 / 100...ceiling * 55 / 100 ~= mean)
  }

  @Test("the ceiling never falls and never overflows") func ceilings() throws {
    let backoff = try #require(OutboxBackoff(base: 86_400_000, cap: 86_400_000))
    #expect(backoff.ceiling(afterFailures: .max) == 86_400_000)
    #expect(backoff.ceiling(afterFailures: -1) == 86_400_000)
    #expect(OutboxBackoff(base: 0, cap: 1) == nil && OutboxBackoff(base: 2, cap: 1) == nil)
    #expect(OutboxBackoff(base: 1, cap: 86_400_001) == nil)
  }

  @Test("Retry-After in seconds") func seconds() {
    #expect(RetryAfter.milliseconds("0", date: nil) == 0)
    #expect(RetryAfter.milliseconds(" 120 ", date: nil) == 120_000)
    #expect(RetryAfter.milliseconds("3600", date: nil) == 3_600_000)
    #expect(RetryAfter.milliseconds("3601", date: nil) == 3_600_000)
    #expect(RetryAfter.milliseconds(String(repeating: "9", count: 400), date: nil) == 3_600_000)
    for bad in ["", " ", "-1", "+5", "1.5", "1e3", "soon", "١٢", "0x10", "12 13"] {
      #expect(RetryAfter.milliseconds(bad, date: nil) == nil, "\(bad)")
    }
  }

  @Test("Retry-After as a date counts from the answer's own Date") func dates() {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 08:50:07 GMT", date: date) == 30_000)
    #expect(RetryAfter.milliseconds("Sunday, 06-Nov-94 08:50:07 GMT", date: date) == 30_000)
    #expect(RetryAfter.milliseconds("Sun Nov  6 08:50:07 1994", date: date) == 30_000)
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 08:40:00 GMT", date: date) == 0)
    #expect(RetryAfter.milliseconds("Mon, 07 Nov 1994 08:49:37 GMT", date: date) == 3_600_000)
    #expect(RetryAfter.milliseconds(date, date: nil) == nil)
    #expect(RetryAfter.milliseconds(date, date: "yesterday") == nil)
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 25:00:00 GMT", date: date) == nil)
    #expect(RetryAfter.milliseconds("Sun, 06 Foo 1994 08:50:07 GMT", date: date) == nil)
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 08:50:07 CET", date: date) == nil)
  }

  @Test("HTTP dates are exact days of the calendar") func calendar() {
    let cases: [(String, Int64)] = [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
      ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
      ("Fri, 31 Dec 2100 00:00:00 GMT", 4_133_894_400),
      ("Mon, 30 Nov 2026 08:00:00 GMT", 1_796_025_600),
    ]
    for (text, seconds) in cases { #expect(HTTPDate.seconds(Array(text.utf8)[...]) == seconds) }
  }

  @Test("a retry costs 5 tokens, a timeout 10, and a success refunds") func budget() {
    var budget = RetryBudget()
    let timeouts = (0..<51).map { _ in budget.take(RetryBudget.cost(isTimeout: true)) }
    #expect(timeouts == Array(repeating: true, count: 50) + [false])
    let takesWithoutTokens = budget.take(RetryBudget.cost(isTimeout: false))
    #expect(!takesWithoutTokens)
    budget.refund(0)
    #expect(budget.tokens == 1)
    budget.refund(10_000)
    #expect(budget.tokens == 500)
  }
}
