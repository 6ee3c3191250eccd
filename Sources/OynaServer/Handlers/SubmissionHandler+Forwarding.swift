import OynaEngine
import OynaStorage
import OynaValue

extension SubmissionHandler {
  /// A submission that passed its screen's rules, and what it came with.
  struct Accepted: Sendable {
    let values: Submission
    let version: ScreenCatalog.Version
    let claim: IdempotencyClaim
    let path: String
    let request: HTTPRequest
    /// The member that names a queued submission, as it came; nil where there is none.
    let identifier: (name: String, value: JSON)?

    /// The judged values, and the name of a queued submission, which is no field.
    func body() -> HTTPBody {
      values.judgedBody.withUnsafeBytes { judged in
        guard let identifier else { return HTTPBody(judged) }
        var member = JSONWriter()
        member.beginObject()
        member.key(identifier.name)
        member.value(identifier.value.value)
        let isAlone = judged.count == 2
        let body = HTTPBody(capacity: judged.count + member.bytes.count + 1)
        (member.bytes + (isAlone ? [] : [UInt8(ascii: ",")])).withUnsafeBytes { body.append($0) }
        body.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(judged).dropFirst()))
        return body
      }
    }
  }

  /// Posts an accepted submission to the back end and keeps its last word under the key.
  ///
  /// What goes is written from what was judged, as the screen's own form would have sent it.
  /// The back end runs it; the row, the key and the answer are stored afterwards in one
  /// transaction. Should this process end in between, the client's retry is posted again under the
  /// same key, and the back end answers as it did (Docs/Forwarding.md asks for that).
  func forward(
    _ accepted: Accepted, to forwarder: Forwarder, _ catalog: ScreenCatalog
  ) async throws(StorageError) -> HTTPResponse {
    let screen = accepted.version.screen.id
    let claim = accepted.claim
    if let known = try await endpoint.storage.recall(claim) { return response(known, screen) }
    guard forwarder.begin(claim.key) else { return Problem.idempotencyInProgress.response }
    defer { forwarder.end(claim.key) }
    let holdsSecret = accepted.values.fields.contains { field in
      field.isSensitive || field.rowSecrets.contains { $0.secret != nil }
    }
    guard !holdsSecret || forwarder.settings.isPrivate else {
      endpoint.log.write(
        .error, "secret not forwarded", [("path", .outside(accepted.path))])
      return Problem.backEndNotPrivate.response
    }
    guard let id = UniqueIdentifier.text(now: claim.now), let key = IdempotencyKey(claim.key),
      let record = SubmissionRow.record(
        accepted.values, accepted.version.screen, id: id, tenant: claim.tenant,
        url: accepted.path, now: claim.now, keyring: endpoint.keyring)
    else { return Problem.storageUnavailable.response }
    if let refusal = try await refusal(accepted) { return refusal }
    var message = Forwarder.Message(path: accepted.path, key: key, body: accepted.body())
    message.method = accepted.request.method
    message.screen = screen
    message.language = accepted.version.language
    message.trace = accepted.request.trace
    message.requestID = accepted.request.id
    switch await forwarder.reply(to: message, accepted.version.language, catalog) {
    case .problem(let problem):
      metrics.countSubmission(screen: screen, .unforwarded)
      return problem.response
    case .kept(let answer):
      return try await keep(answer, record, accepted)
    }
  }

  /// What this server alone can say: a file that it does not have.
  ///
  /// A remote rule is not asked again here. Its question and the effect cannot be one transaction
  /// of the back end, and a repeat after a lost answer would find its own effect in the way: what
  /// counts is what the back end says to the submission.
  private func refusal(_ accepted: Accepted) async throws(StorageError) -> HTTPResponse? {
    let files = accepted.values.files
    if files.isEmpty { return nil }
    let words = fileWords(accepted.version.language)
    let errors = try await endpoint.storage.transaction { transaction throws(StorageError) in
      try UploadHandler.strangers(files, in: transaction).map { (key: $0, message: words) }
    }
    return errors.isEmpty ? nil : Problem.invalidSubmission(errors).response
  }

  private func keep(
    _ answer: StoredAnswer, _ record: SubmissionRecord, _ accepted: Accepted
  ) async throws(StorageError) -> HTTPResponse {
    let files = accepted.values.files
    let outcome = try await endpoint.storage.once(accepted.claim) {
      transaction throws(StorageError) in
      guard answer.status < 400 else { return answer }
      try transaction.insert(record)
      for file in files {
        _ = try transaction.claimUpload(id: file.id, tenant: record.tenant, submission: record.id)
      }
      return answer
    }
    return response(outcome, accepted.version.screen.id)
  }
}
