import Foundation
import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// The checkout on the wire, with the doubles of the providers: every way to pay, its failure and
/// its lost answer, and what must never happen twice.
@Suite struct CheckoutHandlerTests {
  let server: CheckoutFixture

  init() async throws { server = try await CheckoutFixture() }

  @Test func `an order that nobody pays shows the ways to pay`() async {
    let response = await server.get("/pay/1")
    #expect(response.json?["id"]?.string == "checkout")
    #expect(response.json?["state"]?["amount"]?.int == 100_000)
    #expect(response.json?["poll"] == nil)
    #expect(await server.get("/pay/none").status == 404)
  }

  @Test func `Payme's page is opened and its callback is the proof`() async throws {
    let screen = await server.start("payme")
    #expect(screen?["id"]?.string == "payment_link")
    let link = try #require(screen?["state"]?["link"]?.string)
    #expect(link.hasPrefix("/demo/payme/"))
    #expect(await server.poll(screen) == nil)
    let page = await server.get(link)
    #expect(String(decoding: page.body, as: UTF8.self).contains("1\u{A0}000\u{A0}so'm"))
    let back = await server.form("card=8600495473316478&do=pay", to: link)
    #expect(back.status == 303)
    #expect(back.headers["location"] == "http://shop/?screen=/pay/1")
    #expect(await server.poll(screen)?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
  }

  @Test(
    arguments: [
      ("uz", "uz", "To‘lash", "Imzolash"), ("uz-Cyrl", "uz", "To‘lash", "Имзолаш"),
      ("ru-RU, en;q=0.5", "ru", "Оплатить", "Подписать"), ("en", "en", "Pay", "Sign"),
      ("de", "uz", "To‘lash", "Imzolash"),
    ])
  func `a provider's page opens in what the payer reads`(
    header: String, language: String, pay: String, sign: String
  ) async throws {
    let screen = await server.start("payme", language: header)
    let link = try #require(screen?["state"]?["link"]?.string)
    let text = Base64.decode(String(link.dropFirst("/demo/payme/".count))).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(text?.contains(";l=\(language);") == true)
    // The link's language, whatever the browser's is.
    let page = String(decoding: await server.send("GET", link, language: "fr").body, as: UTF8.self)
    #expect(page.contains("lang=\"\(language)\""))
    #expect(page.contains(">\(pay)</button>"))
    let contract = await server.send("GET", "/demo/lender/sign/1", language: header)
    #expect(String(decoding: contract.body, as: UTF8.self).contains(">\(sign)</button>"))
  }

  @Test(arguments: ["4444445987459073", "3333336415804657", "8600060921090842", "1"])
  func `a card that Payme refuses takes nothing and another way is open`(card: String) async throws
  {
    let screen = await server.start("payme")
    let link = try #require(screen?["state"]?["link"]?.string)
    #expect(await server.form("card=\(card)&do=pay", to: link).status == 200)
    #expect(try await server.movements() == [])
    #expect(await server.start("click", key: "k2")?["id"]?.string == "payment_phone")
  }

  @Test func `Payme's system error is checked until the money was taken`() async throws {
    let screen = await server.start("payme")
    let link = try #require(screen?["state"]?["link"]?.string)
    _ = await server.form("card=8600143417770323&do=pay", to: link)
    #expect(await server.poll(screen)?["id"]?.string == "payment_wait")
    // The order is held: neither another way nor another tab can begin.
    #expect(await server.start("click", key: "k2")?["id"]?.string == "payment_wait")
  }

