internal import OynaEngine
internal import OynaValue

/// The page's one queue: the shell tells what happened and what its store holds, the outbox
/// answers with what to store and what to do. `Web/oyna/outbox.js` is the other side.
///
/// Each call is one object: `now` (both clocks, milliseconds), `adopt` (rows that other tabs
/// inserted since) and one member that names the event. The answer's `changes` are committed in one
/// transaction before its `actions` are done.
struct QueueRelay {
  private var outbox = Outbox(at: OutboxTime(monotonic: 0, wall: 0))
  private var bits = SeededBits(0)
  private var changes: [OutboxChange] = []
  private var actions: [OutboxAction] = []
  private var wakeAfter: Int64?
  /// What the shell keeps beside the rows that this call inserts.
  private var inserted: [(id: OutboxID, title: String, undo: OutboxTarget?)] = []
  /// Rows that cannot be read: they become dead letters, so that they block nobody.
  private var unreadable: [Int64] = []

  mutating func answer(to bytes: UnsafeRawBufferPointer) -> [UInt8] {
    changes = []
    actions = []
    wakeAfter = nil
    inserted = []
    unreadable = []
    var result: String?
    guard let json = try? JSON.parse(bytes), let monotonic = json["now"]?[0]?.int,
      let wall = json["now"]?[1]?.int
    else { return text(result: "malformed") }
    let now = OutboxTime(monotonic: monotonic, wall: wall)
    if let rows = json["adopt"] { take(outbox.adopt(read(rows), at: now, using: &bits)) }
    do throws(OutboxError) {
      if let members = json.object {
        for (name, value) in members where name != "now" && name != "adopt" {
          result = try handle(name, value, at: now)
        }
      }
    } catch {
      if case .irreversible = error {
        result = QueueWithdrawal.irreversible.rawValue
      } else {
        result = error.failure.rawValue
      }
    }
    return text(result: result)
  }

  // A table: one event a case.
  private mutating func handle(
    _ name: String, _ json: JSON, at now: OutboxTime
  ) throws(OutboxError) -> String? {
    switch name {
    case "open":
      bits = SeededBits(json["seed"]?.string.flatMap { UInt64($0, radix: 16) } ?? 0)
      outbox = Outbox(restoring: snapshot(json), at: now)
      // Told before anything is started.
      let isOnline = json["isOnline"]?.bool != false
      take(outbox.network(isOnline: isOnline, at: now, using: &bits))
    case "resume": take(outbox.resume(at: now, using: &bits))
    case "network":
      take(outbox.network(isOnline: json.string == "online", at: now, using: &bits))
    case "answered": answered(json, at: now)
    case "loaded":
      guard let lane = json["lane"]?.string.flatMap({ OutboxLane($0) }) else { return nil }
      take(outbox.loaded(lane, read(json["rows"]), at: now, using: &bits))
    case "dependencyFound":
      guard let dependency = Self.id(json["dependency"]), let id = Self.id(json["of"]) else {
        return nil
      }
      let found: OutboxDependency =
        switch json["found"]?.string {
        case "live": .live
        case "failed": .failed
        default: .succeeded
        }
      take(outbox.dependencyFound(dependency, of: id, found, at: now, using: &bits))
    case "lookedUp":
      guard let id = Self.id(json["id"]) else { return nil }
      let found = OutboxLookUp(
        status: Int(clamping: json["status"]?.int ?? 0), headers: Self.headers(json),
        body: Array((json["body"]?.string ?? "").utf8))
      take(outbox.lookedUp(id, found, at: now, using: &bits))
    case "tokenRefreshed":
      take(
        outbox.tokenRefreshed(
          host: json["host"]?.string ?? "", succeeded: json["succeeded"]?.bool == true, at: now,
          using: &bits))
    case "check": return QueueRowText.payload(json) == nil ? "unsendable" : nil
    case "withdraw": return try withdraw(json, at: now)
    case "drop":
      guard let row = json["row"].flatMap({ QueueRowText.row($0) }) else { return nil }
      take(try outbox.drop(row, dependants: Self.rows(json["dependants"]), at: now, using: &bits))
    case "retry": try retry(json, at: now)
    default: return "malformed"
    }
    return nil
  }

  private static func headers(_ json: JSON) -> [(name: String, value: String)] {
    json["headers"]?.array?.map { (name: $0[0]?.string ?? "", value: $0[1]?.string ?? "") } ?? []
  }

