public import OynaEngine
import OynaStorage

extension OutboxLabel {
  init(_ row: OutboxRow, title: String, undo: OutboxTarget?) {
    self.init(
      id: row.id.number, key: row.key.text, lane: row.lane.name, kind: row.kind.name, title: title,
      created: row.created, compensates: row.compensates?.number, undoMethod: undo?.method,
      undoURL: undo?.url)
  }

  var undo: OutboxTarget? {
    guard let undoMethod, let undoURL else { return nil }
    return OutboxTarget(undoMethod, undoURL)
  }
}

extension OutboxQueue {
  /// What `queue_status` shows: every row, and of the settled ones the last `settledLimit`.
  public func items(settledLimit: Int = 100) throws(OutboxError) -> [QueueItem] {
    do throws(StorageError) {
      let rows = try file.rows(after: 0, limit: 1_000)
      let labels = try file.labels(limit: settledLimit + rows.count)
      let known = Dictionary(labels.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      var items = rows.compactMap { record in
        record.row.map { QueueItem($0, known[record.id]) }
      }
      let live = Set(rows.map { $0.id })
      for label in labels where !live.contains(label.id) {
        guard let outcome = try file.outcome(of: label.id).flatMap({ OutboxOutcome($0) }),
          let item = QueueItem(label, outcome)
        else { continue }
        items.append(item)
      }
      return items.sorted { $0.id.number < $1.id.number }
    } catch { throw .storage(error.message) }
  }

  /// What takes a request back, from what the file keeps of it; nil when nothing does.
  func compensation(of id: OutboxID) throws(OutboxError) -> QueuedRequest? {
    do throws(StorageError) {
      guard let label = try file.label(id: id.number), let key = IdempotencyKey(label.key),
        let lane = OutboxLane(label.lane)
      else { return nil }
      return QueuedRequest.compensation(
        of: key, lane: lane, kind: OutboxKind(label.kind), title: label.title, undo: label.undo)
    } catch { throw .storage(error.message) }
  }

  /// The key of a request, from its row or its label.
  func key(of id: OutboxID) throws(OutboxError) -> IdempotencyKey? {
    do throws(StorageError) {
      if let row = try file.row(id: id.number) { return IdempotencyKey(row.key) }
      return try file.label(id: id.number).flatMap { IdempotencyKey($0.key) }
    } catch { throw .storage(error.message) }
  }
}

extension QueueItem {
  fileprivate init(_ row: OutboxRow, _ label: OutboxLabel?) {
    self.init(
      id: row.id, key: row.key.text, lane: row.lane.name, title: label?.title ?? "",
      status: .live(row.state), attempts: row.attempts, isUnsent: !row.mayHaveArrived,
      compensates: row.compensates, hasUndo: label?.undo != nil, created: row.created)
  }

  fileprivate init?(_ label: OutboxLabel, _ outcome: OutboxOutcome) {
    guard let id = OutboxID(label.id) else { return nil }
    self.init(
      id: id, key: label.key, lane: label.lane, title: label.title, status: .settled(outcome),
      attempts: 0, isUnsent: false, compensates: label.compensates.flatMap { OutboxID($0) },
      hasUndo: label.undo != nil, created: label.created)
  }
}
