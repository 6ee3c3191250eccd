import OynaValue
import Testing

@Suite("Money")
struct MoneyTests {
  private func som(_ units: Int64) -> Money { Money(minorUnits: units, currency: .uzs) }

  // MARK: - Currencies

  @Test("the currencies that Oyna is used with have ISO 4217's numbers and digits")
  func currencies() {
    #expect(Currency.uzs.numericCode == 860)
    #expect(Currency.uzs.fractionDigits == 2)
    #expect(Currency.uzs.minorUnitsPerUnit == 100)
    #expect(Currency(code: "JPY")?.minorUnitsPerUnit == 1)
    #expect(Currency(code: "KWD")?.minorUnitsPerUnit == 1000)
    #expect(Currency(numericCode: 643) == .rub)
    #expect(Currency(code: "uzs") == nil)
    #expect(Currency(code: "XXX") == nil)
    #expect(Currency(numericCode: 0) == nil)
  }

  @Test("every currency has a code of three capitals and a number of its own")
  func uniqueCurrencies() {
    let all = Currency.all
    #expect(Set(all.map(\.code)).count == all.count)
    #expect(Set(all.map(\.numericCode)).count == all.count)
    for currency in all {
      #expect(currency.code.utf8.count == 3)
      #expect(currency.code.utf8.allSatisfy { (0x41...0x5A) ~= $0 })
      #expect((1...999) ~= currency.numericCode)
      #expect(Currency(code: currency.code) == currency)
    }
  }

  // MARK: - Arithmetic

  @Test("sums and products that have no place in 64 bits are errors, never wrapped")
  func overflow() throws {
    #expect(try som(2).adding(som(3)) == som(5))
    #expect(try som(2).subtracting(som(3)) == som(-1))
    #expect(try som(-2).multiplied(by: 3) == som(-6))
    #expect(try som(7).negated() == som(-7))
    #expect(throws: Money.ArithmeticError.overflow) { try som(.max).adding(som(1)) }
    #expect(throws: Money.ArithmeticError.overflow) { try som(.min).subtracting(som(1)) }
    #expect(throws: Money.ArithmeticError.overflow) { try som(.max).multiplied(by: 2) }
    #expect(throws: Money.ArithmeticError.overflow) { try som(.min).negated() }
    #expect(try Money.sum([som(1), som(2)], currency: .uzs) == som(3))
    #expect(try Money.sum([], currency: .uzs) == som(0))
  }

  @Test("amounts of different currencies do not mix")
  func mixed() {
    let dollars = Money(minorUnits: 1, currency: .usd)
    #expect(throws: Money.ArithmeticError.differentCurrencies) { try som(1).adding(dollars) }
    #expect(throws: Money.ArithmeticError.differentCurrencies) { try som(1).subtracting(dollars) }
    #expect(throws: Money.ArithmeticError.differentCurrencies) { try som(1).compared(to: dollars) }
    #expect(som(1) != dollars)
  }

