import Foundation
import OynaClient
import OynaEngine
import OynaStorage
import OynaValue
import Testing

@Suite("Outbox queue") struct OutboxQueueTests {
  let folder: TemporaryFolder
  let clock = ManualClock()
  let events = EventLog()

  init() throws { folder = try TemporaryFolder() }

  private func open(_ configuration: OutboxConfiguration = .init()) throws -> OutboxQueue {
    let (clock, events) = (clock, events)
    return try OutboxQueue(
      path: folder.file(), configuration: configuration, clock: { clock.now },
      observe: { events.add($0) })
  }

  /// Answers everything that is due; the bodies that were sent, in order.
  @discardableResult
  private func drain(
    _ queue: OutboxQueue, _ answer: OutboxAnswer = .response(OutboxResponse(status: 201))
  ) -> [String] {
    var sent: [String] = []
    while true {
      let work = queue.takeWork()
      if work.isEmpty { return sent }
      for case .send(let attempt, _, _, let payload) in work {
        sent.append(String(decoding: payload.bytes, as: UTF8.self))
        queue.answered(attempt, answer)
      }
    }
  }

  @Test("what is enqueued survives, in order, with its key") func survives() throws {
    var queue = try open()
    queue.network(isOnline: false)
    let tickets = try (1...40).map { try queue.enqueue(draft("a", "\($0)")) }
    queue.close()
    queue = try open()
    #expect(queue.count == 40)
    guard case .send(let attempt, _, let key, _)? = queue.takeWork().first else {
      Issue.record("nothing to send")
      return
    }
    #expect(key == tickets[0].key && attempt.id == tickets[0].id)
    queue.answered(attempt, .response(OutboxResponse(status: 201)))
    #expect(drain(queue) == (2...40).map { "\"\($0)\"" })
    #expect(try queue.count == 0 && queue.file.count() == 0)
  }

  @Test("the mark in flight is on disk before the work is handed out") func inflightOnDisk() throws
  {
    let queue = try open()
    let ticket = try queue.enqueue(draft())
    let work = queue.takeWork()
    #expect(work.count == 1 && ticket.status == .sending)
    let stored = try queue.file.row(id: 1)
    #expect(stored?.state == OutboxRecord.State("inflight", number: 1, epoch: 1))
  }

  @Test("an outcome and the next mark share one commit") func oneCommit() throws {
    let queue = try open()
    queue.network(isOnline: false)
    for index in 0..<10 { _ = try queue.enqueue(draft("a", "\(index)")) }
    queue.network(isOnline: true)
    let before = queue.file.commitCount
    #expect(drain(queue).count == 10)
    #expect(queue.file.commitCount - before == 10)
  }

  @Test("a row that is none of ours becomes a dead letter and blocks nobody") func foreignRow()
    throws
  {
    var queue = try open()
    queue.network(isOnline: false)
    for index in 1...3 { _ = try queue.enqueue(draft("a", "\(index)")) }
    queue.close()
    let file = try OutboxFile(path: folder.file(), now: 1)
    var row = try #require(try file.row(id: 1))
    row.state = .init("from the future")
    let bytes = try #require(try file.body(id: 1))
    try file.commit([.update(row)])
    try file.commit([.insert(record(9, lane: "b", key: "bad \" key"), bytes)])
    file.close()
    queue = try open()
    #expect(drain(queue) == ["\"2\"", "\"3\""])
    #expect(try queue.file.row(id: 1)?.state == .init("dead", reason: "unreadable"))
    #expect(try queue.file.row(id: 9)?.state.name == "dead")
    #expect(queue.count == 2)
  }

