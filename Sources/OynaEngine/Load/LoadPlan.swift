import OynaValue

/// What a `load` component needs at run time, worked out once from the screen.
struct LoadPlan: Sendable {
  let component: ComponentIndex
  let model: LoadModel
  /// The slots of the keys that it gives to what stands in it.
  let data: Int
  let item: Int
  let index: Int
  let message: Int
  /// `items`, `itemId` and `nextCursor` where they only follow members.
  let itemsPath: MemberPath?
  let idPath: MemberPath?
  let cursorPath: MemberPath?

  init?(_ screen: Screen, _ component: ComponentIndex) {
    guard let model = screen[component].load else { return nil }
    self.component = component
    self.model = model
    let keys = screen.scopes[model.scope.rawValue].keys
    let slot = { (name: String) in
      keys.first { screen[$0].key.name == name }?.rawValue ?? 0
    }
    data = slot("data")
    item = slot("item")
    index = slot("index")
    message = slot("message")
    itemsPath = model.items.flatMap { MemberPath($0.program.source, from: "data") }
    idPath = model.itemID.flatMap { MemberPath($0.program.source, from: "item") }
    cursorPath = model.nextCursor.flatMap { MemberPath($0.program.source, from: "data") }
  }
}

/// The tables of the loads of a screen; empty for a screen without one.
struct LoadTables: Sendable {
  private(set) var plans: [LoadPlan] = []
  /// By component: the load that it is, or -1.
  private(set) var ownerOf: [Int32] = []
  /// By component: the load whose item it is a part of, or -1.
  private(set) var itemOf: [Int32] = []
  /// By reader: the load whose item has it, or -1.
  private(set) var itemOfReader: [Int32] = []

  init(_ screen: Screen) {
    for index in screen.components.indices {
      guard let plan = LoadPlan(screen, ComponentIndex(index)) else { continue }
      if plans.isEmpty {
        ownerOf = [Int32](repeating: -1, count: screen.components.count)
        itemOf = ownerOf
      }
      ownerOf[index] = Int32(plans.count)
      if plan.model.items != nil, let content = plan.model.content {
        for part in content.rawValue..<screen[content].subtreeEnd.rawValue {
          itemOf[part] = Int32(plans.count)
        }
      }
      plans.append(plan)
    }
    guard !plans.isEmpty else { return }
    itemOfReader = screen.graph.readers.map { reader in
      reader.component.map { itemOf[$0.rawValue] } ?? -1
    }
  }

  subscript(load: Int) -> LoadPlan { plans[load] }

  /// The load that a component is; nil when it is another one.
  func load(_ component: Int) -> Int? {
    guard !plans.isEmpty, ownerOf[component] >= 0 else { return nil }
    return Int(ownerOf[component])
  }

  /// The load whose item a component is a part of.
  func itemLoad(_ component: Int) -> Int? {
    guard !plans.isEmpty, itemOf[component] >= 0 else { return nil }
    return Int(itemOf[component])
  }
}
