internal import OynaEngine
internal import OynaValue

/// A queued request as JSON: what IndexedDB keeps of it (`Web/oyna/outbox.js`), besides what only
/// the shell reads (`title`, `undo`). The same columns as the SQLite file of `OynaStorage`.
enum QueueRowText {
  static func write(_ row: OutboxRow, into json: inout JSONWriter) {
    json.key("id")
    json.int(row.id.number)
    write("key", row.key.text, &json)
    write("lane", row.lane.name, &json)
    write("kind", row.kind.name, &json)
    json.key("schemaVersion")
    json.int(row.schemaVersion)
    write("method", row.target.method, &json)
    write("url", row.target.url, &json)
    write("dedupeKey", row.dedupeKey, &json)
    write("created", row.created, &json)
    write("expires", row.expires, &json)
    write("dependsOn", row.dependsOn?.number, &json)
    write("compensates", row.compensates?.number, &json)
    write("lookUpURL", row.lookUpURL, &json)
    write("traceID", row.traceID, &json)
    write("attempts", Int64(row.attempts), &json)
    write("failures", Int64(row.failures), &json)
    write("firstReached", row.firstReached, &json)
    // 64 bits do not fit a JavaScript number.
    write("replayedFingerprint", row.replayed.map { String($0.fingerprint, radix: 16) }, &json)
    write("replayedCount", row.replayed.map { Int64($0.count) }, &json)
    state(row.state, &json)
  }

  private static func state(_ state: OutboxState, _ json: inout JSONWriter) {
    var name = state.name
    switch state {
    // A row that is stored is durable, and what blocks it is found again.
    case .staged, .blocked: name = "ready"
    case .ready, .needsReconcile: break
    case .inflight(let attempt, let epoch):
      write("number", Int64(attempt), &json)
      write("epoch", epoch, &json)
    case .waiting(let wait):
      write("reason", wait.reason.name, &json)
      write("deadline", wait.deadline, &json)
      write("duration", wait.duration, &json)
    case .conflict(let status): write("number", Int64(status), &json)
    case .dead(let death):
      write("reason", death.name, &json)
      write("number", Int64(death.status), &json)
    }
    write("state", name, &json)
  }

  /// Nil when a member is none of ours: a store is no trusted source.
  static func row(_ json: JSON) -> OutboxRow? {
    guard let id = json["id"]?.int.flatMap({ OutboxID($0) }),
      let key = json["key"]?.string.flatMap({ IdempotencyKey($0) }),
      let lane = json["lane"]?.string.flatMap({ OutboxLane($0) }), let kind = json["kind"]?.string,
      let method = json["method"]?.string, let url = json["url"]?.string,
      let target = OutboxTarget(method, url), let state = state(json),
      let created = json["created"]?.int, let expires = json["expires"]?.int
    else { return nil }
    let fingerprint = json["replayedFingerprint"]?.string.flatMap { UInt64($0, radix: 16) }
    return OutboxRow(
      id: id, key: key, lane: lane, kind: OutboxKind(kind),
      schemaVersion: json["schemaVersion"]?.int ?? 1, target: target,
      dedupeKey: json["dedupeKey"]?.string, created: created, expires: expires,
      dependsOn: json["dependsOn"]?.int.flatMap { OutboxID($0) },
      compensates: json["compensates"]?.int.flatMap { OutboxID($0) },
      lookUpURL: json["lookUpURL"]?.string, traceID: json["traceID"]?.string, state: state,
      attempts: count(json["attempts"]), failures: count(json["failures"]),
      firstReached: json["firstReached"]?.int,
      replayed: fingerprint.map {
        ReplayedAnswer(fingerprint: $0, count: count(json["replayedCount"]))
      })
  }

