import OynaValue

/// What the form store looks up on every event, worked out once from the screen: dense tables, so
/// that a keystroke needs no search.
///
/// Instances. A component outside a repeating group has one node, at its own index; likewise its
/// key has the slot, its reader the cell and its rules the outcomes of the same number. A row of a
/// group gets a block of each, laid out like the group's template: so the place of a component in
/// a row is the block's base plus the component's distance from the template's start.
final class FormPlan: Sendable {
  /// The rules of all components in document order, those inside a `dependent_validation` after
  /// it.
  let rules: [FlatRule]
  /// `rules[ruleStart[c] ..< ruleStart[c + 1]]` are the rules of component `c`.
  let ruleStart: [Int32]
  /// The distinct expressions of `regex` rules.
  let expressions: [RegularExpression]
  let groups: [GroupPlan]
  /// By component: the index in `groups` of the group it is a template of, or -1.
  let groupOfComponent: [Int32]
  /// By component: the index in `groups` when it is a `repeating_group` itself, or -1.
  let groupOfOwner: [Int32]
  /// By key: its distance from the first key of a row, or -1 outside of groups.
  let keyOffset: [Int32]
  /// By key: the index in `groups`, or -1.
  let groupOfKey: [Int32]
  /// By reader: its distance from the first cell of a row, or -1 outside of groups.
  let readerOffset: [Int32]
  /// By component: the place in `graph.readers` of its condition, its enabling, its options and
  /// its texts.
  let visibleReader: [Int32]
  let enabledReader: [Int32]
  let optionsReader: [Int32]
  let textReader: [Int32]
  let loads: LoadTables

  /// One rule in the flat order.
  struct FlatRule: Sendable {
    let rule: Rule
    /// The index after the rule and the rules inside it.
    let end: Int32
    /// The index in `expressions`, or -1.
    let expression: Int32
  }

  /// One repeating group.
  struct GroupPlan: Sendable {
    let component: ComponentIndex
    let key: KeyIndex
    let model: GroupModel
    /// The components of the template: `first ..< end`.
    let first: Int
    let end: Int
    let keys: [KeyIndex]
    let readers: [Int32]
    let ruleStart: Int32
    let ruleCount: Int32
  }

  init(_ screen: Screen) {
    let count = screen.components.count
    var flat = RuleFlattening()
    var starts: [Int32] = []
    starts.reserveCapacity(count + 1)
    for component in screen.components {
      starts.append(Int32(flat.rules.count))
      flat.append(component.rules)
    }
    starts.append(Int32(flat.rules.count))
    rules = flat.rules
    ruleStart = starts
    expressions = flat.expressions

    let readers = ReaderTable(screen)
    visibleReader = readers.visible
    enabledReader = readers.enabled
    optionsReader = readers.options
    textReader = readers.text

    var tables = GroupTables(screen, ruleStart: starts)
    tables.assignReaders(screen)
    groups = tables.groups
    groupOfComponent = tables.groupOfComponent
    groupOfOwner = tables.groupOfOwner
    keyOffset = tables.keyOffset
    groupOfKey = tables.groupOfKey
    readerOffset = tables.readerOffset
    loads = LoadTables(screen)
  }
}

/// Collects the rules in the flat order and the distinct regular expressions.
private struct RuleFlattening {
  var rules: [FormPlan.FlatRule] = []
  var expressions: [RegularExpression] = []
  private var expressionByPattern: [String: Int32] = [:]

  mutating func append(_ list: [Rule]) {
    for rule in list {
      let place = rules.count
      var expression: Int32 = -1
      if case .regex(let compiled) = rule.check { expression = index(of: compiled) }
      rules.append(FormPlan.FlatRule(rule: rule, end: 0, expression: expression))
      if case .dependent(_, _, let inner) = rule.check { append(inner) }
      rules[place] = FormPlan.FlatRule(
        rule: rule, end: Int32(rules.count), expression: expression)
    }
  }

  private mutating func index(of expression: RegularExpression) -> Int32 {
    if let known = expressionByPattern[expression.pattern] { return known }
    let index = Int32(expressions.count)
    expressions.append(expression)
    expressionByPattern[expression.pattern] = index
    return index
  }
}

/// Where each component's own readers stand.
private struct ReaderTable {
  var visible: [Int32]
  var enabled: [Int32]
  var options: [Int32]
  var text: [Int32]

  init(_ screen: Screen) {
    let none = [Int32](repeating: -1, count: screen.components.count)
    visible = none
    enabled = none
    options = none
    text = none
    for (place, reader) in screen.graph.readers.enumerated() {
      switch reader {
      case .visible(let component): visible[component.rawValue] = Int32(place)
      case .enabled(let component): enabled[component.rawValue] = Int32(place)
      case .options(let component): options[component.rawValue] = Int32(place)
      case .text(let component): text[component.rawValue] = Int32(place)
      case .computed, .rule, .title, .load: break
      }
    }
  }
}

/// The tables of the repeating groups.
private struct GroupTables {
  var groups: [FormPlan.GroupPlan] = []
  var groupOfComponent: [Int32]
  var groupOfOwner: [Int32]
  var keyOffset: [Int32]
  var groupOfKey: [Int32]
  var readerOffset: [Int32]

  init(_ screen: Screen, ruleStart: [Int32]) {
    groupOfComponent = [Int32](repeating: -1, count: screen.components.count)
    groupOfOwner = groupOfComponent
    keyOffset = [Int32](repeating: -1, count: screen.keys.count)
    groupOfKey = keyOffset
    readerOffset = [Int32](repeating: -1, count: screen.graph.readers.count)
    for (index, component) in screen.components.enumerated() {
      guard let field = component.field, let model = field.group else { continue }
      let number = Int32(groups.count)
      let first = index + 1
      let end = component.subtreeEnd.rawValue
      groupOfOwner[index] = number
      for inner in first..<end { groupOfComponent[inner] = number }
      let keys = screen.scopes[model.scope.rawValue].keys
      for (offset, key) in keys.enumerated() {
        keyOffset[key.rawValue] = Int32(offset)
        groupOfKey[key.rawValue] = number
      }
      groups.append(
        FormPlan.GroupPlan(
          component: ComponentIndex(index), key: field.key, model: model, first: first, end: end,
          keys: keys, readers: [], ruleStart: ruleStart[first],
          ruleCount: ruleStart[end] - ruleStart[first]))
    }
  }

  mutating func assignReaders(_ screen: Screen) {
    guard !groups.isEmpty else { return }
    var readersOfGroup = [[Int32]](repeating: [], count: groups.count)
    for (place, reader) in screen.graph.readers.enumerated() {
      guard let component = reader.component else { continue }
      let group = groupOfComponent[component.rawValue]
      guard group >= 0 else { continue }
      readerOffset[place] = Int32(readersOfGroup[Int(group)].count)
      readersOfGroup[Int(group)].append(Int32(place))
    }
    for (number, group) in groups.enumerated() {
      groups[number] = FormPlan.GroupPlan(
        component: group.component, key: group.key, model: group.model, first: group.first,
        end: group.end, keys: group.keys, readers: readersOfGroup[number],
        ruleStart: group.ruleStart, ruleCount: group.ruleCount)
    }
  }
}

extension DependencyGraph.Reader {
  /// The component that the reader belongs to; nil for what belongs to the screen.
  var component: ComponentIndex? {
    switch self {
    case .computed, .title: nil
    case .visible(let component), .enabled(let component), .options(let component),
      .rule(let component, _), .text(let component), .load(let component):
      component
    }
  }
}
