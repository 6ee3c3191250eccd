public import OynaEngine
public import OynaValue

// What renderers read of a resolved node. The engine keeps `props` as the document has them.
extension ResolvedNode {
  /// A text of `props`, a number as its text; nil when it is missing or empty.
  public func text(_ name: String) -> String? {
    switch props[name] {
    case .string(let text)?: text.isEmpty ? nil : text
    case .int(let number)?: String(number)
    case .decimal(let number)?: number.text
    default: nil
    }
  }

  /// True when `props` says `true`; what is missing is false.
  public func flag(_ name: String) -> Bool { props[name] == .bool(true) }

  /// A whole number of `props`; nil when it is missing or has a fraction.
  public func integer(_ name: String) -> Int64? {
    if case .int(let number)? = props[name] { return number }
    return nil
  }

  /// The objects of a list in `props`.
  public func maps(_ name: String) -> [ValueMap] { props[name]?.maps ?? [] }

  /// What a person knows the component by; empty when the document gives it no name.
  public var label: String { text("label") ?? accessibility.label ?? "" }

  /// A check box without options, or a switch.
  public var isSwitch: Bool {
    type == "toggle_switch" || (type == "checkbox" && field?.options.isEmpty == true)
  }
}

extension ResolvedField {
  /// The value as a person edits it: an amount of money in its currency's units.
  public func shownText(of node: ResolvedNode) -> String {
    switch value {
    case .string(let text): return text
    case .int(let number):
      guard node.type == "money_input" else { return String(number) }
      let currency = node.text("currency").flatMap { Currency(code: $0) } ?? .uzs
      return Money(minorUnits: number, currency: currency).decimalText
    case .decimal(let number): return number.text
    default: return ""
    }
  }

  /// Whether the option is the value, or one of several.
  public func isChosen(_ option: ResolvedOption) -> Bool {
    if case .list(let chosen) = value { return chosen.contains(option.value) }
    return value == option.value
  }

  /// The places of the chosen options, in the order of the options.
  public var chosenPlaces: [Int] { options.indices.filter { isChosen(options[$0]) } }

  /// Whether several options can be chosen at once.
  public func takesSeveral(_ node: ResolvedNode) -> Bool {
    if case .list = value { return true }
    return node.type == "checkbox" || node.flag("multiple")
  }

  /// What choosing the option makes of the value: it replaces the one, or joins or leaves several.
  /// Several stand in the order of the options, whatever the order of choosing.
  public func value(choosing place: Int, in node: ResolvedNode) -> Value {
    guard options.indices.contains(place) else { return value }
    guard takesSeveral(node) else { return options[place].value }
    var places = Set(chosenPlaces)
    if places.remove(place) == nil { places.insert(place) }
    return .list(places.sorted().map { options[$0].value })
  }

  /// The files of a `file_input`.
  public var files: [FieldFile] {
    switch value {
    case .list(let files): files.compactMap { FieldFile($0) }
    default: FieldFile(value).map { [$0] } ?? []
    }
  }
}

/// A file of a `file_input` as a renderer shows it.
public struct FieldFile: Sendable, Hashable {
  /// Its name, without a folder.
  public let name: String
  /// Bytes; 0 where the document does not say.
  public let size: Int64
  /// The server has it.
  public let isUploaded: Bool

  init?(_ value: Value) {
    guard case .map(let file) = value else { return nil }
    name = file.text("name") ?? "?"
    isUploaded = file["id"] != nil
    if case .int(let size)? = file["size"] { self.size = size } else { size = 0 }
  }
}

extension ValueMap {
  /// A text; nil when it is missing or no text.
  func text(_ name: String) -> String? {
    if case .string(let text)? = self[name] { return text }
    return nil
  }
}

extension Value {
  /// The objects of a list.
  var maps: [ValueMap] {
    guard case .list(let list) = self else { return [] }
    return list.compactMap { value in
      if case .map(let map) = value { return map }
      return nil
    }
  }
}
