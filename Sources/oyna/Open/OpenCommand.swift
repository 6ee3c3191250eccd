import Foundation
import OynaClient
import OynaEngine
import OynaStorage

/// `oyna open URL`: a screen of a running server in the terminal, over the same stores that an
/// application has.
enum OpenCommand {
  static let usage = "open URL [--language TAG] [--queue FILE] [--keep DIR]"

  @Sendable static func run(_ arguments: [String]) -> Int32 {
    guard let options = OpenOptions(arguments) else {
      StandardError.write("usage: oyna \(usage)\n")
      return 2
    }
    guard let terminal = Terminal() else {
      StandardError.write("oyna open: standard input and output have to be a terminal\n")
      return 2
    }
    terminal.open()
    Task { @MainActor in
      let status = await open(options, in: terminal)
      exit(status)
    }
    // The main actor runs on the main queue, which this serves.
    dispatchMain()
  }

  @MainActor
  private static func open(_ options: OpenOptions, in terminal: Terminal) async -> Int32 {
    var environment = ClientEnvironment(
      transport: HTTPTransport(), language: options.language)
    environment.copies = KeptCopies(folder: options.copies.map { URL(fileURLWithPath: $0) })
    let queue: QueueStore?
    do throws(StorageError) {
      queue = try options.queue.map { path throws(StorageError) in
        try QueueStore(path: path, server: options.url, environment: environment, isOnline: false)
      }
    } catch {
      terminal.close()
      StandardError.write("oyna open: \(error.message)\n")
      return 1
    }
    let session = OpenSession(
      navigator: ScreenNavigator(url: options.url, environment: environment, queue: queue),
      terminal: terminal,
      monitor: .server(of: options.url, every: .seconds(1)))
    let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
    resizing.setEventHandler { MainActor.assumeIsolated { session.planDrawing() } }
    resizing.resume()
    await session.run()
    resizing.cancel()
    await queue?.close()
    terminal.close()
    for report in session.reports { StandardError.write("\(report)\n") }
    return 0
  }
}

private struct OpenOptions {
  let url: URL
  var language = "uz"
  var queue: String?
  var copies: String?

  init?(_ arguments: [String]) {
    var address: String?
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--language":
        guard let tag = rest.popFirst() else { return nil }
        language = tag
      case "--queue":
        guard let path = rest.popFirst() else { return nil }
        queue = path
      case "--keep":
        guard let path = rest.popFirst() else { return nil }
        copies = path
      case _ where word.hasPrefix("-") || address != nil: return nil
      default: address = word
      }
    }
    guard let address, let url = URL(string: address), let scheme = url.scheme, url.host != nil,
      ["http", "https"].contains(scheme)
    else { return nil }
    self.url = url
  }
}
