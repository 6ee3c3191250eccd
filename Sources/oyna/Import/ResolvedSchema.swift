import Foundation
import OynaValue

/// A schema with its references followed and its `allOf` merged.
struct ResolvedSchema {
  /// Where the outermost of its parts stands.
  let pointer: String
  /// Keywords of which one value holds: the strictest bound, the first title.
  var members = ValueMap()
  /// Where each of these stands.
  private(set) var places: [String: String] = [:]
  var isNever = false
  private(set) var properties: [(name: String, parts: [SchemaPart])] = []
  private var propertyIndex: [String: Int] = [:]
  private(set) var required: [(name: String, pointer: String)] = []
  private(set) var patterns: [(text: String, pointer: String)] = []
  private(set) var multiples: [(value: Value, pointer: String)] = []
  /// Schemas with an `if`.
  private(set) var conditionals: [SchemaPart] = []
  /// `anyOf` and `oneOf`.
  private(set) var alternatives: [Alternative] = []
  private(set) var negations: [SchemaPart] = []
  /// `dependentRequired`, `dependentSchemas` and `dependencies`.
  private(set) var dependents: [(trigger: String, value: Value, pointer: String)] = []
  private(set) var items: [SchemaPart] = []
  private(set) var contains: SchemaPart?
  /// References that were followed on the way here: one that comes again is a recursion.
  private(set) var references: Set<String> = []
  /// A reference in it could not be followed, which was reported.
  private(set) var isCut = false
  /// The names that each part with `"additionalProperties": false` describes.
  private(set) var closures: [(names: Set<String>, pointer: String)] = []
  /// Labels of `enum`, as react-jsonschema-form has them.
  private(set) var enumNames: [Value] = []
  /// Keywords that have no counterpart.
  private(set) var unknown: [(keyword: String, pointer: String)] = []

  struct Alternative {
    let keyword: String
    let options: [SchemaPart]
    let pointer: String
  }

  init(pointer: String) { self.pointer = pointer }

  subscript(name: String) -> Value? { members[name] }

  func place(_ keyword: String) -> String {
    places[keyword] ?? SchemaPointer.adding(keyword, to: pointer)
  }

  /// The types that it allows besides null; empty when it names none.
  var types: [String] {
    let all = self["type"].map { $0.items?.compactMap(\.text) ?? [$0.text].compactMap { $0 } } ?? []
    return all.filter { $0 != "null" }
  }

  /// The one of its types that a field takes; nil when it names none.
  var entered: String? {
    types.first == "integer" && types.contains("number") ? "number" : types.first
  }

  // MARK: - Absorbing parts

  fileprivate mutating func takeAlternative(
    _ index: Int, _ option: SchemaPart, _ source: SchemaSource
  ) {
    alternatives.remove(at: index)
    absorb(option, source, references)
  }

  fileprivate mutating func absorb(
    _ part: SchemaPart, _ source: SchemaSource, _ followed: Set<String>
  ) {
    guard source.mayRead() else {
      isCut = true
      if source.isFirstUnread {
        source.report.leftOut(
          part.pointer, "References lead to more than \(SchemaSource.partLimit) schemas.")
      }
      return
    }
    references.formUnion(followed)
    if part.isNever { isNever = true }
    takeTexts(part)
    var members = part.members
    if let reference = part["$ref"]?.text {
      follow(reference, part, source, followed)
      if source.ignoresSiblings {
        members = ValueMap(
          members.entries.filter {
            $0.key.text.map(SchemaSource.texts.contains) == true
          })
      }
    }
    let own = SchemaPart(members: members, at: part.pointer)
    noteClosure(own, source, followed)
    for (keyword, value) in Value.map(members).members ?? [] {
      take(keyword, value, own, source, followed)
    }
  }

  /// The texts beside a reference or an `allOf` are about this place and count before theirs.
  private mutating func takeTexts(_ part: SchemaPart) {
    for (keyword, value) in Value.map(part.members).members ?? []
    where SchemaSource.texts.contains(keyword) {
      merge(keyword, value, at: SchemaPointer.adding(keyword, to: part.pointer))
    }
  }

  /// A part of a merged schema that refuses members refuses those that other parts describe.
  private mutating func noteClosure(
    _ part: SchemaPart, _ source: SchemaSource, _ followed: Set<String>
  ) {
    let keyword = "additionalProperties"
    guard part[keyword] == .bool(false), part["patternProperties"] == nil else { return }
    let names = Set(part.named("properties").map(\.name))
    closures.append((names, SchemaPointer.adding(keyword, to: part.pointer)))
  }

  private mutating func follow(
    _ reference: String, _ part: SchemaPart, _ source: SchemaSource, _ followed: Set<String>
  ) {
    let place = SchemaPointer.adding("$ref", to: part.pointer)
    if followed.contains(reference) {
      isCut = true
      source.report.leftOut(place, "`\(reference)` contains itself: a form ends somewhere.")
    } else if let target = source.target(reference) {
      absorb(target, source, followed.union([reference]))
    } else {
      isCut = true
      source.report.leftOut(place, "`\(reference)` is not in this document.")
    }
  }