  @Test func `a card is charged over the Subscribe API after its code`() async throws {
    let screen = await server.start("card")
    #expect(screen?["id"]?.string == "payment_card")
    #expect(screen?["state"]?["card_url"]?.string == "/demo/payme/api")
    let token = try #require(await server.cardToken("8600495473316478"))
    #expect(!token.contains("3316478"))
    #expect(
      await server.input("card", #"{"token":"\#(token)"}"#)?["id"]?.string == "payment_code")
    #expect(
      await server.input("code", #"{"code":"111111"}"#)?["id"]?.string == "payment_code")
    #expect(
      await server.input("code", #"{"code":"666666"}"#)?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
    #expect(!server.log.contains("8600495473316478"))
  }

  @Test func `a card whose payment's answer is lost is asked about, and was charged once`()
    async throws
  {
    _ = await server.start("card")
    let token = try #require(await server.cardToken("8600143417770323"))
    _ = await server.input("card", #"{"token":"\#(token)"}"#)
    let screen = await server.input("code", #"{"code":"666666"}"#)
    #expect(screen?["id"]?.string == "payment_wait")
    #expect(await server.start("click", key: "k2")?["id"]?.string == "payment_wait")
    #expect(try await server.movements() == [])
    // The money is taken some seconds after its answer was lost.
    server.clock.release()
    var last: JSON?
    for _ in 0..<200 where last == nil {
      await Task.yield()
      last = await server.poll(screen)
    }
    #expect(last?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
  }

  @Test(
    arguments: [
      ("+998 90 123 45 67", "payment_receipt", [100_000]), ("+998901234599", "checkout", []),
      ("+998901234501", "payment_receipt", [100_000]),
    ] as [(String, String, [Int64])])
  func `Click's invoice is confirmed, refused, or confirmed after its answer was lost`(
    phone: String, end: String, money: [Int64]
  ) async throws {
    #expect(await server.start("click")?["id"]?.string == "payment_phone")
    let sent = await server.input("phone", #"{"phone":"\#(phone)"}"#)
    #expect(
      sent?["id"]?.string == (phone.hasSuffix("01") ? "payment_wait" : "payment_ussd"))
    var last = sent
    for _ in 0..<3 { last = await server.poll(last) ?? last }
    #expect(last?["id"]?.string == end)
    #expect(try await server.movements() == money)
    #expect(try await server.imbalance() == 0)
  }

  @Test func `an invoice that nobody confirms waits, and another way can be chosen`() async throws {
    _ = await server.start("click")
    let sent = await server.input("phone", #"{"phone":"+998901234500"}"#)
    for _ in 0..<3 { #expect(await server.poll(sent) == nil) }
    #expect(
      await server.screen("POST", "/api/v1/payments/1/cancel", "{}")?["id"]?.string == "checkout")
    #expect(await server.start("payme", key: "k2")?["id"]?.string == "payment_link")
  }

  @Test(
    arguments: [
      ("success", "payment_receipt", [100_000]), ("decline", "payment_failed", []),
      ("lose", "payment_receipt", [100_000]),
    ] as [(String, String, [Int64])])
  func `Apple Pay succeeds, is declined, or is asked about after a lost answer`(
    wish: String, end: String, money: [Int64]
  ) async throws {
    #expect(await server.start("applepay")?["id"]?.string == "payment_sheet")
    let answer = await server.authorize(wish)
    if wish == "lose" {
      #expect(answer?["id"]?.string == "payment_wait")
      #expect(await server.start("payme", key: "k2")?["id"]?.string == "payment_wait")
    }
    let last = wish == "lose" ? await server.poll(answer) : answer
    #expect(last?["id"]?.string == end)
    #expect(try await server.movements() == money)
    #expect(try await server.imbalance() == 0)
    let state = try await server.order()?.state
    #expect(state == (money.isEmpty ? .available : .paid))
  }

  @Test(arguments: [("sign", "payment_receipt"), ("refuse", "checkout")])
  func `a plan is chosen, its contract signed or refused`(wish: String, end: String) async throws {
    let plans = await server.start("installment")
    #expect(plans?["id"]?.string == "payment_plans")
    let link = await server.input("plan", #"{"months":12}"#)
    #expect(link?["id"]?.string == "payment_link")
    let url = try #require(link?["state"]?["link"]?.string)
    #expect(await server.form("do=\(wish)", to: url).status == 303)
    #expect(await server.poll(link)?["id"]?.string == end)
    #expect(try await server.movements() == (wish == "sign" ? [100_000] : []))
  }

  @Test func `the plans are in the screen with their table in the payer's language`() async {
    let plans = await server.start("installment", language: "en")
    let text = plans.map { screen -> String in
      var bytes: [UInt8] = []
      screen.write(into: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(text?.contains(#""visibleWhen":"months == 12""#) == true)
    #expect(text?.contains("Paid in all") == true)
    // 1000.00 at 24 % over 12 months.
    #expect(text?.contains("{{ 9456 | money }}") == true)
    #expect(text?.contains("26.82 %") == true)
  }

  @Test func `a double tap, a reload and another tab end in one attempt`() async throws {
    let server = server
    let screens = await withTaskGroup(of: String?.self) { group in
      for place in 0..<16 {
        group.addTask {
          await server.start("applepay", key: place % 2 == 0 ? "a" : "b\(place)")?["id"]?.string
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(screens) == ["payment_sheet"])
    let token = try #require(await server.sheetToken("success"))
    let ends = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          await server.send("POST", "/api/v1/payments/1/sheet", token).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(ends) == [200])
    #expect(try await server.movements() == [100_000])
    #expect(await server.get("/pay/1").json?["id"]?.string == "payment_receipt")
    #expect(await server.start("payme", key: "z")?["id"]?.string == "payment_receipt")
    #expect(try await server.movements() == [100_000])
  }

  @Test func `an attempt under way survives a restart of the server`() async throws {
    _ = await server.start("applepay")
    _ = await server.authorize("lose")
    let again = try server.restarted()
    // The new server's double knows nothing of the charge: it never arrived there.
    #expect(await again.get("/pay/1").json?["id"]?.string == "payment_failed")
    #expect(try await again.order()?.state == .available)
  }

  @Test(arguments: [
    ("{}", 422), (#"{"order":"1"}"#, 422), (#"{"order":1,"method":"payme"}"#, 422), ("{", 400),
    (#"{"order":"1","method":"cash"}"#, 422), (#"{"order":"none","method":"payme"}"#, 404),
  ])
  func `a request that cannot be understood begins nothing`(body: String, status: Int) async {
    #expect(await server.send("POST", "/api/v1/payments", body, key: "k").status == status)
    #expect(await server.get("/pay/1").json?["id"]?.string == "checkout")
  }

  @Test(arguments: [
    ("payme", "payment_link"), ("card", "payment_card"), ("click", "payment_phone"),
    ("applepay", "payment_sheet"), ("installment", "payment_plans"),
  ])
  func `a screen that waits for the payer stays while it is asked for, and after a reload`(
    method: String, name: String
  ) async {
    let screen = await server.start(method)
    for _ in 0..<3 { #expect(await server.poll(screen) == nil) }
    #expect(await server.get("/pay/1").json?["id"]?.string == name)
  }

  @Test func `an input that nobody asked for is refused`() async {
    #expect(await server.send("POST", "/api/v1/payments/1/code", #"{"code":"1"}"#).status == 409)
    _ = await server.start("payme")
    #expect(await server.send("POST", "/api/v1/payments/1/code", #"{"code":"1"}"#).status == 409)
    #expect(await server.send("POST", "/api/v1/payments/1/dance", "{}").status == 422)
    #expect(await server.send("POST", "/api/v1/payments", #"{"order":"1"}"#).status == 400)
  }
}
