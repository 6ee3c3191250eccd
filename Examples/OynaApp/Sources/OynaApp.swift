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

  init() {
    let address = ProcessInfo.processInfo.environment["OYNA_SERVER"] ?? "http://127.0.0.1:8080"
    server = URL(string: address) ?? URL(filePath: "/")
    environment = ClientEnvironment(
      transport: HTTPTransport(), language: Locale.current.identifier(.bcp47))
    // Excluded from nothing: what waits is meant to survive the application.
    let file = URL.applicationSupportDirectory.appending(path: "oyna-queue").path()
    try? FileManager.default.createDirectory(
      at: .applicationSupportDirectory, withIntermediateDirectories: true)
    queue = try? QueueStore(path: file, server: server, environment: environment)
  }

  var body: some Scene {
    WindowGroup {
      OynaScreen(
        navigator: ScreenNavigator(
          url: server.appending(path: "screens/start"), environment: environment, queue: queue))
    }
  }
}
