import OynaValue

/// What a screen knows of the requests that it queued, and of all that waits.
struct QueueState {
  /// All that `queue_status` may show.
  var items: [QueueItem] = []
  var isKnown = false
  /// Queued from this screen, oldest first: what `undo` takes back. At most 50.
  var entries: [Entry] = []
  /// Taken back, the last one last: what `redo` queues again.
  var undone: [Entry] = []
  private var lastTicket = 0
  /// The request that the snackbar with “undo” speaks of.
  var snackbarTicket: Int?

  static let limit = 50

  /// One request of this screen.
  struct Entry {
    let ticket: Int
    let plan: QueuePlan
    let request: QueuedRequest
    var id: OutboxID?
    var state: State
    let node: Int
    let outcomes: [Outcome]
    let message: String?

    enum State {
      /// Not yet on disk.
      case storing
      case queued
      /// Asked to be taken back.
      case withdrawing
      /// A request that takes it back is under way.
      case undoing
    }
  }

  mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// A component's request is on its way to the disk: another tap of it does nothing.
  func isStoring(_ node: Int) -> Bool {
    entries.contains { entry in
      if case .storing = entry.state { entry.node == node } else { false }
    }
  }

  /// The newest request that can be taken back.
  var undoable: Int? {
    entries.lastIndex { entry in
      if case .queued = entry.state { true } else { false }
    }
  }

  var undoableCount: Int {
    var count = 0
    for entry in entries {
      if case .queued = entry.state { count += 1 }
    }
    return count
  }

  func entry(ticket: Int) -> Int? { entries.firstIndex { $0.ticket == ticket } }
  func entry(_ id: OutboxID) -> Int? { entries.firstIndex { $0.id == id } }
  func entry(key: String) -> Int? { entries.firstIndex { $0.request.key.text == key } }
  /// The entry that the request with this key takes back.
  func entry(undoKey: String) -> Int? {
    entries.firstIndex { $0.request.key.undo?.text == undoKey }
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count > QueueState.limit { entries.removeFirst() }
  }
}

/// What a queued request is made of, so that it can be made again under a new key after an undo.
struct QueuePlan {
  let method: String
  let url: String
  let lane: OutboxLane
  let kind: OutboxKind
  let title: String
  let body: ValueMap
  let identifier: String?
  let hold: Int64
  let timeToLive: Int64?
  let lookUp: String?
  let undo: (method: String, url: String)?
  /// Its values are a form's, which is emptied once they are on disk.
  let clearsForm: Bool

  /// The request under this key; `id` is the new resource's identifier.
  func request(_ key: IdempotencyKey, id: String) throws(OutboxError) -> QueuedRequest? {
    guard let target = OutboxTarget(method, filled(url, id)) else { return nil }
    var body = ValueMap()
    if let identifier { body.set(.string(id), for: identifier) }
    for (name, value) in self.body.entries { body.set(value, for: name) }
    var draft = OutboxDraft(
      lane: lane, kind: kind, target: target, payload: try OutboxPayload(.map(body)))
    draft.hold = hold
    draft.timeToLive = timeToLive
    draft.lookUpURL = lookUp.map { filled($0, id) }
    return QueuedRequest(
      key: key, draft: draft, title: title,
      undo: undo.flatMap { OutboxTarget($0.method, filled($0.url, id)) })
  }

  /// `{id}` replaced by the identifier.
  private func filled(_ pattern: String, _ id: String) -> String {
    let mark = Array("{id}".utf8)
    let bytes = Array(pattern.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if place + mark.count <= bytes.count, bytes[place..<place + mark.count].elementsEqual(mark) {
        result += Array(id.utf8)
        place += mark.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
