import Foundation

/// The command line `oyna`: one subcommand a file, each `run(arguments) -> exit status`.
///
/// Exit status: 0 fine, 1 findings or failures, 2 usage.
@main
enum OynaCommand {
  /// A subcommand: its arguments (without its own name) to an exit status.
  typealias Run = @Sendable ([String]) -> Int32

  static let commands: [(name: String, usage: String, run: Run)] = [
    ("serve", ServeCommand.usage, ServeCommand.run),
    ("backup", BackupCommand.usage, BackupCommand.backUp),
    ("restore", BackupCommand.restoreUsage, BackupCommand.restore),
    ("open", OpenCommand.usage, OpenCommand.run),
    ("replay", ReplayCommand.usage, ReplayCommand.run),
    ("render", RenderCommand.usage, RenderCommand.run),
    ("queue", Queue.usage, Queue.run),
    ("lint", LintCommand.usage, LintCommand.run),
    ("schema", SchemaCommand.usage, SchemaCommand.run),
    ("import", ImportCommand.usage, ImportCommand.run),
    ("sandbox", SandboxCommand.usage, SandboxCommand.run),
  ]

  /// Kinds of data for `oyna conformance KIND FILE…`.
  static let conformanceKinds: [(name: String, run: Run)] = [
    ("json", JSONConformance.run),
    ("regex", RegexConformance.run),
    ("cel", CELConformance.run),
    ("format", FormatConformance.run),
    ("installments", InstallmentConformance.run),
  ]

  /// Kinds of work for `oyna bench KIND`.
  static let benchKinds: [(name: String, run: Run)] = [
    ("json", JSONBench.run),
    ("regex", RegexBench.run),
    ("queue", QueueBench.run),
    ("cel", CELBench.run),
    ("keystroke", KeystrokeBench.run),
    ("http", HTTPBench.run),
  ]

  static func main() {
    // A closed pipe (`oyna … | head`) is the reader's business, not a crash.
    signal(SIGPIPE, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first else {
      StandardError.write(usage)
      return 2
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "help", "--help", "-h":
      StandardOutput.write(usage)
      return 0
    case "conformance":
      return run(kind: rest, of: conformanceKinds, command: "conformance")
    case "bench":
      return run(kind: rest, of: benchKinds, command: "bench")
    default:
      guard let command = commands.first(where: { $0.name == name }) else {
        StandardError.write("oyna: no command '\(name)'\n\(usage)")
        return 2
      }
      return command.run(rest)
    }
  }

  private static func run(
    kind arguments: [String], of kinds: [(name: String, run: Run)], command: String
  ) -> Int32 {
    let names = kinds.map(\.name).joined(separator: "|")
    guard let kind = kinds.first(where: { $0.name == arguments.first }) else {
      StandardError.write("usage: oyna \(command) \(names) …\n")
      return 2
    }
    return kind.run(Array(arguments.dropFirst()))
  }

  static var usage: String {
    let conformance = conformanceKinds.map(\.name).joined(separator: "|")
    let bench = benchKinds.map(\.name).joined(separator: "|")
    var lines = ["usage: oyna COMMAND …"]
    lines += commands.map { "  oyna \($0.usage)" }
    lines.append("  oyna conformance \(conformance) FILE…")
    lines.append("  oyna bench \(bench)")
    return lines.joined(separator: "\n") + "\n"
  }
}
