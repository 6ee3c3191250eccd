import Foundation
import OynaServer
import Testing

@testable import oyna

@Suite final class ServeConfigurationTests {
  private let folder =
    FileManager.default.temporaryDirectory.path + "/oyna-config-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + UUID().uuidString
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func options(
    _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil
  ) throws -> ServeOptions {
    var arguments = arguments
    if let text { arguments += ["--config", try file(text)] }
    return try ServeOptions(arguments, environment: environment)
  }

  /// What a failure says, without the path of the file.
  private func failure(
    _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil,
    mode: Int = 0o600
  ) -> String? {
    do {
      var arguments = arguments
      if let text { arguments += ["--config", try file(text, mode: mode)] }
      _ = try ServeOptions(arguments, environment: environment)
      return nil
    } catch let error as ServeOptions.Failure {
      let place = error.description.range(
        of: #"/[^:]*oyna-config-[0-9A-F/-]*"#, options: .regularExpression)
      return place.map { error.description.replacingCharacters(in: $0, with: "FILE") }
        ?? error.description
    } catch {
      return "\(error)"
    }
  }

  @Test func aFlagWinsOverTheEnvironmentTheEnvironmentOverTheFileTheFileOverTheDefault() throws {
    let file = #"{"port": 1, "host": "::1"}"#
    let environment = ["OYNA_PORT": "2"]
    #expect(try options().server.port == 8080)
    #expect(try options(file: file).server.port == 1)
    #expect(try options([], environment, file: file).server.port == 2)
    #expect(try options(["--port", "3"], environment, file: file).server.port == 3)
    // What only the file says stays.
    #expect(try options(["--port", "3"], environment, file: file).server.host == "::1")
    // Nothing is not a value.
    #expect(try options([], ["OYNA_PORT": ""], file: file).server.port == 1)
  }

  /// The same precedence for every setting that there is.
  @Test(arguments: ServeOption.all.map(\.name))
  func everySettingObeysThePrecedence(name: String) throws {
    let option = try #require(ServeOption[name])
    func value(_ number: Int) -> String {
      switch option.kind {
      case .switched: number == 2 ? "false" : "true"
      case .number(let range): "\(range.lowerBound + number)"
      case .text, .list, .secret: "v\(number)"
      }
    }
    func json(_ number: Int) -> String {
      switch option.kind {
      case .switched, .number: value(number)
      case .text: "\"\(value(number))\""
      case .list, .secret: "[\"\(value(number))\"]"
      }
    }
    let path = try file("{\"\(name)\": \(json(1))}")
    var arguments = ["--config", path]
    #expect(
      try ServeConfiguration(arguments, environment: [:])[name] == [value(1)])
    let environment = [option.environment: value(2)]
    #expect(try ServeConfiguration(arguments, environment: environment)[name] == [value(2)])
    guard option.hasFlag else { return }
    arguments += option.placeholder.isEmpty ? ["--\(name)"] : ["--\(name)", value(3)]
    #expect(try ServeConfiguration(arguments, environment: environment)[name] == [value(3)])
  }

