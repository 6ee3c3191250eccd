internal import OynaEngine
internal import OynaValue

/// Writes one message to the shell: the changes to the page, then the effects to perform.
///
/// The form is the shell's (`Web/oyna/screen.js`): members that have their usual value are left
/// out, values are ready to show, and an option is its place in the list, so that JavaScript, whose
/// numbers are binary, never holds a value of the form.
struct MessageWriter {
  var json = JSONWriter()
  let words: HostWords

  init(words: HostWords) {
    self.words = words
  }

  // MARK: - Changes

  mutating func change(_ change: NodeChange) {
    json.beginObject()
    switch change {
    case .screen(let screen):
      json.key("screen")
      self.screen(screen)
    case .heading(let title, let language):
      json.key("heading")
      json.beginObject()
      heading(title: title, language: language)
      json.endObject()
    case .insert(let node, let parent, let index):
      json.key("insert")
      json.beginObject()
      json.key("node")
      self.node(node)
      place(parent: parent, index: index)
      json.endObject()
    case .remove(let id):
      string("remove", id.name)
    case .move(let id, let parent, let index):
      json.key("move")
      json.beginObject()
      string("id", id.name)
      place(parent: parent, index: index)
      json.endObject()
    case .update(let node):
      json.key("update")
      self.node(node)
    }
    json.endObject()
  }

  private mutating func place(parent: NodeID, index: Int) {
    string("parent", parent.name)
    json.key("index")
    json.int(index)
  }

  private mutating func screen(_ screen: ResolvedScreen) {
    beginScreen(id: screen.id, title: screen.title, language: screen.language)
    optional("writing", screen.direction)
    flag("hasForm", Self.hasForm(screen.root))
    flag("isStorable", screen.isStorable)
    json.key("root")
    node(screen.root)
    json.endObject()
  }

  /// The opening of a screen and all that precedes its `root`.
  mutating func beginScreen(id: String, title: String, language: String) {
    json.beginObject()
    string("id", id)
    heading(title: title, language: language)
  }

  /// What stands over a screen, and the words of its controls that no document names.
  private mutating func heading(title: String, language: String) {
    string("title", title)
    string("language", language)
    string("direction", HostWords.isRightToLeft(language) ? "rtl" : "ltr")
    json.key("words")
    json.beginObject()
    string("optional", words.optional)
    string("showSecret", words.showSecret)
    string("hideSecret", words.hideSecret)
    string("close", words.close)
    string("back", words.back)
    string("next", words.next)
    string("add", words.add)
    string("remove", words.remove)
    string("less", words.less)
    string("more", words.more)
    string("savedCopy", words.savedCopy)
    string("refresh", words.refresh)
    string("retry", words.retry)
    string("choose", words.choose)
    string("drop", words.drop)
    string("uploading", words.uploading)
    string("search", words.search)
    string("nothingFound", words.nothingFound)
    json.endObject()
  }

  private static func hasForm(_ node: ResolvedNode) -> Bool {
    node.type == "form" || node.children.contains(where: hasForm)
  }

  private mutating func node(_ node: ResolvedNode) {
    json.beginObject()
    string("id", node.id.name)
    string("type", node.type)
    json.key("props")
    json.value(.map(node.props))
    if let field = node.field {
      json.key("field")
      self.field(field, of: node)
    }
    if !node.isEnabled {
      json.key("isEnabled")
      json.bool(false)
    }
    flag("isBusy", node.isBusy)
    accessibility(node.accessibility)
    if !node.events.isEmpty {
      json.key("events")
      json.beginArray()
      for event in node.events { json.string(event) }
      json.endArray()
    }
    if !node.children.isEmpty {
      json.key("children")
      json.beginArray()
      for child in node.children { self.node(child) }
      json.endArray()
    }
    json.endObject()
  }

