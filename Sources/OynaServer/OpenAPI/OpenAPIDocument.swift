import OynaEngine
import OynaValue

/// `GET /openapi.json`: every endpoint of this very server, its screens' submits included, as an
/// OpenAPI 3.1 document.
struct OpenAPIDocument: Sendable {
  /// What the parts of the server that are there answer.
  let operations: [OpenAPIOperation]
  let screens: Reloading<ScreenCatalog>
  /// Whether a remote rule's path is answered here.
  let answersRule: @Sendable (String) -> Bool

  func add(to router: inout Router) {
    router.on(
      "/openapi.json",
      (
        "GET",
        { _ in
          var response = HTTPResponse(
            status: 200, contentType: "application/json", body: bytes(screens.current))
          response.headers.append("Cache-Control", "no-cache")
          return .response(response)
        }
      ))
  }

  /// Every path with its methods: those of the parts, of submits, and of remote rules.
  func paths(_ catalog: ScreenCatalog) -> [String: [OpenAPIOperation]] {
    var paths = Dictionary(grouping: operations, by: \.path)
    for (path, targets) in catalog.allTargets {
      for method in Set(targets.map(\.method)).sorted() {
        let names = Set(targets.filter { $0.method == method }.map(\.screen)).sorted()
        paths[path, default: []].append(
          OpenAPIOperation(
            method, path, "Takes the submission of \(names.joined(separator: ", ")).",
            parameters: ["IdempotencyKey", "AcceptLanguage"], body: Self.submission,
            (200, "Answer"), (204, "NoContent")))
      }
    }
    for path in catalog.allRemoteRules where answersRule(path) {
      paths[path, default: []].append(
        OpenAPIOperation(
          "POST", path, "Answers a remote rule.", body: "Question", (200, "Verdict")))
    }
    return paths
  }

  /// Stands for the body of a submit, which is made of its form.
  private static let submission = "submission"

  private func bytes(_ catalog: ScreenCatalog) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("openapi")
    writer.string("3.1.0")
    writer.key("info")
    writer.raw(
      Array(
        #"""
        {"title": "Oyna", "version": "1", "summary": "Screens, what they send, and what it becomes."}
        """#.utf8))
    writer.key("paths")
    writer.beginObject()
    for (path, operations) in paths(catalog).sorted(by: { $0.key < $1.key }) {
      writer.key(path)
      writer.beginObject()
      for operation in operations {
        writer.key(operation.method.lowercased())
        Self.write(operation, catalog, &writer)
      }
      writer.endObject()
    }
    writer.endObject()
    writer.key("components")
    writer.raw(Array(Self.components.utf8))
    writer.endObject()
    return writer.bytes
  }

  private static func write(
    _ operation: OpenAPIOperation, _ catalog: ScreenCatalog, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("summary")
    writer.string(operation.summary)
    writer.key("parameters")
    writer.beginArray()
    for part in operation.path.split(separator: "/") where part.hasPrefix("{") {
      writer.beginObject()
      writer.key("name")
      writer.string(String(part.dropFirst().dropLast()))
      writer.key("in")
      writer.string("path")
      writer.key("required")
      writer.bool(true)
      writer.key("schema")
      writer.raw(Array(#"{"type": "string", "minLength": 1}"#.utf8))
      writer.endObject()
    }
    for name in operation.parameters { reference("parameters", name, &writer) }
    writer.endArray()
    if let body = operation.body {
      writer.key("requestBody")
      if body == submission {
        write(catalog.allTargets[operation.path] ?? [], catalog, &writer)
      } else {
        reference("requestBodies", body, &writer)
      }
    }
    writer.key("responses")
    writer.beginObject()
    for answer in operation.answers {
      writer.key(String(answer.status))
      reference("responses", answer.name, &writer)
    }
    writer.key("default")
    reference("responses", "Problem", &writer)
    writer.endObject()
    writer.endObject()
  }

  private static func reference(_ kind: String, _ name: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("$ref")
    writer.string("#/components/\(kind)/\(name)")
    writer.endObject()
  }

  // MARK: - The body of a submit

  /// An object of the fields of the forms that post there. Which of them must come, and together
  /// with what, the rules of the screen say; a schema cannot.
  private static func write(
    _ targets: [SubmitTarget], _ catalog: ScreenCatalog, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("required")
    writer.bool(true)
    writer.key("content")
    writer.beginObject()
    writer.key("application/json")
    writer.beginObject()
    writer.key("schema")
    writer.beginObject()
    writer.key("type")
    writer.string("object")
    writer.key("properties")
    writer.beginObject()
    var seen: Set<String> = []
    for target in targets {
      guard let screen = catalog[target.screen]?.version(for: nil)?.screen else { continue }
      let form = target.form.flatMap { screen.component($0) }
      for (place, component) in screen.components.enumerated() {
        // What stands in a row is part of the row.
        guard let field = component.field, screen[field.key].scope == ScopeIndex(0) else {
          continue
        }
        if let form, place < form.rawValue || place >= screen[form].subtreeEnd.rawValue {
          continue
        }
        let name = screen[field.key].key.name
        guard seen.insert(name).inserted else { continue }
        writer.key(name)
        writer.raw(Array(schema(field).utf8))
      }
    }
    writer.endObject()
    writer.endObject()
    writer.endObject()
    writer.endObject()
    writer.endObject()
  }

  private static func schema(_ field: FieldModel) -> String {
    if field.isSensitive { return #"{"type": "string", "writeOnly": true}"# }
    return switch field.valueType {
    case .text: #"{"type": "string"}"#
    case .number: #"{"type": "number"}"#
    case .money: #"{"type": "integer", "description": "In minor units."}"#
    case .date: #"{"type": "string", "format": "date"}"#
    case .bool: #"{"type": "boolean"}"#
    case .choice: "{}"
    case .choices: #"{"type": "array"}"#
    case .file: #"{"type": ["object", "array"], "description": "What the upload answered."}"#
    case .rows: #"{"type": "array", "items": {"type": "object"}}"#
    case .cart: #"{"type": "object"}"#
    }
  }
}
