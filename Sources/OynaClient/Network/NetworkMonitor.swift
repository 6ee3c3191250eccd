import Foundation

#if canImport(Network)
  import Network
#endif

/// Tells whether there is a network: what was seen first, then each change.
///
/// On Apple systems the system's path monitor says so. On Linux a probe is asked at an interval:
/// by default whether the machine has a route to anywhere.
public struct NetworkMonitor: Sendable {
  private let start: @Sendable (AsyncStream<Bool>.Continuation) -> Void

  /// A monitor that asks `probe` every `interval`.
  public init(every interval: Duration, probe: @escaping @Sendable () async -> Bool) {
    start = { continuation in
      let task = Task {
        while !Task.isCancelled {
          continuation.yield(await probe())
          do { try await Task.sleep(for: interval) } catch { break }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The system's own view.
  public static var system: NetworkMonitor {
    #if canImport(Network)
      NetworkMonitor(start: { continuation in
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
        continuation.onTermination = { _ in monitor.cancel() }
        monitor.start(queue: DispatchQueue(label: "uz.oyna.network"))
      })
    #else
      NetworkMonitor(every: .seconds(2)) { LinuxRoutes.hasDefaultRoute }
    #endif
  }

  private init(start: @escaping @Sendable (AsyncStream<Bool>.Continuation) -> Void) {
    self.start = start
  }

  /// True or false whenever it changes, the present state first. Ends when nobody reads it.
  public var changes: AsyncStream<Bool> {
    AsyncStream { continuation in
      let (raw, source) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
      start(source)
      let task = Task {
        var last: Bool?
        for await isOnline in raw where isOnline != last {
          last = isOnline
          continuation.yield(isOnline)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

#if os(Linux)
  /// The kernel's routing tables, as text.
  enum LinuxRoutes {
    /// True when a route to anywhere exists, in IPv4 or IPv6.
    static var hasDefaultRoute: Bool {
      let files = ["/proc/net/route", "/proc/net/ipv6_route"]
      return files.contains { file in
        (try? String(contentsOfFile: file, encoding: .utf8)).map(hasDefaultRoute(in:)) ?? false
      }
    }

    /// The columns of `/proc/net/route` are interface, destination, gateway, flags, …, mask; those
    /// of `/proc/net/ipv6_route` destination, prefix length, …, flags, interface.
    static func hasDefaultRoute(in table: String) -> Bool {
      table.split(separator: "\n").contains { line in
        let columns = line.split(whereSeparator: \.isWhitespace)
        if columns.count == 11 { return columns[1] == "00000000" && columns[7] == "00000000" }
        guard columns.count == 10, columns[9] != "lo" else { return false }
        return columns[0].allSatisfy { $0 == "0" } && columns[1] == "00"
      }
    }
  }
#endif