  private mutating func take(
    _ keyword: String, _ value: Value, _ part: SchemaPart, _ source: SchemaSource,
    _ followed: Set<String>
  ) {
    let place = SchemaPointer.adding(keyword, to: part.pointer)
    reportWhatIsNoSchema(keyword, value, place, source)
    switch keyword {
    case "allOf": for inner in part.parts(keyword) { absorb(inner, source, followed) }
    case "properties":
      for (name, inner) in part.named(keyword) {
        if let known = propertyIndex[name] {
          properties[known].parts.append(inner)
        } else {
          propertyIndex[name] = properties.count
          properties.append((name, [inner]))
        }
      }
    case "required":
      for name in value.items ?? [] {
        if let name = name.text { required.append((name, place)) }
      }
    case "pattern": if let text = value.text { patterns.append((text, place)) }
    case "multipleOf": multiples.append((value, place))
    case "if": conditionals.append(part)
    case "then", "else": break
    case "enumNames": enumNames = value.items ?? []
    case "anyOf", "oneOf":
      alternatives.append(
        Alternative(keyword: keyword, options: part.parts(keyword), pointer: place))
    case "not":
      guard let inner = part.part(keyword) else { return }
      if inner.isAnything { isNever = true } else { negations.append(inner) }
    case "dependentRequired", "dependentSchemas", "dependencies":
      for (name, inner) in value.members ?? [] {
        dependents.append((name, inner, SchemaPointer.adding(name, to: place)))
      }
    case "items" where value.items == nil: items += [part.part(keyword)].compactMap { $0 }
    case "contains": contains = part.part(keyword)
    default:
      if SchemaSource.annotations.contains(keyword) { return }
      if keyword == "additionalProperties", value.truth != nil { return }
      if keyword == "unevaluatedProperties", value.truth != nil { return }
      guard SchemaSource.merged.contains(keyword) else {
        // Any other keyword is an annotation (JSON Schema 2020-12, Core, 6.5).
        if source.isAssertion(keyword) { unknown.append((keyword, place)) }
        return
      }
      guard !SchemaSource.texts.contains(keyword) else { return }
      takeValue(keyword, value, part, place, source)
    }
  }

  /// A keyword whose value counts, once it is of the type that the keyword has.
  private mutating func takeValue(
    _ keyword: String, _ value: Value, _ part: SchemaPart, _ place: String, _ source: SchemaSource
  ) {
    let inclusive = ["exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"][keyword]
    if let inclusive, let isExclusive = value.truth {
      // Draft-04 says with a box that the bound beside it is excluded.
      if !source.isDraft4 {
        source.report.narrower(
          place, "`\(keyword)` is a number since draft-06; it is read as draft-04 has it.")
      }
      if isExclusive, let bound = part[inclusive] { merge(keyword, bound, at: place) }
      return
    }
    guard SchemaSource.hasItsType(keyword, value) else {
      return source.report.leftOut(
        place, "`\(keyword)` cannot be \(value.literal.prefix(40)): it says nothing.")
    }
    merge(keyword, value, at: place)
  }

  /// A number or a text where a schema has to stand says nothing, so it is told.
  private func reportWhatIsNoSchema(
    _ keyword: String, _ value: Value, _ place: String, _ source: SchemaSource
  ) {
    let inner: [(Value, String)]
    switch keyword {
    case "properties", "dependentSchemas":
      inner = (value.members ?? []).map { ($0.1, SchemaPointer.adding($0.0, to: place)) }
    case "allOf", "anyOf", "oneOf":
      inner = (value.items ?? []).enumerated().map { ($0.element, "\(place)/\($0.offset)") }
    case "not", "if", "then", "else", "contains": inner = [(value, place)]
    case "items" where value.items == nil: inner = [(value, place)]
    default: return
    }
    for (value, place) in inner where SchemaPart(value, at: place) == nil {
      source.report.leftOut(place, "This is no schema: an object, `true` or `false`.")
    }
  }

  private mutating func merge(_ keyword: String, _ value: Value, at place: String) {
    guard let known = members[keyword] else {
      members.set(value, for: keyword)
      places[keyword] = place
      return
    }
    let merged: Value
    switch keyword {
    case "minimum", "exclusiveMinimum", "minLength", "minItems":
      merged = Self.bound(known, value) { $0 < $1 }
    case "maximum", "exclusiveMaximum", "maxLength", "maxItems":
      merged = Self.bound(known, value) { $1 < $0 }
    case "type": merged = Self.commonType(known, value)
    case "enum":
      merged = .list((known.items ?? []).filter { (value.items ?? []).contains($0) })
    case "uniqueItems": merged = .bool(known.truth == true || value.truth == true)
    default: return  // The outer title, description and default count.
    }
    members.set(merged, for: keyword)
  }

