/// Several commands as one entry: executed in order, undone in reverse, all or nothing.
///
/// If a part fails, the parts before it are rolled back. Groups nest.
public final class CommandGroup: Command {
  /// The name in menus.
  public let name: String
  /// In the order of execution; undone in reverse.
  public private(set) var parts: [any Command]

  /// A group of commands that are one step for a person.
  public init(_ name: String, parts: [any Command] = []) {
    self.name = name
    self.parts = parts
  }

  /// That of its first part: what a person did, the other parts came with it.
  public var title: CommandTitle { parts.first?.title ?? .other(name) }

  public var isSent: Bool { parts.contains { $0.isSent } }

  /// A group is obsolete when every part is; obsolete parts of another group are passed over.
  public var isObsolete: Bool { !parts.isEmpty && parts.allSatisfy { $0.isObsolete } }

  public func execute() throws(CommandError) {
    for index in parts.indices {
      do throws(CommandError) {
        try parts[index].execute()
      } catch {
        try undoParts(before: index, because: error)
        throw error
      }
    }
  }

  public func redo() throws(CommandError) {
    for index in parts.indices where !parts[index].isObsolete {
      do throws(CommandError) {
        try parts[index].redo()
      } catch {
        try undoParts(before: index, because: error)
        throw error
      }
    }
  }

  public func undo() throws(CommandError) {
    for index in parts.indices.reversed() where !parts[index].isObsolete {
      do throws(CommandError) {
        try parts[index].undo()
      } catch {
        try redoParts(after: index, because: error)
        throw error
      }
    }
  }

  /// Adds a command that has just been executed; it may merge into the part before it.
  func append(_ executed: any Command, merging: Bool) {
    if merging, let last = parts.last, !last.isSent, last.merge(executed) { return }
    parts.append(executed)
  }

  private func undoParts(before failed: Int, because cause: CommandError) throws(CommandError) {
    for index in parts.indices[..<failed].reversed() where !parts[index].isObsolete {
      do throws(CommandError) {
        try parts[index].undo()
      } catch {
        throw .rollbackFailed(group: name, cause: cause, rollback: error)
      }
    }
  }

  private func redoParts(after failed: Int, because cause: CommandError) throws(CommandError) {
    for index in parts.indices[(failed + 1)...] where !parts[index].isObsolete {
      do throws(CommandError) {
        try parts[index].redo()
      } catch {
        throw .rollbackFailed(group: name, cause: cause, rollback: error)
      }
    }
  }
}
