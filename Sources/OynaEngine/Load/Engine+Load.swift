import OynaValue

// What `load` components ask for and what becomes of the answers.
extension Engine {
  // MARK: - Asking

  /// Asks for what is due of the loads that are seen, and stops what nobody sees any more.
  mutating func askForLoads() {
    for load in form.loads.indices {
      let node = form.plan.loads[load].component.rawValue
      guard form.nodes[node].isVisible else {
        leave(load)
        continue
      }
      if form.loads[load].isSourceDue { sourceChanged(load) }
      form.loads[load].demandPageNearEnd()
      if let purpose = form.loads[load].due { ask(load, for: purpose) }
    }
  }

  private mutating func leave(_ load: Int) {
    guard case .asking = form.loads[load].activity else { return }
    stop(load)
  }

  /// Another source: its content takes the place of this one's, which stays until then.
  private mutating func sourceChanged(_ load: Int) {
    let plan = form.plan.loads[load]
    let url = form.encodedURL(plan.model.url)
    let isFirst = form.loads[load].url.isEmpty
    form.loads[load].isSourceDue = false
    guard url != form.loads[load].url else { return }
    form.loads[load].url = url
    guard !isFirst, plan.model.debounce > 0 else {
      form.loads[load].due = .whole
      form.loads[load].window = Loading.firstWindow
      return
    }
    stop(load)
    form.loads[load].window = Loading.firstWindow
    form.loads[load].wait(for: .whole)
    wake(load, after: plan.model.debounce)
    form.loadChanged(load)
  }

  private mutating func ask(_ load: Int, for purpose: Loading.Purpose) {
    stop(load)
    var url = form.loads[load].url
    if purpose == .nextPage {
      guard let cursor = form.loads[load].content?.nextCursor else { return }
      url = Self.pageURL(url, cursor: cursor)
    }
    guard URLReference.isRequestable(url) else {
      form.loads[load].sent(RequestID(0), for: purpose)
      failed(load, form.words[.refused], isOffline: false, isWorthRetrying: false)
      return
    }
    let id = ask(for: .load(load, purpose))
    form.loads[load].sent(id, for: purpose)
    form.loadChanged(load)
    effects.append(
      .request(
        Request(
          id: id, method: "GET", url: url, headers: standardHeaders(hasBody: false), body: nil,
          cache: purpose == .whole && form.screen.isStorable
            ? form.loads[load].policy(form.plan.loads[load].model.policy) : .never)))
  }

  private mutating func stop(_ load: Int) {
    timers.removeAll { $0.purpose.load == load }
    if form.loads[load].stop() != nil { cancel { $0.load == load } }
  }

  private mutating func wake(_ load: Int, after milliseconds: Int64) {
    timers.append(
      Timer(due: clock + milliseconds, purpose: .load(load, .whole), epoch: epoch))
    effects.append(.wake(afterMilliseconds: milliseconds))
  }

  /// A wait is over: what was waited for is due.
  mutating func wakeLoad(_ load: Int) {
    guard case .waiting(let purpose) = form.loads[load].activity else { return }
    _ = form.loads[load].stop()
    form.loads[load].due = purpose
  }

  /// The cursor is a URL of its own, or a parameter of the source.
  static func pageURL(_ url: String, cursor: String) -> String {
    if cursor.utf8.first == UInt8(ascii: "/") || URLReference.scheme(of: cursor) != nil {
      return cursor
    }
    let mark = url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return url + mark + "cursor=" + percentEncoded(cursor)
  }

  // MARK: - What a person and the world ask

  /// `refresh` and `retry` load again, `more` the next page. False for any other event.
  mutating func demand(_ event: String, of load: Int) -> Bool {
    switch event {
    case "refresh", "retry": form.loads[load].demand(.whole)
    case "more": form.loads[load].demand(.nextPage)
    default: return false
    }
    return true
  }

