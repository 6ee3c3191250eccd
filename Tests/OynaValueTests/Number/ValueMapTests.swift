import OynaValue
import Testing

@Suite("Ordered map of values")
struct ValueMapTests {
  /// The simplest thing that could be right: a list searched from the front.
  private struct Model {
    var entries: [(key: Value, value: Value)] = []

    mutating func set(_ value: Value, for key: Value) {
      if let place = entries.firstIndex(where: { $0.key == key }) {
        entries[place].value = value
      } else {
        entries.append((key, value))
      }
    }

    mutating func remove(_ key: Value) -> Value? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      return entries.remove(at: place).value
    }
  }

  @Test("random operations leave the map as a plain list would be, small and large")
  func model() throws {
    var generator = SeededGenerator(seed: 11)
    for span in [3, 12, 60] {
      var map = ValueMap()
      var model = Model()
      for step in 0..<2000 {
        let number = Int64.random(in: 0..<Int64(span), using: &generator)
        let keys: [Value] = [.int(number), .string("k\(number)"), .uint(UInt64(number))]
        let key = try #require(keys.randomElement(using: &generator))
        if Int.random(in: 0..<3, using: &generator) == 0 {
          try #require(map.removeValue(for: key) == model.remove(key))
        } else {
          map.set(.int(Int64(step)), for: key)
          model.set(.int(Int64(step)), for: key)
        }
        try #require(map.count == model.entries.count)
        try #require(map.isEmpty == model.entries.isEmpty)
        try #require(map[key: key] == model.entries.first { $0.key == key }?.value)
        try #require(map.contains(key: key) == model.entries.contains { $0.key == key })
        if case .string(let name) = key {
          try #require(map[name] == map[key: key])
        }
      }
      #expect(map.entries.map(\.key) == model.entries.map(\.key))
      #expect(map.entries.map(\.value) == model.entries.map(\.value))
    }
  }

  @Test("keys are told apart by scalars and found across number types")
  func keys() {
    for filler in [0, 20] {
      var map = ValueMap((0..<filler).map { (.string("filler\($0)"), .null) })
      map.set(.int(1), for: "\u{E9}")
      map.set(.int(2), for: "e\u{301}")
      map.set(.int(3), for: .int(7))
      #expect(map["\u{E9}"] == .int(1))
      #expect(map["e\u{301}"] == .int(2))
      #expect(map[key: .double(7)] == .int(3))
      #expect(map["7"] == nil)
      #expect(map.count == filler + 3)
    }
  }

  @Test("unique entries are demanded where they must be")
  func unique() {
    #expect(ValueMap(uniqueEntries: [(.int(1), .null), (.uint(1), .null)]) == nil)
    #expect(ValueMap(uniqueEntries: [(.int(1), .null), (.string("1"), .null)])?.count == 2)
    #expect(ValueMap([(.int(1), .int(1)), (.uint(1), .int(2))]).entries.count == 1)
  }
}
