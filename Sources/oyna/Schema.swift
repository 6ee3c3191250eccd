import OynaEngine
import OynaValue

/// `oyna schema`: prints the JSON Schema (draft 2020-12) of the screen format.
///
/// Made from the engine's own vocabulary, so that an editor and the engine know the same members.
/// What it cannot say (names that must exist, cycles, secrets) `oyna lint` does.
enum SchemaCommand {
  static let usage = "schema"

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.isEmpty else {
      StandardError.write("usage: oyna \(usage)\n")
      return 2
    }
    StandardOutput.write(ScreenSchema.text() + "\n")
    return 0
  }
}

/// Writes the schema, one definition after the other.
struct ScreenSchema {
  private var writer = JSONWriter()

  /// The whole schema as one line of JSON.
  static func text() -> String {
    var schema = ScreenSchema()
    schema.document()
    return schema.writer.text
  }

  private mutating func document() {
    object { schema in
      schema.text("$schema", "https://json-schema.org/draft/2020-12/schema")
      schema.text("title", "Oyna screen, version \(Vocabulary.version)")
      schema.members(of: Vocabulary.screenMembers)
      schema.key("$defs")
      schema.object { schema in schema.definitions() }
    }
  }

  private mutating func definitions() {
    define("key") { schema in
      schema.text("type", "string")
      schema.number("minLength", 1)
      schema.key("not")
      schema.object { $0.text("const", "__proto__") }
    }
    define("component") { schema in
      let slots = Set(Vocabulary.components.flatMap { $0.slots.map(\.rawValue) }).sorted()
      let members = Vocabulary.componentMembers + slots.map { MemberEntry($0, .component) }
      schema.members(of: members, events: true)
      schema.choices("type", Vocabulary.components.map(\.type)) { schema, index in
        schema.component(Vocabulary.components[index])
      }
    }
    define("accessibility") { $0.members(of: Vocabulary.accessibilityMembers) }
    define("rules") { $0.list(of: "rule") }
    define("rule") { schema in
      schema.members(of: Vocabulary.ruleMembers)
      schema.choices("rule", Vocabulary.rules.map(\.name)) { schema, index in
        let entry = Vocabulary.rules[index]
        schema.members(of: entry.members)
        if entry.name == "dependent_validation" { schema.oneOfRequired(["equals"], ["in"]) }
      }
    }
    define("actions") { schema in
      schema.anyOf([{ $0.reference("action") }, { $0.list(of: "action") }])
    }
    define("action") { schema in
      schema.members(of: [MemberEntry("type", .string, required: true)])
      schema.choices("type", Vocabulary.actions.map(\.name)) { schema, index in
        let entry = Vocabulary.actions[index]
        schema.members(of: entry.members, outcomes: true)
        if entry.name == "command" { schema.reference("command") }
      }
    }
    define("events") { schema in
      schema.text("type", "object")
      schema.key("additionalProperties")
      schema.object { schema in
        schema.anyOf([{ $0.reference("actions") }, { $0.text("type", "null") }])
      }
    }
    define("options") { $0.options() }
    define("option") { schema in
      schema.members(of: Vocabulary.optionMembers, valueTypes: ["string", "number", "boolean"])
    }
    define("computed") { schema in
      schema.text("type", "object")
      schema.key("additionalProperties")
      schema.object { $0.texts("type", ["string", "null"]) }
    }
    define("queue") { schema in
      schema.text("type", "object")
      schema.key("properties")
      schema.object { schema in
        schema.key("undo")
        schema.object { schema in
          schema.texts("type", ["object", "null"])
          schema.texts("required", ["url"])
        }
      }
    }
    define("mask") { $0.mask() }
    define("product") { $0.members(of: Vocabulary.productMembers) }
    define("promoCode") { schema in
      schema.members(of: Vocabulary.promoCodeMembers)
      schema.oneOfRequired(["basisPoints"], ["amount"])
    }
    define("command") { schema in
      let names = Vocabulary.commandNames
      schema.choices("command", names) { schema, index in
        schema.members(of: Vocabulary.parameters(ofCommand: names[index]) ?? [], outcomes: true)
      }
    }
  }

