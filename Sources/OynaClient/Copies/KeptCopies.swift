public import Foundation

/// The last good copies of screens, and of what their lists loaded: for a time without a network,
/// and to be quicker than it.
///
/// ```swift
/// environment.copies = KeptCopies(folder: .cachesDirectory.appending(path: "oyna"))
/// ```
///
/// Whether anything may be kept is the engine's verdict: never a screen that says so, never one
/// with a secret field, never an answer with `no-store`. A copy belongs to one address in one
/// language. A copy is a convenience: what cannot be written or read is not there.
public actor KeptCopies {
  /// What a copy is of.
  enum Kind: String { case screen, data }

  /// A copy as it came.
  struct Copy: Sendable, Equatable {
    var bytes: [UInt8]
    /// The answer's `ETag`; empty for none.
    var tag: String
  }

  private let folder: URL?
  private let limit: Int
  /// Without a folder: the copies by their names, and their names from the oldest on.
  private var memory: [String: Data] = [:]
  private var order: [String] = []

  /// Copies in a folder, which is made when it is not there; in memory without one. Over `limit`
  /// the oldest leave.
  public init(folder: URL? = nil, limit: Int = 60) {
    self.folder = folder
    self.limit = max(limit, 1)
  }

  /// Forgets everything, as when a person signs out.
  public func removeAll() {
    memory = [:]
    order = []
    for file in files() { try? FileManager.default.removeItem(at: file) }
  }

  func keep(_ copy: Copy, _ kind: Kind, of url: URL, in language: String) {
    let key = Self.key(kind, url, language)
    // Three lines, then the bytes: the key again, since two keys may have one name.
    let data = Data("\(key)\n\(copy.tag)\n".utf8) + Data(copy.bytes)
    let name = Self.name(of: key)
    guard let folder else {
      order.removeAll { $0 == name }
      order.append(name)
      memory[name] = data
      while order.count > limit { memory[order.removeFirst()] = nil }
      return
    }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      #if canImport(Darwin)
        try data.write(
          to: folder.appendingPathComponent(name), options: [.atomic, .completeFileProtection])
      #else
        try data.write(to: folder.appendingPathComponent(name), options: .atomic)
      #endif
    } catch {
      return
    }
    for file in files().dropFirst(limit) { try? FileManager.default.removeItem(at: file) }
  }

  func recall(_ kind: Kind, of url: URL, in language: String) -> Copy? {
    let key = Self.key(kind, url, language)
    let name = Self.name(of: key)
    let data: Data? =
      if let folder {
        try? Data(contentsOf: folder.appendingPathComponent(name))
      } else {
        memory[name]
      }
    guard let data else { return nil }
    let head = Data((key + "\n").utf8)
    guard data.starts(with: head),
      let end = data[(data.startIndex + head.count)...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let tag = String(decoding: data[(data.startIndex + head.count)..<end], as: UTF8.self)
    return Copy(bytes: [UInt8](data[(end + 1)...]), tag: tag)
  }

  func forget(_ kind: Kind, of url: URL, in language: String) {
    let name = Self.name(of: Self.key(kind, url, language))
    memory[name] = nil
    order.removeAll { $0 == name }
    if let folder { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
  }

  /// The files of the folder, the youngest first.
  private func files() -> [URL] {
    guard let folder,
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
    else { return [] }
    let dated = files.filter { $0.pathExtension == Self.suffix }.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file: file, date: values?.contentModificationDate ?? .distantPast)
    }
    return dated.sorted { $0.date > $1.date }.map { $0.file }
  }

  // MARK: - Names

  private static let suffix = "oynacopy"

  private static func key(_ kind: Kind, _ url: URL, _ language: String) -> String {
    "\(kind.rawValue) \(language) \(url.absoluteString)"
  }

  /// FNV-1a (64 bits) of the key: short, and the same in every run.
  private static func name(of key: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let text = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text + "." + suffix
  }
}
