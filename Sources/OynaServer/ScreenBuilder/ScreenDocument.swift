public import OynaEngine
public import OynaValue

/// A screen written in Swift: a back end's way to the same JSON, with keys that nobody misspells.
///
/// ```swift
/// let phone = ScreenField<String>("user_phone")
/// let screen = ScreenDocument(id: "login", title: "Kirish") {
///   TextInput(
///     phone, label: "Telefon", keyboard: .phonePad,
///     rules: [.required("Telefon raqami kiritilishi shart")])
///   Button("Davom etish", id: "next", onTap: .submit(url: "/api/v1/login"))
/// }
/// ```
public struct ScreenDocument: Sendable {
  private let members: ValueMap

  /// A screen with its components one below the other.
  ///
  /// - Parameters:
  ///   - state: initial values by key; the keys that no input has are kept too.
  ///   - computed: CEL expressions by the key that they make.
  public init(
    id: String, title: String, language: String? = nil, state: [(key: String, value: Value)] = [],
    computed: [(key: String, expression: String)] = [],
    @ScreenComponentBuilder body: () -> [ScreenComponent]
  ) {
    var members = ValueMap([
      (.string("oyna"), .string("1")), (.string("id"), .string(id)),
      (.string("title"), .string(title)),
    ])
    if let language { members.set(.string(language), for: .string("language")) }
    if !state.isEmpty {
      members.set(
        .map(ValueMap(state.map { (.string($0.key), $0.value) })), for: .string("state"))
    }
    if !computed.isEmpty {
      let expressions = computed.map { (Value.string($0.key), Value.string($0.expression)) }
      members.set(.map(ValueMap(expressions)), for: .string("computed"))
    }
    let components = body()
    let root =
      components.count == 1
      ? components[0] : ScreenComponent("vstack", id: nil, props: [], children: components)
    members.set(root.value, for: .string("body"))
    self.members = members
  }

  /// The document's JSON.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(.map(members))
    return writer.bytes
  }

  /// The screen as the engine takes it.
  ///
  /// - Throws: the first error, as for a screen from a file.
  public func screen() throws(Diagnostic) -> Screen {
    try Screen(decoding: JSON.parse(bytes))
  }
}