  private mutating func answered(_ json: JSON, at now: OutboxTime) {
    guard let id = Self.id(json["id"]), let number = json["number"]?.int,
      let epoch = json["epoch"]?.int
    else { return }
    let attempt = OutboxAttempt(id: id, number: Int(clamping: number), epoch: epoch)
    let answer: OutboxAnswer
    if let status = json["status"]?.int {
      answer = .response(
        OutboxResponse(
          status: Int(clamping: status), headers: Self.headers(json),
          body: Array((json["body"]?.string ?? "").utf8),
          key: json["key"]?.string.flatMap { IdempotencyKey($0) }))
    } else {
      switch json["answer"]?.string {
      case "notSent": answer = .notSent
      case "unsendable": answer = .unsendable
      default: answer = .noAnswer
      }
    }
    take(outbox.answered(attempt, answer, at: now, using: &bits))
  }

  // MARK: - A person's decisions

  private mutating func withdraw(
    _ json: JSON, at now: OutboxTime
  ) throws(OutboxError) -> String? {
    guard let id = Self.id(json["id"]),
      let key = (json["row"]?["key"] ?? json["key"])?.string.flatMap({ IdempotencyKey($0) })
    else { return QueueWithdrawal.obsolete.rawValue }
    var fact = OutboxFact.settled(.dropped)
    if let row = json["row"].flatMap({ QueueRowText.row($0) }) {
      fact = .row(row)
    } else if let name = json["outcome"]?.string,
      let outcome = OutboxOutcome(name: name, status: 200)
    {
      fact = .settled(outcome)
    }
    let compensation =
      json["compensation"].flatMap { QueueRowText.request($0) }
      ?? (json["row"] ?? json["undone"]).flatMap { QueueRowText.compensation(of: $0) }
    let (undo, step) = try outbox.withdraw(
      id, key: key, fact: fact, dependants: Self.rows(json["dependants"]),
      compensation: compensation?.draft, at: now, using: &bits)
    take(step)
    switch undo {
    case .cancelled: return QueueWithdrawal.cancelled.rawValue
    case .obsolete: return QueueWithdrawal.obsolete.rawValue
    case .compensating(let row):
      guard let compensation else { throw .irreversible(id) }
      insert(row, compensation.draft.payload, compensation.title, nil, at: now)
      return QueueWithdrawal.compensating.rawValue
    }
  }

  private mutating func retry(_ json: JSON, at now: OutboxTime) throws(OutboxError) {
    guard let row = json["row"].flatMap({ QueueRowText.row($0) }),
      let payload = QueueRowText.payload(json)
    else { return }
    let key = IdempotencyKey(random: (bits.next(), bits.next()))
    switch row.state {
    case .conflict:
      take(try outbox.rebase(row.id, key: key, payload: payload, at: now, using: &bits))
    case .needsReconcile:
      take(try outbox.resend(row.id, key: key, payload: payload, at: now, using: &bits))
    default:
      let (new, step) = try outbox.requeue(row, key: key, payload: payload, at: now)
      take(step)
      let undo = json["row"].flatMap { QueueRowText.undo(of: $0) }
      insert(new, payload, json["row"]?["title"]?.string ?? "", undo, at: now)
    }
  }

  /// The transaction of this call makes the row durable, and its actions come after that.
  private mutating func insert(
    _ row: OutboxRow, _ payload: OutboxPayload, _ title: String, _ undo: OutboxTarget?,
    at now: OutboxTime
  ) {
    changes.append(.insert(row, payload))
    inserted.append((row.id, title, undo))
    take(outbox.committed(row, at: now, using: &bits))
  }

  private mutating func take(_ step: OutboxStep) {
    changes += step.changes
    actions += step.actions
    wakeAfter = step.wakeAfter
  }

  // MARK: - Reading

  private static func id(_ json: JSON?) -> OutboxID? { json?.int.flatMap { OutboxID($0) } }

  private static func rows(_ json: JSON?) -> [OutboxRow] {
    json?.array?.compactMap { QueueRowText.row($0) } ?? []
  }

  private mutating func read(_ json: JSON?) -> [OutboxRow] {
    guard let list = json?.array else { return [] }
    var rows: [OutboxRow] = []
    for element in list {
      if let row = QueueRowText.row(element) {
        rows.append(row)
      } else if let id = element["id"]?.int {
        unreadable.append(id)
      }
    }
    return rows
  }

