import Foundation
import OynaValue
import Testing

/// Bad texts: whatever is written, there is a program or an error with a place inside the text.
@Suite("CEL on bad texts")
struct ExpressionFuzzTests {
  private static let seeds = [
    "form.age > 21 && (form.city == 'Samarkand' || form.consent) && !(form.score < 0.5)",
    "form.items.all(i, i.qty > 0u && i.price >= 1.5e3)", "has(form.email) ? 'a' + \"b\" : r'\\d'",
    "{'a': [1, 2, ?x], ?'b': y}[?'a'].orValue([])", "b'\\xff\\303' != b'''\n'''",
    "cel.bind(v, -0x7F, v * -v % 3) in {1: 2}", "'%s|%.2f'.format([t, 1.5]).matches('^a.*$')",
    "m.transformMap(k, v, v > 1, k + string(v)).`a-b`.?c", "a.b[0].c(1, 2)[\"k\"] // note",
    "optional.of(timestamp('2009-02-13T23:31:30Z')).optMap(t, t.getHours('+05:00'))",
    "\"\\u00e9\\U0001F600\\n\" + '''it's''' + math.greatest([1, 2.0, 3u])",
  ]

  /// Compiles, checked and unchecked, and evaluates what compiles.
  private func run(_ source: String) {
    var unchecked = CELEnvironment.screen
    unchecked.checksTypes = false
    for environment in [CELEnvironment.screen, unchecked] {
      do throws(CELError) {
        let program = try CELProgram(source, environment: environment)
        _ = try program.evaluate(costLimit: 2000) { slot in
          slot % 2 == 0 ? .list([.int(1), .string("a")]) : .string("5")
        }
      } catch {
        #expect((0...source.utf8.count).contains(error.offset), "\(source): \(error)")
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test("an expression cut short at any byte is read or refused")
  func truncated() {
    for seed in Self.seeds {
      let bytes = Array(seed.utf8)
      for count in 0...bytes.count {
        run(String(decoding: bytes[..<count], as: UTF8.self))
        run(String(decoding: bytes[count...], as: UTF8.self))
      }
    }
  }

  @Test("expressions with bytes changed, doubled, dropped and moved are read or refused")
  func mutated() {
    var generator = SeededGenerator(seed: 1)
    let fragments = [
      "(", ")", "[", "]", "{", "}", "?", ":", ".", ",", "'", "\"", "'''", "\\", "`", "-", "!", "0x",
      "1e", "&&", "||", "in", "null", "b'", "r\"", "//", "\n", "\u{0}", "é", "\u{1F600}", ".?",
      "[?",
      "9223372036854775808", "1u", "as", "has(", ".all(x,", ".map(x, x, x)", "dyn(", " ",
    ]
    for _ in 0..<4000 {
      var bytes = Array((Self.seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where place < bytes.count: bytes.remove(at: place)
        case 1 where place < bytes.count:
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2:
          let end = min(bytes.count, place + 9)
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        default:
          let fragment = fragments.randomElement(using: &generator) ?? ""
          bytes.insert(contentsOf: Array(fragment.utf8), at: place)
        }
      }
      run(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(
    "deep texts are refused with a message that names the limit, not by a crash",
    arguments: [
      "(", "[", "{1:", "!", "-", "- ", "f(", "a[", "a ? (", "a ? b : ", "x.f(", "[1].map(y, ",
      "cel.bind(y, 1, ", "has(", "[?", "!(", "-(", "a.b(c[",
    ])
  func deep(opening: String) {
    let source = String(repeating: opening, count: 100_000 / opening.utf8.count)
    #expect(failure(source)?.kind == .syntax)
    let shorter = String(repeating: opening, count: 2000)
    #expect(failure(shorter)?.message.contains("deeper than 100 levels") == true)
  }

  @Test("long chains are refused at a limit or read; none crashes")
  func chains() throws {
    for link in [".a", "[0]", ".reverse()", " + 1", " * 1", " == a", "[?0]", ".?a"] {
      let source = "a" + String(repeating: link, count: 60_000 / link.utf8.count)
      #expect(failure(source)?.message.contains("deeper than 160 levels") == true, "\(link)")
      _ = try CELProgram("a" + String(repeating: link, count: 32), environment: .screen)
    }
    let or = "a" + String(repeating: " || a", count: 12_000)
    #expect(try evaluate(or, ["a": .bool(false)]) == .bool(false))
    let list = "[" + String(repeating: "1,", count: 30_000) + "1].size()"
    #expect(try evaluate(list) == .int(30_001))
  }

  @Test("a text over 64 KiB is refused")
  func huge() {
    let source = "'" + String(repeating: "a", count: 70_000) + "'"
    #expect(failure(source)?.message == "The expression is longer than 65536 bytes.")
  }

  /// A release build takes a quarter of a MiB of the 1 MiB that WebAssembly has and of the 512 KiB
  /// of a thread on iOS; a debug build takes far more, so here it gets 4 MiB.
  @Test("the deepest expressions allowed fit the stack")
  func stack() {
    let nested = [
      ("(", "a", ")"), ("[", "a", "]"), ("{'k': ", "a", "}"), ("!", "a", ""), ("- ", "a", ""),
      ("dyn(", "a", ")"), ("[a].map(x, ", "x", ")"), ("[a].all(x, ", "x", ")"),
      ("cel.bind(x, a, ", "x", ")"), ("a ? b : ", "a", ""), ("a[", "a", "]"),
      ("'' + string(", "a", ")"), ("a || (b && ", "a", ")"), ("[?optional.of(", "a", ")]"),
    ]
    var sources: [String] = []
    for (opening, middle, closing) in nested {
      for depth in [45, 90, 98] {
        sources.append(
          String(repeating: opening, count: depth) + middle
            + String(repeating: closing, count: depth))
      }
    }
    for link in [".k", "[0]", ".?k", " + a", " * a", " == a", ".reverse()"] {
      sources.append("a" + String(repeating: link, count: 158))
    }
    let texts = sources
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for source in texts { self.run(source) }
      done.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
    done.wait()
  }

  @Test("32 levels of everything that nests are read, as cel-spec asks")
  func requiredDepth() throws {
    for (opening, closing) in [("(", ")"), ("[", "]"), ("{1:", "}"), ("dyn(", ")"), ("!", "")] {
      let source =
        String(repeating: opening, count: 32) + "true" + String(repeating: closing, count: 32)
      _ = try CELProgram(source, environment: .screen)
    }
    let conditional = String(repeating: "b ? 1 : ", count: 64) + "2"
    #expect(try evaluate(conditional, ["b": .bool(false)]) == .int(2))
  }
}
