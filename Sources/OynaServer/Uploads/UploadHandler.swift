import Foundation
import OynaEngine
import OynaStorage
import OynaValue

/// `POST /uploads`: takes a file before the form that names it, answers with its reference.
///
/// The file is known by its content, kept under a random name, and belongs to nobody until a
/// submission names it; one that none does within a day is removed.
struct UploadHandler: Sendable {
  let folder: UploadFolder
  let storage: any Storage
  let log: Log
  let clock: @Sendable () -> Int64

  /// Where files are posted to, as `uploadUrl` of a `file_input` is by default.
  static let path = "/uploads"
  /// Bytes of one file, as `maxBytes` of a `file_input` is by default.
  static let fileLimit = 10 << 20
  /// Bytes of all files that no submission has named yet.
  static let unclaimedLimit: Int64 = 1 << 30
  /// How long a file waits for its submission, in milliseconds.
  static let patience: Int64 = 86_400_000

  func add(to router: inout Router) {
    router.on(Self.path, ("POST", { take($0) }))
  }

  private func take(_ request: HTTPRequest) -> Reply {
    guard request.headers["content-encoding"] == nil, let body = request.body, !body.isEmpty else {
      return .response(Problem.noFile.response)
    }
    guard body.count <= Self.fileLimit else {
      return .response(Problem.bodyTooLarge(limit: Self.fileLimit).response)
    }
    guard let kind = body.withBytes({ FileKind($0) }) else {
      return .response(Problem.unknownFileKind.response)
    }
    let name = FileName.text(disposition: request.headers["content-disposition"])
    return .pending { await keep(body, kind, name) }
  }

  private func keep(_ body: HTTPBody, _ kind: FileKind, _ name: String) async -> HTTPResponse {
    guard let random = Digest.random(16) else { return Problem.storageUnavailable.response }
    let upload = UploadRecord(
      id: Digest.hex(random), tenant: IdempotentEndpoint.tenant, name: name,
      mediaType: kind.rawValue, size: Int64(body.count), created: clock())
    do {
      // First the file: a row never names one that is not there.
      try body.withBytes { bytes throws(UploadFolder.Failure) in
        try folder.keep(bytes, id: upload.id)
      }
      let isKept = try await storage.transaction { transaction throws(StorageError) in
        let waiting = try transaction.unclaimedUploadBytes(tenant: upload.tenant)
        guard waiting + upload.size <= Self.unclaimedLimit else { return false }
        try transaction.insert(upload)
        return true
      }
      guard isKept else {
        folder.remove(upload.id)
        return Problem.overloaded.response
      }
      return Self.reference(upload)
    } catch {
      // Should the row be there after all, so is its file; else the sweep finds it.
      if (error as? StorageError)?.kind != .outcomeUnknown { folder.remove(upload.id) }
      log.write(.error, "upload not kept", [("reason", .outside("\(error)"))])
      return Problem.storageUnavailable.response
    }
  }

  /// What the form keeps and submits: `{"id", "name", "size", "type"}`.
  private static func reference(_ upload: UploadRecord) -> HTTPResponse {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("id")
    writer.string(upload.id)
    writer.key("name")
    writer.string(upload.name)
    writer.key("size")
    writer.int(upload.size)
    writer.key("type")
    writer.string(upload.mediaType)
    writer.endObject()
    var response = HTTPResponse(status: 201, contentType: "application/json", body: writer.bytes)
    response.headers.append("Cache-Control", "no-store")
    return response
  }

  // MARK: - The submission that names files

  /// The keys whose files are none of ours, were given to another submission, or are not what the
  /// body says; empty when all is well. The rules have run over what the body says.
  static func strangers(
    _ files: [Submission.File], in transaction: any StorageTransaction
  ) throws(StorageError) -> [String] {
    var strangers: [String] = []
    var seen: Set<String> = []
    for file in files {
      let known = try transaction.upload(id: file.id, tenant: IdempotentEndpoint.tenant)
      let isOurs =
        known.map {
          $0.submission == nil && $0.size == file.size && $0.mediaType == file.mediaType
        } ?? false
      if !isOurs || !seen.insert(file.id).inserted { strangers.append(file.key) }
    }
    return strangers
  }

  // MARK: - Files that nobody claimed

  /// Removes the files that waited too long, and what a crash left behind.
  func sweep() async throws(StorageError) -> Int {
    let moment = clock() - Self.patience
    let ids = try await storage.transaction { transaction throws(StorageError) in
      try transaction.removeUnclaimedUploads(before: moment)
    }
    for id in ids { folder.remove(id) }
    let old = folder.names(before: moment / 1_000)
    let lost = try await storage.transaction { transaction throws(StorageError) -> [String] in
      var lost: [String] = []
      for name in old {
        // A file that was never finished has a name that no row has.
        let known = try transaction.upload(id: name, tenant: IdempotentEndpoint.tenant)
        if known == nil { lost.append(name) }
      }
      return lost
    }
    for name in lost { folder.remove(name) }
    return ids.count + lost.count
  }
}