  static func state(_ json: JSON) -> OutboxState? {
    let number = Int(clamping: json["number"]?.int ?? 0)
    let reason = json["reason"]?.string ?? ""
    switch json["state"]?.string {
    case "ready": return .ready
    case "inflight": return .inflight(attempt: number, epoch: json["epoch"]?.int ?? 0)
    case "waiting":
      guard let reason = OutboxWait.Reason(name: reason), let deadline = json["deadline"]?.int,
        let duration = json["duration"]?.int, duration >= 0
      else { return nil }
      return .waiting(OutboxWait(reason, deadline: deadline, duration: duration))
    case "conflict": return .conflict(status: number)
    case "needsReconcile": return .needsReconcile
    case "dead": return .dead(OutboxDeath(name: reason, status: number) ?? .unreadable)
    default: return nil
    }
  }

  private static func count(_ json: JSON?) -> Int { Int(clamping: max(0, json?.int ?? 0)) }

  static func write(_ name: String, _ text: String?, _ json: inout JSONWriter) {
    guard let text else { return }
    json.key(name)
    json.string(text)
  }

  static func write(_ name: String, _ number: Int64?, _ json: inout JSONWriter) {
    guard let number else { return }
    json.key(name)
    json.int(number)
  }

  // MARK: - A request that has no row yet

  /// What the shell makes a row of: it adds the number, the moment and the end of its time.
  static func write(_ request: QueuedRequest, into json: inout JSONWriter) {
    let draft = request.draft
    write("key", request.key.text, &json)
    write("lane", draft.lane.name, &json)
    write("kind", draft.kind.name, &json)
    write("schemaVersion", draft.schemaVersion, &json)
    write("method", draft.target.method, &json)
    write("url", draft.target.url, &json)
    write("lookUpURL", draft.lookUpURL, &json)
    write("hold", draft.hold, &json)
    write("timeToLive", draft.timeToLive ?? OutboxConfiguration().timeToLive, &json)
    write("title", request.title, &json)
    write(undo: request.undo, into: &json)
    write("contentType", draft.payload.contentType, &json)
    write("body", String(decoding: draft.payload.bytes, as: UTF8.self), &json)
  }

  static func write(undo: OutboxTarget?, into json: inout JSONWriter) {
    guard let undo else { return }
    json.key("undo")
    json.beginObject()
    write("method", undo.method, &json)
    write("url", undo.url, &json)
    json.endObject()
  }

  static func undo(of row: JSON) -> OutboxTarget? {
    guard let undo = row["undo"], let method = undo["method"]?.string,
      let url = undo["url"]?.string
    else { return nil }
    return OutboxTarget(method, url)
  }

  /// The same, read back: a compensation that the shell passes on.
  static func request(_ json: JSON) -> QueuedRequest? {
    guard let key = json["key"]?.string.flatMap({ IdempotencyKey($0) }),
      let lane = json["lane"]?.string.flatMap({ OutboxLane($0) }), let kind = json["kind"]?.string,
      let method = json["method"]?.string, let url = json["url"]?.string,
      let target = OutboxTarget(method, url), let payload = payload(json)
    else { return nil }
    let draft = OutboxDraft(lane: lane, kind: OutboxKind(kind), target: target, payload: payload)
    return QueuedRequest(key: key, draft: draft, title: json["title"]?.string ?? "", undo: nil)
  }

  /// The body as it was stored, scanned again; nil for one that must not be sent.
  static func payload(_ json: JSON) -> OutboxPayload? {
    guard let body = json["body"]?.string else { return nil }
    return try? OutboxPayload(
      stored: Array(body.utf8), contentType: json["contentType"]?.string ?? "application/json")
  }

  /// What takes a stored request back, as its row tells.
  static func compensation(of row: JSON) -> QueuedRequest? {
    guard let target = undo(of: row), let key = row["key"]?.string.flatMap({ IdempotencyKey($0) }),
      let lane = row["lane"]?.string.flatMap({ OutboxLane($0) }), let kind = row["kind"]?.string
    else { return nil }
    return .compensation(
      of: key, lane: lane, kind: OutboxKind(kind), title: row["title"]?.string ?? "", undo: target)
  }
}
