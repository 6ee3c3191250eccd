import OynaValue

// What a component may ask of the engine, and who is drawn instead when it asks too much.
extension ScreenDecoder {
  /// The entry of a component that can be drawn; nil, and reported, for one whose fallback is
  /// drawn, else nothing: its type is unknown, it requires what this engine has not, or it has a
  /// fallback for a part of it that cannot be drawn and has none of its own.
  func drawable(_ type: String?, _ members: ComponentMembers, at json: JSON) -> ComponentEntry? {
    guard let type else { return nil }
    guard let entry = component(type) else {
      warn(
        .unknownComponent,
        "The component type `\(type)` is unknown: its fallback is drawn, else nothing.",
        at: members.type ?? json,
        correction: nearest(type, among: Vocabulary.components.map { $0.type }))
      return nil
    }
    if let (name, place) = unmet(members.requires) {
      warn(
        .unmetRequirement,
        "The component requires `\(name)` in a version that this engine does not speak: its "
          + "fallback is drawn, else nothing.",
        at: place)
      return nil
    }
    if members.fallback != nil, let part = undrawablePart(of: json, depth: 0) {
      warn(
        .unmetRequirement,
        "A part of it cannot be drawn and has no fallback of its own: the fallback of this "
          + "component is drawn instead.",
        at: part)
      return nil
    }
    return entry
  }

  func component(_ type: String) -> ComponentEntry? {
    Vocabulary.component(type) ?? extensions.components[type]
  }

  func action(_ name: String) -> ActionEntry? {
    Vocabulary.action(name) ?? extensions.actions[name]
  }

  /// The first requirement that is not met: `{"oyna": "1.2", "chart": "1"}` asks for the format in
  /// at least that minor version, and for a capability that the host may have added.
  private func unmet(_ json: JSON?) -> (name: String, place: JSON)? {
    guard let members = object(json, "requires") else { return nil }
    for (name, value) in members where !value.isNull {
      guard let text = string(value, name) else { continue }
      let wanted = ScreenVersion(text)
      let spoken = capability(name)
      guard let wanted, let spoken, spoken.includes(wanted) else {
        return (name, value)
      }
    }
    return nil
  }

  /// What this engine speaks of something, as `major.minor`; nil for what it has never heard of.
  private func capability(_ name: String) -> ScreenVersion? {
    if name == "oyna" { return .spoken }
    // Every type, rule and action of the format is a capability of version 1.
    let isKnown =
      component(name) != nil || Vocabulary.rule(name) != nil
      || action(name) != nil
    return isKnown ? ScreenVersion("1") : nil
  }

  /// A part that leaves a hole: unknown, or asking too much, with nothing to be drawn instead.
  private func undrawablePart(of json: JSON, depth: Int) -> JSON? {
    guard depth < limits.depth else { return nil }
    for child in json.member("children")?.elements ?? [] {
      if let part = hole(child, depth: depth + 1) { return part }
    }
    for slot in ["skeleton", "content", "empty", "error"] {
      if let child = json.member(slot), let part = hole(child, depth: depth + 1) { return part }
    }
    return nil
  }

  private func hole(_ json: JSON, depth: Int) -> JSON? {
    guard json.kind == .object, let type = json.member("type")?.string else { return nil }
    if let fallback = json.member("fallback") {
      let isWhole =
        component(type) != nil && unmet(json.member("requires")) == nil
        && undrawablePart(of: json, depth: depth) == nil
      return isWhole ? nil : hole(fallback, depth: depth + 1)
    }
    guard component(type) != nil, unmet(json.member("requires")) == nil else {
      return json
    }
    return undrawablePart(of: json, depth: depth)
  }
}

/// A version of the format, or of a capability: what was added without another meaning for anything
/// older raises the minor number.
public struct ScreenVersion: Sendable, Hashable {
  /// From 0.
  public let major: Int
  /// From 0.
  public let minor: Int

  /// From `1.2`, or `1`, which is `1.0`; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard let major = parts.first ?? nil, major >= 0, parts.count <= 2 else { return nil }
    guard let minor = parts.count == 2 ? parts[1] : 0, minor >= 0 else { return nil }
    self.init(major: major, minor: minor)
  }

  private init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// What this engine speaks.
  public static let spoken = ScreenVersion(major: 1, minor: 1)

  /// Whether a document of the other version is understood whole.
  public func includes(_ other: ScreenVersion) -> Bool {
    major == other.major && other.minor <= minor
  }

  /// `1.1`.
  public var text: String { "\(major).\(minor)" }
}