  /// The renderer can show these rows; it gets those that it has not.
  mutating func showRows(of id: String, first: Int, count: Int) {
    guard let component = form.screen.component(id),
      let load = form.plan.loads.load(component.rawValue)
    else { return }
    let first = min(max(first, 0), LoadedContent.rowLimit)
    let window = first..<(first + min(max(count, 0), Loading.windowLimit))
    guard window != form.loads[load].window else { return }
    form.loads[load].window = window
    form.loadChanged(load)
  }

  /// What was asked before is dropped: it is asked for again.
  mutating func restartLoads() {
    for load in form.loads.indices { _ = form.loads[load].stop() }
  }

  /// What came may be about a person: it goes.
  mutating func forgetLoads() {
    for load in form.loads.indices {
      form.loads[load].forget()
      form.setValue(.null, ofSlot: form.plan.loads[load].data)
      form.slots[form.plan.loads[load].item].value = .null
      form.loadChanged(load)
    }
  }

  /// After a patch: a load that is there under its id keeps what it shows and waits for.
  mutating func moveLoads(from old: FormStore) {
    var places = [Int](repeating: -1, count: old.loads.count)
    for load in form.loads.indices {
      let id = form.screen[form.plan.loads[load].component].id
      guard let before = old.screen.component(id).flatMap({ old.plan.loads.load($0.rawValue) })
      else { continue }
      places[before] = load
      form.takeLoad(load, from: before, of: old)
    }
    for index in pending.indices.reversed() {
      guard case .load(let before, let purpose) = pending[index].purpose else { continue }
      let request = pending.remove(at: index)
      if places[before] >= 0 {
        pending.insert(
          PendingRequest(
            id: request.id, purpose: .load(places[before], purpose), epoch: request.epoch),
          at: index)
      } else {
        effects.append(.cancel(request.id))
      }
    }
  }

  mutating func retryLoads() {
    for load in form.loads.indices { form.loads[load].demandAfterOffline() }
  }

  // MARK: - Answers

  mutating func receiveLoad(
    _ response: Response, _ load: Int, _ purpose: Loading.Purpose, _ request: PendingRequest
  ) {
    // Without content it confirms nothing: then it is an answer that cannot be read.
    if response.status == 304, purpose == .whole, form.loads[load].confirm() {
      form.loadChanged(load)
      return
    }
    guard (200...299).contains(response.status) else {
      let answer = Answer(response)
      switch answer.kind {
      case .retryable(let message):
        failed(
          load, message ?? words(for: response.status), isOffline: false, isWorthRetrying: true)
      case .refused(let message), .fieldErrors(_, let message):
        failed(
          load, message ?? words(for: response.status), isOffline: false, isWorthRetrying: false)
      case .success, .unreadable:
        failed(load, form.words[.unreadableData], isOffline: false, isWorthRetrying: false)
      }
      return
    }
    do throws(Diagnostic) {
      let json = response.body.isEmpty ? nil : try JSON.parse(response.body)
      switch purpose {
      case .whole: try show(json, load, response, request)
      case .nextPage: try extend(json, load)
      }
    } catch {
      effects.append(.report(error))
      // The network's own answer follows one that was kept.
      if kept(response) == "revalidating" { return pending.append(request) }
      failed(load, form.words[.unreadableData], isOffline: false, isWorthRetrying: false)
    }
  }

  /// What the host says of an answer that it had kept: another one follows, or none can.
  private func kept(_ response: Response) -> String? {
    response.headers.first { $0.name == "oyna-cache" }?.value
  }