  @Test("a ratio is rounded once, as asked")
  func ratios() throws {
    let cases: [(Int64, Int64, Int64, Money.Rounding, Int64)] = [
      (5, 1, 2, .halfToEven, 2), (7, 1, 2, .halfToEven, 4), (5, 1, 2, .halfUp, 3),
      (-5, 1, 2, .halfUp, -3), (-5, 1, 2, .halfToEven, -2), (5, 1, 2, .towardZero, 2),
      (-5, 1, 2, .towardZero, -2), (4, 1, 3, .awayFromZero, 2), (-4, 1, 3, .awayFromZero, -2),
      (-4, -1, 3, .halfUp, 1), (4, 1, -3, .halfUp, -1), (6, 1, 3, .awayFromZero, 2),
      (.max, .max, .max, .halfUp, .max), (.min, 1, 1, .halfUp, .min),
      (.max, 15, 1000, .halfUp, 138_350_580_552_821_637),
    ]
    for (units, numerator, denominator, rounding, expected) in cases {
      #expect(
        try som(units).multiplied(by: numerator, over: denominator, rounding) == som(expected))
    }
    #expect(throws: Money.ArithmeticError.divisionByZero) {
      try som(1).multiplied(by: 1, over: 0, .halfUp)
    }
    #expect(throws: Money.ArithmeticError.overflow) {
      try som(.max).multiplied(by: 3, over: 2, .halfUp)
    }
    #expect(throws: Money.ArithmeticError.overflow) {
      try som(.min).multiplied(by: -1, over: 1, .halfUp)
    }
  }

  @Test("a ratio of small numbers is the rounded quotient, for every rounding")
  func smallRatios() throws {
    for units in Int64(-12)...12 {
      for numerator in Int64(-4)...4 {
        for denominator in Int64(1)...5 {
          let product = units * numerator
          let down = Int64((Double(product) / Double(denominator)).rounded(.towardZero))
          let even = Int64((Double(product) / Double(denominator)).rounded(.toNearestOrEven))
          let half = Int64(
            (Double(product) / Double(denominator)).rounded(.toNearestOrAwayFromZero))
          let up = Int64((Double(product) / Double(denominator)).rounded(.awayFromZero))
          let money = som(units)
          try #require(
            try money.multiplied(by: numerator, over: denominator, .towardZero) == som(down))
          try #require(
            try money.multiplied(by: numerator, over: denominator, .halfToEven) == som(even))
          try #require(try money.multiplied(by: numerator, over: denominator, .halfUp) == som(half))
          try #require(
            try money.multiplied(by: numerator, over: denominator, .awayFromZero) == som(up))
        }
      }
    }
  }

  // MARK: - Allocation

  @Test("parts sum to the whole, and the first ones carry what is left")
  func split() {
    #expect(som(100).split(into: 3).map(\.minorUnits) == [34, 33, 33])
    #expect(som(-100).split(into: 3).map(\.minorUnits) == [-34, -33, -33])
    #expect(som(2).split(into: 3).map(\.minorUnits) == [1, 1, 0])
    #expect(som(0).split(into: 2).map(\.minorUnits) == [0, 0])
    #expect(som(5).split(into: 1) == [som(5)])
    #expect(som(5).split(into: 0).isEmpty)
    #expect(som(5).split(into: -1).isEmpty)
  }

  @Test("a random amount in random parts: the sum is exact and parts differ by at most one")
  func randomSplits() throws {
    var generator = SeededGenerator(seed: 4217)
    for _ in 0..<20_000 {
      let units = Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<63, using: &generator)
      let count = Int.random(in: 1...24, using: &generator)
      let parts = som(units).split(into: count)
      try #require(parts.count == count)
      try #require(try Money.sum(parts, currency: .uzs) == som(units))
      let sorted = parts.map(\.minorUnits)
      try #require(sorted == (units < 0 ? sorted.sorted() : sorted.sorted(by: >)))
      try #require((sorted.max() ?? 0) - (sorted.min() ?? 0) <= 1)
    }
  }

  @Test("weighted parts sum to the whole, and no part is off its share by one or more")
  func weights() throws {
    #expect(som(100).split(byWeights: [1, 1, 1])?.map(\.minorUnits) == [34, 33, 33])
    #expect(som(100).split(byWeights: [0, 1, 2])?.map(\.minorUnits) == [0, 34, 66])
    #expect(som(100).split(byWeights: [70, 30])?.map(\.minorUnits) == [70, 30])
    #expect(som(-5).split(byWeights: [1, 1])?.map(\.minorUnits) == [-3, -2])
    #expect(som(100).split(byWeights: []) == nil)
    #expect(som(100).split(byWeights: [0, 0]) == nil)
    #expect(som(100).split(byWeights: [1, -1]) == nil)
    #expect(som(100).split(byWeights: [.max, 1]) == nil)
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5000 {
      let units = Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<63, using: &generator)
      let weights = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        Int64.random(in: 0...1000, using: &generator)
      }
      guard let parts = som(units).split(byWeights: weights) else {
        try #require(weights.allSatisfy { $0 == 0 })
        continue
      }
      try #require(try Money.sum(parts, currency: .uzs) == som(units))
      let total = weights.reduce(0, +)
      for (part, weight) in zip(parts, weights) {
        let low = try som(units).multiplied(by: weight, over: total, .towardZero)
        let extra = part.minorUnits - low.minorUnits
        try #require(extra == 0 || extra == units.signum())
        if weight == 0 { try #require(part.minorUnits == 0) }
      }
    }
  }
}
