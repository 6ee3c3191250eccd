import CSQLite
import Foundation

/// A SQLite VFS over the system's own that counts calls, fails chosen ones and remembers what a
/// power cut would leave. Only files whose path begins with that of a plan are touched;
/// all others are opened as if it were not there.
public enum FaultyStorage {
  /// One call of the file layer, counted from 1 in a plan.
  public enum Call: String, Sendable, CaseIterable {
    case open, write, sync, truncate, delete
  }

  /// What happens to a chosen call.
  public enum Fault: Sendable, Hashable, CaseIterable {
    /// The call fails and did nothing.
    case error
    /// A write puts half of its bytes down and fails; other calls fail.
    case shortWrite
    /// No space.
    case full
  }

  /// What happens to the files under one path.
  public final class Plan: @unchecked Sendable {
    // Used by the thread that holds the connection, and by the test before and after.
    public var failAt: Int?
    /// True: every call from `failAt` on fails.
    public var isPersistent = false
    public var fault = Fault.error
    /// Called before each call with its kind and number.
    public var onCall: (Call, Int) -> Void = { _, _ in }
    public fileprivate(set) var count = 0
    public fileprivate(set) var syncCount = 0
    /// Syncs after a sync that failed: there must be none.
    public fileprivate(set) var syncsAfterFailedSync = 0
    fileprivate var hasFailedSync = false
    fileprivate var images: [String: FileImage] = [:]

    /// Nil lets the call through.
    fileprivate func begin(_ call: Call) -> Int32? {
      count += 1
      onCall(call, count)
      if call == .sync {
        syncCount += 1
        if hasFailedSync { syncsAfterFailedSync += 1 }
      }
      guard let failAt, count == failAt || isPersistent && count > failAt else { return nil }
      switch (fault, call) {
      case (.full, .write), (.full, .open), (.full, .truncate): return SQLITE_FULL
      case (_, .sync):
        hasFailedSync = true
        return 10 | 4 << 8  // SQLITE_IOERR_FSYNC
      case (_, .write): return 10 | 3 << 8  // SQLITE_IOERR_WRITE
      case (_, .open): return SQLITE_CANTOPEN
      case (_, .truncate): return 10 | 6 << 8  // SQLITE_IOERR_TRUNCATE
      case (_, .delete): return 10 | 10 << 8  // SQLITE_IOERR_DELETE
      }
    }

    /// Writes to `directory` what the disk might hold if the power failed now: everything that was
    /// synced, and any of the sectors that were not.
    public func cutPower(
      to directory: String, using generator: inout some RandomNumberGenerator
    ) throws {
      for (path, image) in images where !image.isDeleted {
        let name = (path as NSString).lastPathComponent
        let bytes = image.afterPowerCut(using: &generator)
        try Data(bytes).write(to: URL(fileURLWithPath: directory + "/" + name))
      }
    }
  }

  nonisolated(unsafe) private static var plans: [(path: String, plan: Plan)] = []
  private static let lock = NSLock()

  /// Files whose path begins with `path` follow the returned plan from now on.
  public static func plan(for path: String) -> Plan {
    _ = isInstalled
    let plan = Plan()
    lock.withLock { plans.append((path, plan)) }
    return plan
  }

  public static func remove(_ plan: Plan) {
    lock.withLock { plans.removeAll { $0.plan === plan } }
  }

  static func find(_ path: String) -> Plan? {
    lock.withLock { plans.last { path.hasPrefix($0.path) }?.plan }
  }

  private static let isInstalled: Bool = {
    sqlite3_initialize()
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup("oyna-faulty"))
    vfs.pointee.szOsFile = Int32(FaultyFile.size) + system.pointee.szOsFile
    vfs.pointee.xOpen = { _, name, file, flags, outFlags in
      FaultyFile.open(name, file, flags, outFlags)
    }
    vfs.pointee.xDelete = { _, name, syncDirectory in
      guard let system = FaultyStorage.system, let name else { return SQLITE_ERROR }
      let path = String(cString: name)
      if let plan = FaultyStorage.find(path) {
        if let code = plan.begin(.delete) { return code }
        plan.images[path]?.isDeleted = true
      }
      return system.pointee.xDelete?(system, name, syncDirectory) ?? SQLITE_ERROR
    }
    FaultyStorage.system = system
    return sqlite3_vfs_register(vfs, 1) == SQLITE_OK
  }()

  /// The VFS that does the work.
  nonisolated(unsafe) fileprivate static var system: UnsafeMutablePointer<sqlite3_vfs>?
}

/// What is on the disk for certain, and what was written since the last sync.
private struct FileImage {
  enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  var durable: [UInt8] = []
  var pending: [Change] = []
  var isDeleted = false

  mutating func sync() {
    for change in pending { Self.apply(change, to: &durable) }
    pending = []
  }

  func afterPowerCut(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = durable
    for change in pending {
      switch change {
      case .truncate: if Bool.random(using: &generator) { Self.apply(change, to: &bytes) }
      case .write(let offset, let written):
        for start in stride(from: 0, to: written.count, by: 512)
        where Bool.random(using: &generator) {
          let sector = Array(written[start..<min(start + 512, written.count)])
          Self.apply(.write(offset: offset + start, bytes: sector), to: &bytes)
        }
      }
    }
    return bytes
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let size):
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
    case .write(let offset, let written):
      if offset + written.count > bytes.count {
        bytes += [UInt8](repeating: 0, count: offset + written.count - bytes.count)
      }
      bytes.replaceSubrange(offset..<offset + written.count, with: written)
    }
  }
}