  private mutating func show(
    _ json: JSON?, _ load: Int, _ response: Response, _ request: PendingRequest
  ) throws(Diagnostic) {
    let kept = kept(response)
    let isFinal = kept != "revalidating"
    let content = try self.content(json, load)
    // The network's answer after a kept one is no news to who hears the page.
    let isNews =
      !form.loads[load].isProvisional || (form.loads[load].content == nil) != (content == nil)
    form.loads[load].show(
      content, notice: kept == "offline" ? form.words[.savedData] : nil, isFinal: isFinal)
    if !isFinal { pending.append(request) }
    form.setValue(json?.value ?? .null, ofSlot: form.plan.loads[load].data)
    form.loadChanged(load)
    if isNews { effects.append(.announce(form.words[content == nil ? .nothingHere : .loaded])) }
    runHandlers(of: form.plan.loads[load].component.rawValue, "load")
  }

  private mutating func extend(_ json: JSON?, _ load: Int) throws(Diagnostic) {
    guard let json else {
      throw Diagnostic(.error, Diagnostic.Code("load-unreadable"), "The next page is empty.")
    }
    let rows = try self.rows(json, load)
    let ids = try identities(of: rows, load, from: form.loads[load].content?.rows.count ?? 0)
    let cursor = cursor(json, load)
    var isFull = false
    var isRepeating = false
    var isLoop = false
    form.loads[load].extend { content in
      let count = content.rows.count
      for (place, row) in rows.enumerated() where !isFull {
        isFull = !content.take(row, id: ids[place])
      }
      isRepeating = content.rows.count < count + rows.count
      isLoop = !content.follow(cursor)
    }
    // A row that came again may have changed, and may be drawn.
    if isRepeating { form.loads[load].areRowsDue = true }
    if isFull { reportRowLimit(load) }
    if isLoop {
      report(
        "cursor-loop",
        "A page of “\(form.name(ofNode: form.plan.loads[load].component.rawValue))” names a cursor "
          + "that was followed already: the list ends there.")
    }
    form.setValue(json.value, ofSlot: form.plan.loads[load].data)
    form.loadChanged(load)
  }

  private mutating func reportRowLimit(_ load: Int) {
    form.loads[load].extend { $0.nextCursor = nil }
    report(
      "row-limit",
      "More than \(LoadedContent.rowLimit) rows: the rest of “"
        + form.name(ofNode: form.plan.loads[load].component.rawValue) + "” is not asked for.")
  }

  private mutating func report(_ code: String, _ message: String) {
    effects.append(.report(Diagnostic(.warning, Diagnostic.Code(code), message)))
  }

  mutating func failLoad(_ load: Int, _ kind: NetworkError) {
    failed(
      load, form.words[kind == .offline ? .noNetwork : .noAnswer], isOffline: kind == .offline,
      isWorthRetrying: true)
  }

  private mutating func failed(
    _ load: Int, _ message: String, isOffline: Bool, isWorthRetrying: Bool
  ) {
    let seed = UInt64(truncatingIfNeeded: nextRequest) ^ context.seed.low
    let jitter = seed &* 0x9E37_79B9_7F4A_7C15
    let step = form.loads[load].fail(
      message, isOffline: isOffline, isWorthRetrying: isWorthRetrying,
      retries: form.plan.loads[load].model.retries, jitter: jitter >> 33)
    form.loadChanged(load)
    switch step {
    case .tell: effects.append(.announce(message))
    case .retry(let milliseconds): wake(load, after: milliseconds)
    }
  }

  // MARK: - What an answer holds

  /// Nil when there is nothing in it.
  private mutating func content(_ json: JSON?, _ load: Int) throws(Diagnostic) -> LoadedContent? {
    guard let json, !json.isNull else { return nil }
    guard form.plan.loads[load].model.items != nil else {
      let isEmpty = json.array?.isEmpty ?? json.object?.isEmpty ?? false
      return isEmpty ? nil : LoadedContent()
    }
    var content = LoadedContent()
    let rows = try self.rows(json, load)
    let ids = try identities(of: rows, load, from: 0)
    var isFull = false
    for (place, row) in rows.enumerated() where !isFull {
      isFull = !content.take(row, id: ids[place])
    }
    content.nextCursor = isFull ? nil : cursor(json, load)
    return rows.isEmpty ? nil : content
  }