  private mutating func snapshot(_ json: JSON) -> OutboxSnapshot {
    var snapshot = OutboxSnapshot()
    snapshot.epoch = json["epoch"]?.int ?? 1
    snapshot.lastNumber = json["lastNumber"]?.int ?? 0
    snapshot.deadCount = Int(clamping: json["deadCount"]?.int ?? 0)
    guard let lanes = json["lanes"]?.array else { return snapshot }
    for lane in lanes {
      let damaged = unreadable.count
      let first = read(lane["first"])
      let lost = unreadable.count - damaged
      snapshot.deadCount += lost
      guard let name = lane["lane"]?.string.flatMap({ OutboxLane($0) }) else { continue }
      snapshot.lanes.append(
        OutboxSnapshot.Lane(
          lane: name, first: first, count: Int(clamping: lane["count"]?.int ?? 0) - lost,
          hasDead: lane["hasDead"]?.bool == true))
    }
    return snapshot
  }

  // MARK: - Writing

  private func text(result: String?) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("changes")
    json.beginArray()
    for change in changes {
      json.beginObject()
      write(change, &json)
      json.endObject()
    }
    for id in unreadable {
      json.beginObject()
      QueueRowText.write("unreadable", id, &json)
      json.endObject()
    }
    json.endArray()
    json.key("actions")
    json.beginArray()
    for action in actions {
      json.beginObject()
      write(action, &json)
      json.endObject()
    }
    json.endArray()
    QueueRowText.write("wakeAfter", wakeAfter, &json)
    QueueRowText.write("lastNumber", outbox.lastKnownNumber, &json)
    QueueRowText.write("result", result, &json)
    json.endObject()
    return json.bytes
  }

  private func write(_ change: OutboxChange, _ json: inout JSONWriter) {
    switch change {
    case .insert(let row, let payload):
      json.key("insert")
      stored(row, payload, &json)
    case .update(let row):
      json.key("update")
      stored(row, nil, &json)
    case .replace(let row, let payload):
      json.key("replace")
      stored(row, payload, &json)
    case .settle(let id, let outcome, let fence):
      json.key("settle")
      json.beginObject()
      QueueRowText.write("id", id.number, &json)
      QueueRowText.write("outcome", outcome.name, &json)
      QueueRowText.write("status", Int64(outcome.status), &json)
      QueueRowText.write("attempt", fence.map { Int64($0.number) }, &json)
      QueueRowText.write("epoch", fence?.epoch, &json)
      json.endObject()
    }
  }

  private func stored(_ row: OutboxRow, _ payload: OutboxPayload?, _ json: inout JSONWriter) {
    json.beginObject()
    json.key("row")
    json.beginObject()
    QueueRowText.write(row, into: &json)
    if let extras = inserted.first(where: { $0.id == row.id }) {
      QueueRowText.write("title", extras.title, &json)
      QueueRowText.write(undo: extras.undo, into: &json)
    }
    json.endObject()
    if let payload {
      QueueRowText.write("body", String(decoding: payload.bytes, as: UTF8.self), &json)
      QueueRowText.write("contentType", payload.contentType, &json)
    }
    json.endObject()
  }

  private func write(_ action: OutboxAction, _ json: inout JSONWriter) {
    switch action {
    case .send(let attempt, let target, let key):
      object("send", &json) { json in
        QueueRowText.write("id", attempt.id.number, &json)
        QueueRowText.write("number", Int64(attempt.number), &json)
        QueueRowText.write("epoch", attempt.epoch, &json)
        QueueRowText.write("method", target.method, &json)
        QueueRowText.write("url", target.url, &json)
        QueueRowText.write("key", key?.text, &json)
      }
    case .load(let lane, let after, let limit):
      object("load", &json) { json in
        QueueRowText.write("lane", lane.name, &json)
        QueueRowText.write("after", after.number, &json)
        QueueRowText.write("limit", Int64(limit), &json)
      }
    case .findDependency(let dependency, let id):
      object("findDependency", &json) { json in
        QueueRowText.write("dependency", dependency.number, &json)
        QueueRowText.write("of", id.number, &json)
      }
    case .lookUp(let id, let url):
      object("lookUp", &json) { json in
        QueueRowText.write("id", id.number, &json)
        QueueRowText.write("url", url, &json)
      }
    case .refreshToken(let host): QueueRowText.write("refreshToken", host, &json)
    case .report(.died(let id, let death)):
      object("died", &json) { json in
        QueueRowText.write("id", id.number, &json)
        QueueRowText.write("reason", death.name, &json)
        QueueRowText.write("status", Int64(death.status), &json)
      }
    case .report(.signInNeeded(let host)): QueueRowText.write("signInNeeded", host, &json)
    case .report: QueueRowText.write("report", "", &json)
    }
  }

  private func object(
    _ name: String, _ json: inout JSONWriter, _ members: (inout JSONWriter) -> Void
  ) {
    json.key(name)
    json.beginObject()
    members(&json)
    json.endObject()
  }
}
