import Foundation
import OynaValue
import Testing

@testable import OynaEngine

/// Random programs of edits, cart commands, groups, refusals, undo and redo over one open screen,
/// beside a reference that keeps whole contents. A failing program is shrunk before it is printed.
@Suite("One history of a screen: model") struct ScreenHistoryModelTests {
  @Test("the screen equals the reference on random programs")
  func randomPrograms() throws {
    let seed =
      ProcessInfo.processInfo.environment["OYNA_SEED"].flatMap { UInt64($0) }
      ?? .random(in: .min ... .max)
    print("screen history model: seed \(seed)")
    let opened = try HistoryScreen.open()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let length = Int.random(in: 1...150, using: &generator)
      let program = (0..<length).map { _ in ScreenStep.random(using: &generator) }
      guard HistoryScreen.firstDifference(program, opened) != nil else { continue }
      let shortest = shrink(program) { HistoryScreen.firstDifference($0, opened) != nil }
      let difference = HistoryScreen.firstDifference(shortest, opened) ?? ""
      Issue.record("seed \(seed): \(shortest)\n\(difference)")
      return
    }
  }
}

/// One thing that a person does, or that happens.
private enum ScreenStep {
  case type(String, String)
  case secret(String)
  case focus(String)
  case blur(String)
  /// The button that adds one of a product.
  case add(Int)
  /// The button that adds two products as one step; the second is out of stock in a bad one.
  case addSet(isBad: Bool)
  /// The cart's own stepper and its bin.
  case quantity(Int, Int64)
  case promoCode(Bool)
  /// An action that changes a field past the history.
  case overwrite
  case undo, redo, undoButton
  case snackbarUndo
  case background

  static func random(using generator: inout SeededGenerator) -> ScreenStep {
    let key = ["a", "b"].randomElement(using: &generator) ?? "a"
    let text = ["", "x", "xy", "é", "👨‍👩‍👧"].randomElement(using: &generator) ?? ""
    let product = Int.random(in: 0..<3, using: &generator)
    switch Int.random(in: 0..<30, using: &generator) {
    case 0...5: return .type(key, text)
    case 6: return .secret(text)
    case 7: return .focus(key)
    case 8: return .blur(key)
    case 9...11: return .add(product)
    case 12: return .addSet(isBad: .random(using: &generator))
    case 13...17: return .quantity(product, Int64.random(in: 0...6, using: &generator))
    case 18: return .promoCode(.random(using: &generator))
    case 19: return .overwrite
    case 20...23: return .undo
    case 24...26: return .redo
    case 27: return .undoButton
    case 28: return .snackbarUndo
    default: return .background
    }
  }
}

private struct Content: Equatable {
  var texts = ["a": "", "b": ""]
  var lines: [Line] = []
  var hasCode = false

  struct Line: Equatable {
    let product: Int
    var quantity: Int64
  }

  func place(of product: Int) -> Int? { lines.firstIndex { $0.product == product } }
  func quantity(of product: Int) -> Int64 { place(of: product).map { lines[$0].quantity } ?? 0 }
}

/// What the history should do, written down without commands.
private struct HistoryReference {
  struct Entry {
    let id: Int
    /// Nil for an entry of the cart.
    let field: String?
    let before: Content
    var after: Content
    /// The product of a stepper; taps on one stepper are one entry.
    var stepper: Int?
  }

  /// By product: what is in stock. The last one is sold out.
  static let stock: [Int64] = [4, 99, 0]
  static let most: Int64 = 5

  private(set) var content = Content()
  private(set) var done: [Entry] = []
  private(set) var undone: [Entry] = []
  private var coalesces = true
  private var nextID = 0
  private var removal: (id: Int, product: Int, quantity: Int64)?

