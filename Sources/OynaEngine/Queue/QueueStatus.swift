import OynaValue

/// How `queue_status` is drawn: lines with texts in the screen's language and what may be done.
enum QueueStatus {
  static let componentType = "queue_status"

  /// The members of `props` that a renderer gets besides the document's own.
  ///
  /// `items`: `{"id", "title", "text", "state", "time", "actions"}`, the state one of `waiting`,
  /// `sending`, `sent`, `failed`, `undoing`, `undone`; `summary`: one sentence over all of them.
  static func props(
    _ props: ValueMap, _ state: QueueState, isOnline: Bool, _ words: Words
  ) -> ValueMap {
    var result = props
    var lane: String?
    if case .string(let name)? = props["lane"], !name.isEmpty { lane = name }
    var keptSent = 0
    if case .int(let count)? = props["sent"] { keptSent = Int(clamping: count) }
    let shown = state.items.filter { item in
      guard let lane else { return true }
      // `account/` stands for all lanes below it.
      return lane.utf8.last == UInt8(ascii: "/") ? item.lane.hasPrefix(lane) : item.lane == lane
    }
    // The newest that were sent, and any that is being taken back at this moment.
    var sent = 0
    for item in shown where item.isSent { sent += 1 }
    var lines: [Value] = []
    var waiting = 0
    var failed = 0
    for item in shown {
      if item.isSent {
        sent -= 1
        if sent >= keptSent, !shown.contains(where: { $0.isUndoing(item) }) { continue }
      } else if item.isSettled {
        continue
      }
      let line = Line(item, among: shown, isOnline: isOnline)
      // What takes another line back is shown by that line as long as it is there.
      if line.isHidden { continue }
      switch line.state {
      case .waiting, .sending, .undoing: waiting += 1
      case .failed: failed += 1
      case .sent, .undone: break
      }
      lines.append(line.value(words))
    }
    result.set(.list(lines), for: "items")
    result.set(.bool(isOnline), for: "isOnline")
    result.set(.string(summary(waiting, failed, isOnline, words)), for: "summary")
    return result
  }

  /// `title: reason`, or the reason alone.
  static func named(_ title: String, _ reason: String) -> String {
    title.isEmpty ? reason : title + ": " + reason
  }

  private static func summary(
    _ waiting: Int, _ failed: Int, _ isOnline: Bool, _ words: Words
  ) -> String {
    if failed > 0 { return QueueWord.someFailed.text(words.language) }
    if waiting == 0 { return "" }
    return (isOnline ? QueueWord.sendingSome : .waitingForNetwork).text(words.language)
  }

  /// Why it gave up, for a person.
  static func reason(_ death: OutboxDeath, _ words: Words) -> String {
    let word: QueueWord =
      switch death {
      case .refused(let status): status == 402 || status == 403 ? .forbidden : .refused
      case .unexpectedRedirect, .keyReused, .unknownKind, .unreadable: .defect
      case .notRepeatable, .attemptsExhausted: .outcomeUnknown
      case .expired: .expired
      case .dependencyFailed: .dependencyFailed
      case .stale: .stale
      }
    let status = death.status
    return word.text(words.language) + (status > 0 ? " (\(status))" : "")
  }

  private struct Line {
    enum State: String { case waiting, sending, sent, failed, undoing, undone }

    let item: QueueItem
    var state = State.waiting
    var text: QueueWord?
    var death: OutboxDeath?
    var actions: [String] = []
    var isHidden = false

    init(_ item: QueueItem, among items: [QueueItem], isOnline: Bool) {
      self.item = item
      let undo = items.first { $0.compensates == item.id && !$0.isDead && !$0.isGone }
      switch item.status {
      case .settled: settle()
      case .live(let state): live(state, isOnline: isOnline)
      }
      if item.compensates != nil {
        if death != nil { text = .undoFailed } else { self.state = .undoing }
        // The original's own line, if it is still there, speaks for both.
        let original = items.first { $0.id == item.compensates && !$0.isGone }
        isHidden = death == nil && (original != nil || item.isSettled)
        actions.removeAll { $0 == "undo" }
      } else if let undo {
        let isDone = undo.isSettled
        state = isDone ? .undone : .undoing
        text = isDone ? .undone : .undoing
        actions = []
      }
    }

    private mutating func settle() {
      state = .sent
      text = .sent
      if item.hasUndo { actions = ["undo"] }
    }

    private mutating func live(_ live: OutboxState, isOnline: Bool) {
      if item.isUnsent || item.hasUndo { actions = ["undo"] }
      switch live {
      case .staged, .ready, .blocked: text = isOnline ? .waiting : .waitingForNetwork
      case .inflight:
        state = .sending
        text = .sending
      case .waiting(let wait): text = word(wait, isOnline: isOnline)
      case .conflict:
        state = .failed
        text = .conflict
        actions = ["retry", "drop"]
      case .needsReconcile:
        state = .failed
        text = .outcomeUnknown
        actions = ["retry", "drop"]
      case .dead(let death):
        state = .failed
        self.death = death
        actions = death.canRequeue ? ["retry", "drop"] : ["drop"]
      }
    }

    private func word(_ wait: OutboxWait, isOnline: Bool) -> QueueWord {
      switch wait.reason {
      case .hold: isOnline ? .held : .waitingForNetwork
      case .notSent: isOnline ? .waiting : .waitingForNetwork
      case .backoff: isOnline ? .retrying : .waitingForNetwork
      case .hostSlow: .hostSlow
      }
    }

    func value(_ words: Words) -> Value {
      var line = ValueMap()
      line.set(.int(item.id.number), for: "id")
      line.set(.string(item.title), for: "title")
      line.set(.string(state.rawValue), for: "state")
      var said = text?.text(words.language) ?? ""
      if let death {
        let reason = QueueStatus.reason(death, words)
        said = said.isEmpty ? reason : said + ": " + reason
      }
      line.set(.string(said), for: "text")
      line.set(.int(item.created), for: "time")
      line.set(
        .list(
          actions.map { name in
            var action = ValueMap()
            action.set(.string(name), for: "event")
            let word: QueueWord =
              switch name {
              case "retry": .retryAction
              case "drop": .dropAction
              default: .undoAction
              }
            action.set(.string(word.text(words.language)), for: "label")
            return .map(action)
          }), for: "actions")
      return .map(line)
    }
  }
}

extension QueueItem {
  /// It takes the other one back and is not done yet.
  fileprivate func isUndoing(_ other: QueueItem) -> Bool {
    compensates == other.id && !isSettled && !isDead
  }

  /// It has succeeded.
  fileprivate var isSent: Bool { compensates == nil && isSettled && !isGone }

  fileprivate var isSettled: Bool { if case .settled = status { true } else { false } }

  /// It left without an effect.
  fileprivate var isGone: Bool {
    switch status {
    case .settled(.cancelled), .settled(.dropped): true
    case .settled, .live: false
    }
  }

  fileprivate var isDead: Bool { if case .live(.dead) = status { true } else { false } }
}

extension OutboxDeath {
  /// Whether `Outbox.requeue` takes it.
  var canRequeue: Bool {
    switch self {
    case .keyReused, .unknownKind, .unreadable, .stale: false
    case .attemptsExhausted, .refused, .unexpectedRedirect, .notRepeatable, .expired,
      .dependencyFailed:
      true
    }
  }
}
