import OynaEngine
import OynaPayments
import OynaStorage
import OynaValue

/// The screen for where a payment stands: which one of the catalogue, and with what in it.
struct PaymentScreens: Sendable {
  let catalog: Reloading<ScreenCatalog>

  /// Nothing changed since the client asked last.
  static let nothingNew: HTTPResponse = {
    var response = HTTPResponse(
      status: 200, contentType: "application/json", body: Array("{}".utf8))
    response.headers.append("Cache-Control", "no-store")
    return response
  }()

  /// The screen as a document.
  func screen(_ view: PaymentDesk.View, _ language: String?) -> HTTPResponse {
    respond(view, language) { writer, document in writer.raw(document) }
  }

  /// The screen as an answer, `{"screen": …}`.
  func answer(_ view: PaymentDesk.View, _ language: String?) -> HTTPResponse {
    respond(view, language) { writer, document in
      writer.beginObject()
      writer.key("screen")
      writer.raw(document)
      writer.endObject()
    }
  }

  private func respond(
    _ view: PaymentDesk.View, _ language: String?,
    _ body: (inout JSONWriter, [UInt8]) -> Void
  ) -> HTTPResponse {
    let content = Content(view)
    guard let version = catalog.current[content.screen]?.version(for: language) else {
      return Problem.notFound.response
    }
    var writer = JSONWriter()
    body(&writer, content.document(version.screen.source))
    var response = HTTPResponse(
      status: 200, contentType: "application/json", body: writer.bytes)
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("Content-Language", version.language)
    return response
  }
}

/// What a payment's screen shows.
private struct Content {
  let screen: String
  private var state: [(key: String, value: Value)]
  /// Children of the component `plan_tables`, and the choices of `plan_choice`.
  private var offers: [InstallmentOffer] = []
  /// The names of the ways that can pay this order.
  private var methods: [String] = []
  private let poll: String?

  init(_ view: PaymentDesk.View) {
    let order = view.order
    // The end of a long id: short enough to be read over the phone, as the shop writes it.
    let number = order.id.utf8.count > 20 ? order.id.suffix(8).uppercased() : order.id
    state = [
      ("order_id", .string(order.id)), ("order_number", .string(number)),
      ("amount", .int(order.amount)),
    ]
    var isOpen = view.attempt?.state.isOpen == true
    // What the attempt holds itself is as free for it as before.
    let orderState = view.isHeldByAttempt ? .available : order.state
    switch (orderState, view.attempt?.state, view.attempt?.next ?? .none) {
    case (.paid, _, _), (.delivered, _, _):
      screen = "payment_receipt"
      isOpen = false
      let time = view.attempt?.started ?? order.created
      state.append(("method", .string(view.attempt?.strategy ?? "")))
      state.append(("paid_day", .string(Self.day(time))))
      state.append(("refunded", .int(view.attempt?.refunded ?? 0)))
    case (.cancelled, _, _):
      screen = "payment_failed"
      isOpen = false
      state.append(("reason", .string(order.holder == nil ? "cancelled" : "refunded")))
    case (_, .authorized?, _):
      screen = "payment_held"
    case (.waiting, _, _), (_, .processing?, _), (_, .unknown?, _), (_, .succeeded?, _),
      (_, .partiallyRefunded?, _):
      screen = "payment_wait"
      isOpen = true
    case (_, .failed(let reason)?, _):
      screen = "payment_failed"
      state.append(("reason", .string(reason.rawValue)))
    case (_, _, .openLink(let url)):
      screen = "payment_link"
      state.append(("link", .string(url)))
      state.append(("method", .string(view.attempt?.strategy ?? "")))
    case (_, _, .enterPhone): screen = "payment_phone"
    case (_, _, .confirmByPhone(let ussd)):
      screen = "payment_ussd"
      state.append(("ussd", .string(ussd)))
    case (_, _, .enterCode(let phone, _)):
      screen = "payment_code"
      state.append(("phone", .string(phone)))
    case (_, _, .enterCard(let endpoint)):
      screen = "payment_card"
      state.append(("card_url", .string(endpoint.url)))
      state.append(("card_merchant", .string(endpoint.headers["X-Auth"] ?? "")))
    case (_, _, .showSheet(let request)):
      screen = "payment_sheet"
      state.append(("payee", .string(request.items.last?.label ?? "")))
      state.append(("sheet", .string(Self.sheet(request))))
    case (_, _, .choosePlan(let plans)):
      screen = "payment_plans"
      offers = plans
    case (_, _, .none):
      screen = "checkout"
    }
    methods = view.methods
    poll = isOpen ? "/api/v1/payments/\(order.id)?seen=\(view.tag)" : nil
  }

