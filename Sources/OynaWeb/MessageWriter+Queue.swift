internal import OynaEngine
internal import OynaValue

extension MessageWriter {
  /// `{"watch": true}`, `{"enqueue": {"ticket", …}}`, `{"withdraw": {"id", …}}`, `{"retry": id}`,
  /// `{"drop": id}`: work for `Web/oyna/outbox.js`.
  mutating func queue(_ request: QueueRequest) {
    json.beginObject()
    switch request {
    case .watch: flag("watch", true)
    case .enqueue(let ticket, let request):
      json.key("enqueue")
      json.beginObject()
      QueueRowText.write("ticket", Int64(ticket), &json)
      QueueRowText.write(request, into: &json)
      json.endObject()
    case .withdraw(let id, let key, let compensation):
      json.key("withdraw")
      json.beginObject()
      QueueRowText.write("id", id.number, &json)
      QueueRowText.write("key", key?.text, &json)
      if let compensation {
        json.key("compensation")
        json.beginObject()
        QueueRowText.write(compensation, into: &json)
        json.endObject()
      }
      json.endObject()
    case .retry(let id): QueueRowText.write("retry", id.number, &json)
    case .drop(let id): QueueRowText.write("drop", id.number, &json)
    }
    json.endObject()
  }
}

/// Reads what the page's queue tells a screen.
enum QueueNoticeReader {
  /// Nil when it is none: a mistake of the shell.
  static func notice(_ json: JSON) -> QueueNotice? {
    var members = json.object?.makeIterator()
    guard let (name, value) = members?.next() else { return nil }
    let id = value["id"]?.int.flatMap { OutboxID($0) }
    let failure = value["failure"]?.string.flatMap { QueueFailure(rawValue: $0) }
    switch name {
    case "items":
      guard let list = value.array else { return nil }
      return .items(list.compactMap { item($0) })
    case "stored":
      guard let ticket = value["ticket"]?.int, let id else { return nil }
      return .stored(ticket: Int(clamping: ticket), id)
    case "notStored":
      guard let ticket = value["ticket"]?.int else { return nil }
      return .notStored(ticket: Int(clamping: ticket), failure ?? .unavailable)
    case "withdrawn":
      guard let id, let result = value["result"]?.string.flatMap({ QueueWithdrawal(rawValue: $0) })
      else { return nil }
      return .withdrawn(id, result)
    case "settled":
      guard let key = value["key"]?.string, let outcome = outcome(value) else { return nil }
      return .settled(key: key, outcome)
    case "died":
      guard let key = value["key"]?.string else { return nil }
      let status = Int(clamping: value["status"]?.int ?? 0)
      let death = OutboxDeath(name: value["reason"]?.string ?? "", status: status)
      return .died(key: key, death ?? .unreadable)
    case "failed": return .failed(failure ?? .unavailable)
    default: return nil
    }
  }

  private static func outcome(_ json: JSON) -> OutboxOutcome? {
    guard let name = json["outcome"]?.string else { return nil }
    return OutboxOutcome(name: name, status: Int(clamping: json["status"]?.int ?? 0))
  }

  private static func item(_ json: JSON) -> QueueItem? {
    guard let id = json["id"]?.int.flatMap({ OutboxID($0) }), let key = json["key"]?.string,
      let lane = json["lane"]?.string
    else { return nil }
    let status: QueueItem.Status
    if let outcome = outcome(json) {
      status = .settled(outcome)
    } else if let state = QueueRowText.state(json) {
      status = .live(state)
    } else {
      // Written by a newer page: it is shown as what cannot be read.
      status = .live(.dead(.unreadable))
    }
    return QueueItem(
      id: id, key: key, lane: lane, title: json["title"]?.string ?? "", status: status,
      attempts: Int(clamping: json["attempts"]?.int ?? 0),
      isUnsent: json["firstReached"]?.int == nil,
      compensates: json["compensates"]?.int.flatMap {
        OutboxID($0)
      }, hasUndo: json["undo"].map { !$0.isNull } ?? false, created: json["created"]?.int ?? 0)
  }
}
