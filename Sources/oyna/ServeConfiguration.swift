import Foundation
import OynaValue

/// The settings of `oyna serve` as texts, from flags, environment and file.
///
/// One precedence for all: a flag wins over the environment, the environment over the file, the
/// file over the default. A list is taken whole from the first that has it. An empty variable of
/// the environment counts as absent.
struct ServeConfiguration {
  private var values: [String: [String]] = [:]
  private var sources: [String: Source] = [:]

  /// Where a setting is from; the greater wins.
  enum Source: Int { case file, environment, flag }

  /// The values of a setting; nil when nothing sets it.
  subscript(name: String) -> [String]? { values[name] }

  /// Whether something that wins over `other` sets `name`, or as much; of two settings that say the
  /// same in two ways.
  func prefers(_ name: String, to other: String) -> Bool {
    guard let source = sources[name] else { return false }
    return source.rawValue >= (sources[other]?.rawValue ?? -1)
  }

  private mutating func set(_ name: String, _ texts: [String], _ source: Source) {
    values[name] = texts
    sources[name] = source
  }

  /// - Parameters:
  ///   - arguments: those after `serve`.
  ///   - environment: `OYNA_CONFIG` names the file where `--config` does not.
  init(
    _ arguments: [String], environment: [String: String]
  ) throws(ServeOptions.Failure) {
    var flags: [String: [String]] = [:]
    var file = environment["OYNA_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        guard flags["screens"] == nil else {
          throw Self.failure("Only one directory of screens is served at a time.")
        }
        flags["screens"] = [argument]
        continue
      }
      let name = String(argument.dropFirst(2))
      if name == "config" {
        guard let path = rest.popFirst() else { throw Self.failure("--config needs a file.") }
        file = path
        continue
      }
      guard let option = ServeOption[name], option.hasFlag else {
        throw Self.failure(Self.unknown(argument))
      }
      try Self.read(option, &rest, &flags)
    }
    if let file { try readFile(file) }
    try readEnvironment(environment)
    for (name, texts) in flags { set(name, texts, .flag) }
  }

  private static func failure(_ description: String) -> ServeOptions.Failure {
    ServeOptions.Failure(description: description)
  }

  private static func unknown(_ flag: String) -> String {
    if let option = ServeOption[String(flag.dropFirst(2))], case .secret = option.kind {
      return "\(flag) is no flag: every user of the machine could read it. "
        + "Set \(option.environment), or \"\(option.name)\" in the file of --config."
    }
    return "\(flag) is no option. oyna serve --help lists them."
  }

  private static func read(
    _ option: ServeOption, _ rest: inout ArraySlice<String>, _ flags: inout [String: [String]]
  ) throws(ServeOptions.Failure) {
    if case .switched = option.kind {
      flags[option.name] = ["true"]
      return
    }
    guard let value = rest.popFirst() else { throw failure("--\(option.name) needs a value.") }
    if case .list = option.kind {
      flags[option.name, default: []].append(value)
    } else {
      flags[option.name] = [value]
    }
  }

  private mutating func readEnvironment(
    _ environment: [String: String]
  ) throws(ServeOptions.Failure) {
    for option in ServeOption.all {
      guard let text = environment[option.environment], !text.isEmpty else { continue }
      let texts: [String]
      switch option.kind {
      case .switched:
        guard ["true", "false", "1", "0"].contains(text) else {
          throw Self.failure("\(option.environment) is true or false.")
        }
        texts = [text == "1" ? "true" : text == "0" ? "false" : text]
      case .list:
        texts = text.split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      case .secret:
        texts = text.split(separator: "\n").map(String.init)
      case .number, .text:
        texts = [text]
      }
      set(option.name, texts, .environment)
    }
  }

  // MARK: - The file

  private mutating func readFile(_ path: String) throws(ServeOptions.Failure) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Self.failure("The configuration \(path) cannot be read.")
    }
    do throws(Diagnostic) {
      var options = JSON.Options.screen
      options.isSensitive = true
      let json = try JSON.parse(Array(data), options: options)
      guard let members = json.object else {
        throw Self.diagnostic("A configuration is an object, {\"port\": 8080}.", json)
      }
      for (name, value) in members {
        guard let option = ServeOption[name] else {
          throw Self.diagnostic("\"\(name)\" is no setting. oyna serve --help lists them.", value)
        }
        if case .secret = option.kind, Self.othersMayRead(path) {
          throw Self.diagnostic("\"\(name)\" is secret: chmod 600 \(path)", value)
        }
        set(name, try Self.texts(value, option), .file)
      }
    } catch {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      throw Self.failure("\(path)\(place): \(error.message)")
    }
  }

  private static func othersMayRead(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let permissions = attributes?[.posixPermissions] as? Int else { return true }
    return permissions & 0o077 != 0
  }

  private static func diagnostic(_ message: String, _ json: JSON) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Code("bad-configuration"), message, at: json.position, path: json.path)
  }

  private static func texts(
    _ value: JSON, _ option: ServeOption
  ) throws(Diagnostic) -> [String] {
    switch option.kind {
    case .switched:
      if let flag = value.bool { return [flag ? "true" : "false"] }
      throw diagnostic("\"\(option.name)\" is true or false.", value)
    case .number:
      if let number = value.int { return ["\(number)"] }
      throw diagnostic("\"\(option.name)\" is a number.", value)
    case .text:
      if let text = value.string { return [text] }
      throw diagnostic("\"\(option.name)\" is a text.", value)
    case .list, .secret:
      if case .secret = option.kind, let text = value.string {
        if text.isEmpty { throw diagnostic("\"\(option.name)\" is empty.", value) }
        return [text]
      }
      guard let list = value.array else {
        throw diagnostic("\"\(option.name)\" is a list of texts.", value)
      }
      var texts: [String] = []
      for element in list {
        guard let text = element.string else {
          throw diagnostic("\"\(option.name)\" is a list of texts.", element)
        }
        // Signed with nothing is not signed.
        if text.isEmpty { throw diagnostic("A text of \"\(option.name)\" is empty.", element) }
        texts.append(text)
      }
      return texts
    }
  }
}