  /// The catalogue's document with this payment in it.
  func document(_ source: JSON) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for member in source.object.map({ Array($0) }) ?? []
    where member.key != "state" && member.key != "body" {
      writer.key(member.key)
      writer.value(member.value.value)
    }
    if let poll {
      writer.key("poll")
      writer.string(poll)
    }
    writer.key("state")
    writer.beginObject()
    for member in source["state"]?.object.map({ Array($0) }) ?? []
    where !state.contains(where: { $0.key == member.key }) {
      writer.key(member.key)
      writer.value(member.value.value)
    }
    for member in state {
      writer.key(member.key)
      writer.value(member.value)
    }
    writer.endObject()
    if let body = source["body"] {
      writer.key("body")
      writer.value(filled(body.value))
    }
    writer.endObject()
    return writer.bytes
  }

  /// A component with the plans put in where they belong.
  private func filled(_ component: Value) -> Value {
    guard case .map(var members) = component else { return component }
    if members["type"] == .string("payment_methods") { return offered(members) }
    switch members["id"] {
    case .string("plan_choice")? where !offers.isEmpty:
      guard case .map(var props)? = members["props"] else { break }
      props.set(.list(offers.map(Self.option)), for: "options")
      members.set(.map(props), for: "props")
    case .string("plan_tables")? where !offers.isEmpty:
      guard case .list(let words)? = members["children"], words.count == 2 else { break }
      members.set(.list(offers.map { Self.table($0, words.map(Self.words)) }), for: "children")
    default:
      if case .list(let children)? = members["children"] {
        members.set(.list(children.map(filled)), for: "children")
      }
    }
    return .map(members)
  }

  /// The ways of the document that this server can offer for this order, in the document's order,
  /// then those that the document does not know.
  private func offered(_ component: ValueMap) -> Value {
    var component = component
    guard case .map(var props)? = component["props"], case .list(let names)? = props["methods"]
    else { return .map(component) }
    let offered = methods.map { Value.string($0) }
    props.set(
      .list(names.filter { offered.contains($0) } + offered.filter { !names.contains($0) }),
      for: "methods")
    component.set(.map(props), for: "props")
    return .map(component)
  }

  /// What a sheet of the system is shown with, as JSON.
  private static func sheet(_ request: ApplePayRequest) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in [
      ("merchantID", request.merchantID), ("country", request.country),
      ("currency", request.total.currency.code),
      ("applicationData", Base64.encode(request.applicationData)),
    ] {
      writer.key(name)
      writer.string(value)
    }
    writer.key("amount")
    writer.int(request.total.minorUnits)
    writer.key("networks")
    writer.beginArray()
    for network in request.networks { writer.string(network) }
    writer.endArray()
    writer.endObject()
    return writer.text
  }

  private static func option(_ offer: InstallmentOffer) -> Value {
    let first = offer.plan.payments.first?.amount ?? 0
    return map([
      ("value", .int(Int64(offer.months))),
      ("label", .string("\(offer.months) × " + money(first))),
    ])
  }

  /// One plan: a line a payment, what it costs in all, and what that is a year.
  private static func table(_ offer: InstallmentOffer, _ words: [String]) -> Value {
    let id = "plan_\(offer.months)"
    var cells: [Value] = []
    for payment in offer.plan.payments {
      cells.append(text("\(id)_day_\(payment.number)", "{{ \"\(payment.dueDay.text)\" | date }}"))
      cells.append(text("\(id)_sum_\(payment.number)", "{{ \(payment.amount) | money }}"))
    }
    let rate = offer.plan.effectiveAnnualRate ?? 0
    cells += [
      text(id + "_total_label", words[0]),
      text(id + "_total", "{{ \(offer.plan.total) | money }}"),
      text(id + "_rate_label", words[1]),
      text(id + "_rate", "\(rate / 100).\(rate % 100 < 10 ? "0" : "")\(rate % 100) %"),
    ]
    return map([
      ("id", .string(id)), ("type", .string("grid")), ("props", map([("columns", .int(2))])),
      ("visibleWhen", .string("months == \(offer.months)")), ("children", .list(cells)),
    ])
  }

  /// The text of a component: the catalogue's own words, in the payer's language.
  private static func words(_ component: Value) -> String {
    guard case .map(let members) = component, case .map(let props)? = members["props"],
      case .string(let text)? = props["text"]
    else { return "" }
    return text
  }

  private static func text(_ id: String, _ text: String) -> Value {
    map([
      ("id", .string(id)), ("type", .string("text")), ("props", map([("text", .string(text))])),
    ])
  }

  private static func map(_ members: [(String, Value)]) -> Value {
    .map(ValueMap(members.map { (.string($0.0), $0.1) }))
  }

  private static func money(_ units: Int64) -> String {
    Money(minorUnits: units, currency: .uzs).formatted(.uz)
  }

  /// The day in Tashkent.
  private static func day(_ milliseconds: Int64) -> String {
    CalendarDay(daysSince1970: Int((milliseconds + 5 * 3_600_000) / 86_400_000))?.text ?? ""
  }
}
