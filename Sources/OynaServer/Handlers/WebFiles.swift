import Foundation

/// The files of the page, read once into memory: a request is looked up by its exact path, so it
/// cannot reach anything else, whatever its path says.
public struct WebFiles: Sendable {
  private let files: [String: CodedRepresentation]

  /// Why a directory of files is refused.
  struct Failure: Error, CustomStringConvertible {
    /// A whole sentence for the operator.
    let description: String
  }

  /// No files: a server of screens without a page.
  public init() { files = [:] }

  /// Reads every file below a directory but hidden ones and links that lead outside. `x.br` and
  /// `x.gz` beside `x` are taken as its precompressed forms. A directory's `index.html` is also at
  /// the directory's own path.
  ///
  /// - Parameters:
  ///   - isInDevelopment: whether `/dev/` is served, the tools of whoever writes screens.
  ///   - reloads: whether each page loads what shows a saved file.
  public init(
    directory: String, security: SecurityHeaders, isInDevelopment: Bool = false,
    reloads: Bool = false
  ) throws {
    let root = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw Failure(description: "The page's files: there is no directory \(directory).") }
    var bytes: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      let url = URL(fileURLWithPath: root + "/" + name).resolvingSymlinksInPath()
      guard !isHidden, url.path.hasPrefix(root + "/"),
        try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
      else { continue }
      bytes["/" + name] = Array(try Data(contentsOf: url))
    }
    var files: [String: CodedRepresentation] = [:]
    for (path, content) in bytes {
      let isTool = path.hasPrefix(Self.tools)
      guard let type = Self.contentType(path), isInDevelopment || !isTool else { continue }
      let isWatched = reloads && !isTool && type.hasPrefix("text/html")
      files[path] = CodedRepresentation(
        isWatched ? Self.withReloading(content) : content,
        coded: { isWatched ? nil : bytes[path + Self.suffix($0)] },
        contentType: type,
        fields: [("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")], security: security)
    }
    for (path, file) in files where path.hasSuffix("/index.html") {
      files[String(path.dropLast("index.html".count))] = file
    }
    self.files = files
  }

  private static let tools = "/dev/"

  /// A page that also loads `Web/dev/reload.js`.
  private static func withReloading(_ page: [UInt8]) -> [UInt8] {
    let script = "<script type=\"module\" src=\"/dev/reload.js\"></script>\n"
    let text = String(decoding: page, as: UTF8.self)
    guard let end = text.range(of: "</head>") else { return page }
    return Array(text.replacingCharacters(in: end, with: script + "</head>").utf8)
  }

  /// Whether a file is at this path.
  func contains(_ path: String) -> Bool { files[path] != nil }

  /// The file at the request's path in the best coding that the client takes.
  func reply(to request: HTTPRequest) -> Reply {
    guard let path = request.path, let file = files[path] else {
      return .response(Problem.notFound.response)
    }
    return file.reply(to: request)
  }

  /// What the name of a precompressed file ends with.
  private static func suffix(_ coding: ContentCoding) -> String {
    switch coding {
    case .brotli: ".br"
    case .gzip: ".gz"
    }
  }

  /// The media type by the name's extension; nil for what is not served (`.br`, `.gz`, sources).
  private static func contentType(_ path: String) -> String? {
    switch path.split(separator: ".").last ?? "" {
    case "html": "text/html; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "json", "map": "application/json"
    case "webmanifest": "application/manifest+json"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "gif": "image/gif"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "txt": "text/plain; charset=utf-8"
    default: nil
    }
  }
}
