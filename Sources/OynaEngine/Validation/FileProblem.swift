import OynaValue

/// What is wrong with the files that an input holds, by the limits of its document. A client
/// refuses such a file before it uploads it; the server asks again.
enum FileProblem {
  case tooMany(Int)
  /// Over the limit of bytes.
  case tooLarge(Int)
  case wrongType

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
    return nil
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
    case .tooLarge(let bytes): named(.fileTooLarge, Words.size(bytes))
    case .wrongType: self[.wrongFileType]
    }
  }

  /// `5 MB`, `300 KB`: whole, rounded down, of 1,024.
  private static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20 { return "\(bytes >> 20) MB" }
    if bytes >= 1 << 10 { return "\(bytes >> 10) KB" }
    return "\(bytes) B"
  }
}
