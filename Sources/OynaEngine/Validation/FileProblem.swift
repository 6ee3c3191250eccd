import OynaValue

/// What is wrong with the files that an input holds, by the limits of its document. A client
/// refuses such a file before it uploads it; the server asks again.
enum FileProblem {
  case tooMany(Int)
  /// Over the limit of bytes.
  case tooLarge(Int)
  case wrongType
  /// The host could not upload it: the person may try again.
  case notUploaded

  /// The first problem; nil when the files are within the limits.
  init?(_ value: Value, limits: FileLimits) {
    let files: [Value]
    switch value {
    case .null: return nil
    case .list(let list): files = list
    default: files = [value]
    }
    if files.count > limits.maxFiles {
      self = .tooMany(limits.maxFiles)
      return
    }
    for file in files {
      guard case .map(let file) = file, case .int(let size)? = file["size"], size >= 0 else {
        self = .wrongType
        return
      }
      if size > Int64(limits.maxBytes) {
        self = .tooLarge(limits.maxBytes)
        return
      }
      guard FileProblem.isAccepted(file, limits.accept) else {
        self = .wrongType
        return
      }
    }
    for case .map(let file) in files where file["failed"] == .bool(true) {
      self = .notUploaded
      return
    }
    return nil
  }

  /// True while the host has not said what the upload of some file gave: it has no `id`.
  static func isUploading(_ value: Value) -> Bool {
    switch value {
    case .map(let file):
      guard case .string(let id)? = file["id"] else { return true }
      return id.isEmpty
    case .list(let files): return files.contains { isUploading($0) }
    default: return false
    }
  }

  /// By media type (`image/*`, `application/pdf`) or by the end of the name (`.pdf`), as in HTML.
  private static func isAccepted(_ file: ValueMap, _ accept: [String]) -> Bool {
    guard !accept.isEmpty else { return true }
    var type = ""
    var name = ""
    if case .string(let text)? = file["type"] { type = text.lowercased() }
    if case .string(let text)? = file["name"] { name = text.lowercased() }
    return accept.contains { pattern in
      let pattern = pattern.lowercased()
      if pattern.hasPrefix(".") { return name.hasSuffix(pattern) }
      if pattern.hasSuffix("/*") { return type.hasPrefix(pattern.dropLast()) }
      return pattern == "*" || type == pattern
    }
  }
}

extension Words {
  func message(for problem: FileProblem) -> String {
    switch problem {
    case .tooMany(let limit): named(.tooManyFiles, String(limit))
    case .tooLarge(let bytes): named(.fileTooLarge, FileSize.text(bytes))
    case .wrongType: self[.wrongFileType]
    case .notUploaded: self[.fileNotUploaded]
    }
  }
}

/// The size of a file for people.
public enum FileSize {
  /// `5 MB`, `300 KB`: whole, rounded down, of 1,024.
  public static func text(_ bytes: Int) -> String {
    if bytes >= 1 << 20 { return "\(bytes >> 20) MB" }
    if bytes >= 1 << 10 { return "\(bytes >> 10) KB" }
    return "\(bytes) B"
  }
}
