import Foundation
import OynaPayments
public import OynaStorage
public import OynaValue

/// Everything that answers requests, put together: the routes of the server without a socket.
///
/// ```swift
/// let application = try Application(settings, storage: storage, keyring: keyring, …)
/// let response = await application.service.reply(to: request).response()
/// ```
public struct Application: Sendable {
  /// Answers requests.
  public let service: Service
  /// What is not right with the screens but does not stop them.
  public let warnings: [ScreenCatalog.Finding]
  /// Takes files; nil when there is no folder for them.
  let uploads: UploadHandler?
  /// Tells open pages of saved files; nil in production.
  let reloadFeed: ReloadFeed?
  /// For the test that holds the two against each other.
  let openAPI: OpenAPIDocument
  let router: Router

  /// What the operator chooses about the content.
  public struct Settings: Sendable {
    /// The directory of the screens.
    public var screens: String
    /// The directory of the page's files; nil serves no page.
    public var web: String?
    /// Whether changed files are read again and open pages show them: for whoever writes screens.
    public var reloads = false
    /// What a page for writing screens needs, at `/playground`; nil: there is none.
    public var authoring: AuthoringTools?
    /// Whether clients reach the server by `https` only, through a proxy that ends TLS.
    public var isBehindTLS = false
    /// Origins besides its own whose pages may post.
    public var trustedOrigins: Set<String> = []
    /// The names by which the server may be asked, without a port; none: any.
    public var hostNames: [String] = []
    /// Origins that may show the page in a frame.
    public var frameAncestors: [String] = []
    /// The folder of uploaded files, made when it is not there; nil takes no files.
    public var uploads: String?
    /// Origins of payment providers that the page may send card data to.
    public var cardOrigins: [String] = []
    /// Proxies whose `X-Forwarded-For` names the client: addresses and ranges such as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// Requests that wait for an answer at once; more get 503.
    public var requests = 1_000
    /// Where accepted submissions are posted to; nil: the back end in this process takes them.
    public var forward: ForwardSettings?
    /// Origins that a page which takes cards may load images from.
    public var imageOrigins: [String] = []
    /// Days that an idempotency key is kept; more than any client keeps its queue (QUEUE §2.5).
    public var retentionDays = 30

    /// Whether a text is an address or a range of them, as ``trustedProxies`` has them.
    public static func isAddressRange(_ text: String) -> Bool { AddressRange(text) != nil }

    /// Whether a text is an origin, as ``trustedOrigins`` has them: `https://shop.example`.
    public static func isOrigin(_ text: String) -> Bool { OriginCheck.isOrigin(text) }

    /// Whether a text is one source of a policy, as ``frameAncestors`` has them: it cannot end the
    /// header or begin another directive.
    public static func isSource(_ text: String) -> Bool { SecurityHeaders.isSource(text) }

    /// The directory of the screens, and of the page if there is one.
    public init(screens: String, web: String? = nil) {
      self.screens = screens
      self.web = web
    }
  }

  /// What the application needs of the world.
  public struct Surroundings: Sendable {
    /// Keeps submissions and idempotency keys.
    public let storage: any Storage
    /// Encrypts fields and makes fingerprints.
    public let keyring: Keyring
    /// Where events are told.
    public let log: Log
    /// What is counted.
    public let metrics: Metrics
    /// Bounds the posts of one client; nil: no bound.
    public let limiter: RateLimiter?
    /// Milliseconds since 1970.
    public let clock: @Sendable () -> Int64
    /// The day that `today` means in rules at a moment of the clock; nil past the year 9999.
    public let day: @Sendable (Int64) -> CalendarDay?
    /// Whether the server is about to stop.
    public let isDraining: @Sendable () -> Bool

    /// The surroundings; only the storage, the keys, the log and the clock have no default.
    public init(
      storage: any Storage, keyring: Keyring, log: Log, metrics: Metrics = Metrics(),
      limiter: RateLimiter? = nil, clock: @escaping @Sendable () -> Int64,
      day: @escaping @Sendable (Int64) -> CalendarDay? = Surroundings.localDay,
      isDraining: @escaping @Sendable () -> Bool = { false }
    ) {
      self.storage = storage
      self.keyring = keyring
      self.log = log
      self.metrics = metrics
      self.limiter = limiter
      self.clock = clock
      self.day = day
      self.isDraining = isDraining
    }

