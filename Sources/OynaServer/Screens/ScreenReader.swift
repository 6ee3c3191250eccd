import Foundation
import OynaEngine
import OynaValue

/// Reads the files of a screen directory.
struct ScreenReader {
  /// The language of a screen that names none.
  static let defaultLanguage = "uz"

  private let directory: String
  private let security: SecurityHeaders
  private(set) var entries: [String: ScreenCatalog.Entry] = [:]
  private(set) var warnings: [ScreenCatalog.Finding] = []
  private var errors: [ScreenCatalog.Finding] = []
  private var files: [String: String] = [:]

  init(directory: String, security: SecurityHeaders) {
    self.directory = directory
    self.security = security
  }

  /// The header fields of a document in one language.
  static func fields(_ language: String) -> [(name: String, value: String)] {
    [
      ("Content-Language", language), ("Vary", "Accept-Language, Accept-Encoding"),
      ("Cache-Control", "no-cache"),
      ("Oyna-Version", ScreenVersion.spoken.text),
    ]
  }

  mutating func read() throws(ScreenCatalog.Failure) {
    var catalogues: [Catalogue] = []
    for file in names(in: directory + "/strings") {
      let path = directory + "/strings/" + file
      do throws(Diagnostic) {
        let language = String(file.dropLast(".json".count))
        catalogues.append(try Catalogue(language: language, try Self.parse(path)))
      } catch {
        errors.append(finding(path, error))
      }
    }
    let screens = names(in: directory)
    if screens.isEmpty {
      let message = "There are no screens here: put them in as *.json."
      errors.append(finding(directory, Diagnostic(.error, Diagnostic.Code("no-screens"), message)))
    }
    for file in screens {
      let path = directory + "/" + file
      do throws(Diagnostic) {
        try read(try Self.parse(path), file: path, catalogues)
      } catch {
        errors.append(finding(path, error))
      }
    }
    guard errors.isEmpty else { throw ScreenCatalog.Failure(findings: errors) }
  }

  private func names(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
  }

  private func finding(_ file: String, _ diagnostic: Diagnostic) -> ScreenCatalog.Finding {
    ScreenCatalog.Finding(file: file, diagnostic: diagnostic)
  }

  private static func parse(_ file: String) throws(Diagnostic) -> JSON {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Diagnostic(.error, Diagnostic.Code("unreadable"), "The file cannot be read.")
    }
    return try JSON.parse(Array(data))
  }

  private mutating func read(
    _ json: JSON, file: String, _ catalogues: [Catalogue]
  ) throws(Diagnostic) {
    let source = try Screen(decoding: json)
    warnings += source.diagnostics.map { finding(file, $0) }
    if let other = files[source.id] {
      throw Diagnostic(
        .error, Diagnostic.Code("duplicate-screen"),
        "The screen id \"\(source.id)\" is also in \(other).", path: "/id")
    }
    files[source.id] = file
    let language = source.language ?? Self.defaultLanguage
    var others = catalogues.filter { $0.language != language }
    if language == Self.defaultLanguage,
      !others.contains(where: { $0.language == Catalogue.cyrillicUzbek })
    {
      others.append(Catalogue(language: Catalogue.cyrillicUzbek, [:]))
    }
    var versions: [String: ScreenCatalog.Version] = [:]
    versions[language] = try version(LocalizedDocument(json, language: language, nil), language)
    for catalogue in others {
      let document = LocalizedDocument(json, language: catalogue.language, catalogue)
      versions[catalogue.language] = try version(document, catalogue.language)
      for text in document.untranslated {
        let message = "\(catalogue.language) has no translation of \"\(text)\"."
        warnings.append(
          finding(file, Diagnostic(.warning, Diagnostic.Code("untranslated"), message)))
      }
    }
    let choice = LanguageChoice(default: language, others.map(\.language))
    entries[source.id] = ScreenCatalog.entry(source.id, choice, versions)
  }

  /// Compiles a localised document: a translation can break a template, so it is checked too.
  private func version(
    _ document: LocalizedDocument, _ language: String
  ) throws(Diagnostic) -> ScreenCatalog.Version {
    let screen: Screen
    do throws(Diagnostic) {
      screen = try Screen(decoding: try JSON.parse(document.bytes))
    } catch {
      // The place is in a text that nobody wrote, so only the path is told.
      throw Diagnostic(
        error.severity, error.code, "In \(language): \(error.message)", path: error.path,
        correction: error.correction)
    }
    let representation = CodedRepresentation(
      document.bytes, coded: { $0.encode(document.bytes) }, contentType: "application/json",
      fields: Self.fields(language), security: security)
    return ScreenCatalog.Version(
      screen: screen, language: language, representation: representation)
  }
}