  mutating func run(_ step: ScreenStep) {
    switch step {
    case .type(let key, let text):
      var after = content
      after.texts[key] = text
      if after != content { record(after, field: key) }
    case .secret, .background: break
    case .focus, .blur: coalesces = false
    case .add(let product):
      coalesces = false
      if let after = adding(product, to: content) { record(after) }
    case .addSet(let isBad):
      coalesces = false
      addSet(isBad: isBad)
    case .quantity(let product, let count): setQuantity(of: product, to: count)
    case .promoCode(let isSet):
      guard content.hasCode != isSet else { return }
      var after = content
      after.hasCode = isSet
      record(after)
    case .overwrite:
      coalesces = false
      content.texts["a"] = "over"
    case .undo: undo()
    case .redo: redo()
    case .undoButton:
      coalesces = false
      undo()
    case .snackbarUndo: snackbarUndo()
    }
  }

  private func adding(_ product: Int, to content: Content) -> Content? {
    let quantity = content.quantity(of: product) + 1
    guard quantity <= Self.most, quantity <= Self.stock[product] else { return nil }
    var after = content
    if let place = after.place(of: product) {
      after.lines[place].quantity = quantity
    } else {
      after.lines.append(Content.Line(product: product, quantity: quantity))
    }
    return after
  }

  private mutating func addSet(isBad: Bool) {
    guard let first = adding(1, to: content) else {
      removal = nil
      return
    }
    guard let after = adding(isBad ? 2 : 0, to: first) else {
      // The part that was done and taken back again opened a new entry of its own.
      coalesces = true
      removal = nil
      return
    }
    coalesces = true
    record(after)
  }

  private mutating func setQuantity(of product: Int, to count: Int64) {
    let present = content.quantity(of: product)
    guard let place = content.place(of: product), count != present else { return }
    var after = content
    if count == 0 {
      after.lines.remove(at: place)
      record(after)
      removal = (nextID - 1, product, present)
      return
    }
    guard count < present || (count <= Self.most && count <= Self.stock[product]) else { return }
    after.lines[place].quantity = count
    record(after, stepper: product)
  }

  private mutating func record(_ after: Content, field: String? = nil, stepper: Int? = nil) {
    let mayMerge = coalesces
    coalesces = true
    undone = []
    if mayMerge, let last = done.last, last.field == field, last.stepper == stepper,
      field != nil || stepper != nil
    {
      done[done.count - 1].after = after
    } else {
      done.append(
        Entry(id: nextID, field: field, before: content, after: after, stepper: stepper))
      if done.count > 50 { done.removeFirst() }
    }
    nextID += 1
    content = after
  }

  private mutating func undo() {
    guard let entry = done.popLast() else { return }
    restore(entry.before, entry.field)
    undone.append(entry)
    coalesces = false
  }

  private mutating func redo() {
    guard let entry = undone.popLast() else { return }
    restore(entry.after, entry.field)
    done.append(entry)
    coalesces = false
  }

  private mutating func restore(_ other: Content, _ field: String?) {
    if let field {
      content.texts[field] = other.texts[field]
    } else {
      content.lines = other.lines
      content.hasCode = other.hasCode
    }
  }

  private mutating func snackbarUndo() {
    guard let removal else { return undo() }
    self.removal = nil
    if done.last?.id == removal.id { return undo() }
    guard content.place(of: removal.product) == nil else { return }
    var after = content
    after.lines.append(Content.Line(product: removal.product, quantity: removal.quantity))
    record(after)
  }
}

private enum HistoryScreen {
  static func open() throws -> Screen {
    let add = { (command: String) in
      #"{"type": "command", "command": "add_product", "cart": "cart", "product": "\#(command)"}"#
    }
    let button = { (id: String, action: String) in
      #"{"id": "\#(id)", "type": "button", "props": {"label": "B"}, "on": {"tap": \#(action)}}"#
    }
    let set = { (two: String) in
      #"{"type": "sequence", "actions": [\#(add("1")), \#(add(two))]}"#
    }
    return try screen(
      body(
        """
        {"id": "bar", "type": "undo_bar"}, {"id": "a", "type": "text_input"},
        {"id": "b", "type": "text_area"}, {"id": "pin", "type": "secure_input"},
        {"id": "cart", "type": "cart", "props": {"maxQuantity": 5, "products": [
          {"id": "0", "title": "Zero", "unitPrice": 100, "stock": 4},
          {"id": "1", "title": "One", "unitPrice": 7},
          {"id": "2", "title": "Two", "unitPrice": 5, "stock": 0}],
          "promoCodes": [{"code": "TEN", "basisPoints": 1000}]}},
        \(button("add0", add("0"))), \(button("add1", add("1"))), \(button("add2", add("2"))),
        \(button("set", set("0"))), \(button("bad_set", set("2"))),
        \(button("over", #"{"type": "set_value", "key": "a", "value": "over"}"#)),
        \(button("undo_button", #"{"type": "undo"}"#))
        """))
  }

