/// The invoker: runs commands, keeps the newest of them, takes them back and repeats them.
///
/// ```swift
/// let history = CommandHistory(capacity: 50)
/// try history.execute(ChangePriceCommand(of: tea, to: price, in: cart))
/// history.undoName     // "Change price"
/// try history.undo()   // true
/// ```
///
/// Undo and redo side together hold at most `capacity` entries. A new command clears the redo side.
/// A command that fails to execute is not recorded and clears nothing; one that fails to undo stays
/// where it was. A history belongs to one isolation domain: it is not `Sendable`.
public final class CommandHistory {
  /// How many entries are kept: 50 unless said otherwise; 0 keeps none.
  public let capacity: Int
  private var ring: CommandRing
  private var openGroups: [CommandGroup] = []
  private var isRunning = false
  private var isCoalescing = true
  /// Commands in effect since the beginning, trimmed ones included.
  private var position = 0
  /// The position that was saved; nil when no way of undo and redo leads there any more.
  private var savedPosition: Int? = 0

  /// - Parameter capacity: the entries to keep; a negative number counts as 0.
  public init(capacity: Int = 50) {
    self.capacity = max(0, capacity)
    ring = CommandRing(capacity: self.capacity)
  }

  /// How many undos are possible.
  public var undoCount: Int { ring.undoCount }
  /// How many redos are possible.
  public var redoCount: Int { ring.redoCount }
  /// The name of the command that the next undo takes back.
  public var undoName: String? { ring.undoTop?.name }
  /// The name of the command that the next redo repeats.
  public var redoName: String? { ring.redoTop?.name }
  /// What the next undo takes back, for the words of a language.
  public var undoTitle: CommandTitle? { ring.undoTop?.title }
  /// What the next redo repeats, for the words of a language.
  public var redoTitle: CommandTitle? { ring.redoTop?.title }
  /// The command that the next undo takes back.
  public var nextUndo: (any Command)? { ring.undoTop }
  /// The command that the next redo repeats.
  public var nextRedo: (any Command)? { ring.redoTop }
  /// True when the receiver is as it was at the last `markSaved`, or at the beginning.
  public var isSaved: Bool { savedPosition == position && !isInsideGroup }

  // MARK: Running commands

  /// Executes a command and records it, alone or in the open group.
  public func execute(_ command: any Command) throws(CommandError) {
    try begin(command.name)
    defer { isRunning = false }
    try command.execute()
    record(command)
  }

  /// Runs `body`; the commands that it executes become one entry. Groups nest.
  ///
  /// If `body` throws, its commands are undone in reverse and nothing is recorded. A group without
  /// commands is not recorded either.
  public func group(_ name: String, _ body: () throws(CommandError) -> Void) throws(CommandError) {
    guard !isRunning else { throw .reentrant(command: name) }
    let group = CommandGroup(name)
    openGroups.append(group)
    do throws(CommandError) {
      try body()
    } catch {
      openGroups.removeLast()
      try rollBack(group, because: error)
      throw error
    }
    openGroups.removeLast()
    guard !group.parts.isEmpty else { return }
    isRunning = true
    defer { isRunning = false }
    record(group)
  }

  /// Takes the newest command back. False when there is none.
  ///
  /// An obsolete entry is dropped, and the one before it is taken back.
  @discardableResult
  public func undo() throws(CommandError) -> Bool {
    try beginStep("Undo")
    defer { isRunning = false }
    while let command = ring.undoTop {
      if command.isObsolete {
        drop(at: ring.undoCount - 1)
        continue
      }
      try command.undo()
      ring.moveTopToRedo()
      position -= 1
      return true
    }
    return false
  }

  /// Repeats the command that was taken back last. False when there is none.
  @discardableResult
  public func redo() throws(CommandError) -> Bool {
    try beginStep("Redo")
    defer { isRunning = false }
    while let command = ring.redoTop {
      if command.isObsolete {
        drop(at: ring.undoCount)
        continue
      }
      try command.redo()
      ring.moveTopToUndo()
      position += 1
      return true
    }
    return false
  }

