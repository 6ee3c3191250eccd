import Foundation
import OynaServer
import OynaStorage
import OynaValue

/// `oyna sandbox payme|click --url URL …`: plays a provider against a merchant server and prints
/// the verdict of each step.
///
/// Exit status: 0 every step passed, 1 one failed, 2 usage.
enum SandboxCommand {
  static let usage = """
    sandbox payme --url URL --order ID… [--amount TIYIN] [--account FIELD] [--accumulating]
      oyna sandbox click --url URL --order ID… [--amount SOʻM] [--service ID]
      oyna \(ProviderDoubleCommand.usage)
    """

  private struct Failure: Error { let description: String }

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    if arguments.first == "provider" {
      return ProviderDoubleCommand.run(Array(arguments.dropFirst()))
    }
    do throws(Failure) {
      let options = try Options(arguments, ProcessInfo.processInfo.environment)
      let status = Locked<Int32>(1)
      Blocking.run {
        let result = await options.run()
        status.withLock { $0 = result }
      }
      return status.withLock { $0 }
    } catch {
      StandardError.write("oyna sandbox: \(error.description)\nusage: oyna \(usage)\n")
      return 2
    }
  }

  /// The secrets are read from the environment, as `oyna serve` reads them; else they are the
  /// demo's.
  private struct Options: Sendable {
    let provider: String
    var url = ""
    var orders: [String] = []
    var amount: String?
    var accountField = "order_id"
    var isAccumulating = false
    var service: String
    let key: String

    init(_ arguments: [String], _ environment: [String: String]) throws(Failure) {
      var rest = arguments[...]
      provider = rest.popFirst() ?? ""
      switch provider {
      case "payme": key = environment["OYNA_PAYME_KEY"] ?? MerchantSettings.demoPaymeKey
      case "click": key = environment["OYNA_CLICK_SECRET"] ?? MerchantSettings.demoClickSecret
      default: throw Failure(description: "The part is payme, click or provider.")
      }
      service = environment["OYNA_CLICK_SERVICE"] ?? "1"
      while let flag = rest.popFirst() {
        if flag == "--accumulating" {
          isAccumulating = true
          continue
        }
        guard let value = rest.popFirst(), !value.isEmpty else {
          throw Failure(description: "\(flag) needs a value, or is unknown.")
        }
        switch flag {
        case "--url": url = value
        case "--order": orders += value.split(separator: ",").map { String($0) }
        case "--amount": amount = value
        case "--account" where provider == "payme": accountField = value
        case "--service" where provider == "click": service = value
        default: throw Failure(description: "\(flag) is no option of \(provider).")
        }
      }
      guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
        throw Failure(description: "--url is the address of the merchant server.")
      }
      while url.hasSuffix("/") { url.removeLast() }
      let needed = provider == "payme" ? 1 : 3
      guard orders.count >= needed else {
        throw Failure(
          description: "--order names orders that wait for payment; \(provider) needs \(needed) "
            + "at least.")
      }
      if provider == "payme", let amount, Int64(amount) ?? 0 < 2 {
        throw Failure(description: "--amount is over 1 tiyin.")
      }
    }

    func run() async -> Int32 {
      let write: @Sendable (String) -> Void = { StandardOutput.write($0) }
      if provider == "payme" {
        let caller = PaymeCaller(
          url: url, key: key, accountField: accountField, world: .system)
        var sandbox = PaymeSandbox(
          caller: caller, orders: orders, amount: amount.flatMap { Int64($0) } ?? 100_000,
          isAccumulating: isAccumulating, print: write)
        return await sandbox.run()
      }
      var sandbox = ClickSandbox(
        prepareURL: url + "/prepare", completeURL: url + "/complete", serviceID: service,
        secret: key, orders: orders, amount: amount ?? "1000.00", world: .system, print: write)
      return await sandbox.run()
    }
  }
}
