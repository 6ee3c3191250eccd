public import Foundation
import OynaEngine
import OynaValue

/// A file that a person chose for a `file_input`.
public struct ChosenFile: Sendable {
  /// Its name, without a folder.
  public let name: String
  /// Its media type, such as `application/pdf`.
  public let type: String
  /// What is uploaded.
  public let bytes: [UInt8]

  /// A file in memory: what a form uploads is small.
  public init(name: String, type: String, bytes: [UInt8]) {
    self.name = name
    self.type = type
    self.bytes = bytes
  }

  /// Reads a file; its type follows from its name.
  public init(contentsOf url: URL) throws {
    let data = try Data(contentsOf: url)
    self.init(
      name: url.lastPathComponent, type: Self.type(of: url.pathExtension), bytes: [UInt8](data))
  }

  private static func type(of suffix: String) -> String {
    switch suffix.lowercased() {
    case "pdf": "application/pdf"
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "heic": "image/heic"
    case "txt": "text/plain"
    default: "application/octet-stream"
    }
  }
}

/// A file of a field and what became of its upload. The form holds the same in the engine.
struct FileUpload {
  let number: Int
  var name: String
  var size: Int
  var type: String
  var id: String?
  var hasFailed = false
  var task: Task<Void, Never>?

  var value: Value {
    var map = ValueMap()
    map.set(.string(name), for: "name")
    map.set(.int(Int64(size)), for: "size")
    map.set(.string(type), for: "type")
    if let id { map.set(.string(id), for: "id") }
    if hasFailed { map.set(.bool(true), for: "failed") }
    return .map(map)
  }
}

extension ScreenStore {
  /// A person chose files for the field with this key: those that the engine does not refuse are
  /// uploaded at once, and a submit waits for them. A field of one file gives up the one before.
  public func choose(_ files: [ChosenFile], for key: String) {
    guard let node = fileNode(key) else { return }
    var list = uploads[key] ?? []
    if !Self.takesSeveral(node) {
      for upload in list { upload.task?.cancel() }
      list = []
    }
    var added: [(number: Int, file: ChosenFile)] = []
    for file in Self.takesSeveral(node) ? files : Array(files.prefix(1)) {
      messageCount += 1
      added.append((messageCount, file))
      list.append(
        FileUpload(
          number: messageCount, name: file.name, size: file.bytes.count, type: file.type))
    }
    uploads[key] = list
    tellFiles(of: key)
    guard form.errors[key] == nil else { return }
    for (number, file) in added { upload(file, number, key) }
  }

  /// A person took a file away, by its place in the field.
  public func removeFile(at place: Int, of key: String) {
    guard let list = uploads[key], list.indices.contains(place) else { return }
    uploads[key]?.remove(at: place).task?.cancel()
    tellFiles(of: key)
  }

  private func fileNode(_ key: String) -> ResolvedNode? {
    tree?.allNodes.first { $0.node.field?.key == key && $0.node.type == "file_input" }?.node
  }

  private static func takesSeveral(_ node: ResolvedNode) -> Bool {
    if case .int(let most)? = node.props["maxFiles"] { return most > 1 }
    return false
  }

  /// Choosing a file is an edit that is over at once.
  private func tellFiles(of key: String) {
    guard let node = fileNode(key) else { return }
    let values = (uploads[key] ?? []).map { $0.value }
    form.setValue(Self.takesSeveral(node) ? .list(values) : values.first ?? .null, for: key)
    send(.blur(key: key))
  }

  private func upload(_ file: ChosenFile, _ number: Int, _ key: String) {
    var path = "/uploads"
    if case .string(let url)? = fileNode(key)?.props["uploadUrl"] { path = url }
    guard let url = URL(string: path, relativeTo: self.url),
      let place = uploads[key]?.firstIndex(where: { $0.number == number })
    else { return }
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    let name = file.name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "file"
    let request = TransportRequest(
      method: "POST", url: url.absoluteURL,
      headers: [
        ("Accept", "application/json"), ("Content-Type", file.type),
        // RFC 6266 §4.3: the name in the encoding of RFC 8187.
        ("Content-Disposition", "attachment; filename*=UTF-8''\(name)"),
      ], body: .bytes(file.bytes))
    let transport = environment.transport
    uploads[key]?[place].task = Task { [weak self] in
      var answer: TransportAnswer?
      do throws(TransportError) { answer = try await transport.send(request) } catch {
        guard error != .cancelled else { return }
      }
      self?.settleUpload(number, key, answer)
    }
  }

  private func settleUpload(_ number: Int, _ key: String, _ answer: TransportAnswer?) {
    guard let place = uploads[key]?.firstIndex(where: { $0.number == number }) else { return }
    let json = answer.flatMap { try? JSON.parse($0.body) }
    if let answer, answer.status < 300, let id = json?["id"]?.string {
      uploads[key]?[place].id = id
      if let size = json?["size"]?.int { uploads[key]?[place].size = Int(clamping: size) }
      if let type = json?["type"]?.string { uploads[key]?[place].type = type }
    } else {
      uploads[key]?[place].hasFailed = true
      // By its content it is another kind of file: no accepted type any more.
      if answer?.status == 415 { uploads[key]?[place].type = "" }
    }
    tellFiles(of: key)
  }
}
