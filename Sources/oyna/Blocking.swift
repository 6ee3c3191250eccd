import Foundation

/// The bridge from the command line, whose main thread may wait, to asynchronous work.
enum Blocking {
  /// Runs `work` on the tasks' threads and waits for its end.
  static func run(_ work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      isDone.signal()
    }
    isDone.wait()
  }
}