/// An open file: our part, then that of the system's VFS.
private struct FaultyFile {
  var base = sqlite3_file()
  var real: UnsafeMutablePointer<sqlite3_file>
  var plan: Unmanaged<FaultyStorage.Plan>
  var path: Unmanaged<NSString>

  static let size = (MemoryLayout<FaultyFile>.stride + 15) / 16 * 16

  static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let system = FaultyStorage.system, let file else { return SQLITE_ERROR }
    file.pointee.pMethods = nil
    let path = name.map { String(cString: $0) } ?? ""
    guard let plan = FaultyStorage.find(path) else {
      return system.pointee.xOpen?(system, name, file, flags, outFlags) ?? SQLITE_ERROR
    }
    if let code = plan.begin(.open) { return code }
    let raw = UnsafeMutableRawPointer(file)
    let real = (raw + size).assumingMemoryBound(to: sqlite3_file.self)
    real.pointee.pMethods = nil
    let code = system.pointee.xOpen?(system, name, real, flags, outFlags) ?? SQLITE_ERROR
    guard code == SQLITE_OK else { return code }
    let bytes = (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) } ?? []
    if plan.images[path].map({ $0.isDeleted }) ?? true {
      plan.images[path] = FileImage(durable: bytes)
    }
    raw.bindMemory(to: FaultyFile.self, capacity: 1).initialize(
      to: FaultyFile(
        base: sqlite3_file(pMethods: methods), real: real,
        plan: Unmanaged.passRetained(plan),
        path: Unmanaged.passRetained(path as NSString)))
    return SQLITE_OK
  }

  static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<FaultyFile>? {
    file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: FaultyFile.self) }
  }

  var pathText: String { path.takeUnretainedValue() as String }

  /// Only version 1: no shared memory, which a file that is held exclusively does not use.
  nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { file in
      guard let ours = of(file) else { return SQLITE_ERROR }
      let code =
        ours.pointee.real.pointee.pMethods.pointee.xClose?(ours.pointee.real) ?? SQLITE_ERROR
      ours.pointee.plan.release()
      ours.pointee.path.release()
      file?.pointee.pMethods = nil
      return code
    }
    methods.xRead = { file, bytes, count, offset in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      return ours.real.pointee.pMethods.pointee.xRead?(ours.real, bytes, count, offset)
        ?? SQLITE_ERROR
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let ours = of(file)?.pointee, let bytes else { return SQLITE_ERROR }
      guard let write = ours.real.pointee.pMethods.pointee.xWrite else { return SQLITE_ERROR }
      let plan = ours.plan.takeUnretainedValue()
      if let code = plan.begin(.write) {
        if plan.fault == .shortWrite { _ = write(ours.real, bytes, count / 2, offset) }
        return code
      }
      let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      plan.images[ours.pathText]?.pending.append(.write(offset: Int(offset), bytes: copy))
      return write(ours.real, bytes, count, offset)
    }
    methods.xTruncate = { file, size in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      let plan = ours.plan.takeUnretainedValue()
      if let code = plan.begin(.truncate) { return code }
      plan.images[ours.pathText]?.pending.append(.truncate(Int(size)))
      return ours.real.pointee.pMethods.pointee.xTruncate?(ours.real, size) ?? SQLITE_ERROR
    }
    methods.xSync = { file, flags in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      let plan = ours.plan.takeUnretainedValue()
      if let code = plan.begin(.sync) { return code }
      plan.images[ours.pathText]?.sync()
      return ours.real.pointee.pMethods.pointee.xSync?(ours.real, flags) ?? SQLITE_ERROR
    }
    methods.xFileSize = { file, size in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      return ours.real.pointee.pMethods.pointee.xFileSize?(ours.real, size) ?? SQLITE_ERROR
    }
    methods.xLock = { file, level in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      return ours.real.pointee.pMethods.pointee.xLock?(ours.real, level) ?? SQLITE_ERROR
    }
    methods.xUnlock = { file, level in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      return ours.real.pointee.pMethods.pointee.xUnlock?(ours.real, level) ?? SQLITE_ERROR
    }
    methods.xCheckReservedLock = { file, result in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      return ours.real.pointee.pMethods.pointee.xCheckReservedLock?(ours.real, result)
        ?? SQLITE_ERROR
    }
    methods.xFileControl = { file, operation, argument in
      guard let ours = of(file)?.pointee else { return SQLITE_ERROR }
      return ours.real.pointee.pMethods.pointee.xFileControl?(ours.real, operation, argument)
        ?? SQLITE_ERROR
    }
    methods.xSectorSize = { file in
      guard let ours = of(file)?.pointee else { return 512 }
      return ours.real.pointee.pMethods.pointee.xSectorSize?(ours.real) ?? SQLITE_ERROR
    }
    methods.xDeviceCharacteristics = { file in
      guard let ours = of(file)?.pointee else { return 0 }
      return ours.real.pointee.pMethods.pointee.xDeviceCharacteristics?(ours.real) ?? 0
    }
    let allocated = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    allocated.initialize(to: methods)
    return UnsafePointer(allocated)
  }()
}
