/// One setting of `oyna serve`: what it is called by flag, environment and file, what it takes, and
/// what it says in the help. The list is the one place where a setting is made known.
struct ServeOption: Sendable {
  /// What a setting takes.
  enum Kind: Sendable {
    case switched
    case number(ClosedRange<Int>)
    case text
    /// Several: a flag each, in the environment between commas, in the file a list.
    case list
    /// Several texts that nobody else may see: by environment and file, never by flag, for a
    /// command line can be read by every user of the machine.
    case secret
  }

  /// In kebab case: the flag without its dashes, and the member of the file.
  let name: String
  let kind: Kind
  /// What stands for its value in the help; empty for a switch.
  let placeholder: String
  /// As the help has it.
  let standard: String
  let help: String

  private init(
    _ name: String, _ kind: Kind, _ placeholder: String, _ standard: String, _ help: String
  ) {
    self.name = name
    self.kind = kind
    self.placeholder = placeholder
    self.standard = standard
    self.help = help
  }

  var hasFlag: Bool {
    if case .secret = kind { return false }
    return name != "screens"
  }

  /// Such as `OYNA_RATE_LIMIT`.
  var environment: String { "OYNA_" + name.uppercased().replacing("-", with: "_") }

  static subscript(name: String) -> ServeOption? { all.first { $0.name == name } }

  static let all: [ServeOption] = [
    // What is served.
    ServeOption("screens", .text, "DIR", "Screens", "the screens, also the one argument"),
    ServeOption("web", .text, "DIR", "none", "the page's files; without them there is no page"),
    ServeOption("reload", .switched, "", "off", "open pages show a saved file; and playground"),
    ServeOption("playground", .switched, "", "off", "/playground, to write screens on"),
    ServeOption(
      "demo", .switched, "", "off", "adds the demo and doubles of its providers: on loopback only"),
    // Where it listens.
    ServeOption("host", .text, "ADDRESS", "127.0.0.1", "IP address to listen on"),
    ServeOption("port", .number(0...65_535), "N", "8080", "0 takes a free one"),
    ServeOption("threads", .number(1...64), "N", "1", "threads that read and write"),
    ServeOption(
      "connections", .number(16...1_000_000), "N", "10000", "connections at once; more wait"),
    ServeOption(
      "requests", .number(1...1_000_000), "N", "1000",
      "requests being answered at once; more get 503"),
    ServeOption(
      "drain", .number(0...3_600), "SECONDS", "10",
      "on SIGTERM, how long slow peers get for their answers"),
    ServeOption(
      "drain-delay", .number(0...300), "SECONDS", "0",
      "on SIGTERM, how long it goes on while /health/ready says no"),
    ServeOption("tls-certificate", .text, "FILE", "none", "PEM chain; read again on SIGHUP"),
    ServeOption("tls-key", .text, "FILE", "none", "PEM private key, mode 0600"),
    // Where things are kept.
    ServeOption(
      "database", .text, "URL", "sqlite:oyna.sqlite",
      "where rows are kept; also postgres://USER@HOST/DATABASE"),
    ServeOption(
      "database-connections", .number(1...500), "N", "8", "connections to PostgreSQL at once"),
    ServeOption("uploads", .text, "DIR", "DATABASE.uploads", "where files are kept"),
    ServeOption("key-file", .text, "FILE", "DATABASE.key", "encryption keys; made when absent"),
    ServeOption(
      "encryption-key", .secret, "", "none", "the keys themselves, 64 hexadecimal digits a line"),
    // Who answers.
    ServeOption("forward", .text, "URL", "none", "the back end that submissions are posted to"),
    ServeOption(
      "forward-secret", .secret, "", "none", "signs them; two lines while it is changed"),
    ServeOption(
      "forward-timeout", .number(1...300), "SECONDS", "25", "for all attempts of one together"),
    // Whom it trusts, and how far.
    ServeOption("behind-tls", .switched, "", "off", "clients come by https only, so say HSTS"),
    ServeOption(
      "trusted-proxy", .list, "ADDRESS", "none",
      "whose X-Forwarded-For names the client; also a range, 10.0.0.0/8"),
    ServeOption("host-name", .list, "NAME", "any", "the names that it may be asked by; else 421"),
    ServeOption("trusted-origin", .list, "ORIGIN", "none", "other origins whose pages may post"),
    ServeOption("frame-ancestor", .list, "ORIGIN", "none", "origins that may frame the page"),
    ServeOption("card-origin", .list, "ORIGIN", "none", "providers that the page sends cards to"),
    ServeOption(
      "image-origin", .list, "ORIGIN", "none", "where a page that takes cards loads images from"),
    ServeOption(
      "rate-limit", .number(1...1_000_000), "POSTS", "none",
      "posts of one client a second, after a burst of ten times as many"),
    // Payments.
    ServeOption(
      "payments", .text, "FILE", "none", "the merchant's keys at every provider, mode 0600"),
    ServeOption("payme-merchant", .text, "ID", "none", "the cash desk at Payme"),
    ServeOption("payme-account", .text, "FIELD", "order_id", "its account's field"),
    ServeOption("payme-key", .secret, "", "none", "its key"),
    ServeOption("click-service", .text, "N", "none", "the service at Click"),
    ServeOption("click-merchant", .text, "N", "none", "its merchant"),
    ServeOption("click-secret", .secret, "", "none", "its secret"),
    ServeOption("payable", .list, "ORDER=AMOUNT", "none", "an order to pay, in tiyin"),
    // What it says.
    ServeOption("log", .text, "LEVEL", "info", "debug, info or error"),
  ]

  /// The table of `oyna serve --help`, which Docs/Configuration.md holds word for word.
  static var table: String {
    let flags = all.map { option in
      option.hasFlag
        ? "--" + option.name + (option.placeholder.isEmpty ? "" : " " + option.placeholder)
          + (option.isList ? " …" : "") : option.name == "screens" ? "DIR" : "no flag"
    }
    let rows = zip(flags, all).map { [$0, $1.environment, $1.standard, $1.help] }
    let head = [["flag", "environment", "default", ""]]
    let widths = (0..<3).map { column in
      (head + rows).map { $0[column].count }.max() ?? 0
    }
    return (head + rows).map { row in
      let cells = zip(row, widths + [0]).map { text, width in
        text + String(repeating: " ", count: max(0, width - text.count))
      }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private var isList: Bool {
    if case .list = kind { return true }
    return false
  }
}