  @Test("a stored body that looks like a secret is never sent") func tamperedBody() throws {
    var queue = try open()
    queue.network(isOnline: false)
    _ = try queue.enqueue(draft())
    queue.close()
    let file = try OutboxFile(path: folder.file(), now: 1)
    let row = try #require(try file.row(id: 1))
    try file.commit([
      .replace(
        row, OutboxBody(bytes: Array(#"{"cvv":"123"}"#.utf8), contentType: "application/json"))
    ])
    file.close()
    queue = try open()
    #expect(queue.takeWork().isEmpty)
    #expect(events.all.contains(.died(number(1), .unreadable)))
  }

  @Test("drop and requeue of a dead request") func deadLetters() throws {
    let queue = try open()
    let first = try queue.enqueue(draft("a", "1"))
    drain(queue, .response(OutboxResponse(status: 403)))
    #expect(first.status == .failed(.refused(status: 403)))
    let second = try queue.requeue(first.id)
    #expect(second.key != first.key && second.id == number(2))
    #expect(throws: OutboxError.notQueued(first.id)) { try queue.requeue(first.id) }
    drain(queue, .response(OutboxResponse(status: 404)))
    try queue.drop(second.id)
    #expect(try queue.count == 0 && queue.file.count() == 0)
  }

  @Test("a full disk refuses the request and the queue goes on") func enqueueConstraint() throws {
    let queue = try open()
    let key = try #require(IdempotencyKey("same"))
    _ = try queue.enqueue(draft(), key: key)
    #expect { try queue.enqueue(draft(), key: key) } throws: {
      if case .storage = $0 as? OutboxError { true } else { false }
    }
    #expect(queue.count == 1)
    drain(queue)
    #expect(queue.count == 0)
  }
}

@Suite("Queued commands") struct QueuedCommandTests {
  let folder: TemporaryFolder
  let clock = ManualClock()
  let queue: OutboxQueue
  let history = CommandHistory()

  init() throws {
    folder = try TemporaryFolder()
    let clock = clock
    queue = try OutboxQueue(path: folder.file(), clock: { clock.now })
  }

  private func transfer(_ units: Int64 = 5_000_00) throws -> TransferMoneyCommand {
    let from = try #require(AccountID("card-1"))
    let to = try #require(AccountID("savings"))
    let amount = Money(minorUnits: units, currency: .uzs)
    return TransferMoneyCommand(
      try #require(Transfer(from: from, to: to, amount: amount)), through: queue)
  }

  private func send() -> [(url: String, key: String, attempt: OutboxAttempt, body: String)] {
    queue.takeWork().compactMap {
      guard case .send(let attempt, let target, let key?, let payload) = $0 else { return nil }
      return (target.url, key.text, attempt, String(decoding: payload.bytes, as: UTF8.self))
    }
  }

  private func answer(_ attempt: OutboxAttempt, _ status: Int) {
    queue.answered(attempt, .response(OutboxResponse(status: status)))
  }

  @Test("an illegal transfer cannot be made") func illegal() throws {
    let account = try #require(AccountID("a"))
    let other = try #require(AccountID("b"))
    for units in [0, -1, .min] as [Int64] {
      #expect(
        Transfer(from: account, to: other, amount: Money(minorUnits: units, currency: .uzs)) == nil)
    }
    let amount = Money(minorUnits: 1, currency: .uzs)
    #expect(Transfer(from: account, to: account, amount: amount) == nil && AccountID("") == nil)
  }

  @Test("queued: undo cancels it, no byte is sent; redo is a new row under a new key")
  func cancelled() throws {
    queue.network(isOnline: false)
    let command = try transfer()
    try history.execute(command)
    let first = try #require(command.progress.ticket)
    #expect(command.progress.status == .queued && !command.isSent)
    try history.undo()
    #expect(command.progress.status == .cancelled && queue.count == 0)
    try history.redo()
    let second = try #require(command.progress.ticket)
    #expect(second.key != first.key && second.id > first.id)
    queue.network(isOnline: true)
    let sent = send()
    #expect(sent.map(\.key) == [second.key.text] && sent.map(\.url) == ["/api/v1/transfers"])
    #expect(
      sent[0].body.hasSuffix(
        #","from":"card-1","to":"savings","amount":500000,"currency":"UZS"}"#))
  }

  @Test("unknown: undoing until the server has answered both; redo waits") func unknown() throws {
    let command = try transfer()
    try history.execute(command)
    queue.answered(send()[0].attempt, .noAnswer)
    #expect(command.progress.status == .sent)
    try history.undo()
    #expect(command.progress.status == .undoing)
    #expect(throws: CommandError.compensationPending(command: "Transfer")) { try history.redo() }
    clock.advance(2_000)
    queue.resume()
    let original = send()
    answer(original[0].attempt, 201)
    let reversal = send()
    #expect(reversal[0].key == original[0].key + ".undo")
    #expect(reversal[0].url.hasSuffix("/reversal"))
    answer(reversal[0].attempt, 201)
    #expect(command.progress.status == .undone && queue.count == 0)
    #expect(try history.redo())
    #expect(send()[0].key != original[0].key)
  }

  @Test("refused by the server: the entry leaves the history") func obsolete() throws {
    let command = try transfer()
    try history.execute(command)
    answer(send()[0].attempt, 403)
    #expect(command.isObsolete)
    #expect(try history.undo() == false)
    #expect(history.undoCount == 0)
  }

  @Test("an undo that the server refuses is visible and never called undone") func refusedUndo()
    throws
  {
    let command = try transfer()
    try history.execute(command)
    answer(send()[0].attempt, 201)
    try history.undo()
    answer(send()[0].attempt, 409)
    #expect(command.progress.status == .compensationFailed(.stale))
    #expect(try history.redo() == false)
  }

  @Test("an undo before the answer of a transfer that fails takes nothing back")
  func failedOriginal()
    throws
  {
    let command = try transfer()
    try history.execute(command)
    let sent = send()
    try history.undo()
    answer(sent[0].attempt, 422)
    #expect(command.progress.status == .failed(.refused(status: 422)))
    #expect(send().isEmpty && command.isObsolete)
  }

  @Test("a message that was read cannot be taken back") func readMessage() throws {
    let command = try #require(SendMessageCommand("Salom", to: "family", through: queue))
    try history.execute(command)
    answer(send()[0].attempt, 201)
    command.isRead = true
    #expect(throws: CommandError.irreversible(command: "Send message")) { try history.undo() }
    #expect(history.undoCount == 1 && send().isEmpty)
    #expect(SendMessageCommand("", to: "x", through: queue) == nil)
    #expect(SendMessageCommand("x", to: "../x", through: queue) == nil)
  }

  @Test("a message with a card number is refused before anything is written") func secretMessage()
    throws
  {
    let text = "4111 1111 1111 1111"
    let command = try #require(SendMessageCommand(text, to: "family", through: queue))
    #expect(throws: CommandError.outbox(.sensitivePayload(.cardNumber))) {
      try history.execute(command)
    }
    #expect(try history.undoCount == 0 && queue.file.count() == 0)
    #expect(!folder.bytes().contains(Array(text.utf8)))
  }

  @Test("an order holds the cart as it was") func order() throws {
    let cart = Cart(currency: .uzs)
    #expect(PlaceOrderCommand(cart, through: queue) == nil)
    let tea = try #require(ProductID("tea"))
    let price = Money(minorUnits: 250, currency: .uzs)
    let line = try CartLine(product: tea, title: "Tea", quantity: 2, unitPrice: price)
    try history.execute(AddProductCommand(line, to: cart))
    let command = try #require(PlaceOrderCommand(cart, through: queue))
    try history.execute(RemoveProductCommand(tea, from: cart))
    try history.execute(command)
    #expect(
      send()[0].body.hasSuffix(
        #""lines":[{"product":"tea","quantity":2,"unitPrice":250}],"total":500,"currency":"UZS"}"#))
  }
}
