internal import OynaEngine
internal import OynaValue

extension MessageWriter {
  /// How long the shell waits for an answer, in milliseconds.
  private static let requestTimeout = 30_000

  mutating func effect(_ effect: Effect) {
    json.beginObject()
    switch effect {
    case .request(let request):
      json.key("request")
      self.request(request)
    case .cancel(let id):
      json.key("cancel")
      json.int(id.number)
    case .snackbar(let message, let action):
      json.key("snackbar")
      snackbar(message, action)
    case .banner(let messages):
      json.key("banner")
      json.value(.list(messages.map { .string($0) }))
    case .announce(let text):
      string("announce", text)
    case .focus(let key):
      string("focus", key)
    case .alert(let title, let message):
      json.key("alert")
      json.beginObject()
      optional("title", title)
      string("message", message)
      string("button", words.dismiss)
      json.endObject()
    case .navigate(let navigation):
      json.key("navigate")
      self.navigation(navigation)
    case .custom(let name, let members):
      json.key("custom")
      json.beginObject()
      string("name", name)
      json.key("members")
      json.value(.map(members))
      json.endObject()
    case .prefetch(let url):
      string("prefetch", url)
    case .openURL(let url):
      string("openURL", url)
    case .haptic(let style):
      string("haptic", style)
    case .copy(let text):
      string("copy", text)
    case .share(let text, let url):
      json.key("share")
      json.beginObject()
      optional("text", text)
      optional("url", url)
      json.endObject()
    case .track(let name, let members):
      json.key("track")
      json.beginObject()
      string("name", name)
      json.key("members")
      json.value(.map(members))
      json.endObject()
    case .report(let diagnostic):
      json.key("report")
      report(diagnostic)
    case .queue(let request):
      json.key("queue")
      queue(request)
    case .wake(let milliseconds):
      json.key("wake")
      json.int(milliseconds)
    }
    json.endObject()
  }

  private mutating func request(_ request: Request) {
    json.beginObject()
    json.key("id")
    json.int(request.id.number)
    string("method", request.method)
    string("url", request.url)
    json.key("headers")
    json.beginArray()
    for header in request.headers {
      json.beginArray()
      json.string(header.name)
      json.string(header.value)
      json.endArray()
    }
    json.endArray()
    // The bytes themselves are read by an export of their own: they may hold a secret.
    flag("hasBody", request.body != nil)
    if request.cache != .never { string("cache", request.cache.rawValue) }
    json.key("timeout")
    json.int(Self.requestTimeout)
    json.endObject()
  }

  private mutating func snackbar(_ message: String, _ action: SnackbarAction?) {
    json.beginObject()
    string("message", message)
    if let action {
      json.key("action")
      json.beginObject()
      switch action {
      case .retry: string("label", words.retry)
      case .undo: string("label", words.undo)
      }
      json.key("event")
      json.beginObject()
      string("snackbarAction", action.rawValue)
      json.endObject()
      json.endObject()
    }
    json.endObject()
  }

  private mutating func navigation(_ navigation: Navigation) {
    json.beginObject()
    switch navigation {
    case .push(let url):
      string("mode", "push")
      string("url", url)
    case .replace(let url):
      string("mode", "replace")
      string("url", url)
    case .present(let url):
      string("mode", "present")
      string("url", url)
    case .dismiss: string("mode", "dismiss")
    case .back: string("mode", "back")
    case .root: string("mode", "root")
    }
    json.endObject()
  }

  mutating func report(_ diagnostic: Diagnostic) {
    json.beginObject()
    string("severity", diagnostic.severity.rawValue)
    string("code", diagnostic.code.name)
    string("message", diagnostic.message)
    string("path", diagnostic.path)
    if let position = diagnostic.position {
      json.key("line")
      json.int(position.line)
      json.key("column")
      json.int(position.column)
    }
    optional("correction", diagnostic.correction)
    json.endObject()
  }
}
