import Testing

@testable import OynaEngine

@Suite("Command history") struct CommandHistoryTests {
  let document = TextDocument()
  let history = CommandHistory()

  private func append(_ text: String, coalesces: Bool = false) throws(CommandError) {
    try history.execute(AppendTextCommand(text, to: document, coalesces: coalesces))
  }

  @Test("undo and redo on an empty history return false") func empty() throws {
    #expect(try history.undo() == false)
    #expect(try history.redo() == false)
    #expect(history.undoName == nil && history.redoName == nil)
  }

  @Test("undo n, then redo n, is the identity for every n up to 50", arguments: 0...50)
  func undoRedoIdentity(n: Int) throws {
    let cart = Cart(currency: sum)
    for index in 0..<50 {
      let isText = index.isMultiple(of: 2)
      if isText {
        try append("\(index)")
      } else {
        try history.execute(AddProductCommand(try line("p\(index % 7)"), to: cart))
      }
    }
    let (text, snapshot) = (document.text, CartSnapshot(cart))
    for _ in 0..<n { #expect(try history.undo()) }
    #expect(history.redoCount == n)
    for _ in 0..<n { #expect(try history.redo()) }
    #expect(document.text == text)
    #expect(CartSnapshot(cart) == snapshot)
    #expect(history.redoCount == 0 && history.undoCount == 50)
  }

  @Test("fifty undos lead back to the first state") func allTheWay() throws {
    for index in 0..<50 { try append("\(index)") }
    while try history.undo() {}
    #expect(document.text == "")
  }

  @Test("a new command clears redo") func newCommandClearsRedo() throws {
    try append("a")
    try append("b")
    try history.undo()
    try append("c")
    #expect(history.redoCount == 0)
    #expect(try history.redo() == false)
    #expect(document.text == "ac")
  }

  @Test("only the newest are kept, for any capacity", arguments: [0, 1, 2, 49, 50, 51, -3])
  func ring(capacity: Int) throws {
    let history = CommandHistory(capacity: capacity)
    for index in 0..<120 {
      try history.execute(AppendTextCommand("\(index),", to: document))
    }
    let kept = max(0, capacity)
    #expect(history.undoCount == kept)
    while try history.undo() {}
    #expect(document.text == (0..<120 - kept).map { "\($0)," }.joined())
    while try history.redo() {}
    #expect(document.text == (0..<120).map { "\($0)," }.joined())
  }

  @Test("a command that fails to execute is not recorded and keeps redo") func failingExecute()
    throws
  {
    try append("a")
    try history.undo()
    #expect(throws: broken) {
      try history.execute(ProbeCommand(execute: { () throws(CommandError) in throw broken }))
    }
    #expect(history.undoCount == 0 && history.redoCount == 1)
    #expect(try history.redo())
    #expect(document.text == "a")
  }

  @Test("a command that fails to undo or redo stays where it was") func failingUndo() throws {
    let probe = ProbeCommand(undo: { () throws(CommandError) in throw broken })
    try history.execute(probe)
    #expect(throws: broken) { try history.undo() }
    #expect(history.undoCount == 1 && history.redoCount == 0)
    probe.onUndo = {}
    #expect(try history.undo())
    probe.onExecute = { () throws(CommandError) in throw broken }
    #expect(throws: broken) { try history.redo() }
    #expect(history.undoCount == 0 && history.redoCount == 1)
  }

  @Test("a command that uses its own history is refused") func reentrancy() throws {
    var caught: [CommandError] = []
    let use: () -> Void = { [history] in
      do throws(CommandError) { try history.execute(ProbeCommand("Inner")) } catch {
        caught.append(error)
      }
      do throws(CommandError) { try history.undo() } catch { caught.append(error) }
      do throws(CommandError) { try history.redo() } catch { caught.append(error) }
      do throws(CommandError) { try history.group("Inner group") {} } catch { caught.append(error) }
      do throws(CommandError) { try history.removeAll() } catch { caught.append(error) }
      #expect(!history.markSaved())
    }
    try history.execute(ProbeCommand(execute: use, undo: use))
    try history.undo()
    let once: [CommandError] = [
      .reentrant(command: "Inner"), .reentrant(command: "Undo"), .reentrant(command: "Redo"),
      .reentrant(command: "Inner group"), .reentrant(command: "Remove all"),
    ]
    #expect(caught == once + once)
    #expect(history.undoCount == 0 && history.redoCount == 1)
  }

  @Test("entries that leave are released at once") func release() throws {
    let history = CommandHistory(capacity: 2)
    var released: [String] = []
    func run(_ name: String) throws(CommandError) {
      try history.execute(
        ProbeCommand(
          name,
          released: {
            released.append(name)
            // A `deinit` may look at the history that drops it.
            #expect(history.undoCount <= 2)
          }))
    }
    try run("a")
    try run("b")
    try run("c")
    #expect(released == ["a"])
    try history.undo()
    try history.undo()
    try run("d")
    #expect(Set(released) == ["a", "b", "c"])
    try history.removeAll()
    #expect(released.count == 4)
  }

  @Test("names for the menu") func names() throws {
    let cart = Cart(currency: sum)
    try history.execute(AddProductCommand(try line("Tea"), to: cart))
    try history.execute(RemoveProductCommand(product("Tea"), from: cart))
    #expect(history.undoName == "Remove Tea")
    try history.undo()
    #expect(history.undoName == "Add Tea" && history.redoName == "Remove Tea")
  }

  @Test("an obsolete entry is passed over and leaves") func obsolete() throws {
    try append("a")
    let probe = ProbeCommand(undo: { () throws(CommandError) in throw broken })
    try history.execute(probe)
    probe.isObsolete = true
    #expect(try history.undo())
    #expect(document.text == "" && history.undoCount == 0 && history.redoCount == 1)
  }
}

@Suite("Saved mark") struct SavedMarkTests {
  let document = TextDocument()