  /// The part of a component that its type decides.
  private mutating func component(_ entry: ComponentEntry) {
    // What is only drawn may be missing; what the engine needs may not.
    let needed = entry.props.filter { $0.isRequired && $0.type.isNeeded }.map(\.name)
    key("properties")
    object { schema in
      schema.key("props")
      schema.object { schema in
        if needed.isEmpty {
          schema.texts("type", ["object", "null"])
        }
        schema.members(
          of: entry.props.map {
            MemberEntry($0.name, $0.type, required: $0.type.isNeeded && $0.isRequired)
          },
          hasType: !needed.isEmpty, valueTypes: Self.valueTypes(entry.type))
      }
    }
    if InputKind(rawValue: entry.type) != nil { keyIsNamed() }
    if !needed.isEmpty { texts("required", ["props"]) }
  }

  /// An input writes the key that it names, or its own id.
  private mutating func keyIsNamed() {
    func needs(_ schema: inout ScreenSchema, _ name: String) {
      schema.texts("required", [name])
      schema.key("properties")
      schema.object { schema in
        schema.key(name)
        schema.object { $0.text("type", "string") }
      }
    }
    anyOf([
      { needs(&$0, "id") },
      { schema in
        schema.texts("required", ["props"])
        schema.key("properties")
        schema.object { schema in
          schema.key("props")
          schema.object { needs(&$0, "stateKey") }
        }
      },
    ])
  }

  /// The JSON types of `props.value`; nil where anything goes.
  private static func valueTypes(_ type: String) -> [String]? {
    switch InputKind(rawValue: type) {
    case .text, .textArea, .otp, .date: ["string"]
    case .number, .stepper, .slider: ["number"]
    case .money: ["integer"]
    case .toggle: ["boolean"]
    case .checkbox: ["boolean", "array"]
    case .dropdown: ["string", "number", "boolean", "array"]
    case .radioGroup: ["string", "number", "boolean"]
    case .repeatingGroup: ["array"]
    case .secure, .file, .cart, nil: nil
    }
  }

  // MARK: - Objects of the format

  /// `properties` and `required`.
  private mutating func members(
    of members: [MemberEntry], events: Bool = false, outcomes: Bool = false, hasType: Bool = true,
    valueTypes: [String]? = nil
  ) {
    if hasType { text("type", "object") }
    key("properties")
    object { schema in
      for member in members {
        schema.key(member.name)
        schema.object { schema in
          if member.name == "on", case .object = member.type {
            schema.nullable { $0.reference("events") }
          } else if ["computed", "queue"].contains(member.name), case .object = member.type {
            schema.nullable { $0.reference(member.name) }
          } else if member.name == "value", let valueTypes {
            schema.texts("type", valueTypes + (member.isRequired ? [] : ["null"]))
          } else if member.name == "accessibility" {
            schema.nullable { $0.reference("accessibility") }
          } else if member.isRequired {
            schema.type(member.type)
          } else {
            schema.nullable { $0.type(member.type) }
          }
        }
      }
    }
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty { texts("required", required) }
  }

  /// For each known name: if the member has it, then what `then` writes holds.
  private mutating func choices(
    _ member: String, _ names: [String], _ then: (inout ScreenSchema, Int) -> Void
  ) {
    key("allOf")
    writer.beginArray()
    for (index, name) in names.enumerated() {
      object { schema in
        schema.key("if")
        schema.object { schema in
          schema.key("properties")
          schema.object { schema in
            schema.key(member)
            schema.object { $0.text("const", name) }
          }
          schema.texts("required", [member])
        }
        schema.key("then")
        schema.object { then(&$0, index) }
      }
    }
    writer.endArray()
  }