    /// The day in the time zone of the process (`TZ`).
    public static let localDay: @Sendable (Int64) -> CalendarDay? = { now in
      var seconds = time_t(now / 1_000)
      var parts = tm()
      localtime_r(&seconds, &parts)
      return CalendarDay(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
  }

  /// Reads the screens and the page. Throws ``ScreenCatalog/Failure`` when a screen is refused, and
  /// a sentence when the folder of uploads cannot be used.
  public init(
    _ settings: Settings, backEnd: BackEnd = .demo, in surroundings: Surroundings
  ) throws {
    let headers = SecurityHeaders(
      isBehindTLS: settings.isBehindTLS, frameAncestors: settings.frameAncestors,
      cardOrigins: settings.cardOrigins, imageOrigins: settings.imageOrigins,
      isInDevelopment: settings.authoring != nil)
    let log = surroundings.log
    let feed = settings.reloads ? ReloadFeed(number: surroundings.clock()) : nil
    reloadFeed = feed
    let screens = try Self.screens(settings, headers, feed, log)
    let web = try settings.web.map { try Self.files($0, settings, headers, log) }
    var router = Router()
    Self.addOperation(&router, surroundings)
    if let tools = settings.authoring {
      PlaygroundHandler(tools: tools, files: { web?.current }).add(to: &router)
    }
    if let feed { router.on(ReloadFeed.path, ("GET", { feed.reply(to: $0) })) }
    let endpoint = IdempotentEndpoint(
      storage: surroundings.storage, keyring: surroundings.keyring, log: log,
      clock: surroundings.clock, retention: Int64(settings.retentionDays) * 86_400_000)
    if let shop = backEnd.shop {
      router.otherwise(
        ShopScreens(shop: shop, screens: ScreenHandler(screens: screens), endpoint: endpoint)
          .lookUp)
    }
    Self.addScreens(&router, screens)
    let forwarder = settings.forward.map {
      Forwarder($0, log: log, metrics: surroundings.metrics)
    }
    let submissions = SubmissionHandler(
      screens: screens, backEnd: backEnd, endpoint: endpoint, metrics: surroundings.metrics,
      forwarder: forwarder, day: surroundings.day)
    let access = OrderAccess(
      storage: surroundings.storage, keyring: surroundings.keyring,
      isBehindTLS: settings.isBehindTLS, isFramed: !settings.frameAncestors.isEmpty)
    if let shop = backEnd.shop {
      router.otherwise(
        [OrderHandler.path + "/{id}", OrderHandler.path + "/{id}/cancellation"],
        OrderHandler(endpoint: endpoint, access: access, shop: shop, form: submissions.lookUp)
          .lookUp)
    }
    router.otherwise(submissions.lookUp)
    RemoteRuleHandler(backEnd: backEnd, endpoint: endpoint).add(to: &router)
    if let forwarder {
      router.otherwise(ForwardedRuleHandler(screens: screens, forwarder: forwarder).lookUp)
    }
    uploads = try settings.uploads.map { path in
      UploadHandler(
        folder: try UploadFolder(path), storage: surroundings.storage, log: log,
        clock: surroundings.clock)
    }
    uploads?.add(to: &router)
    Self.addBackEnd(&router, backEnd, endpoint)
    if let merchant = backEnd.merchant {
      Self.addMerchant(&router, merchant, surroundings)
      Self.addCheckout(&router, merchant, screens, settings, access, surroundings)
    }
    let openAPI = OpenAPIDocument(
      operations: Self.operations(backEnd, hasUploads: uploads != nil)
        + (feed == nil ? [] : OpenAPIOperation.reload), screens: screens
    ) { forwarder != nil || backEnd.checks[$0] != nil }
    openAPI.add(to: &router)
    self.openAPI = openAPI
    router.otherwise(["/"]) { path in
      guard let files = web?.current, files.contains(path) else { return nil }
      return Router.Endpoint(Route("page"), [("GET", { request in files.reply(to: request) })])
    }
    router.otherwise { Self.startPage($0, headers) }
    self.router = router
    service = Service(
      router: router, headers: headers, trustedOrigins: settings.trustedOrigins,
      hostNames: settings.hostNames,
      limiter: surroundings.limiter, proxies: settings.trustedProxies,
      requests: settings.requests, metrics: surroundings.metrics, log: log)
    warnings = screens.current.warnings
  }

  /// What the back end has besides forms, a shop and payments.
  private static func addBackEnd(
    _ router: inout Router, _ backEnd: BackEnd, _ endpoint: IdempotentEndpoint
  ) {
    if backEnd.hasMessages { MessageHandler(endpoint: endpoint).add(to: &router) }
    if !backEnd.accounts.isEmpty {
      LedgerHandler(
        endpoint: endpoint, accounts: backEnd.accounts, names: backEnd.accountNames
      ).add(to: &router)
    }
    if backEnd.postCount > 0 { PostsHandler(count: backEnd.postCount).add(to: &router) }
  }

  private static func files(
    _ directory: String, _ settings: Settings, _ headers: SecurityHeaders, _ log: Log
  ) throws -> Reloading<WebFiles> {
    try Reloading(directory: directory, isOn: settings.reloads) {
      try WebFiles(
        directory: directory, security: headers,
        isInDevelopment: settings.reloads || settings.authoring != nil,
        reloads: settings.reloads)
    } reread: { result in
      guard case .failure(let error) = result else { return }
      log.write(.error, "page refused", [("reason", .outside("\(error)"))])
    }
  }

  private static func screens(
    _ settings: Settings, _ headers: SecurityHeaders, _ feed: ReloadFeed?, _ log: Log
  ) throws -> Reloading<ScreenCatalog> {
    try Reloading(directory: settings.screens, isOn: settings.reloads) {
      try ScreenCatalog(directory: settings.screens, security: headers)
    } reread: { result in
      switch result {
      case .success:
        feed?.publish([])
      case .failure(let error):
        log.write(.error, "screens refused", [("reason", .outside("\(error)"))])
        feed?.publish((error as? ScreenCatalog.Failure)?.findings ?? [])
      }
    }
  }

  private static func addMerchant(
    _ router: inout Router, _ merchant: MerchantSettings, _ surroundings: Surroundings
  ) {
    let store = PaymentStore(
      storage: surroundings.storage,
      lifetimes: PaymentLifetimes(click: merchant.click?.holdMilliseconds ?? 0),
      clock: surroundings.clock)
    if let settings = merchant.payme {
      PaymeHandler(
        settings, store: store, log: surroundings.log, metrics: surroundings.metrics
      )?.add(to: &router)
    }
    if let settings = merchant.click {
      ClickHandler(
        settings, store: store, log: surroundings.log, metrics: surroundings.metrics
      ).add(to: &router)
    }
  }

  private static func addCheckout(
    _ router: inout Router, _ merchant: MerchantSettings, _ screens: Reloading<ScreenCatalog>,
    _ settings: Settings, _ access: OrderAccess, _ surroundings: Surroundings
  ) {
    guard !merchant.strategies.isEmpty else { return }
    let store = PaymentStore(
      storage: surroundings.storage,
      lifetimes: PaymentLifetimes(click: merchant.click?.holdMilliseconds ?? 0),
      clock: surroundings.clock)
    var send = merchant.send ?? { _ in .notSent }
    if merchant.isDemo {
      // The doubles call the merchant's handlers as their providers would, without a socket.
      let callbacks = router
      let provider = DemoProvider(
        DemoProvider.Surroundings(
          settings: merchant, origin: "", call: { await callbacks.reply(to: $0).reply.response() },
          clock: surroundings.clock,
          wait: merchant.wait))
      DemoPages(provider: provider).add(to: &router)
      send = { await provider.answer($0) }
    }
    let desk = PaymentDesk(
      PaymentDesk.Surroundings(
        store: store, strategies: merchant.strategies, send: send, log: surroundings.log))
    PaymentHandler(
      desk: desk, screens: PaymentScreens(catalog: screens), access: access,
      isBehindTLS: settings.isBehindTLS, log: surroundings.log
    ).add(to: &router)
    if let token = merchant.token {
      router.otherwise(
        OpenAPIOperation.merchant.map(\.path),
        MerchantHandler(desk: desk, token: token, log: surroundings.log).lookUp)
    }
  }

  /// What the parts that are there answer, for the OpenAPI document.
  private static func operations(_ backEnd: BackEnd, hasUploads: Bool) -> [OpenAPIOperation] {
    var operations = OpenAPIOperation.always
    if hasUploads { operations += OpenAPIOperation.uploads }
    if backEnd.hasMessages { operations += OpenAPIOperation.messages }
    if backEnd.shop != nil { operations += OpenAPIOperation.orders }
    if !backEnd.accounts.isEmpty { operations += OpenAPIOperation.ledger }
    if backEnd.postCount > 0 { operations += OpenAPIOperation.posts }
    guard let merchant = backEnd.merchant else { return operations }
    if merchant.payme != nil { operations += OpenAPIOperation.payme }
    if merchant.click != nil { operations += OpenAPIOperation.click }
    if merchant.strategies.isEmpty { return operations }
    operations += OpenAPIOperation.checkout
    if merchant.token != nil { operations += OpenAPIOperation.merchant }
    return merchant.isDemo ? operations + OpenAPIOperation.demoPages : operations
  }

  private static func addOperation(_ router: inout Router, _ surroundings: Surroundings) {
    let operation = OperationHandler(
      storage: surroundings.storage, metrics: surroundings.metrics,
      isDraining: surroundings.isDraining)
    for path in ["/health/live", "/healthz"] {
      router.on(path, ("GET", { operation.health($0) }))
    }
    for path in ["/health/ready", "/readyz"] {
      router.on(path, ("GET", { operation.readiness($0) }))
    }
    router.on("/metrics", ("GET", { operation.exposition($0) }))
    router.otherwise(["/problems/{name}"]) { ProblemPages.endpoint($0) }
  }

  private static func addScreens(_ router: inout Router, _ screens: Reloading<ScreenCatalog>) {
    let handler = ScreenHandler(screens: screens)
    router.on("/screens", ("GET", { handler.list($0) }))
    router.otherwise(["/screens/{id}"], handler.endpoint)
  }

  /// What is at `/` when no page is served.
  private static func startPage(_ path: String, _ headers: SecurityHeaders) -> Router.Endpoint? {
    guard path == "/" else { return nil }
    let html = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
      <title>Oyna</title>
      <h1>Oyna</h1>
      <p>This server has <a href="/screens">screens</a> and no page to show them on.
      Start it with <code>--web DIR</code>.</p></html>
      """
    let response = HTTPResponse(
      status: 200, contentType: "text/html; charset=utf-8", body: Array(html.utf8))
    return Router.Endpoint(Route("page"), [("GET", { _ in .response(response) })])
  }
}
