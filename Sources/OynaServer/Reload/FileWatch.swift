import Foundation
import OynaStorage

/// Tells when files below a directory are saved, come or go: by inotify(7) on Linux, so that a save
/// is known at once and nothing runs meanwhile; elsewhere, or where inotify gives no watch, by
/// looking every 100 milliseconds.
final class FileWatch: Sendable {
  private let directory: String
  private let stamp: Int
  #if os(Linux)
    private let tree: WatchedTree?
  #endif
  private let isStopped = Locked(false)

  /// Watches from now on; what happens is told after `start`.
  init(directory: String) {
    self.directory = directory
    #if os(Linux)
      tree = WatchedTree(directory)
      stamp = tree == nil ? Self.stamp(directory) : 0
    #else
      stamp = Self.stamp(directory)
    #endif
  }

  /// Calls `changed` on a thread of its own, once for saves that come together.
  func start(_ changed: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in
      #if os(Linux)
        if let tree { return follow(tree, changed) }
      #endif
      look(changed)
    }
    thread.name = "oyna-files"
    thread.start()
  }

  /// Ends within a moment; `changed` may be called once more.
  func stop() { isStopped.withLock { $0 = true } }

  #if os(Linux)
    private func follow(_ tree: WatchedTree, _ changed: () -> Void) {
      while !isStopped.withLock({ $0 }) {
        guard tree.waits(milliseconds: 500) else {
          if tree.findsRoot() { changed() }
          continue
        }
        // An editor writes a file beside, then renames it; a checkout writes many.
        var rounds = 0
        repeat {
          tree.read()
          rounds += 1
        } while rounds < 20 && tree.waits(milliseconds: 5)
        changed()
      }
    }
  #endif

  private func look(_ changed: () -> Void) {
    var stamp = stamp
    while !isStopped.withLock({ $0 }) {
      Thread.sleep(forTimeInterval: 0.1)
      let now = Self.stamp(directory)
      if now != stamp { changed() }
      stamp = now
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

#if os(Linux)
  /// A directory and what is below it, under inotify: one watch for each directory.
  private final class WatchedTree: @unchecked Sendable {
    // Made by one thread, then used by the watching thread only.
    private let descriptor: Int32
    private let root: String
    /// Whether the root is not there at the moment: no event tells that it is back.
    private var isRootLost = false

    /// Nil when the system gives no watch.
    init?(_ root: String) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      self.root = root
      guard descriptor >= 0, addAll() else { return nil }
    }

    /// Whether something happened, waiting for it so long.
    func waits(milliseconds: Int32) -> Bool {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&entry, 1, milliseconds) > 0
    }

    /// Takes what happened; a directory that is new is watched from now on.
    func read() {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = buffer.count
      while Foundation.read(descriptor, &buffer, count) > 0 {}
      isRootLost = !addAll()
    }

    /// Whether a root that was taken away is there again; it is watched from now on.
    func findsRoot() -> Bool {
      guard isRootLost, addAll() else { return false }
      isRootLost = false
      return true
    }

    deinit { _ = close(descriptor) }

    private func addAll() -> Bool {
      var seen: Set<[UInt64]> = []
      return add(root, &seen)
    }

    /// Asking twice for one directory changes nothing.
    ///
    /// - Parameter seen: devices and inodes of what was added: links may lead back to where they
    ///   are, and each of two such links doubles the ways with each level.
    @discardableResult private func add(_ directory: String, _ seen: inout Set<[UInt64]>) -> Bool {
      var status = stat()
      guard stat(directory, &status) == 0 else { return false }
      guard seen.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted else {
        return true
      }
      // A file counts once it is closed: half a save is never read.
      let saved = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
      let created = IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
      guard inotify_add_watch(descriptor, directory, UInt32(saved) | UInt32(created)) >= 0 else {
        return false
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      for name in names {
        let path = directory + "/" + name
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
          isDirectory.boolValue
        {
          add(path, &seen)
        }
      }
      return true
    }
  }
#endif