  private static func bound(
    _ known: Value, _ other: Value, _ isWeaker: (DecimalNumber, DecimalNumber) -> Bool
  ) -> Value {
    guard let a = known.number, let b = other.number else { return known }
    return isWeaker(a, b) ? other : known
  }

  private static func commonType(_ known: Value, _ other: Value) -> Value {
    let a = known.items ?? [known]
    let b = other.items ?? [other]
    let common = a.filter { type in
      b.contains(type) || type == .string("integer") && b.contains(.string("number"))
    }
    let integer = b.filter { $0 == .string("integer") && a.contains(.string("number")) }
    return .list(common + integer)
  }
}

/// The document that schemas are read from.
struct SchemaSource {
  let root: Value
  let report: ImportReport
  /// Draft-07 and older: what stands beside a `$ref` does not count.
  let ignoresSiblings: Bool
  let isDraft3: Bool
  let isDraft4: Bool
  private let reader = Reader()

  /// How many schemas are read at most, each as often as something refers to it: twenty
  /// definitions that refer to the next one twice are a million. A screen has 10,000 components.
  static let partLimit = 50_000

  private final class Reader {
    var count = 0
  }

  /// Counts a schema that is to be read; false when there were too many.
  func mayRead() -> Bool {
    reader.count += 1
    return reader.count <= Self.partLimit
  }

  /// Whether the schema that was counted last is the first one too many.
  fileprivate var isFirstUnread: Bool { reader.count == Self.partLimit + 1 }

  init(_ root: Value, _ report: ImportReport) {
    self.root = root
    self.report = report
    let draft = root.map?["$schema"]?.text ?? ""
    isDraft3 = draft.contains("draft-03")
    isDraft4 = draft.contains("draft-04")
    ignoresSiblings = ["draft-07", "draft-06", "draft-04"].contains { draft.contains($0) }
  }

  /// Keywords that say nothing about what is valid.
  static let annotations: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "definitions", "$anchor", "$ref", "deprecated",
    "writeOnly", "id",
  ]

  /// Keywords that say what people read; the outermost counts.
  static let texts: Set<String> = ["title", "description", "default", "examples", "readOnly"]

  /// Keywords that say what is valid and have no counterpart. In draft-03 also others.
  func isAssertion(_ keyword: String) -> Bool {
    Self.assertions.contains(keyword)
      || isDraft3 && ["divisibleBy", "disallow", "extends"].contains(keyword)
  }

  private static let assertions: Set<String> = [
    "prefixItems", "items", "additionalItems", "unevaluatedItems", "additionalProperties",
    "unevaluatedProperties", "patternProperties", "propertyNames", "minProperties",
    "maxProperties", "minContains", "maxContains", "$dynamicRef", "$recursiveRef",
  ]

  static func hasItsType(_ keyword: String, _ value: Value) -> Bool {
    switch keyword {
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": value.number != nil
    case "minLength", "maxLength", "minItems", "maxItems":
      value.number.map { !$0.isNegative && $0.int64 != nil } == true
    case "uniqueItems": value.truth != nil
    case "enum": value.items != nil
    case "format": value.text != nil
    case "type": value.text != nil || value.items?.allSatisfy { $0.text != nil } == true
    default: true
    }
  }

  /// Keywords that are merged into one value.
  static let merged: Set<String> = [
    "type", "title", "description", "default", "examples", "readOnly", "const", "enum", "format",
    "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "minItems", "maxItems", "uniqueItems",
  ]

  /// One schema of all these parts.
  func resolve(_ parts: [SchemaPart], after references: Set<String> = []) -> ResolvedSchema {
    var schema = ResolvedSchema(pointer: parts.first?.pointer ?? "")
    for part in parts { schema.absorb(part, self, references) }
    return schema
  }

  /// As `resolve`; where one of alternatives is `null`, which no form sends, the other counts.
  func withoutNull(_ parts: [SchemaPart], after references: Set<String>) -> ResolvedSchema {
    let schema = resolve(parts, after: references)
    for (index, alternative) in schema.alternatives.enumerated() {
      let others = alternative.options.filter { $0["type"] != .string("null") }
      guard others.count == 1, others.count < alternative.options.count else { continue }
      var whole = schema
      whole.takeAlternative(index, others[0], self)
      return whole
    }
    return schema
  }

  /// What a reference inside this document names; nil for another document.
  fileprivate func target(_ reference: String) -> SchemaPart? {
    guard reference.hasPrefix("#"),
      let pointer = String(reference.dropFirst()).removingPercentEncoding
    else { return nil }
    if pointer.isEmpty || pointer.hasPrefix("/") {
      return SchemaPointer.find(pointer, in: root).flatMap { SchemaPart($0, at: pointer) }
    }
    for holder in ["$defs", "definitions"] {
      for (name, value) in root.map?[holder]?.members ?? []
      where value.map?["$anchor"]?.text == pointer || value.map?["$id"]?.text == reference {
        return SchemaPart(value, at: SchemaPointer.adding(name, to: "/\(holder)"))
      }
    }
    return nil
  }
}
