import Foundation
import OynaStorage

/// Something read from files: once, or again whenever the files change.
///
/// When reading again fails, the last good content stays and the failure is reported.
public final class Reloading<Content: Sendable>: Sendable {
  private let state: Locked<State>
  private let isOn: Bool
  private let directory: String
  private let load: @Sendable () throws -> Content
  private let report: @Sendable (any Error) -> Void

  private struct State {
    var content: Content
    var stamp: Int
    var checked: Int64
  }

  /// How long after a look at the files the next one waits, in milliseconds.
  private static var pause: Int64 { 100 }

  /// Reads for the first time; throws what `load` throws.
  ///
  /// - Parameters:
  ///   - directory: whose files, at any depth, are watched.
  ///   - isOn: whether the files are looked at again.
  ///   - report: is told why reading again failed.
  public init(
    directory: String, isOn: Bool, load: @escaping @Sendable () throws -> Content,
    report: @escaping @Sendable (any Error) -> Void
  ) throws {
    self.directory = directory
    self.isOn = isOn
    self.load = load
    self.report = report
    let stamp = isOn ? Self.stamp(directory) : 0
    state = Locked(State(content: try load(), stamp: stamp, checked: Connections.now()))
  }

  /// The newest good content.
  public var current: Content {
    guard isOn else { return state.withLock { $0.content } }
    let now = Connections.now()
    return state.withLock { state in
      guard now - state.checked >= Self.pause else { return state.content }
      state.checked = now
      let stamp = Self.stamp(directory)
      guard stamp != state.stamp else { return state.content }
      state.stamp = stamp
      do {
        state.content = try load()
      } catch {
        report(error)
      }
      return state.content
    }
  }

  /// Changes whenever a file below the directory comes, goes or is written.
  private static func stamp(_ directory: String) -> Int {
    var hasher = Hasher()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
    for name in names.sorted() {
      let attributes = try? FileManager.default.attributesOfItem(atPath: directory + "/" + name)
      hasher.combine(name)
      hasher.combine(attributes?[.modificationDate] as? Date)
      hasher.combine(attributes?[.size] as? Int)
    }
    return hasher.finalize()
  }
}
