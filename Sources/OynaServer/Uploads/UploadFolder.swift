import Foundation

/// The folder of uploaded files: each lies under its id, which is random and made here, so no path
/// comes from outside. Only the server's user may read it, and nothing serves what is in it.
struct UploadFolder: Sendable {
  let path: String

  /// Why a file is not kept; a sentence for the operator.
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }

  /// Makes the folder if it is not there.
  init(_ path: String) throws(Failure) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Failure(reason: "The folder \(path) cannot be made: \(Self.lastError).")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(reason: "\(path) is no folder.")
    }
  }

  /// Keeps a file whole or not at all; when this returns it survives a power cut.
  func keep(_ bytes: UnsafeRawBufferPointer, id: String) throws(Failure) {
    let part = file(id) + Self.partial
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(reason: "A file cannot be made: \(Self.lastError).")
    }
    let isWritten = Self.write(bytes, to: descriptor) && fsync(descriptor) == 0
    let reason = Self.lastError
    close(descriptor)
    guard isWritten, rename(part, file(id)) == 0 else {
      unlink(part)
      throw Failure(reason: "A file cannot be written: \(reason).")
    }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Takes a file away; one that is not there is no error.
  func remove(_ id: String) { unlink(file(id)) }

  /// What lies there and was last written before a moment, in seconds since 1970: ids, and files
  /// that were never finished.
  func names(before moment: Int64) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
      let written = attributes?[.modificationDate] as? Date
      return written.map { $0.timeIntervalSince1970 < Double(moment) } ?? false
    }
  }

  private static let partial = ".part"

  private func file(_ id: String) -> String { path + "/" + id }

  private static var lastError: String { String(cString: strerror(errno)) }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
