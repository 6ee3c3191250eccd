import OynaValue

/// Reads one event of a replay; refuses what the engine could make nothing of.
struct ReplayEvent {
  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  static let names =
    "input, cart, focus, blur, tap, event, choose, rows, snackbar, response, networkError, "
    + "network, lifecycle, advance, day, undo, redo, translated, clearSensitiveData"

  func event(_ json: JSON) throws(Diagnostic) -> Event {
    guard let members = json.object else {
      throw refused(json, "An event is an object with one member", ReplayEvent.names)
    }
    var found: (name: String, value: JSON)?
    for member in members {
      guard found == nil else {
        throw refused(json, "An event has one member, this one has more", ReplayEvent.names)
      }
      found = (member.key, member.value)
    }
    guard let (name, value) = found else {
      throw refused(json, "An event has one member, this one has none", ReplayEvent.names)
    }
    return try event(name, value)
  }

  private func event(_ name: String, _ value: JSON) throws(Diagnostic) -> Event {
    switch name {
    case "input": return try input(value)
    case "cart": return try cart(value)
    case "focus": return .focus(key: try field(value))
    case "blur": return .blur(key: try field(value))
    case "tap": return .tap(id: try component(value))
    case "event":
      let id = try component(try member("id", of: value))
      return .custom(id: id, name: try string(try member("name", of: value)))
    case "choose": return try choice(value)
    case "rows":
      let first = try member("first", of: value)
      let count = try member("count", of: value)
      guard let first = first.int, let count = count.int else {
        throw refused(value, "rows takes a first place and a count", nil)
      }
      return .rows(
        id: try component(try member("id", of: value)), first: Int(clamping: first),
        count: Int(clamping: count))
    case "snackbar":
      guard let action = SnackbarAction(rawValue: try string(value)) else {
        throw refused(value, "There is no such button of a snackbar", "retry, undo")
      }
      return .snackbarAction(action)
    case "response": return .response(try response(value))
    case "networkError":
      let kind = try member("kind", of: value)
      switch try string(kind) {
      case "offline": return .networkError(request: try request(value), kind: .offline)
      case "timeout": return .networkError(request: try request(value), kind: .timeout)
      default: throw refused(kind, "There is no such kind of network error", "offline, timeout")
      }
    case "network": return .network(isOnline: try choice(value, "online", "offline"))
    case "lifecycle":
      return .lifecycle(try choice(value, "foreground", "background") ? .foreground : .background)
    case "advance":
      guard let milliseconds = value.int, milliseconds >= 0 else {
        throw refused(value, "advance takes milliseconds, a whole number from 0", "1500")
      }
      return .advance(milliseconds: milliseconds)
    case "day":
      guard let day = CalendarDay(try string(value)) else {
        throw refused(value, "day takes a day that exists", "\"2026-12-31\"")
      }
      return .day(day)
    case "undo": return try flag(value, .undo)
    case "redo": return try flag(value, .redo)
    case "translated": return .translated(try Screen(decoding: value))
    case "clearSensitiveData": return try flag(value, .clearSensitiveData)
    default: throw refused(value, "There is no event “\(name)”", ReplayEvent.names)
    }
  }

  // MARK: - Members

  private func input(_ json: JSON) throws(Diagnostic) -> Event {
    let keyMember = try member("key", of: json)
    let key = try field(keyMember)
    let value = try member("value", of: json)
    guard let node = engine.form.field(named: key),
      let field = engine.form.component(ofNode: node).field
    else { throw refused(keyMember, "The screen has no input “\(key)”", nil) }
    if field.isSensitive {
      guard let secret = value.withUTF8({ Secret(copying: $0) }) else {
        throw refused(value, "The input “\(key)” takes a string", nil)
      }
      return .secretInput(key: key, value: secret)
    }
    do throws(InputRefusal) {
      _ = try engine.form.content(of: value.value, field: field)
    } catch {
      guard case .wrongType(let expected) = error else { return .input(key: key, value: .null) }
      throw refused(value, "The input “\(key)” takes \(expected)", nil)
    }
    return .input(key: key, value: value.value)
  }