  @Test func aListIsTakenWholeFromTheFirstThatHasIt() throws {
    let file = #"{"trusted-origin": ["https://a", "https://b"]}"#
    #expect(try options(file: file).server.content.trustedOrigins == ["https://a", "https://b"])
    #expect(
      try options([], ["OYNA_TRUSTED_ORIGIN": "https://c, https://d"], file: file)
        .server.content.trustedOrigins == ["https://c", "https://d"])
    #expect(
      try options(["--trusted-origin", "https://e", "--trusted-origin", "https://f"], file: file)
        .server.content.trustedOrigins == ["https://e", "https://f"])
  }

  @Test func theEnvironmentMayNameTheFile() throws {
    let path = try file(#"{"port": 7}"#)
    #expect(try options([], ["OYNA_CONFIG": path]).server.port == 7)
    // The flag wins here too.
    #expect(try options([], ["OYNA_CONFIG": "/nowhere"], file: #"{"port": 8}"#).server.port == 8)
  }

  @Test(arguments: [
    (#"{"prot": 8080}"#, #"FILE:1:10: "prot" is no setting. oyna serve --help lists them."#),
    ("{\n  \"port\": \"8080\"}", #"FILE:2:11: "port" is a number."#),
    (#"{"reload": 1}"#, #"FILE:1:12: "reload" is true or false."#),
    (#"{"web": 1}"#, #"FILE:1:9: "web" is a text."#),
    (#"{"card-origin": "https://a"}"#, #"FILE:1:17: "card-origin" is a list of texts."#),
    (#"{"card-origin": ["a", 1]}"#, #"FILE:1:23: "card-origin" is a list of texts."#),
    (#"{"forward-secret": ""}"#, #"FILE:1:20: "forward-secret" is empty."#),
    (#"{"forward-secret": ["a", ""]}"#, #"FILE:1:26: A text of "forward-secret" is empty."#),
    (
      #"{"trusted-origin": ["https://shop.example/"]}"#,
      #"trusted-origin: "https://shop.example/" is no origin such as https://shop.example, "#
        + "without a path or a slash at its end."
    ),
    (
      #"{"frame-ancestor": ["https://a; script-src *"]}"#,
      #"frame-ancestor: "https://a; script-src *" is no origin such as https://shop.example, "#
        + "without a path or a slash at its end."
    ),
    ("[]", #"FILE:1:1: A configuration is an object, {"port": 8080}."#),
    (#"{"port": 70000}"#, "port is a number from 0 to 65535."),
    (#"{"config": "a"}"#, #"FILE:1:12: "config" is no setting. oyna serve --help lists them."#),
    (
      #"{"forward": "backend"}"#,
      "forward: The back end is an address such as https://backend.example/api, without a query "
        + "or a password."
    ),
  ])
  func aFaultInTheFileIsToldWithItsPlace(text: String, message: String) {
    #expect(failure(file: text) == message)
  }

  @Test(arguments: ["{", #"{"port": 1, "port": 2}"#, ""])
  func whatIsNoJSONIsRefusedWithItsPlace(text: String) {
    #expect(failure(file: text)?.hasPrefix("FILE:1:") == true)
  }

  @Test func secretsComeByFileAndEnvironmentOnly() throws {
    for name in ["encryption-key", "forward-secret", "payme-key", "click-secret"] {
      let said = failure(["--" + name, "x"])
      #expect(said?.hasPrefix("--\(name) is no flag: every user of the machine") == true)
    }
    let file = #"{"forward": "http://127.0.0.1:1", "forward-secret": ["new", "old"]}"#
    #expect(
      try options(file: file).server.content.forward?.secrets == [
        Array("new".utf8), Array("old".utf8),
      ])
    #expect(
      try options([], ["OYNA_FORWARD_SECRET": "a\nb"], file: file)
        .server.content.forward?.secrets == [[97], [98]])
    #expect(failure(file: file, mode: 0o640)?.contains("is secret: chmod 600") == true)
  }

  @Test(arguments: [
    (["--nothing"], "--nothing is no option. oyna serve --help lists them."),
    (["--port"], "--port needs a value."), (["--config"], "--config needs a file."),
    (["a", "b"], "Only one directory of screens is served at a time."),
    (["--screens", "a"], "--screens is no option. oyna serve --help lists them."),
    (["--config", "/nowhere.json"], "The configuration /nowhere.json cannot be read."),
    (["--threads", "0"], "threads is a number from 1 to 64."),
    (["--log", "loud"], "log is debug, info or error."),
    (
      ["--demo", "--host", "0.0.0.0"],
      "demo is for this machine only, as its keys are known to everybody: host is 127.0.0.1 or ::1."
    ),
    (
      ["--demo", "--behind-tls", "--trusted-proxy", "127.0.0.1"],
      "demo is for this machine only, as its keys are known to everybody: it does not go with "
        + "behind-tls, trusted-proxy."
    ),
    (
      ["--demo", "--host-name", "pay.example"],
      "demo is for this machine only, as its keys are known to everybody: it does not go with "
        + "host-name."
    ),
    (
      ["--demo", "--forward", "http://127.0.0.1:9"],
      "demo is for this machine only, as its keys are known to everybody: it does not go with "
        + "forward."
    ),
  ])
  func aBadFlagIsToldClearly(arguments: [String], message: String) {
    #expect(failure(arguments) == message)
  }

  @Test func withoutDemoThereAreNoKeysThatEverybodyKnows() throws {
    let plain = try options(["--behind-tls", "--trusted-proxy", "127.0.0.1"])
    #expect(!plain.hasDemo)
    #expect(try plain.merchant().settings == nil)
    #expect(try options([]).merchant().settings == nil)
  }

  @Test func theDemoIsAskedByLoopbackNamesOnly() throws {
    let demo = try options(["--demo"])
    #expect(try demo.merchant().settings?.isDemo == true)
    #expect(demo.server.content.hostNames == ["127.0.0.1", "[::1]", "localhost"])
    #expect(try options([], ["OYNA_DEMO": "false"]).server.content.hostNames.isEmpty)
  }

  @Test func aSwitchOfTheEnvironmentIsTrueOrFalse() throws {
    #expect(try options([], ["OYNA_RELOAD": "1"]).server.content.reloads)
    #expect(try !options([], ["OYNA_RELOAD": "false"]).server.content.reloads)
    #expect(failure([], ["OYNA_RELOAD": "yes"]) == "OYNA_RELOAD is true or false.")
  }

  @Test func theDocsHoldTheTableOfTheHelpWordForWord() throws {
    let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/Configuration.md")
    let text = try String(contentsOf: docs, encoding: .utf8)
    #expect(text.contains("```\n" + ServeOption.table + "```"))
    for option in ServeOption.all { #expect(ServeCommand.help.contains(option.environment)) }
  }
}