  private func type(_ text: String, _ history: CommandHistory) throws(CommandError) {
    try history.execute(AppendTextCommand(text, to: document, coalesces: true))
  }

  @Test("the mark survives undo and redo") func survives() throws {
    let history = CommandHistory()
    #expect(history.isSaved)
    try type("a", history)
    #expect(!history.isSaved)
    history.markSaved()
    history.stopCoalescing()
    try type("b", history)
    try history.undo()
    #expect(history.isSaved)
    try history.undo()
    #expect(!history.isSaved)
    try history.redo()
    #expect(history.isSaved)
  }

  @Test("the mark is lost when overwritten") func overwritten() throws {
    let history = CommandHistory()
    try type("a", history)
    history.markSaved()
    try history.undo()
    try type("b", history)
    try history.undo()
    #expect(!history.isSaved)
    try history.redo()
    #expect(!history.isSaved)
  }

  @Test("the mark is lost when trimmed", arguments: 0...3) func trimmed(capacity: Int) throws {
    let history = CommandHistory(capacity: capacity)
    for step in 0...capacity {
      history.stopCoalescing()
      try type("\(step)", history)
    }
    while try history.undo() {}
    #expect(!history.isSaved)
  }

  @Test("nothing merges over the mark") func mergeStops() throws {
    let history = CommandHistory()
    try type("a", history)
    try type("b", history)
    #expect(history.undoCount == 1)
    history.markSaved()
    try type("c", history)
    #expect(history.undoCount == 2)
    try history.undo()
    #expect(document.text == "ab" && history.isSaved)
  }

  @Test("an obsolete entry before the mark moves it with the entries") func obsolete() throws {
    let history = CommandHistory()
    let probe = ProbeCommand()
    try history.execute(probe)
    try type("a", history)
    history.markSaved()
    probe.isObsolete = true
    try history.removeObsolete()
    #expect(history.isSaved && history.undoCount == 1)
    try history.undo()
    #expect(!history.isSaved)
    try history.redo()
    #expect(history.isSaved)
  }

  @Test("a mark is not set inside of a group that holds commands") func insideGroup() throws {
    let history = CommandHistory()
    let document = document
    try history.group("Group") { () throws(CommandError) in
      try history.execute(AppendTextCommand("a", to: document))
      #expect(!history.markSaved())
      #expect(!history.isSaved)
    }
    #expect(history.markSaved())
  }
}

@Suite("Coalescing") struct CoalescingTests {
  let document = TextDocument()
  let history = CommandHistory()

  private func type(_ text: String) throws(CommandError) {
    try history.execute(AppendTextCommand(text, to: document, coalesces: true))
  }

  @Test("adjacent pieces become one entry until a line break") func typing() throws {
    for piece in ["S", "a", "lom", "\n", "d"] { try type(piece) }
    #expect(history.undoCount == 2)
    try history.undo()
    #expect(document.text == "Salom\n")
    try history.undo()
    #expect(document.text == "")
    try history.redo()
    #expect(document.text == "Salom\n")
  }

  @Test("stopCoalescing starts one new entry") func stop() throws {
    try type("a")
    history.stopCoalescing()
    try type("b")
    try type("c")
    #expect(history.undoCount == 2)
    try history.undo()
    #expect(document.text == "a")
  }

  @Test("nothing merges into a command that was sent") func sent() throws {
    final class Sent: Command {
      let name = "Sent"
      func execute() {}
      func undo() {}
      var isSent: Bool { true }
      func merge(_ next: any Command) -> Bool { true }
    }
    try history.execute(Sent())
    try history.execute(Sent())
    #expect(history.undoCount == 2)
  }

  @Test("the taps of a stepper on one line become one entry") func stepper() throws {
    let cart = Cart(currency: sum)
    try history.execute(AddProductCommand(try line("Tea"), to: cart))
    try history.execute(AddProductCommand(try line("Pot"), to: cart))
    for quantity in 2...5 {
      try history.execute(
        ChangeQuantityCommand(of: product("Tea"), to: Int64(quantity), in: cart, coalesces: true))
    }
    try history.execute(
      ChangeQuantityCommand(of: product("Pot"), to: 2, in: cart, coalesces: true))
    #expect(history.undoCount == 4)
    try history.undo()
    try history.undo()
    #expect(cart.line(of: product("Tea"))?.quantity == 1)
    try history.redo()
    #expect(cart.line(of: product("Tea"))?.quantity == 5)
  }
}
