import Foundation
import OynaEngine
import OynaStorage
import OynaValue

/// Takes submissions: validates them by the engine, stores each once, answers.
///
/// Which screen a path belongs to is found from the screens that are served: it is the one whose
/// submit action posts there. A client's verdict is never trusted.
struct SubmissionHandler: Sendable {
  let screens: Reloading<ScreenCatalog>
  let backEnd: BackEnd
  let endpoint: IdempotentEndpoint
  let metrics: Metrics
  /// Where accepted submissions are posted to; nil: they are for `backEnd`.
  var forwarder: Forwarder?
  /// The day that `today` means in rules at a moment, in milliseconds since 1970.
  let day: @Sendable (Int64) -> CalendarDay?

  /// What is at the path of a submit action; nil for other paths.
  @Sendable func lookUp(_ path: String) -> Router.Endpoint? {
    let catalog = screens.current
    let targets = catalog.targets(path: path)
    if targets.isEmpty { return nil }
    let methods = Set(targets.map(\.method)).sorted()
    return Router.Endpoint(
      Route(path),
      methods.map { method in
        let candidates = targets.filter { $0.method == method }
        return (method, { request in reply(to: request, path, candidates, catalog) })
      })
  }

  private func reply(
    to request: HTTPRequest, _ path: String, _ targets: [SubmitTarget], _ catalog: ScreenCatalog
  ) -> Reply {
    endpoint.reply(to: request, path: path) { body, claim throws(StorageError) in
      guard let today = day(claim.now) else { return Problem.internalError.response }
      let language = ScreenHandler.language(request)
      switch verdict(body, targets, catalog, language, today) {
      case .accepted(let version, let submission, let identifier):
        if let forwarder {
          let named = identifier.flatMap { name in body[name].map { (name: name, value: $0) } }
          let accepted = Accepted(
            values: submission, version: version, claim: claim, path: path, request: request,
            identifier: named)
          return try await forward(accepted, to: forwarder, catalog)
        }
        return try await store(submission, version, claim, path, catalog)
      case .refused(let version, let refusal):
        return try await refuse(refusal, version, claim)
      case nil:
        return Problem.notFound.response
      }
    }
  }

  private enum Verdict {
    /// With the name of the member that names a queued submission.
    case accepted(ScreenCatalog.Version, Submission, identifier: String?)
    case refused(ScreenCatalog.Version, Submission.Refusal)
  }

  /// Accepted when the rules of one of the forms that post here accept it; else what the first of
  /// them finds wrong. Nil when there is none.
  private func verdict(
    _ body: JSON, _ targets: [SubmitTarget], _ catalog: ScreenCatalog, _ language: String?,
    _ today: CalendarDay
  ) -> Verdict? {
    var first: Verdict?
    for target in targets {
      guard let version = catalog[target.screen]?.version(for: language) else { continue }
      let context = Context(
        language: version.language, today: today, seed: Context.Seed(high: 0, low: 0))
      do throws(Submission.Refusal) {
        let submission = try Submission(
          validating: body, against: version.screen, form: target.form,
          except: target.identifier, context: context)
        return .accepted(version, submission, identifier: target.identifier)
      } catch {
        first = first ?? .refused(version, error)
      }
    }
    return first
  }

  /// Nothing is kept for a refused submission: corrected, it comes under a new key. But a key that
  /// was used is answered as it is due, should the rules have changed in between.
  private func refuse(
    _ refusal: Submission.Refusal, _ version: ScreenCatalog.Version, _ claim: IdempotencyClaim
  ) async throws(StorageError) -> HTTPResponse {
    let screen = version.screen
    if let known = try await endpoint.storage.recall(claim) {
      return response(known, screen.id)
    }
    metrics.countSubmission(screen: screen.id, .invalid)
    for (error, rule) in zip(refusal.errors, refusal.rules) {
      // A client may send any key: only those of the screen become labels.
      let isKnown = screen.field(for: StateKey(error.key)) != nil
      metrics.countRefusal(
        screen: screen.id, field: isKnown ? error.key : "other", rule: rule)
    }
    var response = Problem.invalidSubmission(refusal.errors).response
    response.headers.append("Content-Language", version.language)
    return response
  }

