/// The doubles of the providers as a server of their own: they answer what strategies and pages
/// ask, and call a merchant server elsewhere. Nothing of it moves money.
public struct ProviderDouble: Sendable {
  /// Answers requests below `/demo/`.
  public let service: Service

  /// - Parameters:
  ///   - settings: whom they call as which provider, with which keys.
  ///   - origin: where this server is, such as `http://127.0.0.1:8090`: pages lead there.
  ///   - pageOrigins: whose pages may send a card here.
  ///   - call: sends a callback to the merchant server.
  public init(
    _ settings: MerchantSettings, origin: String, pageOrigins: Set<String>, log: Log,
    call: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    let provider = DemoProvider(
      DemoProvider.Surroundings(
        settings: settings, origin: origin, call: call, clock: Server.now, wait: settings.wait))
    var router = Router()
    DemoPages(provider: provider).add(to: &router)
    service = Service(
      router: router, trustedOrigins: pageOrigins, metrics: Metrics(), log: log)
  }
}
