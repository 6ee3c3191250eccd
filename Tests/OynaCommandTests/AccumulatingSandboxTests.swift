import OynaPayments
import OynaStorage
import OynaValue
import Testing

@testable import oyna

/// The sandbox of Payme against accounts that take many payments, such as a telephone's: a merchant
/// server of `PaymeMerchant` and a dictionary.
@Suite struct AccumulatingSandboxTests {
  @Test func `accounts that are topped up pass every step but those of one-time orders`() async {
    let report = await Self.run(TopUpMerchant(kind: .accumulating), isAccumulating: true)
    #expect(report.failures.map(\.name) == [])
    let skipped = report.steps.filter { if case .skipped = $0.verdict { true } else { false } }
    #expect(skipped.map(\.name) == ["the scenario", "Two CreateTransaction for one order"])
    let played = report.steps.filter { $0.name.hasPrefix("The second") }
    #expect(played.map(\.verdict) == [.passed, .passed])
  }

  @Test func `a merchant that lets only one payment wait is found`() async {
    let report = await Self.run(TopUpMerchant(kind: .oneTime), isAccumulating: true)
    #expect(report.failures.map(\.name).contains("The second CreateTransaction"))
  }

  private static func run(
    _ merchant: TopUpMerchant, isAccumulating: Bool
  ) async -> SandboxReport {
    var sandbox = PaymeSandbox(
      caller: PaymeCaller(
        url: "http://test/payme", key: TopUpMerchant.key, accountField: "order_id",
        world: merchant.world),
      orders: ["1", "2", "3", "4", "5"], amount: 100_000, isAccumulating: isAccumulating,
      print: { _ in })
    _ = await sandbox.run()
    return sandbox.report
  }
}

/// A merchant whose accounts are telephones.
private final class TopUpMerchant: Sendable {
  static let key = "test-key"

  private struct State {
    var now: Int64 = 1_764_489_600_000
    var rows: [String: PaymeTransaction] = [:]
    var merchant: PaymeMerchant?
  }

  private let state = Locked(State())

  init(kind: PaymeMerchant.AccountKind) {
    state.withLock {
      $0.merchant = PaymeMerchant(accountField: "order_id", accountKind: kind)
    }
  }

  var world: SandboxWorld {
    SandboxWorld(
      send: { [self] request in
        SandboxResponse(status: 200, body: state.withLock { Self.answer(request, &$0) })
      },
      now: { [self] in state.withLock { $0.now } },
      wait: { [self] milliseconds in state.withLock { $0.now += milliseconds } })
  }

  private static func answer(_ request: SandboxRequest, _ state: inout State) -> [UInt8] {
    guard let merchant = state.merchant else { return [] }
    state.now += 1
    guard request.method == "POST" else { return PaymeAnswer.bytes(.notPost, id: nil) }
    let json = try? JSON.parse(request.body)
    let header = request.headers.first { $0.name == "Authorization" }?.value
    guard PaymeAuthorization.isValid(header, key: key) else {
      return PaymeAnswer.bytes(.unauthorized, id: json?["id"])
    }
    guard let json else { return PaymeAnswer.bytes(.parse, id: nil) }
    do throws(PaymeError) {
      return try answer(PaymeCall(json, accountField: "order_id"), merchant, &state, json["id"])
    } catch {
      return PaymeAnswer.bytes(error, id: json["id"])
    }
  }

  private static func answer(
    _ call: PaymeCall, _ merchant: PaymeMerchant, _ state: inout State, _ id: JSON?
  ) throws(PaymeError) -> [UInt8] {
    let decision: PaymeDecision
    switch call {
    case .checkPerform(let amount, let number):
      _ = try merchant.checkPerform(amount: amount, order: account(number, merchant, state))
      return PaymeAnswer.allowed(id: id)
    case .create(let create):
      decision = merchant.create(
        create, existing: state.rows[create.id], order: account(create.order, merchant, state),
        active: nil, merchantID: String(state.rows.count + 1), now: state.now)
    case .perform(let id): decision = merchant.perform(state.rows[id], now: state.now)
    case .cancel(let id, let reason):
      decision = merchant.cancel(state.rows[id], order: nil, reason: reason, now: state.now)
    case .check(let id): decision = merchant.check(state.rows[id], now: state.now)
    case .statement(let from, let to):
      return PaymeAnswer.statement(
        merchant.statement(of: Array(state.rows.values), from: from, to: to),
        accountField: "order_id", id: id)
    case .setFiscalData: return PaymeAnswer.fiscalDataKept(id: id)
    }
    switch decision.change {
    case .none: break
    case .insert(let row), .expire(let row), .update(let row, from: _, order: _):
      state.rows[row.id] = row
    case .expireAndInsert(let old, let new):
      state.rows[old.id] = old
      state.rows[new.id] = new
    }
    return switch decision.answer {
    case .success(let result): PaymeAnswer.bytes(result, id: id)
    case .failure(let error): PaymeAnswer.bytes(error, id: id)
    }
  }

  /// A telephone of one digit; of a one-time merchant it is busy while a payment waits.
  private static func account(
    _ number: String, _ merchant: PaymeMerchant, _ state: State
  ) -> PaymeOrder? {
    guard number.utf8.count == 1 else { return nil }
    let isBusy = state.rows.values.contains { $0.order == number && $0.state == .created }
    return PaymeOrder(number: number, amount: 100_000, state: isBusy ? .waiting : .available)
  }
}
