import Foundation

/// SIGTERM, SIGINT and SIGHUP, taken by whoever waits for them instead of ending the process at
/// once.
///
/// Made before any thread is started: a thread inherits the blocked set, so that the signal reaches
/// `wait` and nobody else.
struct StopSignals {
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGHUP)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Returns when the process is to stop. From then on a second SIGTERM or SIGINT ends it at once;
  /// a SIGHUP, as whoever renews certificates sends it, must not cut the requests in flight.
  ///
  /// - Parameter reload: called on SIGHUP, as often as it comes.
  func wait(reload: () -> Void) {
    var set = set
    var signal: Int32 = 0
    repeat {
      sigwait(&set, &signal)
      if signal == SIGHUP { reload() }
    } while signal == SIGHUP
    Foundation.signal(SIGHUP, SIG_IGN)
    Foundation.signal(SIGTERM, SIG_DFL)
    Foundation.signal(SIGINT, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
