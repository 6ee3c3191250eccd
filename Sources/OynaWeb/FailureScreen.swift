internal import OynaEngine
internal import OynaValue

/// Why a screen cannot be shown, as a screen of its own: the shell draws it like any other.
struct FailureScreen {
  /// The id of its button, which asks for the screen again.
  static let retry = "oyna_retry"

  enum Reason {
    case offline
    case timeout
    /// The server answered with a status of 400 or more.
    case status(Int)
    /// The document is no screen; the finding goes to the developers, not to the person.
    case refused(Diagnostic)
  }

  let reason: Reason
  let language: String

  /// From the shell's word for it: `offline`, `timeout` or a status.
  init(reason: String, language: String) {
    switch reason {
    case "timeout": self.reason = .timeout
    default: self.reason = Int(reason).map { .status($0) } ?? .offline
    }
    self.language = language
  }

  init(refused diagnostic: Diagnostic, language: String) {
    reason = .refused(diagnostic)
    self.language = language
  }

  /// The message that draws it.
  var start: [UInt8] {
    let words = HostWords.words(for: language)
    var writer = MessageWriter(words: words)
    let (title, text) = sentences(words)
    writer.json.beginObject()
    writer.json.key("changes")
    writer.json.beginArray()
    writer.json.beginObject()
    writer.json.key("screen")
    writer.beginScreen(id: "oyna_failure", title: title, language: language)
    writer.json.key("root")
    root(title: title, text: text, to: &writer)
    writer.json.endObject()
    writer.json.endObject()
    writer.json.endArray()
    writer.json.key("effects")
    writer.json.beginArray()
    writer.json.beginObject()
    if case .refused(let diagnostic) = reason {
      writer.json.key("report")
      writer.report(diagnostic)
    } else {
      writer.string("announce", title)
    }
    writer.json.endObject()
    writer.json.endArray()
    end(&writer)
    return writer.json.bytes
  }

  /// The answer to an event: its button asks for the screen again, all else means nothing here.
  func answer(to json: JSON) -> [UInt8] {
    var writer = MessageWriter(words: .words(for: language))
    writer.json.beginObject()
    writer.json.key("changes")
    writer.json.beginArray()
    writer.json.endArray()
    writer.json.key("effects")
    writer.json.beginArray()
    if json["tap"]?.string == Self.retry || json["network"]?.string == "online" {
      writer.json.beginObject()
      writer.flag("reload", true)
      writer.json.endObject()
    }
    writer.json.endArray()
    end(&writer)
    return writer.json.bytes
  }

  private func end(_ writer: inout MessageWriter) {
    for name in ["evaluated", "invalid"] {
      writer.json.key(name)
      writer.json.int(0)
    }
    writer.json.endObject()
  }

  private func sentences(_ words: HostWords) -> (title: String, text: String) {
    switch reason {
    case .offline: words.offline
    case .timeout: words.timeout
    case .status(404), .status(410): words.missing
    case .status: words.broken
    case .refused: words.refused
    }
  }

  private func root(title: String, text: String, to writer: inout MessageWriter) {
    begin("oyna_failure_card", "card", [], to: &writer)
    writer.json.key("children")
    writer.json.beginArray()
    begin("oyna_failure_icon", "icon", [("name", "alert"), ("style", "error")], to: &writer)
    writer.json.endObject()
    begin("oyna_failure_title", "text", [("text", title), ("style", "title")], to: &writer)
    writer.json.endObject()
    begin("oyna_failure_text", "text", [("text", text), ("style", "body")], to: &writer)
    writer.json.endObject()
    begin(Self.retry, "button", [("label", writer.words.retry), ("style", "primary")], to: &writer)
    writer.json.key("events")
    writer.json.beginArray()
    writer.json.string("tap")
    writer.json.endArray()
    writer.json.endObject()
    writer.json.endArray()
    writer.json.endObject()
  }

  private func begin(
    _ id: String, _ type: String, _ props: [(name: String, value: String)],
    to writer: inout MessageWriter
  ) {
    writer.json.beginObject()
    writer.string("id", id)
    writer.string("type", type)
    writer.json.key("props")
    writer.json.beginObject()
    for prop in props { writer.string(prop.name, prop.value) }
    writer.json.endObject()
  }
}
