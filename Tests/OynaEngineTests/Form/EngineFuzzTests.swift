import OynaEngine
import OynaValue
import Testing

/// Random screens and random events from fixed seeds: nothing crashes, and what must always hold
/// holds after each event.
@Suite struct EngineFuzzTests {
  @Test(
    "random screens and events keep the engine's invariants", arguments: 0..<60 as Range<UInt64>)
  func invariants(_ seed: UInt64) throws {
    var random = Random(seed: seed)
    let document = RandomScreen(&random).document
    var form = try OpenForm(document: document)
    let translated = try screen(
      document.replacing(#""errorMessage": "required""#, with: #""errorMessage": "again""#))
    var renderer = Renderer()
    renderer.apply(form.engine.takeChanges())
    for step in 0..<120 {
      // Now and then the screen comes in another language.
      let isTranslated = random.next(20) == 0
      form.send(isTranslated ? .translated(translated) : RandomScreen.event(&random))
      renderer.apply(form.engine.takeChanges())
      var copy = form.engine
      let tree = copy.resolvedScreen().root
      #expect(renderer.root == Renderer.Node(tree), "seed \(seed), step \(step)\n\(document)")
      // A hidden or disabled field has no error: what has one is drawn and enabled.
      for key in RandomScreen.keys where form.error(key) != nil {
        let node = try #require(tree.node(key), "seed \(seed), step \(step)")
        #expect(node.isEnabled)
      }
      #expect(form.engine.invalidFieldCount == tree.invalidCount(form.engine))
      if renderer.root != Renderer.Node(tree) { break }
    }
  }
}

extension ResolvedNode {
  /// Counts by submitting a copy: every visible and enabled invalid node shows its error then.
  fileprivate func invalidCount(_ engine: Engine) -> Int {
    var copy = engine
    if copy.isSubmitting { return engine.invalidFieldCount }
    _ = copy.handle(.tap(id: "validate"))
    // "s" is what the random server says of a field: it blocks nothing and is no verdict.
    var keys = RandomScreen.keys.filter { ![nil, "s"].contains(copy.error(for: $0)) }
    if copy.error(for: "group") != nil { keys.append("group") }
    return keys.count
  }
}

/// Splitmix64.
struct Random {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[next(list.count)] }
}

/// Ten fields whose conditions read fields before them, so there is no cycle.
private struct RandomScreen {
  static let keys = (0..<10).map { "f\($0)" }
  let document: String

  init(_ random: inout Random) {
    var fields: [String] = []
    for place in 0..<10 {
      fields.append(RandomScreen.field(place, &random))
    }
    let middle = random.next(8)
    let inner = fields[middle...(middle + 1)].joined(separator: ", ")
    let section = """
      {"id": "group", "type": "section", "children": [\(inner)]\(RandomScreen.condition(middle, &random)),
       "validations": [{"rule": "requireOne", "fields": ["f\(middle)", "f9"], "errorMessage": "one"}]}
      """
    fields.replaceSubrange(middle...(middle + 1), with: [section])
    document = body(
      """
      \(fields.joined(separator: ",\n")),
      {"id": "submit", "type": "button", "on": {"tap": {"type": "submit", "method": "POST", "url": "/s"}}},
      {"id": "reset", "type": "button", "on": {"tap": {"type": "reset"}}},
      {"id": "validate", "type": "button", "on": {"tap": {"type": "validate"}}}
      """)
  }

  private static func condition(_ place: Int, _ random: inout Random) -> String {
    guard place > 0, random.next(3) == 0 else { return "" }
    let name = random.pick(["visibleWhen", "enabledWhen"])
    return
      #", "\#(name)": "f\#(random.next(place)) \#(random.pick(["==", "!="])) '\#(random.pick(["a", "bb", ""]))'""#
  }

  private static func field(_ place: Int, _ random: inout Random) -> String {
    let other = place == 0 ? 0 : random.next(place)
    let rules = [
      required(), #"{"rule": "minLength", "value": 2}"#, #"{"rule": "regex", "pattern": "[ab]+"}"#,
      #"{"rule": "equalsField", "field": "f\#(other)"}"#,
      #"{"rule": "dependent_validation", "dependsOn": "f\#(other)", "equals": "a", "rules": [\#(required())]}"#,
      #"{"rule": "required", "when": "f\#(other) == 'bb'"}"#,
    ]
    var chosen: [String] = []
    for rule in rules where random.next(3) == 0 { chosen.append(rule) }
    let type = random.pick(["text_input", "text_input", "secure_input"])
    let isRead = type == "text_input"
    let usable = isRead ? chosen : chosen.filter { !$0.contains("equalsField") }
    // Conditions must not read a secret: the fields that others may read are texts.
    let safeType = place < 9 ? "text_input" : type
    return """
      {"id": "f\(place)", "type": "\(safeType)"\(condition(place, &random)),
       "validations": [\(usable.joined(separator: ", "))]}
      """
  }

  static func event(_ random: inout Random) -> Event {
    let key = random.pick(keys)
    switch random.next(14) {
    case 0...5:
      return .input(key: key, value: .string(random.pick(["", "a", "bb", "abc", "zz", " "])))
    case 6, 7: return .blur(key: key)
    case 8: return .tap(id: "submit")
    case 9:
      return .response(
        Response(
          request: RequestID(1 + random.next(6)), status: random.pick([200, 422, 500, 204]),
          headers: [], body: Array(#"{"errors": {"f1": "s", "f7": "s", "zz": "s"}}"#.utf8)))
    case 10: return .undo
    case 11: return .redo
    case 12: return random.next(8) == 0 ? .tap(id: "reset") : .focus(key: key)
    default:
      return .networkError(
        request: RequestID(1 + random.next(6)), kind: random.pick([.offline, .timeout]))
    }
  }
}

/// Applies changes as a renderer does.
private struct Renderer {
  struct Node: Equatable {
    var id: String
    var error: String?
    var value: Value?
    var isEnabled: Bool
    var isBusy: Bool
    var children: [Node]

    init(_ node: ResolvedNode) {
      id = node.id.name
      error = node.field?.error
      value = node.field?.value
      isEnabled = node.isEnabled
      isBusy = node.isBusy
      children = node.children.map(Node.init)
    }

    mutating func edit(_ id: String, _ change: (inout Node) -> Void) {
      if self.id == id { change(&self) }
      for place in children.indices { children[place].edit(id, change) }
    }

    mutating func remove(_ id: String) {
      children.removeAll { $0.id == id }
      for place in children.indices { children[place].remove(id) }
    }
  }

  var root: Node?

  mutating func apply(_ changes: [NodeChange]) {
    for change in changes {
      switch change {
      case .heading: break
      case .screen(let screen): root = Node(screen.root)
      case .insert(let node, let parent, let index):
        root?.edit(parent.name) { $0.children.insert(Node(node), at: index) }
      case .remove(let id): root?.remove(id.name)
      case .move: Issue.record("no node moves without a patch")
      case .update(let node):
        root?.edit(node.id.name) { old in
          let children = old.children
          old = Node(node)
          old.children = children
        }
      }
    }
  }
}
