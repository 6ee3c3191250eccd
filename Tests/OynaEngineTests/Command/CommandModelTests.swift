import Foundation
import OynaValue
import Testing

@testable import OynaEngine

/// Random programs of commands, undo, redo, groups, marks and failures, run by the real history and
/// by a reference that only keeps whole states. A failing program is shrunk before it is printed.
@Suite("Command model") struct CommandModelTests {
  @Test("the history equals the reference on random programs", arguments: [0, 1, 2, 3, 50])
  func randomPrograms(capacity: Int) {
    let seed =
      ProcessInfo.processInfo.environment["OYNA_SEED"].flatMap { UInt64($0) }
      ?? .random(in: .min ... .max)
    print("command model: capacity \(capacity), seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let length = Int.random(in: 1...120, using: &generator)
      let program = (0..<length).map { _ in Step.random(depth: 0, using: &generator) }
      guard Model.firstDifference(program, capacity: capacity) != nil else { continue }
      let shortest = shrink(program) { Model.firstDifference($0, capacity: capacity) != nil }
      let difference = Model.firstDifference(shortest, capacity: capacity) ?? ""
      Issue.record("seed \(seed), capacity \(capacity): \(shortest)\n\(difference)")
      return
    }
  }
}

/// One step of a program. Numbers choose among few products and amounts, so steps meet.
private indirect enum Step: CustomStringConvertible {
  case append(String)
  case type(String)
  case add(Int, Int64)
  case remove(Int)
  case price(Int, Int64)
  case quantity(Int, Int64, coalesces: Bool)
  case failingExecute
  /// A command whose undo (or redo, by turns) fails while the receiver's `isJammed` is set.
  case jammable
  case jam(Bool)
  case group([Step], fails: Bool)
  case undo, redo, save, stopCoalescing

  var description: String {
    switch self {
    case .append(let text): ".append(\(text.debugDescription))"
    case .type(let text): ".type(\(text.debugDescription))"
    case .add(let product, let quantity): ".add(\(product), \(quantity))"
    case .remove(let product): ".remove(\(product))"
    case .price(let product, let units): ".price(\(product), \(units))"
    case .quantity(let product, let count, let coalesces):
      ".quantity(\(product), \(count), coalesces: \(coalesces))"
    case .failingExecute: ".failingExecute"
    case .jammable: ".jammable"
    case .jam(let on): ".jam(\(on))"
    case .group(let steps, let fails): ".group(\(steps), fails: \(fails))"
    case .undo: ".undo"
    case .redo: ".redo"
    case .save: ".save"
    case .stopCoalescing: ".stopCoalescing"
    }
  }

  static func random(depth: Int, using generator: inout SeededGenerator) -> Step {
    let texts = ["a", "e", "\u{301}", "👩", "\u{200D}", "👧", "\n", ""]
    let product = Int.random(in: 0..<4, using: &generator)
    let amount = Int64.random(in: -1...5, using: &generator)
    switch Int.random(in: 0..<(depth == 0 ? 26 : 17), using: &generator) {
    case 0...1: return .append(texts.randomElement(using: &generator) ?? "")
    case 2...4: return .type(texts.randomElement(using: &generator) ?? "")
    case 5...6: return .add(product, max(1, amount))
    case 7: return .remove(product)
    case 8: return .price(product, amount * 10)
    case 9...10: return .quantity(product, amount, coalesces: .random(using: &generator))
    case 11: return .failingExecute
    case 12: return .jammable
    case 13: return .jam(.random(using: &generator))
    case 14: return .stopCoalescing
    case 15...16 where depth < 3:
      let count = Int.random(in: 0...5, using: &generator)
      let steps = (0..<count).map { _ in random(depth: depth + 1, using: &generator) }
      return .group(steps, fails: Int.random(in: 0..<3, using: &generator) == 0)
    case 17...20: return .undo
    case 21...23: return .redo
    case 24: return .save
    default: return .append("x")
    }
  }
}

/// The state that commands change, as a value.
private struct State: Equatable {
  struct Line: Equatable {
    var product: Int
    var quantity: Int64
    var price: Int64
  }
  var text: [UInt8] = []
  var lines: [Line] = []
  var jammed = 0
}

