import OynaValue

extension ScreenDecoder {
  /// Text with `{{ }}`; nil when it is absent or wrong (reported).
  func template(_ json: JSON?, _ label: String, in scope: ScopeIndex) -> Template? {
    guard let json, let text = string(json, label) else { return nil }
    return template(text, label, in: scope, at: json)
  }

  func template(
    _ text: String, _ label: String, in scope: ScopeIndex, at json: JSON
  ) -> Template? {
    guard TemplateReader.isComputed(text) else { return .plain(text) }
    var reader = TemplateReader(text)
    var parts: [Template.Part] = []
    do {
      while let piece = try reader.next() {
        switch piece {
        case .text(let text): parts.append(.text(text))
        case .expression(let source, let offset, let format):
          guard let bound = bind(source, label, in: scope, at: json, inString: offset) else {
            return nil
          }
          if case .custom(let name)? = format, extensions.format(name) == nil {
            reportUnknownFormat(name, at: json)
          }
          parts.append(.expression(bound, format))
        }
      }
    } catch {
      self.error(.badTemplate, error.message, at: json, inString: error.offset)
      return nil
    }
    if case .text(let only)? = parts.first, parts.count == 1 { return .plain(only) }
    return .parts(parts)
  }

  private func reportUnknownFormat(_ name: String, at json: JSON) {
    warn(
      .badTemplate, "The format `\(name)` is unknown: the value is written plainly.", at: json,
      correction: nearest(name, among: TemplateReader.formats))
  }

  /// A URL with `{{ }}` whose scheme, where it can be seen, is a safe one.
  ///
  /// The runtime checks again once a computed URL is whole (`URLReference`).
  func url(
    _ json: JSON?, _ label: String, in scope: ScopeIndex, isOpened: Bool = false
  ) -> Template? {
    guard let json, let text = string(json, label) else { return nil }
    let isAllowed =
      isOpened ? URLReference.isOpenable(text) : URLReference.isRequestable(text)
    guard isAllowed else {
      error(
        .badURL,
        "`\(label)` must be a relative, `https` or `http` URL, not "
          + "`\(URLReference.scheme(of: text) ?? "")`.",
        at: json)
      return nil
    }
    return template(text, label, in: scope, at: json)
  }

  /// A value of an action, computed or given.
  func valueTemplate(_ json: JSON, _ label: String, in scope: ScopeIndex) -> ValueTemplate? {
    switch json.kind {
    case .null, .bool, .number:
      return .literal(json.value)
    case .string:
      guard let text = json.string, TemplateReader.isComputed(text) else {
        return .literal(json.value)
      }
      guard let template = template(text, label, in: scope, at: json) else { return nil }
      switch template {
      case .plain(let text): return .literal(.string(text))
      case .parts(let parts):
        if parts.count == 1, case .expression(let bound, nil) = parts[0] {
          return .expression(bound)
        }
        return .text(template)
      }
    case .array:
      var list: [ValueTemplate] = []
      for element in json.elements {
        guard let value = valueTemplate(element, label, in: scope) else { return nil }
        list.append(value)
      }
      return .list(list)
    case .object:
      var map: [(name: String, value: ValueTemplate)] = []
      for (name, value) in json.members {
        guard let value = valueTemplate(value, label, in: scope) else { return nil }
        map.append((name, value))
      }
      return .map(map)
    }
  }
}

/// Splits text at `{{ expression | format }}`.
struct TemplateReader {
  enum Piece {
    case text(String)
    /// `offset` is where the expression starts in the text, in UTF-8 bytes.
    case expression(String, offset: Int, Template.Format?)
  }

  /// Why a text is no template.
  struct Failure: Error {
    let message: String
    let offset: Int
  }

