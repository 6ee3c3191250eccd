import Foundation
public import OynaEngine
import OynaValue

/// The screens of a directory, each in every language that it has a catalogue for: compiled, and
/// as bytes ready to send.
///
/// `DIR/*.json` are screens, written in their own language (`"language"`, else Uzbek);
/// `DIR/strings/ru.json` and the like are catalogues, source text to translation.
///
/// A class: it is asked at every request, and a struct of so many parts costs a count for each.
public final class ScreenCatalog: Sendable {
  /// A screen in one language: a class, for a screen has many parts.
  public final class Version: Sendable {
    /// The document, compiled.
    public let screen: Screen
    /// BCP 47 tag.
    public let language: String
    let representation: CodedRepresentation

    init(screen: Screen, language: String, representation: CodedRepresentation) {
      self.screen = screen
      self.language = language
      self.representation = representation
    }
  }

  /// A screen in all its languages.
  public struct Entry: Sendable {
    /// The `id` of the document.
    public let id: String
    let languages: LanguageChoice
    fileprivate let versions: [String: Version]
    /// Whether it has a cart, and so what is left of a shop's goods in it. Found once: it is asked
    /// for at every request.
    let hasCart: Bool

    /// The version for an `Accept-Language` header.
    public func version(for header: String?) -> Version? { versions[languages.best(for: header)] }
  }

  /// Something about a file: it is refused, or used with a warning.
  public struct Finding: Sendable, CustomStringConvertible {
    let file: String
    let diagnostic: Diagnostic

    /// `Screens/loan.json:12:5: …`, as editors and compilers write places.
    public var description: String {
      let place = diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
      let path = diagnostic.path.isEmpty ? "" : " (\(diagnostic.path))"
      let correction = diagnostic.correction.map { " \($0)" } ?? ""
      return "\(file)\(place): \(diagnostic.message)\(path)\(correction)"
    }
  }

  /// Why a directory of screens is refused: every file that has an error, with its first one.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// One for each refused file.
    public let findings: [Finding]
    public var description: String { findings.map(\.description).joined(separator: "\n") }
  }

  /// A screen and who answers at its address.
  struct Served: Sendable {
    let entry: Entry
    let endpoint: Router.Endpoint
  }

  private let entries: [String: Entry]
  private let served: [String: Served]
  private let targets: [String: [SubmitTarget]]
  private let remoteRules: Set<String>
  private let lists: [String: CodedRepresentation]
  private let languages: LanguageChoice
  /// What is not right but does not stop a screen: unknown components, texts without translation.
  public let warnings: [Finding]

  /// Reads and compiles a directory.
  public init(directory: String, security: SecurityHeaders) throws(Failure) {
    var reader = ScreenReader(directory: directory, security: security)
    try reader.read()
    entries = reader.entries
    served = Dictionary(
      uniqueKeysWithValues: reader.entries.map { id, entry in
        ("/screens/" + id, Served(entry: entry, endpoint: ScreenHandler.endpoint(for: entry)))
      })
    warnings = reader.warnings
    targets = Self.targets(reader.entries)
    remoteRules = Self.remoteRules(reader.entries)
    let tags = Set(reader.entries.values.flatMap(\.languages.available)).sorted()
    languages = LanguageChoice(default: ScreenReader.defaultLanguage, tags)
    lists = Self.lists(reader.entries, languages, security)
  }

  /// The ids of all screens, sorted.
  public var ids: [String] { entries.keys.sorted() }

  /// The screen with this id; nil when there is none.
  public subscript(id: String) -> Entry? { entries[id] }

  /// What is at a path such as `/screens/loan`; nil when there is no screen.
  func served(at path: String) -> Served? { served[path] }

  /// The screens with a submit action that posts to this path, by id.
  func targets(path: String) -> [SubmitTarget] { targets[path] ?? [] }

  /// Every path that a submit action posts to, with what posts there.
  var allTargets: [String: [SubmitTarget]] { targets }

  /// Every path that a `remote` rule asks at.
  var allRemoteRules: Set<String> { remoteRules }

  /// Whether a `remote` rule of a screen asks at this path.
  func hasRemoteRule(path: String) -> Bool { remoteRules.contains(path) }

  /// The list of screens for an `Accept-Language` header.
  func list(for header: String?) -> CodedRepresentation? { lists[languages.best(for: header)] }

  private static func targets(_ entries: [String: Entry]) -> [String: [SubmitTarget]] {
    var targets: [String: [SubmitTarget]] = [:]
    for entry in entries.values.sorted(by: { $0.id < $1.id }) {
      // Every language has the same actions.
      guard let version = entry.versions.values.first else { continue }
      for target in SubmitTarget.all(in: version.screen) {
        if targets[target.path]?.contains(target) == true { continue }
        targets[target.path, default: []].append(target)
      }
    }
    return targets
  }

  private static func remoteRules(_ entries: [String: Entry]) -> Set<String> {
    func paths(_ rules: [Rule]) -> [String] {
      rules.flatMap { rule -> [String] in
        switch rule.check {
        case .remote(let url, _): SubmitTarget.path(of: url).map { [$0] } ?? []
        case .dependent(_, _, let inner): paths(inner)
        default: []
        }
      }
    }
    // Every language has the same rules.
    return Set(
      entries.values.compactMap { $0.versions.values.first }.flatMap { version in
        version.screen.components.flatMap { paths($0.rules) }
      })
  }

  private static func lists(
    _ entries: [String: Entry], _ languages: LanguageChoice, _ security: SecurityHeaders
  ) -> [String: CodedRepresentation] {
    var lists: [String: CodedRepresentation] = [:]
    for language in languages.available {
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("screens")
      writer.beginArray()
      for entry in entries.values.sorted(by: { $0.id < $1.id }) {
        guard let version = entry.version(for: language) else { continue }
        writer.beginObject()
        writer.key("id")
        writer.string(entry.id)
        if let title = version.screen.title.plainText {
          writer.key("title")
          writer.string(title)
        }
        writer.key("url")
        writer.string("/screens/\(entry.id)")
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
      let bytes = writer.bytes
      lists[language] = CodedRepresentation(
        bytes, coded: { $0.encode(bytes) }, contentType: "application/json",
        fields: ScreenReader.fields(language), security: security)
    }
    return lists
  }

  static func entry(
    _ id: String, _ languages: LanguageChoice, _ versions: [String: Version]
  ) -> Entry {
    // Every language has the same components.
    let hasCart = versions.values.first?.screen.components.contains {
      $0.field?.valueType == .cart
    }
    return Entry(id: id, languages: languages, versions: versions, hasCart: hasCart ?? false)
  }
}
