import Foundation

/// SIGTERM and SIGINT, taken by whoever waits for them instead of ending the process at once.
///
/// Made before any thread is started: a thread inherits the blocked set, so that the signal reaches
/// `wait` and nobody else.
struct StopSignals {
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Returns when one arrives. From then on a second one ends the process at once.
  func wait() {
    var set = set
    var signal: Int32 = 0
    sigwait(&set, &signal)
    Foundation.signal(SIGTERM, SIG_DFL)
    Foundation.signal(SIGINT, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