  static let formats = ["number", "money", "date", "plural"]

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// True when the text holds `{{`.
  static func isComputed(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return true }
      previous = byte
    }
    return false
  }

  mutating func next() throws(Failure) -> Piece? {
    var text: [UInt8] = []
    while place < bytes.count {
      if starts("{{{{") {
        text += Array("{{".utf8)
        place += 4
      } else if starts("{{") {
        if !text.isEmpty { return .text(String(decoding: text, as: UTF8.self)) }
        return try expression()
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    return text.isEmpty ? nil : .text(String(decoding: text, as: UTF8.self))
  }

  private func starts(_ prefix: StaticString) -> Bool {
    guard place + prefix.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<prefix.utf8CodeUnitCount
    where bytes[place + index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  /// From `{{` to its `}}`, which is not inside a string, a list, a map or parentheses.
  private mutating func expression() throws(Failure) -> Piece {
    let opening = place
    place += 2
    let start = place
    var depth = 0
    var bar: Int?
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString()
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "}") where depth == 0:
        guard starts("}}") else { break }
        let end = place
        place += 2
        return try piece(start, bar ?? end, format: bar.map { $0 + 1..<end })
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
      case UInt8(ascii: "|") where starts("||"):
        place += 1
      case UInt8(ascii: "|") where depth == 0:
        bar = place
      default: break
      }
      place += 1
    }
    throw Failure(message: "A `{{` has no `}}`.", offset: opening)
  }

  private mutating func skipString() {
    let quote = bytes[place]
    place += 1
    while place < bytes.count, bytes[place] != quote {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
  }

  private func piece(
    _ start: Int, _ end: Int, format: Range<Int>?
  ) throws(Failure) -> Piece {
    let range = trimmed(start..<end)
    guard !range.isEmpty else {
      throw Failure(message: "A `{{ }}` is empty.", offset: start)
    }
    let source = String(decoding: bytes[range], as: UTF8.self)
    guard let format else { return .expression(source, offset: range.lowerBound, nil) }
    return .expression(source, offset: range.lowerBound, try readFormat(trimmed(format)))
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }

  /// `money`, `money("USD")`, `plural("one", "# kun", "other", "# kun")`.
  private func readFormat(_ range: Range<Int>) throws(Failure) -> Template.Format {
    var nameEnd = range.lowerBound
    while nameEnd < range.upperBound, ScreenDecoder.isWordByte(bytes[nameEnd]) { nameEnd += 1 }
    let name = String(decoding: bytes[range.lowerBound..<nameEnd], as: UTF8.self)
    let arguments = try readArguments(nameEnd..<range.upperBound)
    switch name {
    case "":
      throw Failure(message: "A `|` must be followed by a format.", offset: range.lowerBound)
    case "number" where arguments.isEmpty: return .number
    case "date" where arguments.isEmpty: return .date
    case "money" where arguments.count <= 1: return .money(currency: arguments.first)
    case "plural": return .plural(try pluralForms(arguments, at: range.lowerBound))
    case "number", "date", "money":
      throw Failure(message: "`\(name)` has too many arguments.", offset: nameEnd)
    default: return .custom(name: name)
    }
  }

  private func pluralForms(
    _ arguments: [String], at offset: Int
  ) throws(Failure) -> [(category: String, text: String)] {
    var forms: [(category: String, text: String)] = []
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      forms.append((arguments[index], arguments[index + 1]))
    }
    let categories = ["zero", "one", "two", "few", "many", "other"]
    guard arguments.count % 2 == 0, forms.contains(where: { $0.category == "other" }),
      forms.allSatisfy({ categories.contains($0.category) })
    else {
      throw Failure(
        message: "`plural` takes pairs of a category and its text, `other` among them.",
        offset: offset)
    }
    return forms
  }

  /// Quoted texts between parentheses, with commas.
  private func readArguments(_ range: Range<Int>) throws(Failure) -> [String] {
    let range = trimmed(range)
    guard !range.isEmpty else { return [] }
    let failure = Failure(
      message: "The arguments of a format are quoted texts in parentheses.",
      offset: range.lowerBound)
    guard bytes[range.lowerBound] == UInt8(ascii: "("), range.count >= 2,
      bytes[range.upperBound - 1] == UInt8(ascii: ")")
    else { throw failure }
    var arguments: [String] = []
    var rest = trimmed(range.lowerBound + 1..<range.upperBound - 1)
    while !rest.isEmpty {
      let quote = bytes[rest.lowerBound]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let close = bytes[rest.lowerBound + 1..<rest.upperBound].firstIndex(of: quote)
      else { throw failure }
      arguments.append(String(decoding: bytes[rest.lowerBound + 1..<close], as: UTF8.self))
      rest = trimmed(close + 1..<rest.upperBound)
      guard !rest.isEmpty else { break }
      guard bytes[rest.lowerBound] == UInt8(ascii: ","), rest.count > 1 else { throw failure }
      rest = trimmed(rest.lowerBound + 1..<rest.upperBound)
    }
    return arguments
  }
}