/// The real thing: one history over a document, a cart and a jammable counter.
private final class Subject {
  final class Counter {
    var count = 0
    var isJammed = false
  }
  let document = TextDocument()
  let cart = Cart(currency: sum)
  let counter = Counter()
  let history: CommandHistory
  /// True once a rollback failed: the receiver is then between two states by contract.
  private(set) var isBetweenStates = false

  init(capacity: Int) { history = CommandHistory(capacity: capacity) }

  var state: State {
    State(
      text: Array(document.text.utf8),
      lines: cart.lines.map {
        State.Line(
          product: Int($0.product.name) ?? -1, quantity: $0.quantity,
          price: $0.unitPrice.minorUnits)
      }, jammed: counter.count)
  }

  /// True when the step did something (an undo with nothing to undo does not).
  func run(_ step: Step) throws(CommandError) -> Bool {
    do throws(CommandError) { return try attempt(step) } catch {
      if case .rollbackFailed = error { isBetweenStates = true }
      throw error
    }
  }

  private func attempt(_ step: Step) throws(CommandError) -> Bool {
    switch step {
    case .append(let text): try history.execute(AppendTextCommand(text, to: document))
    case .type(let text):
      try history.execute(AppendTextCommand(text, to: document, coalesces: true))
    case .add(let index, let quantity):
      let present = cart.line(of: product("\(index)"))?.unitPrice.minorUnits ?? 100
      let added: CartLine
      do throws(CartError) {
        added = try line("\(index)", quantity: quantity, price: present)
      } catch { throw .cart(error) }
      try history.execute(AddProductCommand(added, to: cart))
    case .remove(let index):
      try history.execute(RemoveProductCommand(product("\(index)"), from: cart))
    case .price(let index, let units):
      try history.execute(ChangePriceCommand(of: product("\(index)"), to: price(units), in: cart))
    case .quantity(let index, let count, let coalesces):
      try history.execute(
        ChangeQuantityCommand(of: product("\(index)"), to: count, in: cart, coalesces: coalesces))
    case .failingExecute:
      try history.execute(ProbeCommand(execute: { () throws(CommandError) in throw broken }))
    case .jammable:
      let counter = counter
      let step = { (change: Int) throws(CommandError) in
        if counter.isJammed { throw broken }
        counter.count += change
      }
      try history.execute(
        ProbeCommand(
          execute: { () throws(CommandError) in try step(1) },
          undo: { () throws(CommandError) in try step(-1) }))
    case .jam(let on): counter.isJammed = on
    case .group(let steps, let fails):
      try history.group("Group") { () throws(CommandError) in
        for step in steps {
          do throws(CommandError) { _ = try run(step) } catch  where fails { throw error } catch {}
        }
        if fails { throw broken }
      }
    case .undo: return try history.undo()
    case .redo: return try history.redo()
    case .save: return history.markSaved()
    case .stopCoalescing: history.stopCoalescing()
    }
    return true
  }
}

/// The reference: whole states instead of commands.
private struct Reference {
  /// What an entry remembers: the states around it, how it may merge, and whether jamming stops it.
  struct Entry {
    var before: State
    var after: State
    var merge: Merge
    var jams: Bool
  }
  enum Merge: Equatable {
    case never
    case typing(endsLine: Bool)
    case quantity(Int)
  }

  let capacity: Int
  var state = State()
  var undone: [Entry] = []
  var done: [Entry] = []
  var isJammed = false
  var coalesces = true
  /// Commands in effect before the oldest entry, and the saved number of commands in effect.
  var trimmed = 0
  var saved: Int? = 0
  var position: Int { trimmed + done.count }

  /// The entries of open groups, innermost last.
  var open: [[Entry]] = []

  mutating func record(_ entry: Entry) {
    let mayMerge = coalesces
    coalesces = true
    if let group = open.indices.last {
      if mayMerge, let last = open[group].last, let merged = merge(last, entry) {
        open[group][open[group].count - 1] = merged
      } else {
        open[group].append(entry)
      }
      return
    }
    undone = []
    if let mark = saved, mark > position { saved = nil }
    if mayMerge, saved != position, let last = done.last, let merged = merge(last, entry) {
      done[done.count - 1] = merged
      return
    }
    done.append(entry)
    while done.count > capacity {
      done.removeFirst()
      trimmed += 1
    }
    if let mark = saved, mark < trimmed { saved = nil }
  }