  private mutating func accessibility(_ accessibility: ResolvedAccessibility) {
    let isUsual =
      accessibility.label == nil && accessibility.hint == nil && accessibility.role == nil
      && !accessibility.isHidden
    if isUsual { return }
    json.key("accessibility")
    json.beginObject()
    optional("label", accessibility.label)
    optional("hint", accessibility.hint)
    optional("role", accessibility.role)
    flag("isHidden", accessibility.isHidden)
    json.endObject()
  }

  private mutating func field(_ field: ResolvedField, of node: ResolvedNode) {
    json.beginObject()
    string("key", field.key)
    if field.isSecret {
      json.key("secretLength")
      json.int(field.secretLength)
    } else if node.type == "money_input", case .int(let minorUnits) = field.value {
      string("text", Self.amount(minorUnits, currency: node.props["currency"]))
    } else if node.type == "file_input" {
      files(field.value)
    } else if node.type != "repeating_group" {
      value(field.value, options: field.options)
    }
    flag("isRequired", field.isRequired)
    optional("error", field.error)
    optional("warning", field.warning)
    flag("isPending", field.isPending)
    if !field.options.isEmpty {
      json.key("options")
      json.beginArray()
      for option in field.options {
        json.beginObject()
        string("label", option.label)
        if !option.isEnabled {
          json.key("isEnabled")
          json.bool(false)
        }
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
  }

  /// The value as a control shows it: a text, a switch or the places of the chosen options.
  private mutating func value(_ value: Value, options: [ResolvedOption]) {
    switch value {
    case .bool(let isOn) where options.isEmpty:
      flag("isOn", isOn)
    case .list(let chosen):
      flag("isMultiple", true)
      selected(chosen, in: options)
    case .null where options.isEmpty:
      break
    case _ where !options.isEmpty:
      selected([value], in: options)
    case .string(let text):
      if !text.isEmpty { string("text", text) }
    case .int(let number):
      string("text", String(number))
    case .decimal(let number):
      string("text", number.text)
    default:
      break
    }
  }

  /// The files that an input holds, for its list: name, size and how far each is.
  private mutating func files(_ value: Value) {
    var files = [value]
    if case .list(let list) = value { files = list }
    json.key("files")
    json.beginArray()
    for case .map(let file) in files {
      json.beginObject()
      if case .string(let name)? = file["name"] { string("name", name) }
      if case .int(let size)? = file["size"] {
        string("size", FileSize.text(Int(size)))
        json.key("bytes")
        json.int(size)
      }
      if case .string(let type)? = file["type"] { string("type", type) }
      if case .string(let id)? = file["id"] { string("id", id) }
      flag("hasFailed", file["failed"] == .bool(true))
      json.endObject()
    }
    json.endArray()
  }

  /// Money as a person would type it: `1250000` or `1250000.50`, never through a `Double`.
  private static func amount(_ minorUnits: Int64, currency: Value?) -> String {
    var code = Currency.uzs.code
    if case .string(let named)? = currency { code = named }
    let money = Money(minorUnits: minorUnits, currency: Currency(code: code) ?? .uzs)
    let text = money.decimalText
    guard let point = text.firstIndex(of: "."),
      text[point...].allSatisfy({ $0 == "0" || $0 == "." })
    else { return text }
    return String(text[..<point])
  }

  private mutating func selected(_ chosen: [Value], in options: [ResolvedOption]) {
    json.key("selected")
    json.beginArray()
    for (place, option) in options.enumerated()
    where chosen.contains(option.value) {
      json.int(place)
    }
    json.endArray()
  }

  // MARK: - Members

  mutating func string(_ key: String, _ value: String) {
    json.key(key)
    json.string(value)
  }

  mutating func optional(_ key: String, _ value: String?) {
    if let value { string(key, value) }
  }

  /// Writes a member only when it is true.
  mutating func flag(_ key: String, _ value: Bool) {
    if value {
      json.key(key)
      json.bool(true)
    }
  }
}