  private func store(
    _ values: Submission, _ version: ScreenCatalog.Version, _ claim: IdempotencyClaim,
    _ path: String, _ catalog: ScreenCatalog
  ) async throws(StorageError) -> HTTPResponse {
    let language = version.language
    guard let id = UniqueIdentifier.text(now: claim.now),
      let record = SubmissionRow.record(
        values, version.screen, id: id, tenant: claim.tenant, url: path, now: claim.now,
        keyring: endpoint.keyring)
    else { return Problem.storageUnavailable.response }
    let submission = AcceptedSubmission(
      id: id, screen: version.screen.id, language: language, time: claim.now, values: values)
    let action = backEnd.action(path)
    let checks = backEnd.checks
    let words = fileWords(language)
    let outcome = try await endpoint.storage.once(claim) { transaction throws(StorageError) in
      var errors = try UploadHandler.strangers(values.files, in: transaction).map { ($0, words) }
      for question in values.questions {
        guard let check = checks[question.url] else { continue }
        if try !check(question.value, transaction) {
          errors.append((question.key, question.message))
        }
      }
      if !errors.isEmpty {
        return BackEndResponse.stored(.problem(.invalidSubmission(errors)), language, catalog)
      }
      let answer = try action(submission, transaction)
      let stored = BackEndResponse.stored(answer, language, catalog)
      guard stored.status < 400 else { return stored }
      try transaction.insert(record)
      for file in values.files {
        // Cannot fail: the file was free a moment ago, in this very transaction.
        _ = try transaction.claimUpload(id: file.id, tenant: claim.tenant, submission: record.id)
      }
      return stored
    }
    return response(outcome, version.screen.id)
  }

  /// A file that the server does not have: removed after a day, or never sent.
  func fileWords(_ language: String) -> String {
    switch language {
    case "ru": "Файла больше нет на сервере. Загрузите его снова"
    case "en": "The file is no longer on the server. Upload it again"
    case "uz-Cyrl": "Файл серверда йўқ. Уни қайта юкланг"
    default: "Fayl serverda yo'q. Uni qayta yuklang"
    }
  }

  func response(_ outcome: IdempotencyOutcome, _ screen: String) -> HTTPResponse {
    switch outcome {
    case .executed(let answer):
      metrics.countSubmission(screen: screen, answer.status < 400 ? .accepted : .refused)
    case .replayed:
      metrics.countSubmission(screen: screen, .replayed)
    case .inProgress, .reused:
      break
    }
    return IdempotentEndpoint.response(outcome)
  }
}

/// The JSON body of a request.
enum JSONBody {
  /// Whether the request says that its body is JSON in UTF-8 and not compressed.
  static func isJSON(_ request: HTTPRequest) -> Bool {
    guard request.headers["content-encoding"] == nil,
      let parts = request.headers["content-type"]?.split(separator: ";").map({
        $0.filter { !$0.isWhitespace }.lowercased()
      }), let type = parts.first
    else { return false }
    let charset = parts.first { $0.hasPrefix("charset=") }?.dropFirst("charset=".count)
    return type == "application/json" && (charset.map { $0.contains("utf-8") } ?? true)
  }

  /// The body's value, in memory that is overwritten when it goes. Throws the place of what is
  /// wrong: no body, no JSON, no object, a member twice, too deep.
  static func parse(_ request: HTTPRequest) throws(Diagnostic) -> JSON {
    var options = JSON.Options.screen
    options.isSensitive = true
    guard let body = request.body else {
      throw Diagnostic(
        .error, Diagnostic.Code("no-body"), "The request has no body.",
        at: Position(line: 1, column: 1, offset: 0))
    }
    let json = try body.withBytes { bytes throws(Diagnostic) in
      try JSON.parse(bytes, options: options)
    }
    guard json.kind == .object else {
      throw Diagnostic(
        .error, Diagnostic.Code("no-object"), "The body is a JSON object, {\"key\": value}.",
        at: json.position)
    }
    return json
  }
}
