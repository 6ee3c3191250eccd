import Foundation
import OynaStorage

/// Something read from files: once, or again whenever the files change.
///
/// When reading again fails, the last good content stays and the failure is told.
public final class Reloading<Content: Sendable>: Sendable {
  private let content: Locked<Content>
  private let watch: FileWatch?
  private let load: @Sendable () throws -> Content
  private let reread: @Sendable (Result<Content, any Error>) -> Void

  /// Reads for the first time; throws what `load` throws.
  ///
  /// - Parameters:
  ///   - directory: whose files, at any depth, are watched.
  ///   - isOn: whether the files are read again when they change.
  ///   - reread: is told what reading again came to, after ``current`` has it.
  public init(
    directory: String, isOn: Bool, load: @escaping @Sendable () throws -> Content,
    reread: @escaping @Sendable (Result<Content, any Error>) -> Void
  ) throws {
    self.load = load
    self.reread = reread
    // Watched before they are read: a save in between is not missed.
    watch = isOn ? FileWatch(directory: directory) : nil
    content = Locked(try load())
    watch?.start { [weak self] in self?.read() }
  }

  deinit { watch?.stop() }

  /// The newest good content.
  public var current: Content { content.withLock { $0 } }

  private func read() {
    let result = Result { try load() }
    if case .success(let new) = result { content.withLock { $0 = new } }
    reread(result)
  }
}