  /// The list that `items` names in the answer.
  private mutating func rows(_ json: JSON, _ load: Int) throws(Diagnostic) -> [JSON] {
    let plan = form.plan.loads[load]
    var list = plan.itemsPath?.follow(json)
    if plan.itemsPath == nil, let items = plan.model.items {
      // What an expression makes is written out and read again, so that rows are rows of an answer.
      form.slots[plan.data].value = json.value
      var writer = JSONWriter()
      guard let value = form.evaluate(items, row: -1, site: form.expressionSite(items)) else {
        throw Diagnostic(
          .error, Diagnostic.Code("load-unreadable"),
          "`items` (“\(items.program.source)”) cannot be found out of the answer.")
      }
      writer.value(value)
      list = try JSON.parse(writer.bytes, options: .rfc8259)
    }
    if let list, list.isNull { return [] }
    guard let elements = list?.array else {
      throw Diagnostic(
        .error, Diagnostic.Code("load-unreadable"),
        "`items` (“\(plan.model.items?.program.source ?? "")”) is no list in the answer.",
        at: list?.position)
    }
    return Array(elements)
  }

  /// What tells the rows apart, such as `42`; their places where the document names nothing.
  private mutating func identities(
    of rows: [JSON], _ load: Int, from first: Int
  ) throws(Diagnostic) -> [String] {
    let plan = form.plan.loads[load]
    var ids: [String] = []
    ids.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() {
      var value = Value.int(Int64(first + place))
      if let path = plan.idPath {
        value = path.follow(row)?.value ?? .null
      } else if let itemID = plan.model.itemID {
        form.bind(row, place: first + place, load: load)
        value = form.evaluate(itemID, row: -1, site: form.expressionSite(itemID)) ?? .null
      }
      switch value {
      case .string(let text): ids.append(text)
      case .int(let number): ids.append(String(number))
      default:
        throw Diagnostic(
          .error, Diagnostic.Code("load-unreadable"),
          "A row has no `itemId`: it must be a text or a whole number.", at: row.position,
          path: row.path)
      }
    }
    return ids
  }

  private mutating func cursor(_ json: JSON, _ load: Int) -> String? {
    let plan = form.plan.loads[load]
    var value = plan.cursorPath?.follow(json)?.value ?? .null
    if plan.cursorPath == nil, let cursor = plan.model.nextCursor {
      form.slots[plan.data].value = json.value
      value = form.evaluate(cursor, row: -1, site: form.expressionSite(cursor)) ?? .null
    }
    switch value {
    case .string(let text): return text.isEmpty ? nil : text
    case .int(let number): return String(number)
    default: return nil
    }
  }
}

/// RFC 3986 §2.3: all but the unreserved characters as `%XX` of UTF-8.
func percentEncoded(_ text: String) -> String {
  let digits = StaticHexDigits()
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~"):
      bytes.append(byte)
    case _ where ScreenDecoder.isWordByte(byte):
      bytes.append(byte)
    default:
      bytes.append(UInt8(ascii: "%"))
      for half in [byte >> 4, byte & 15] {
        let digit = digits[half]
        // RFC 3986 §2.1: in upper case.
        bytes.append(digit >= UInt8(ascii: "a") ? digit & ~0x20 : digit)
      }
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension FormStore {
  /// A URL whose computed parts are values, not more of the URL: each is encoded, unless the whole
  /// URL is computed.
  mutating func encodedURL(_ template: Template) -> String {
    guard case .parts(let parts) = template, parts.count > 1 else {
      return text(template, row: -1, site: -1)
    }
    var url = ""
    for part in parts {
      switch part {
      case .text(let text): url += text
      case .expression: url += percentEncoded(text(.parts([part]), row: -1, site: -1))
      }
    }
    return url
  }
}
