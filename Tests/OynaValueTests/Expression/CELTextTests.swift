import Testing

@testable import OynaValue

/// The text functions against the plainest code that could be right, on short texts of few
/// characters, where everything overlaps.
@Suite("Text functions of CEL")
struct CELTextTests {
  private typealias Text = [Unicode.Scalar]

  private struct Samples: Sequence, IteratorProtocol {
    var generator = SeededGenerator(seed: 17)
    var left = 600

    mutating func text(_ limit: Int) -> String {
      let letters = ["a", "b", "é", "😀", ","]
      let count = Int.random(in: 0...limit, using: &generator)
      return (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }

    mutating func next() -> (text: String, part: String, other: String, number: Int)? {
      guard left > 0 else { return nil }
      left -= 1
      return (text(9), text(2), text(3), Int.random(in: -1...10, using: &generator))
    }
  }

  private func string(_ text: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    return String(view)
  }

  /// Where `part` begins in `text`.
  private func places(_ part: Text, in text: Text) -> [Int] {
    (0...text.count).filter { text.dropFirst($0).starts(with: part) }
  }

  private func check(
    _ source: String, _ state: [String: Value], _ expected: Value?
  ) {
    do throws(CELError) {
      let value = try evaluate(source, state)
      #expect(value == expected, "\(source) \(state)")
    } catch {
      #expect(expected == nil, "\(source) \(state): \(error.message)")
    }
  }

  @Test("searching agrees with trying each place")
  func searching() {
    for sample in Samples() {
      let text = Text(sample.text.unicodeScalars)
      let part = Text(sample.part.unicodeScalars)
      let places = places(part, in: text)
      let state: [String: Value] = [
        "t": .string(sample.text), "p": .string(sample.part), "n": .int(Int64(sample.number)),
      ]
      let isInside = (0...text.count).contains(sample.number)
      check("t.contains(p)", state, .bool(!places.isEmpty))
      check("t.startsWith(p)", state, .bool(places.contains(0)))
      check("t.endsWith(p)", state, .bool(text.reversed().starts(with: part.reversed())))
      check("t.indexOf(p)", state, .int(Int64(places.first ?? -1)))
      check("t.lastIndexOf(p)", state, .int(Int64(places.last ?? -1)))
      let after = places.first { $0 >= sample.number } ?? -1
      check("t.indexOf(p, n)", state, isInside ? .int(Int64(after)) : nil)
      let before = places.last { $0 <= sample.number } ?? -1
      check("t.lastIndexOf(p, n)", state, isInside ? .int(Int64(before)) : nil)
      let charAt = string(text.dropFirst(max(0, sample.number)).prefix(1))
      check("t.charAt(n)", state, isInside ? .string(charAt) : nil)
      let rest = string(text.dropFirst(max(0, sample.number)))
      check("t.substring(n)", state, isInside ? .string(rest) : nil)
      let first = string(text.prefix(max(0, sample.number)))
      check("t.substring(0, n)", state, isInside ? .string(first) : nil)
      check("size(t)", state, .int(Int64(text.count)))
      check("t.reverse()", state, .string(string(text.reversed())))
    }
  }

