import Foundation
import OynaClient
import OynaSwiftUI
import SwiftUI

/// The demo screens of a running `oyna serve Screens`.
///
/// The server's address comes from the environment variable OYNA_SERVER of the scheme, by default
/// the machine that the simulator runs on.
@main
struct OynaApp: App {
  private let server: URL
  private let environment: ClientEnvironment
  private let queue: QueueStore?
  /// Why what is sent offline cannot be kept; nil when it can.
  private let queueFailure: String?

  init() {
    let address = ProcessInfo.processInfo.environment["OYNA_SERVER"] ?? "http://127.0.0.1:8080"
    server = URL(string: address) ?? URL(filePath: "/")
    environment = ClientEnvironment(
      transport: HTTPTransport(), language: Locale.current.identifier(.bcp47))
    do {
      try FileManager.default.createDirectory(
        at: .applicationSupportDirectory, withIntermediateDirectories: true)
      // SQLite takes the name as it is: "Application Support" and not "Application%20Support".
      let file = URL.applicationSupportDirectory.appending(path: "oyna-queue")
      queue = try QueueStore(
        path: file.path(percentEncoded: false), server: server, environment: environment)
      queueFailure = nil
    } catch {
      queue = nil
      queueFailure = String(describing: error)
    }
  }

  var body: some Scene {
    WindowGroup {
      OynaScreen(
        navigator: ScreenNavigator(
          url: server.appending(path: "screens/start"), environment: environment, queue: queue)
      )
      .safeAreaInset(edge: .top) {
        if let queueFailure {
          Label(queueFailure, systemImage: "exclamationmark.triangle").font(.footnote)
        }
      }
    }
  }
}
