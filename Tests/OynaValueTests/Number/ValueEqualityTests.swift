import OynaValue
import Testing

@Suite("Equality of values")
struct ValueEqualityTests {
  private static func decimal(_ text: String) -> Value {
    DecimalNumber(text).map(Value.decimal) ?? .null
  }

  /// Groups of equal values; values of different groups differ.
  private static let groups: [[Value]] = [
    [.null],
    [.bool(true)], [.bool(false)],
    [.int(0), .uint(0), .double(0), .double(-0.0), decimal("0.00"), decimal("-0e5")],
    [.int(1), .uint(1), .double(1), decimal("1.0"), decimal("10e-1")],
    [.double(0.1)], [decimal("0.1")],
    [decimal("0.1000000000000000055511151231257827021181583404541015626")],
    [.double(0.5), decimal("0.5")],
    [.int(9_007_199_254_740_993), decimal("9007199254740993")],
    [.int(9_007_199_254_740_992), .double(9_007_199_254_740_992)],
    [.uint(.max), decimal("18446744073709551615")],
    [.double(18_446_744_073_709_551_616), decimal("18446744073709551616")],
    [.double(.infinity)], [.double(-.infinity)], [decimal("1e400")],
    [.string("1")], [.string("true")], [.string("")], [.string("\u{E9}")], [.string("e\u{301}")],
    [.bytes([49])], [.bytes([])],
    [.list([])], [.list([.int(1)]), .list([decimal("1.0")])], [.list([.string("1")])],
    [.map(ValueMap())],
    [
      .map(ValueMap([(.string("a"), .int(1)), (.string("b"), .null)])),
      .map(ValueMap([(.string("b"), .null), (.string("a"), .double(1))])),
    ],
    [.map(ValueMap([(.string("a"), .int(1))]))],
    [.optional(nil)], [.optional(.int(1)), .optional(.double(1))], [.optional(.optional(nil))],
  ]

  @Test("values are equal just when they are the same number or the same value of one type")
  func strict() {
    for (place, group) in Self.groups.enumerated() {
      for (otherPlace, otherGroup) in Self.groups.enumerated() {
        for one in group {
          for other in otherGroup {
            #expect((one == other) == (place == otherPlace), "\(one) \(other)")
            if place == otherPlace { #expect(one.hashValue == other.hashValue) }
          }
        }
      }
    }
  }

  @Test("NaN equals nothing, itself included")
  func nan() {
    #expect(Value.double(.nan) != .double(.nan))
    #expect(Value.double(.nan) != .int(0))
    #expect(Value.double(.nan) != .double(.infinity))
    #expect(Value.compareNumbers(.double(.nan), .int(0)) == nil)
  }

  @Test("numbers of different types are ordered exactly")
  func order() {
    let ascending: [Value] = [
      .double(-.infinity), Self.decimal("-1e400"), .int(.min), .double(-1.5), .int(-1), .uint(0),
      Self.decimal("1e-400"), Self.decimal("0.1"), .double(0.1), .int(9_007_199_254_740_992),
      .int(9_007_199_254_740_993), .int(.max), .double(9_223_372_036_854_775_808), .uint(.max),
      Self.decimal("1e400"), .double(.infinity),
    ]
    for (place, one) in ascending.enumerated() {
      for (otherPlace, other) in ascending.enumerated() {
        let order = Value.compareNumbers(one, other) ?? 99
        #expect(order.signum() == (place - otherPlace).signum(), "\(one) \(other)")
      }
    }
    #expect(Value.compareNumbers(.string("1"), .int(1)) == nil)
  }
}
