import OynaEngine
import OynaStorage
import OynaValue

/// Makes the row of a submission: the one place where a value goes from memory towards the disk.
///
/// A sensitive field is written as ``mask``, whatever its length and content: the row tells that it
/// was given and nothing else. Where the field says `"atRest": "encrypted"` its text is besides
/// kept encrypted. Only a field that is not sensitive and whose `atRest` is `clear`, the default
/// for such a field, is written as it came.
struct SubmissionRow {
  /// What stands for a sensitive value; always three dots, so not even the length is told.
  static let mask = Secret.mask

  private let keyring: Keyring
  private let id: String
  private var writer = JSONWriter()
  private var secrets: [EncryptedField] = []

  /// Nil when a field cannot be encrypted: then nothing may be stored.
  static func record(
    _ submission: Submission, _ screen: Screen, id: String, tenant: String, url: String,
    now: Int64, keyring: Keyring
  ) -> SubmissionRecord? {
    var row = SubmissionRow(keyring: keyring, id: id)
    row.writer.beginObject()
    for field in submission.fields {
      row.writer.key(field.key)
      guard row.write(field) else { return nil }
    }
    row.writer.endObject()
    return SubmissionRecord(
      id: id, tenant: tenant, screen: screen.id, url: url, created: now, values: row.writer.bytes,
      secrets: row.secrets)
  }

  private init(keyring: Keyring, id: String) {
    self.keyring = keyring
    self.id = id
  }

  /// False when the field cannot be encrypted.
  private mutating func write(_ field: Submission.Field) -> Bool {
    if field.isSensitive || field.atRest != .clear {
      writer.string(Self.mask)
      guard field.atRest == .encrypted else { return true }
      if let secret = field.secret { return encrypt(secret, path: field.key) }
      return encrypt(field.value, path: field.key)
    }
    guard !field.rowSecrets.isEmpty else {
      writer.value(field.value)
      return true
    }
    writer.value(Self.masked(field))
    for secret in field.rowSecrets where secret.atRest == .encrypted {
      let path = "\(field.key)[\(secret.row)].\(secret.key)"
      let isSealed =
        secret.secret.map { encrypt($0, path: path) } ?? encrypt(secret.value, path: path)
      guard isSealed else { return false }
    }
    return true
  }

  /// The rows of a group with the mask in the place of each secret.
  private static func masked(_ field: Submission.Field) -> Value {
    guard case .list(var rows) = field.value else { return .null }
    for secret in field.rowSecrets where rows.indices.contains(secret.row) {
      guard case .map(var row) = rows[secret.row] else { continue }
      row.set(.string(mask), for: secret.key)
      rows[secret.row] = .map(row)
    }
    return .list(rows)
  }

  private mutating func encrypt(_ secret: Secret, path: String) -> Bool {
    keep(
      secret.withUnsafeBytes { text in
        keyring.seal(UnsafeRawBufferPointer(text), row: id, field: path)
      })
  }

  /// Encrypts the JSON of a value that is no secret in memory but is to be one at rest.
  private mutating func encrypt(_ value: Value, path: String) -> Bool {
    var json = JSONWriter()
    json.value(value)
    return keep(json.bytes.withUnsafeBytes { keyring.seal($0, row: id, field: path) })
  }

  private mutating func keep(_ sealed: EncryptedField?) -> Bool {
    guard let sealed else { return false }
    secrets.append(sealed)
    return true
  }
}