  private mutating func type(_ type: MemberType) {
    switch type {
    case .text, .string, .url, .expression: text("type", "string")
    case .bool: text("type", "boolean")
    case .number: text("type", "number")
    case .int(let minimum):
      text("type", "integer")
      number("minimum", minimum)
      number("maximum", Int64(Int32.max))
    case .any: break
    case .object: text("type", "object")
    case .array: text("type", "array")
    case .oneOf(let words): texts("enum", words)
    case .name(let words):
      text("type", "string")
      texts("examples", words)
    case .key: reference("key")
    case .keys: list(of: "key")
    case .actions: reference("actions")
    case .component: reference("component")
    case .components: list(of: "component")
    case .rules: reference("rules")
    case .options: reference("options")
    case .mask: reference("mask")
    case .products: list(of: "product")
    case .promoCodes: list(of: "promoCode")
    case .dateBound:
      text("type", "string")
      text("pattern", "^(today|[0-9]{4}-[0-9]{2}-[0-9]{2})$")
    case .strings:
      text("type", "array")
      key("items")
      object { $0.text("type", "string") }
    }
  }

  /// `null` counts as absent everywhere.
  private mutating func nullable(_ content: @escaping (inout ScreenSchema) -> Void) {
    anyOf([content, { $0.text("type", "null") }])
  }

  private mutating func options() {
    anyOf([
      { $0.list(of: "option") },
      { schema in
        schema.members(of: [MemberEntry("url", .url, required: true)])
      },
      { schema in
        schema.text("type", "object")
        schema.key("properties")
        schema.object { schema in
          schema.key("dependsOn")
          schema.object { $0.reference("key") }
          schema.key("cases")
          schema.object { schema in
            schema.text("type", "array")
            schema.key("items")
            schema.object { schema in
              schema.text("type", "object")
              schema.key("properties")
              schema.object { schema in
                schema.key("options")
                schema.object { $0.list(of: "option") }
              }
              schema.texts("required", ["options"])
              schema.oneOfRequired(["equals"], ["in"])
            }
          }
          schema.key("otherwise")
          schema.object { $0.list(of: "option") }
        }
        schema.texts("required", ["dependsOn", "cases"])
      },
    ])
  }

  private mutating func mask() {
    anyOf([
      { $0.texts("enum", ["phone", "card", "date"]) },
      { schema in
        schema.text("type", "string")
        schema.text("pattern", "[#A*]")
      },
      { $0.members(of: [MemberEntry("pattern", .string, required: true)]) },
      { schema in
        schema.members(of: [
          MemberEntry("type", .oneOf(["phone", "card", "date"]), required: true),
          MemberEntry("region", .string),
        ])
      },
    ])
  }

  // MARK: - Words of JSON Schema

  private mutating func define(_ name: String, _ content: (inout ScreenSchema) -> Void) {
    key(name)
    object(content)
  }

  private mutating func reference(_ name: String) { text("$ref", "#/$defs/\(name)") }

  private mutating func list(of name: String) {
    text("type", "array")
    key("items")
    object { $0.reference(name) }
  }

  private mutating func anyOf(_ contents: [(inout ScreenSchema) -> Void]) {
    key("anyOf")
    writer.beginArray()
    for content in contents { object(content) }
    writer.endArray()
  }

  /// At least one of the groups of members is there.
  private mutating func oneOfRequired(_ groups: [String]...) {
    anyOf(groups.map { group in { $0.texts("required", group) } })
  }

  private mutating func object(_ content: (inout ScreenSchema) -> Void) {
    writer.beginObject()
    content(&self)
    writer.endObject()
  }

  private mutating func key(_ name: String) { writer.key(name) }

  private mutating func text(_ name: String, _ value: String) {
    writer.key(name)
    writer.string(value)
  }

  private mutating func number(_ name: String, _ value: Int64) {
    writer.key(name)
    writer.int(value)
  }

  private mutating func texts(_ name: String, _ values: [String]) {
    writer.key(name)
    writer.beginArray()
    for value in values { writer.string(value) }
    writer.endArray()
  }
}

extension MemberType {
  /// Whether the engine cannot do without a member of this type; anything else is only drawn.
  fileprivate var isNeeded: Bool {
    switch self {
    case .options, .url: true
    default: false
    }
  }
}
