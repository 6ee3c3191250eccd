import Foundation

/// A value that is read and written only while its lock is held.
///
/// `Synchronization.Mutex` would do the same but needs macOS 15; the package supports 14.
package final class Locked<Value>: @unchecked Sendable {
  // `value` is reachable only through `withLock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Runs `body` alone. It must not wait for anything.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
