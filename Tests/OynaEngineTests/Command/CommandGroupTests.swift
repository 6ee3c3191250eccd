import Testing

@testable import OynaEngine

@Suite("Command groups") struct CommandGroupTests {
  let history = CommandHistory()
  let trace = Trace()

  final class Trace { var steps: [String] = [] }

  private func probe(_ name: String, failsExecute: Bool = false, failsUndo: Bool = false)
    -> ProbeCommand
  {
    let trace = trace
    return ProbeCommand(
      name,
      execute: { () throws(CommandError) in
        if failsExecute { throw broken }
        trace.steps.append("+\(name)")
      },
      undo: { () throws(CommandError) in
        if failsUndo { throw broken }
        trace.steps.append("-\(name)")
      })
  }

  @Test("nested groups are one entry, undone in reverse and redone in order") func nested() throws {
    let (a, b, c, d) = (probe("a"), probe("b"), probe("c"), probe("d"))
    let history = history
    try history.group("Outer") { () throws(CommandError) in
      try history.execute(a)
      try history.group("Inner") { () throws(CommandError) in
        try history.execute(b)
        try history.execute(c)
      }
      try history.execute(d)
    }
    #expect(history.undoCount == 1 && history.undoName == "Outer")
    try history.undo()
    #expect(trace.steps == ["+a", "+b", "+c", "+d", "-d", "-c", "-b", "-a"])
    trace.steps = []
    try history.redo()
    #expect(trace.steps == ["+a", "+b", "+c", "+d"])
  }

  @Test("a failing part rolls the parts before it back and nothing is recorded") func rollBack()
    throws
  {
    let (a, b, bad) = (probe("a"), probe("b"), probe("x", failsExecute: true))
    let history = history
    #expect(throws: broken) {
      try history.group("Outer") { () throws(CommandError) in
        try history.execute(a)
        try history.group("Inner") { () throws(CommandError) in
          try history.execute(b)
          try history.execute(bad)
        }
      }
    }
    #expect(trace.steps == ["+a", "+b", "-b", "-a"])
    #expect(history.undoCount == 0 && history.isSaved)
  }

  @Test("an inner group that failed does not take the outer one with it when it is caught")
  func innerFailureCaught() throws {
    let (a, b, bad) = (probe("a"), probe("b"), probe("x", failsExecute: true))
    let history = history
    try history.group("Outer") { () throws(CommandError) in
      try history.execute(a)
      do throws(CommandError) {
        try history.group("Inner") { () throws(CommandError) in
          try history.execute(b)
          try history.execute(bad)
        }
      } catch {}
    }
    #expect(trace.steps == ["+a", "+b", "-b"])
    #expect(history.undoCount == 1)
  }

  @Test("a failing group keeps redo") func keepsRedo() throws {
    try history.execute(probe("a"))
    try history.undo()
    let (b, bad, history) = (probe("b"), probe("x", failsExecute: true), history)
    #expect(throws: broken) {
      try history.group("Group") { () throws(CommandError) in
        try history.execute(b)
        try history.execute(bad)
      }
    }
    #expect(history.redoCount == 1)
  }

  @Test("a part that fails to undo puts the parts after it back") func failingUndo() throws {
    let parts: [any Command] = [probe("a"), probe("b", failsUndo: true), probe("c"), probe("d")]
    try history.execute(CommandGroup("Group", parts: parts))
    trace.steps = []
    #expect(throws: broken) { try history.undo() }
    #expect(trace.steps == ["-d", "-c", "+c", "+d"])
    #expect(history.undoCount == 1 && history.redoCount == 0)
  }

  @Test("a group made beforehand rolls back when part k fails", arguments: 0..<5)
  func prebuilt(k: Int) throws {
    let names = ["a", "b", "c", "d", "e"]
    let parts = names.enumerated().map { probe($1, failsExecute: $0 == k) }
    #expect(throws: broken) { try history.execute(CommandGroup("Group", parts: parts)) }
    #expect(trace.steps == names[..<k].map { "+" + $0 } + names[..<k].reversed().map { "-" + $0 })
  }

  @Test("a rollback that fails says so") func failingRollBack() throws {
    let parts: [any Command] = [probe("a", failsUndo: true), probe("b", failsExecute: true)]
    #expect(throws: CommandError.rollbackFailed(group: "Group", cause: broken, rollback: broken)) {
      try history.execute(CommandGroup("Group", parts: parts))
    }
  }

  @Test("an empty group is not recorded") func emptyGroup() throws {
    try history.group("Empty") {}
    #expect(history.undoCount == 0 && history.isSaved)
  }

  @Test("undo and redo wait for the end of a group") func openGroup() throws {
    let (a, history) = (probe("a"), history)
    try history.execute(probe("before"))
    try history.group("Open") { () throws(CommandError) in
      try history.execute(a)
      #expect(throws: CommandError.groupOpen(group: "Open")) { try history.undo() }
      #expect(throws: CommandError.groupOpen(group: "Open")) { try history.redo() }
    }
    #expect(history.undoCount == 2)
  }
}