  // MARK: Marks

  /// Remembers the present state as the saved one. Nothing merges over this mark.
  ///
  /// False, and nothing is remembered, while a command runs or a group holds commands.
  @discardableResult
  public func markSaved() -> Bool {
    guard !isRunning, !isInsideGroup else { return false }
    savedPosition = position
    return true
  }

  /// The next command starts an entry of its own, as after a pause in typing.
  public func stopCoalescing() { isCoalescing = false }

  /// Calls `body` with every entry and its parts, oldest first, those to redo last. It must not use
  /// the history.
  func forEachEntry(_ body: (any Command) -> Void) {
    for index in 0..<ring.undoCount + ring.redoCount {
      if let command = ring[index] { Self.visit(command, body) }
    }
  }

  private static func visit(_ command: any Command, _ body: (any Command) -> Void) {
    body(command)
    for part in (command as? CommandGroup)?.parts ?? [] { visit(part, body) }
  }

  /// Drops every obsolete entry; a host calls it when the server has answered.
  public func removeObsolete() throws(CommandError) {
    try beginStep("Remove obsolete")
    defer { isRunning = false }
    var index = ring.undoCount + ring.redoCount - 1
    while index >= 0 {
      if let command = ring[index], command.isObsolete { drop(at: index) }
      index -= 1
    }
  }

  /// Forgets every entry; the receiver stays as it is.
  public func removeAll() throws(CommandError) {
    try beginStep("Remove all")
    defer { isRunning = false }
    removeRedo()
    while ring.undoCount > 0 { _ = ring.removeOldest() }
    if savedPosition != position { savedPosition = nil }
  }

  // MARK: Parts

  /// True while an open group holds commands: the receiver is between two recorded states.
  private var isInsideGroup: Bool { openGroups.contains { !$0.parts.isEmpty } }

  private func begin(_ name: String) throws(CommandError) {
    guard !isRunning else { throw .reentrant(command: name) }
    isRunning = true
  }

  private func beginStep(_ name: String) throws(CommandError) {
    guard !isRunning else { throw .reentrant(command: name) }
    if let group = openGroups.last { throw .groupOpen(group: group.name) }
    isRunning = true
  }

  private func rollBack(
    _ group: CommandGroup, because cause: CommandError
  ) throws(CommandError) {
    isRunning = true
    defer { isRunning = false }
    do throws(CommandError) {
      try group.undo()
    } catch {
      throw .rollbackFailed(group: group.name, cause: cause, rollback: error)
    }
  }

  /// Clears redo, then merges or pushes, then trims: in this order (QUEUE.md §2.9).
  private func record(_ command: any Command) {
    let mayMerge = isCoalescing
    isCoalescing = true
    if let group = openGroups.last {
      group.append(command, merging: mayMerge)
      return
    }
    removeRedo()
    if mayMerge, savedPosition != position, let top = ring.undoTop, !top.isSent,
      top.merge(command)
    {
      return
    }
    if capacity > 0 {
      if ring.undoCount == capacity { _ = ring.removeOldest() }
      ring.push(command)
    }
    position += 1
    if let saved = savedPosition, saved < position - ring.undoCount { savedPosition = nil }
  }

  private func removeRedo() {
    while ring.redoCount > 0 { _ = ring.removeLastRedo() }
    if let saved = savedPosition, saved > position { savedPosition = nil }
  }

  /// Takes out one entry whose effect does not exist: what lies after it moves one position down.
  private func drop(at index: Int) {
    let positionAfter = position - ring.undoCount + index + 1
    _ = ring.remove(at: index)
    if let saved = savedPosition, saved >= positionAfter { savedPosition = saved - 1 }
    if positionAfter <= position { position -= 1 }
  }
}