  @Test("a part that resembles itself is found in a text that resembles it")
  func selfSimilar() {
    var generator = SeededGenerator(seed: 19)
    func bits(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...9, using: &generator) < 7 ? 97 : 98 }
    }
    for _ in 0..<3000 {
      let text = bits(Int.random(in: 0...60, using: &generator))
      let part = bits(Int.random(in: 1...8, using: &generator))
      var expected: [Int] = []
      var index = 0
      while index + part.count <= text.count {
        if text[index...].starts(with: part) {
          expected.append(index)
          index += part.count
        } else {
          index += 1
        }
      }
      var search = TextSearch(text, for: part)
      var found: [Int] = []
      while let place = search.next() { found.append(place) }
      #expect(found == expected, "\(part) in \(text)")
    }
  }

  @Test("a search in long texts is right, and linear in them")
  func longTexts() throws {
    let text = String(repeating: "a", count: 60_000)
    let part = String(repeating: "a", count: 30_000)
    for (end, isThere) in [("b", false), ("a", true)] {
      let state: [String: Value] = ["t": .string(text), "p": .string(part + end)]
      #expect(try evaluate("t.contains(p)", state) == .bool(isThere))
      let place: Int64 = isThere ? 0 : -1
      #expect(try evaluate("t.indexOf(p)", state) == .int(place))
    }
  }

  /// The parts between the first `limit` matches that do not overlap.
  private func parts(_ text: Text, _ separator: Text, _ limit: Int?) -> [Text] {
    var parts: [Text] = [[]]
    var index = 0
    while index < text.count {
      let isMatch =
        separator.isEmpty ? index > 0 : text.dropFirst(index).starts(with: separator)
      if isMatch, parts.count <= limit ?? .max {
        parts.append([])
        index += separator.count
        if separator.isEmpty {
          parts[parts.count - 1].append(text[index])
          index += 1
        }
      } else {
        parts[parts.count - 1].append(text[index])
        index += 1
      }
    }
    return parts
  }

  @Test("split and replace agree with cutting by hand")
  func cutting() {
    for sample in Samples() where !sample.part.isEmpty {
      let text = Text(sample.text.unicodeScalars)
      let part = Text(sample.part.unicodeScalars)
      let state: [String: Value] = [
        "t": .string(sample.text), "p": .string(sample.part), "o": .string(sample.other),
        "n": .int(Int64(sample.number)),
      ]
      let all = parts(text, part, nil).map(string)
      check("t.split(p)", state, .list(all.map { .string($0) }))
      check("t.split(p).join(p)", state, .string(sample.text))
      check("t.replace(p, o)", state, .string(all.joined(separator: sample.other)))
      let limited = parts(text, part, sample.number < 0 ? nil : sample.number).map(string)
      check("t.replace(p, o, n)", state, .string(limited.joined(separator: sample.other)))
      let split = sample.number < 0 ? nil : max(0, sample.number - 1)
      let pieces = parts(text, part, split).map(string)
      check(
        "t.split(p, n)", state, .list(sample.number == 0 ? [] : pieces.map { .string($0) }))
    }
  }

  @Test(
    "the empty text stands between all characters",
    arguments: [
      ("'aé'.split('') == ['a', 'é']"), ("''.split('') == []"), ("''.split(',') == ['']"),
      ("'abc'.split('', 2) == ['a', 'bc']"), ("'aé😀'.replace('', '-') == '-a-é-😀-'"),
      ("'aé'.replace('', '-', 2) == '-a-é'"), ("''.replace('', 'x') == 'x'"),
      ("'abc'.indexOf('', 2) == 2"), ("'abc'.lastIndexOf('') == 3"), ("[].join('x') == ''"),
    ])
  func empty(source: String) throws {
    #expect(try evaluate(source) == .bool(true))
  }

  @Test("trim takes white space of Unicode and nothing else")
  func trimming() throws {
    let whiteSpace =
      "\t\n\u{B}\u{C}\r \u{85}\u{A0}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}"
      + "\u{3000}"
    let text = whiteSpace + "a" + whiteSpace + "b" + whiteSpace
    let trimmed = "a" + whiteSpace + "b"
    #expect(try evaluate("t.trim()", ["t": .string(text)]) == .string(trimmed))
    let kept = "\u{180E}a\u{200B}\u{FEFF}"
    #expect(try evaluate("t.trim()", ["t": .string(kept)]) == .string(kept))
  }

  @Test("letters change case in ASCII only")
  func letterCase() throws {
    let text = Value.string("aZ[`{@é İß")
    #expect(try evaluate("t.upperAscii()", ["t": text]) == .string("AZ[`{@é İß"))
    #expect(try evaluate("t.lowerAscii()", ["t": text]) == .string("az[`{@é İß"))
  }

  @Test("a quoted text is a literal of the same text")
  func quoting() throws {
    for sample in Samples().prefix(200) {
      let text = sample.text + "\"\\\n\r\t\u{7}\u{8}\u{B}\u{C}" + sample.part
      guard case .string(let quoted) = try evaluate("strings.quote(t)", ["t": .string(text)])
      else {
        Issue.record("no text")
        return
      }
      #expect(try evaluate(quoted) == .string(text))
    }
  }

  @Test("base64 reads what it writes, and refuses the rest")
  func base64() throws {
    var generator = SeededGenerator(seed: 23)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let value = try evaluate("base64.decode(base64.encode(b))", ["b": .bytes(bytes)])
      #expect(value == .bytes(bytes))
    }
    #expect(try evaluate("base64.encode(b'hello')") == .string("aGVsbG8="))
    #expect(try evaluate("base64.decode('aGVsbG8')") == .bytes(Array("hello".utf8)))
    for wrong in ["a", "a===", "ab=", "ab==c", "a b=", "ab-_", "=", "ab=c"] {
      #expect(failure("base64.decode('\(wrong)')")?.kind == .evaluation, "\(wrong)")
    }
  }
}
