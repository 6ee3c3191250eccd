import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

/// Two servers over the same rows: a payer may meet either at every step.
@Suite struct SharedCheckoutTests {
  let first: CheckoutFixture
  let second: CheckoutFixture

  init() async throws {
    first = try await CheckoutFixture()
    second = try first.restarted()
  }

  private func attempts() async throws -> PaymentAttemptRow? {
    try await first.storage.transaction { transaction throws(StorageError) in
      try transaction.lastAttempt(order: "1")
    }
  }

  private static func text(_ screen: JSON?) -> String {
    var bytes: [UInt8] = []
    screen?.write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["payme", "card", "click", "installment"])
  func whatThePayerHasToDoIsTheSameAtBoth(method: String) async throws {
    let begun = await first.start(method)
    let seen = await second.get("/pay/1").json
    #expect(Self.text(begun?["body"]) == Self.text(seen?["body"]))
    #expect(begun?["body"] != nil)
  }

  @Test func aDoubleTapThatMeetsBothBeginsOneAttempt() async throws {
    async let one = first.start("payme", key: "k")
    async let two = second.start("payme", key: "k")
    let screens = await [Self.text(one?["body"]), Self.text(two?["body"])]
    #expect(screens[0] == screens[1])
    #expect(try await attempts()?.key == "k")
  }

  @Test func anotherMethodAtTheOtherServerReplacesWhatOnlyWaited() async throws {
    _ = await first.start("payme", key: "a")
    let click = await second.start("click", key: "b")
    #expect(try await attempts()?.strategy == "click")
    // The first server does not go on with what it remembers.
    let seen = await first.get("/pay/1").json
    #expect(Self.text(seen?["body"]) == Self.text(click?["body"]))
  }

  @Test func aPlanThatWasOfferedByOneIsTakenAtTheOther() async throws {
    _ = await first.start("installment")
    _ = await second.input("plan", #"{"months":6}"#)
    let row = try #require(try await attempts())
    #expect(row.state != "requiresAction" || row.facts.contains("months"))
    let atFirst = Self.text(await first.get("/pay/1").json?["body"])
    let atSecond = Self.text(await second.get("/pay/1").json?["body"])
    #expect(atFirst == atSecond)
  }
}
