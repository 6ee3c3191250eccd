import OynaEngine
import OynaStorage
import OynaValue

/// Makes the row of a submission: the one place where a value goes from memory towards the disk.
///
/// A sensitive field is written as ``mask``, whatever its length and content: the row tells that it
/// was given and nothing else. Where the field says `"atRest": "encrypted"` its text is besides
/// kept encrypted. Only a field that is not sensitive and whose `atRest` is `clear`, the default for
/// such a field, is written as it came.
struct SubmissionRow {
  /// What stands for a sensitive value; always three dots, so not even the length is told.
  static let mask = "•••"

  private let keyring: Keyring
  private let id: String
  private var writer = JSONWriter()
  private var secrets: [EncryptedField] = []

  /// Nil when a field cannot be encrypted: then nothing may be stored.
  static func record(
    _ values: JSON, _ screen: Screen, id: String, tenant: String, url: String, now: Int64,
    keyring: Keyring
  ) -> SubmissionRecord? {
    var row = SubmissionRow(keyring: keyring, id: id)
    guard row.write(values, screen, row: nil, scope: .screen) else { return nil }
    return SubmissionRecord(
      id: id, tenant: tenant, screen: screen.id, url: url, created: now, values: row.writer.bytes,
      secrets: row.secrets)
  }

  private init(keyring: Keyring, id: String) {
    self.keyring = keyring
    self.id = id
  }

  /// Writes an object of fields: the submission itself or one row of a group.
  private mutating func write(
    _ values: JSON, _ screen: Screen, row: String?, scope: ScopeIndex
  ) -> Bool {
    writer.beginObject()
    for member in values.object.map({ Array($0) }) ?? [] {
      writer.key(member.key)
      let field = Self.field(member.key, screen, scope)
      let path = row.map { "\($0).\(member.key)" } ?? member.key
      guard write(member.value, field, screen, path: path) else { return false }
    }
    writer.endObject()
    return true
  }

  private mutating func write(
    _ value: JSON, _ field: FieldModel?, _ screen: Screen, path: String
  ) -> Bool {
    if let group = field?.group, let rows = value.array {
      writer.beginArray()
      for (place, row) in rows.enumerated() {
        let name = "\(path)[\(row["id"]?.string ?? String(place))]"
        guard write(row, screen, row: name, scope: group.scope) else { return false }
      }
      writer.endArray()
      return true
    }
    // Validation refuses unknown keys; should one come through, it is kept from the disk too.
    guard let field, !field.isSensitive, field.atRest == .clear else {
      writer.string(Self.mask)
      return field?.atRest == .encrypted ? encrypt(value, path: path) : true
    }
    var bytes: [UInt8] = []
    value.write(into: &bytes)
    writer.raw(bytes)
    return true
  }

  /// Encrypts a text's UTF-8, or the JSON of any other value.
  private mutating func encrypt(_ value: JSON, path: String) -> Bool {
    let (keyring, id) = (keyring, id)
    let sealed: EncryptedField?
    if value.kind == .string {
      sealed =
        value.withUTF8 { text in
          keyring.seal(UnsafeRawBufferPointer(text), row: id, field: path)
        } ?? nil
    } else {
      var json: [UInt8] = []
      value.write(into: &json)
      sealed = json.withUnsafeMutableBytes { bytes in
        defer { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
        return keyring.seal(UnsafeRawBufferPointer(bytes), row: id, field: path)
      }
    }
    guard let sealed else { return false }
    secrets.append(sealed)
    return true
  }

  private static func field(_ key: String, _ screen: Screen, _ scope: ScopeIndex) -> FieldModel? {
    if scope == .screen {
      return screen.field(for: StateKey(key)).flatMap { screen[$0].field }
    }
    let keys = screen.scopes[scope.rawValue].keys
    let found = keys.first { screen[$0].key == StateKey(key) }
    guard let found, case .field(let component) = screen[found].origin else { return nil }
    return screen[component].field
  }
}