  func merge(_ first: Entry, _ second: Entry) -> Entry? {
    switch (first.merge, second.merge) {
    case (.typing(endsLine: false), .typing(let endsLine))
    where first.after.text == second.before.text:
      Entry(
        before: first.before, after: second.after, merge: .typing(endsLine: endsLine), jams: false)
    case (.quantity(let one), .quantity(let other)) where one == other:
      Entry(
        before: first.before, after: second.after, merge: .quantity(one), jams: false)
    default: nil
    }
  }

  /// Nil when refused.
  mutating func run(_ step: Step) -> Bool? {
    var next = state
    var merge = Merge.never
    var jams = false
    switch step {
    case .append(let text): next.text += Array(text.utf8)
    case .type(let text):
      next.text += Array(text.utf8)
      merge = .typing(endsLine: text.contains("\n"))
    case .add(let product, let quantity):
      if let index = next.lines.firstIndex(where: { $0.product == product }) {
        next.lines[index].quantity += quantity
      } else {
        next.lines.append(State.Line(product: product, quantity: quantity, price: 100))
      }
    case .remove(let product):
      guard let index = next.lines.firstIndex(where: { $0.product == product }) else { return nil }
      next.lines.remove(at: index)
    case .price(let product, let units):
      guard units >= 0, let index = next.lines.firstIndex(where: { $0.product == product }) else {
        return nil
      }
      next.lines[index].price = units
    case .quantity(let product, let count, let coalesces):
      guard count > 0, let index = next.lines.firstIndex(where: { $0.product == product }) else {
        return nil
      }
      next.lines[index].quantity = count
      merge = coalesces ? .quantity(product) : .never
    case .failingExecute: return nil
    case .jammable:
      guard !isJammed else { return nil }
      next.jammed += 1
      jams = true
    case .jam(let on):
      isJammed = on
      return true
    case .group(let steps, let fails): return runGroup(steps, fails: fails)
    case .undo: return undo()
    case .redo: return redo()
    case .save:
      guard open.allSatisfy({ $0.isEmpty }) else { return false }
      saved = position
      return true
    case .stopCoalescing:
      coalesces = false
      return true
    }
    record(Entry(before: state, after: next, merge: merge, jams: jams))
    state = next
    return true
  }

  mutating func undo() -> Bool? {
    guard open.isEmpty else { return nil }
    guard let last = done.last else { return false }
    guard !(last.jams && isJammed) else { return nil }
    state = last.before
    undone.append(done.removeLast())
    return true
  }

  mutating func redo() -> Bool? {
    guard open.isEmpty else { return nil }
    guard let next = undone.last else { return false }
    guard !(next.jams && isJammed) else { return nil }
    state = next.after
    done.append(undone.removeLast())
    return true
  }

  mutating func runGroup(_ steps: [Step], fails: Bool) -> Bool? {
    let before = state
    open.append([])
    for step in steps {
      if run(step) == nil, fails { break }
    }
    let parts = open.removeLast()
    guard !fails else {
      state = before
      return nil
    }
    guard !parts.isEmpty else { return true }
    record(
      Entry(before: before, after: state, merge: .never, jams: parts.contains { $0.jams }))
    return true
  }
}

private enum Model {
  /// What differs after which step; nil when nothing does.
  ///
  /// A program whose rollback was stopped by a jammed part is not judged further.
  static func firstDifference(_ program: [Step], capacity: Int) -> String? {
    let subject = Subject(capacity: capacity)
    var reference = Reference(capacity: capacity)
    for (index, step) in program.enumerated() {
      var result: Bool?
      do throws(CommandError) { result = try subject.run(step) } catch {
        result = nil
      }
      if subject.isBetweenStates { return nil }
      let expected = reference.run(step)
      let (history, state) = (subject.history, subject.state)
      guard result == expected, state == reference.state,
        history.undoCount == reference.done.count, history.redoCount == reference.undone.count,
        history.isSaved == (reference.saved == reference.position)
      else {
        return """
          after step \(index) \(step): result \(String(describing: result)) expected \
          \(String(describing: expected)), undo \(history.undoCount)/\(reference.done.count), \
          redo \(history.redoCount)/\(reference.undone.count), saved \(history.isSaved)/\
          \(String(describing: reference.saved)) at \(reference.position)
          \(state)
          \(reference.state)
          """
      }
      guard history.undoCount + history.redoCount <= capacity else { return "over capacity" }
    }
    return nil
  }
}
