public import OynaValue

/// What a host adds to the format: components that it draws itself, actions that it performs, and
/// formats of computed text. Screens that use them are decoded, checked and linted like any other.
///
/// ```swift
/// var extensions = Extensions()
/// try extensions.addComponent("rating", like: "number_input", props: [MemberEntry("stars", .any)])
/// try extensions.addAction("confetti", members: [MemberEntry("count", .any)])
/// try extensions.addFormat("stars") { value, _ in … }
/// let screen = try Screen(decoding: json, extensions: extensions)
/// ```
public struct Extensions: Sendable {
  /// Writes a value as text; the other argument is the BCP 47 tag of the screen's language.
  public typealias Format = @Sendable (Value, _ language: String) -> String

  /// By type.
  public private(set) var components: [String: ComponentEntry] = [:]
  /// By name.
  public private(set) var actions: [String: ActionEntry] = [:]
  private var formats: [(name: String, write: Format)] = []

  /// Nothing is added.
  public init() {}

  /// The schema that a web host gives, and that `oyna lint --extensions` reads:
  ///
  /// ```json
  /// {"components": {"rating": {"like": "number_input", "props": {"stars": "int"}}},
  ///  "actions": {"confetti": {"count": "int"}}, "formats": ["stars"]}
  /// ```
  ///
  /// - Parameters:
  ///   - json: the schema.
  ///   - write: writes the value of a format with this name.
  /// - Throws: a name that the format has already, an unknown base, a type of a member that there
  ///   is none of, a member of the schema that means nothing; each with its place.
  public init(
    decoding json: JSON, write: @escaping @Sendable (_ format: String, Value, String) -> String
  ) throws(Diagnostic) {
    try Self.check(json, has: ["components", "actions", "formats"])
    if let formats = json.member("formats"), formats.kind != .array {
      throw Self.refused("`formats` is a list of names.", formats)
    }
    for (name, entry) in try Self.object(json.member("components")) {
      try Self.check(entry, has: ["like", "props", "events"])
      do throws(Diagnostic) {
        try addComponent(
          name, like: entry.member("like")?.string ?? "vstack",
          props: try Self.members(entry.member("props")),
          events: (entry.member("events")?.elements ?? []).compactMap { $0.string })
      } catch {
        throw Self.placed(error, entry)
      }
    }
    for (name, members) in try Self.object(json.member("actions")) {
      do throws(Diagnostic) {
        try addAction(name, members: try Self.members(members))
      } catch {
        throw Self.placed(error, members)
      }
    }
    for format in json.member("formats")?.elements ?? [] {
      guard let name = format.string else { throw Self.refused("A format is a name.", format) }
      do throws(Diagnostic) {
        try addFormat(name) { value, language in write(name, value, language) }
      } catch {
        throw Self.placed(error, format)
      }
    }
  }

  private static func placed(_ error: Diagnostic, _ place: JSON) -> Diagnostic {
    guard error.position == nil else { return error }
    return Diagnostic(
      .error, error.code, error.message, at: place.position, path: place.path,
      correction: error.correction)
  }

  private static func object(
    _ json: JSON?
  ) throws(Diagnostic) -> [(key: String, value: JSON)] {
    guard let json, json.kind != .object else { return json?.members ?? [] }
    throw refused("An object stands here.", json)
  }

  private static func check(_ json: JSON, has names: [String]) throws(Diagnostic) {
    for (name, value) in try object(json) where !names.contains(name) {
      throw refused("There is no `\(name)` in a schema of extensions.", value)
    }
  }

  private static func refused(_ message: String, _ json: JSON) -> Diagnostic {
    Diagnostic(.error, .badValue, message, at: json.position, path: json.path)
  }

  private static func members(_ json: JSON?) throws(Diagnostic) -> [MemberEntry] {
    var members: [MemberEntry] = []
    for (name, type) in try object(json) {
      let known: MemberType? =
        switch type.string {
        case "text": .text
        case "string": .string
        case "url": .url
        case "bool": .bool
        case "int": .int(atLeast: Int64(Int32.min))
        case "number": .number
        case "any": .any
        default: nil
        }
      guard let known else {
        throw refused(
          "A member is `text`, `string`, `url`, `bool`, `int`, `number` or `any`.", type)
      }
      members.append(MemberEntry(name, known))
    }
    return members
  }

  /// Adds a component. What the engine does with it, and the members that it has besides its own,
  /// are those of `base`: an input such as `number_input`, a box such as `vstack`, or `text`.
  ///
  /// - Throws: when the format has the type already, when it has no `base`, and when `base` holds
  ///   secrets, which no host component may see.
  public mutating func addComponent(
    _ type: String, like base: String, props: [MemberEntry], events: [String] = []
  ) throws(Diagnostic) {
    guard Vocabulary.component(type) == nil else { throw Self.taken(type) }
    guard let entry = Vocabulary.component(base), entry.slots.isEmpty,
      entry.kind != .input(.secure), entry.kind != .input(.repeatingGroup)
    else {
      throw Diagnostic(
        .error, .badValue, "A component cannot be like `\(base)`.", correction: "vstack")
    }
    components[type] = ComponentEntry(
      type, entry.kind, children: entry.hasChildren, events: entry.events + events,
      entry.props + props)
  }

  /// Adds an action: the host gets its members, computed, when it runs.
  public mutating func addAction(_ name: String, members: [MemberEntry]) throws(Diagnostic) {
    guard Vocabulary.action(name) == nil else { throw Self.taken(name) }
    actions[name] = ActionEntry(name, members)
  }

  /// Adds a format: `{{ value | name }}`.
  public mutating func addFormat(
    _ name: String, _ write: @escaping Format
  ) throws(Diagnostic) {
    guard !TemplateReader.formats.contains(name), format(name) == nil else {
      throw Self.taken(name)
    }
    formats.append((name, write))
  }

  func format(_ name: String) -> Format? { formats.first { $0.name == name }?.write }

  private static func taken(_ name: String) -> Diagnostic {
    Diagnostic(.error, .badValue, "The format has `\(name)` already.")
  }
}