  /// `{"key", "product", "quantity"}` or `{"key", "promoCode"}`; null removes the code.
  private func cart(_ json: JSON) throws(Diagnostic) -> Event {
    let keyMember = try member("key", of: json)
    let key = try string(keyMember)
    guard let slot = engine.form.slot(named: key), engine.form.cartPlace(ofSlot: slot) != nil else {
      throw refused(keyMember, "The screen has no cart with the key “\(key)”", nil)
    }
    if let code = json["promoCode"] {
      return .cart(key: key, .promoCode(code.isNull ? nil : try string(code)))
    }
    let product = try member("product", of: json)
    guard let id = ProductID(try string(product)) else {
      throw refused(product, "product is the id of a product", nil)
    }
    let quantity = try member("quantity", of: json)
    guard let count = quantity.int, count >= 0 else {
      throw refused(quantity, "quantity is a whole number from 0", "2")
    }
    return .cart(key: key, .quantity(of: id, to: count))
  }

  /// A choice by the places of the options that are offered, as a recording of a page has it.
  private func choice(_ json: JSON) throws(Diagnostic) -> Event {
    let keyMember = try member("key", of: json)
    let key = try field(keyMember)
    guard let node = engine.form.field(named: key), let places = json["options"]?.array else {
      throw refused(json, "choose takes a key and a list of places", nil)
    }
    let options = engine.form.options(ofNode: node)
    var values: [Value] = []
    for place in places {
      guard let number = place.int, options.indices.contains(Int(clamping: number)) else {
        throw refused(place, "“\(key)” has no such option", nil)
      }
      values.append(options[Int(number)].value)
    }
    guard engine.form.component(ofNode: node).field?.valueType != .choices else {
      return .input(key: key, value: .list(values))
    }
    return .input(key: key, value: values.first ?? .null)
  }

  private func response(_ json: JSON) throws(Diagnostic) -> Response {
    let request = try request(json)
    let statusMember = try member("status", of: json)
    guard let status = statusMember.int, (100...599).contains(status) else {
      throw refused(statusMember, "status is an HTTP status", "100 to 599")
    }
    var headers: [(name: String, value: String)] = []
    if let json = json["headers"], !json.isNull {
      guard let members = json.object else {
        throw refused(json, "headers is an object of strings", nil)
      }
      for (name, value) in members { headers.append((name, try string(value))) }
    }
    var body: [UInt8] = []
    if let json = json["body"] {
      // A string stands for a body that is no JSON, such as a page of HTML.
      if let text = json.string { body = Array(text.utf8) } else { json.write(into: &body) }
    }
    return Response(request: request, status: Int(status), headers: headers, body: body)
  }

  private func request(_ json: JSON) throws(Diagnostic) -> RequestID {
    let number = try member("request", of: json)
    guard let id = number.int, id >= 1 else {
      throw refused(number, "request is the number of a request, from 1", nil)
    }
    guard id < Int64(engine.nextRequest) else {
      throw refused(number, "There was no request \(id) yet", nil)
    }
    return RequestID(Int(id))
  }

  private func member(_ name: String, of json: JSON) throws(Diagnostic) -> JSON {
    guard let value = json[name] else {
      throw refused(json, "The member “\(name)” is missing", nil)
    }
    return value
  }

  private func string(_ json: JSON) throws(Diagnostic) -> String {
    guard let string = json.string else { throw refused(json, "A string is expected", nil) }
    return string
  }

  private func field(_ json: JSON) throws(Diagnostic) -> String {
    let key = try string(json)
    guard engine.form.field(named: key) != nil else {
      throw refused(json, "The screen has no input with the key “\(key)”", nil)
    }
    return key
  }

  private func component(_ json: JSON) throws(Diagnostic) -> String {
    let id = try string(json)
    let form = engine.form
    guard
      form.node(named: id) != nil || form.row(named: id) != nil || form.item(named: id) != nil
        || engine.queueItem(named: id) != nil
    else {
      throw refused(json, "The screen has no component “\(id)”", nil)
    }
    return id
  }

  private func choice(_ json: JSON, _ yes: String, _ no: String) throws(Diagnostic) -> Bool {
    let word = try string(json)
    guard word == yes || word == no else {
      throw refused(json, "There is no “\(word)”", "\(yes), \(no)")
    }
    return word == yes
  }

  private func flag(_ json: JSON, _ event: Event) throws(Diagnostic) -> Event {
    guard json.bool == true else { throw refused(json, "The event takes true", "true") }
    return event
  }

  private func refused(_ json: JSON, _ what: String, _ correction: String?) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Code("bad-event"), what + ".", at: json.position, path: json.path,
      correction: correction)
  }
}
