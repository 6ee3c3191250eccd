import OynaValue

/// What a `load` got: its rows in the order of the server, page after page, by identity.
///
/// A row stays a view of the answer that it came in, a few bytes beside the text itself, and
/// becomes a value only while it is drawn: 100,000 rows cost about what their texts do.
struct LoadedContent: Sendable {
  private(set) var rows: [JSON] = []
  private(set) var ids: [String] = []
  private var places: [String: Int32] = [:]
  /// What asks for the page after the last; nil when there is none.
  var nextCursor: String?
  /// The cursors that were followed; what stands beside each means nothing.
  private var followed: [String: Int32] = [:]

  /// Rows of one `load` at most (DESIGN §9).
  static let rowLimit = 100_000

  /// The place of the row with this identity.
  func place(of id: String) -> Int? { places[id].map { Int($0) } }

  /// Takes a row in: after the others, or in the place of the one with its identity, which an
  /// earlier page had. False when there are too many.
  mutating func take(_ row: JSON, id: String) -> Bool {
    if let known = places[id] {
      rows[Int(known)] = row
      return true
    }
    guard rows.count < Self.rowLimit else { return false }
    places[id] = Int32(rows.count)
    rows.append(row)
    ids.append(id)
    return true
  }

  /// The page that the cursor asked for came, and names the next one. False when that is one that
  /// came before: such a list has no end of its own, and ends here.
  mutating func follow(_ cursor: String?) -> Bool {
    if let nextCursor { followed[nextCursor] = 0 }
    let isLoop = cursor.map { followed[$0] != nil } ?? false
    nextCursor = isLoop ? nil : cursor
    return !isLoop
  }
}

/// An expression that only follows members, such as `data.posts` or `item.id`: it is followed in
/// the answer itself, and no value is made of what lies beside its way.
struct MemberPath: Sendable {
  private let names: [String]

  /// Nil unless `source` is `root` and members of members of it.
  init?(_ source: String, from root: String) {
    var names: [String] = []
    for name in source.split(separator: ".", omittingEmptySubsequences: false) {
      guard !name.isEmpty, name.utf8.allSatisfy(ScreenDecoder.isWordByte) else { return nil }
      names.append(String(name))
    }
    guard names.first == root else { return nil }
    self.names = Array(names.dropFirst())
  }

  /// Nil where a member is missing.
  func follow(_ json: JSON) -> JSON? {
    var json = json
    for name in names {
      guard json.kind == .object, let next = json[name] else { return nil }
      json = next
    }
    return json
  }
}
