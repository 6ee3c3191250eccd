/// One change that a person made and may take back.
///
/// ```swift
/// let history = CommandHistory()
/// try history.execute(AddProductCommand(tea, to: cart))
/// try history.undo()
/// ```
///
/// A command is all or nothing: `execute` and `undo` that throw leave their receiver as it was.
/// `undo` restores from facts recorded by `execute` (an old price, a length, an index), never from
/// a computation. An implementor must pass: execute, undo, redo, undo in a row leaves the receiver
/// equal to what it was. No command holds a secret: a receiver's values are `Value`, which a
/// `Secret` never becomes.
public protocol Command: AnyObject {
  /// The words for a menu after "Undo": `Add tea`. It holds nothing private.
  var name: String { get }

  /// What the change is, for the words of a person's language. The default says the name.
  var title: CommandTitle { get }

  /// Makes the change for the first time.
  func execute() throws(CommandError)

  /// Takes the change back. Called only when the change is in effect.
  func undo() throws(CommandError)

  /// Makes the change again after `undo`. The default executes again.
  func redo() throws(CommandError)

  /// Takes `next`, which has just been executed, into this command, so that one undo takes both
  /// back. False (the default) keeps the two apart and must change nothing.
  func merge(_ next: any Command) -> Bool

  /// True once the change has left the device: nothing merges into it any more.
  var isSent: Bool { get }

  /// True when there is nothing left to take back or to repeat, such as a request that the server
  /// refused. The history drops such an entry instead of running it.
  var isObsolete: Bool { get }
}

extension Command {
  public var title: CommandTitle { .other(name) }
  public func redo() throws(CommandError) { try execute() }
  public func merge(_ next: any Command) -> Bool { false }
  public var isSent: Bool { false }
  public var isObsolete: Bool { false }
}