  private static func event(_ step: ScreenStep) -> Event {
    switch step {
    case .type(let key, let text): .input(key: key, value: .string(text))
    case .secret(let text):
      .secretInput(
        key: "pin",
        value: Array(text.utf8).withUnsafeBufferPointer { Secret(copying: $0) })
    case .focus(let key): .focus(key: key)
    case .blur(let key): .blur(key: key)
    case .add(let product): .tap(id: "add\(product)")
    case .addSet(let isBad): .tap(id: isBad ? "bad_set" : "set")
    case .quantity(let index, let count):
      .cart(key: "cart", .quantity(of: product("\(index)"), to: count))
    case .promoCode(let isSet): .cart(key: "cart", .promoCode(isSet ? "ten" : nil))
    case .overwrite: .tap(id: "over")
    case .undo: .undo
    case .redo: .redo
    case .undoButton: .tap(id: "undo_button")
    case .snackbarUndo: .snackbarAction(.undo)
    case .background: .lifecycle(.background)
    }
  }

  private static func content(_ engine: Engine) -> Content {
    var content = Content()
    for key in ["a", "b"] {
      if case .string(let text)? = engine.value(for: key) { content.texts[key] = text }
    }
    guard case .map(let cart)? = engine.value(for: "cart"), case .list(let lines)? = cart["lines"]
    else { return content }
    content.hasCode = cart["promoCode"] == .string("TEN")
    var subtotal: Int64 = 0
    for case .map(let line) in lines {
      guard case .string(let product)? = line["product"],
        case .int(let quantity)? = line["quantity"],
        case .int(let price)? = line["unitPrice"]
      else { continue }
      subtotal += price * quantity
      content.lines.append(Content.Line(product: Int(product) ?? -1, quantity: quantity))
    }
    let total = content.hasCode ? subtotal - subtotal / 10 : subtotal
    if cart["total"] != .int(total) { content.lines = [] }
    return content
  }

  static func firstDifference(_ program: [ScreenStep], _ screen: Screen) -> String? {
    var engine = Engine(
      screen: screen,
      context: Context(
        today: CalendarDay(year: 2026, month: 12, day: 1) ?? .some,
        seed: Context.Seed(high: 1, low: 2)))
    var reference = HistoryReference()
    for (index, step) in program.enumerated() {
      _ = engine.handle(event(step))
      reference.run(step)
      guard content(engine) == reference.content, engine.undoCount == reference.done.count,
        engine.redoCount == reference.undone.count
      else {
        return """
          after step \(index) \(step): undo \(engine.undoCount)/\(reference.done.count), \
          redo \(engine.redoCount)/\(reference.undone.count)
          \(content(engine))
          \(reference.content)
          """
      }
    }
    return wayThereAndBack(&engine)
  }

  /// Undo n times, then redo n times, is nothing done, for every n.
  private static func wayThereAndBack(_ engine: inout Engine) -> String? {
    // Something that the history does not know of may have changed the field `a`.
    while engine.undoCount > 0 { _ = engine.handle(.undo) }
    while engine.redoCount > 0 { _ = engine.handle(.redo) }
    let end = content(engine)
    for count in 0...engine.undoCount {
      for _ in 0..<count { _ = engine.handle(.undo) }
      for _ in 0..<count { _ = engine.handle(.redo) }
      guard content(engine) == end else { return "\(count) undos and redos: \(content(engine))" }
    }
    return nil
  }
}

extension CalendarDay {
  fileprivate static let some = CalendarDay("2026-12-01").unsafelyUnwrapped
}
