import OynaStorage
import OynaValue

/// What every request has in common that must happen once: a JSON body, an `Idempotency-Key`, a
/// claim on it, and answers to what storage says.
struct IdempotentEndpoint: Sendable {
  let storage: any Storage
  let keyring: Keyring
  let log: Log
  let clock: @Sendable () -> Int64
  /// How long a key is kept, in milliseconds.
  let retention: Int64

  /// Everyone's keys are in one space while nobody logs in. A key alone gives nothing away: an
  /// answer is replayed only for the very same body, and whoever has both has made the request.
  static let tenant = ""

  /// Does `work` with the body and the claim, away from the transport's threads.
  func reply(
    to request: HTTPRequest, path: String,
    _ work:
      @escaping @Sendable (JSON, IdempotencyClaim) async throws(StorageError) -> HTTPResponse
  ) -> Reply {
    guard JSONBody.isJSON(request) else { return .response(Problem.unsupportedMediaType.response) }
    let key: IdempotencyKey
    do throws(IdempotencyKey.Failure) {
      key = try IdempotencyKey(request.headers)
    } catch {
      return .response(
        error == .missing
          ? Problem.idempotencyKeyMissing.response : Problem.idempotencyKeyInvalid.response)
    }
    // Validation may take a while and storing waits for the disk.
    return .pending {
      var response = await self.response(to: request, key, path, work)
      response.headers.append("Idempotency-Key", key.header)
      return response
    }
  }

  private func response(
    to request: HTTPRequest, _ key: IdempotencyKey, _ path: String,
    _ work: @Sendable (JSON, IdempotencyClaim) async throws(StorageError) -> HTTPResponse
  ) async -> HTTPResponse {
    let body: JSON
    do throws(Diagnostic) {
      body = try JSONBody.parse(request)
    } catch {
      return Problem.badJSON(error).response
    }
    let now = clock()
    let fingerprints = keyring.fingerprints(
      method: request.method, path: path, body: request.body)
    let claim = IdempotencyClaim(
      tenant: Self.tenant, key: key.text, fingerprint: fingerprints.first ?? [],
      formerFingerprints: Array(fingerprints.dropFirst()), now: now, expires: now + retention)
    do throws(StorageError) {
      return try await work(body, claim)
    } catch {
      return failure(error)
    }
  }

  /// Writes members of an answer; false when there is nothing to tell of.
  typealias Read =
    @Sendable (any StorageTransaction, inout JSONWriter) throws(StorageError) -> Bool

  /// Answers with an object of what `body` writes in a transaction; 404 when there is nothing.
  func read(_ body: @escaping Read) -> Reply {
    .pending {
      do throws(StorageError) {
        let bytes = try await storage.transaction { transaction throws(StorageError) -> [UInt8]? in
          var writer = JSONWriter()
          writer.beginObject()
          guard try body(transaction, &writer) else { return nil }
          writer.endObject()
          return writer.bytes
        }
        guard let bytes else { return Problem.notFound.response }
        var response = HTTPResponse(status: 200, contentType: "application/json", body: bytes)
        response.headers.append("Cache-Control", "no-store")
        return response
      } catch {
        return failure(error)
      }
    }
  }

  /// The answer to what became of a claim.
  static func response(_ outcome: IdempotencyOutcome) -> HTTPResponse {
    switch outcome {
    case .executed(let answer): BackEndResponse.response(answer, isReplayed: false)
    case .replayed(let answer): BackEndResponse.response(answer, isReplayed: true)
    case .inProgress: Problem.idempotencyInProgress.response
    case .reused: Problem.idempotencyKeyReused.response
    }
  }

  /// Tells the operator why storage failed, and the client what to do.
  func failure(_ error: StorageError) -> HTTPResponse {
    log.write(.error, "storage failed", [("reason", .outside(error.message))])
    return Problem.storage(error).response
  }
}
