import Testing

@testable import OynaValue

@Suite("Classes and case of Unicode")
struct UnicodeTests {
  /// The scalars on both sides of every border between two general categories.
  private static let borders: [Unicode.Scalar] = {
    var points: Set<UInt32> = [0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF]
    for (name, _) in letters {
      for range in ranges(of: name) {
        points.formUnion([range.low, range.high, range.high + 1])
        if range.low > 0 { points.insert(range.low - 1) }
      }
    }
    return points.sorted().compactMap { Unicode.Scalar($0) }
  }()

  private static func ranges(of category: String) -> [ScalarRange] {
    var ranges: [ScalarRange] = []
    let name = Array(category.utf8)
    name.withUnsafeBufferPointer { name in
      if let categories = UnicodeProperties.Categories(name, iRegexp: false) {
        UnicodeProperties.append(categories, to: &ranges)
      }
    }
    return ranges
  }

  /// Which of `borders` the pattern matches whole.
  private static func members(of pattern: String) throws -> [Bool] {
    let matcher = try RegularExpression(pattern).makeMatcher()
    return borders.map { matcher.matchesWhole(String($0)) }
  }

  private static let letters: [(String, Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter),
    ("Lm", .modifierLetter), ("Lo", .otherLetter), ("Mn", .nonspacingMark),
    ("Mc", .spacingMark), ("Me", .enclosingMark), ("Nd", .decimalNumber), ("Nl", .letterNumber),
    ("No", .otherNumber), ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation),
    ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
    ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Sm", .mathSymbol),
    ("Sc", .currencySymbol), ("Sk", .modifierSymbol), ("So", .otherSymbol),
    ("Zs", .spaceSeparator), ("Zl", .lineSeparator), ("Zp", .paragraphSeparator),
    ("Cc", .control), ("Cf", .format), ("Co", .privateUse),
  ]

  @Test("each general category has the members that the standard library knows")
  func categories() throws {
    var names = [String](repeating: "", count: 0x110000)
    for (name, _) in Self.letters {
      for range in Self.ranges(of: name) {
        for point in range.low...range.high { names[Int(point)] = name }
      }
    }
    let nameOfCategory = Dictionary(uniqueKeysWithValues: Self.letters.map { ($0.1, $0.0) })
    // A scalar's category may change in a version: the standard library's may be a later one.
    var changed = 0
    var compared = 0
    for point in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(point), let age = scalar.properties.age, age.major <= 15,
        age != (15, 1)
      else { continue }
      compared += 1
      let expected = nameOfCategory[scalar.properties.generalCategory] ?? ""
      if names[Int(point)] != expected { changed += 1 }
    }
    #expect(compared > 280_000)
    #expect(changed <= 10, "\(changed)")
  }

  @Test("a category of one letter is the union of its parts; its negation is all the rest")
  func unions() throws {
    for letter in ["L", "M", "N", "P", "S", "Z", "C"] {
      let parts = Self.letters.map(\.0).filter { $0.hasPrefix(letter) }
      let union = try Self.members(of: "[\(parts.map { "\\p{\($0)}" }.joined())]")
      #expect(try Self.members(of: "\\p\(letter)") == union)
      let rest = union.map { !$0 }
      #expect(try Self.members(of: "\\P{\(letter)}") == rest)
      #expect(try Self.members(of: "\\p{^\(letter)}") == rest)
      #expect(try Self.members(of: "[^\\p{\(letter)}]") == rest)
      #expect(try Self.members(of: "\\P{^\(letter)}") == union)
    }
  }

  @Test("a class matches exactly the scalars of its ranges, in UTF-8 of every length")
  func exactness() throws {
    for (name, _) in Self.letters {
      let ranges = Self.ranges(of: name)
      let expected = Self.borders.map { scalar in
        ranges.contains { $0.low <= scalar.value && scalar.value <= $0.high }
      }
      #expect(try Self.members(of: "\\p{\(name)}") == expected, "\(name)")
    }
  }

  @Test(
    "a script has its letters and no other's",
    arguments: [
      ("Cyrillic", "жЁӨꚙ", "aα1"), ("Latin", "azéŁﬁ", "жα1"), ("Greek", "αΩἀ", "aж"),
      ("Han", "漢々〇𠀀", "あa"), ("Arabic", "عپ", "a1"), ("Hebrew", "שײ", "a"),
      ("Common", "1 .€", "aж"), ("Inherited", "\u{300}\u{200D}", "a"), ("Thai", "ก", "a"),
      ("Adlam", "\u{1E900}", "a"), ("Zanabazar_Square", "\u{11A00}", "a"), ("Yi", "ꀀ", "a"),
    ])
  func scripts(name: String, members: String, others: String) throws {
    let matcher = try RegularExpression("\\p{\(name)}").makeMatcher()
    for scalar in members.unicodeScalars {
      #expect(matcher.matchesWhole(String(scalar)), "\(scalar)")
    }
    for scalar in others.unicodeScalars {
      #expect(!matcher.matchesWhole(String(scalar)), "\(scalar)")
    }
  }

  @Test("case is simple folding: whole orbits, one scalar for one")
  func folding() throws {
    func folds(_ pattern: String, _ text: String) throws -> Bool {
      try RegularExpression(pattern, options: .caseInsensitive).matchesWhole(text)
    }
    for member in ["k", "K", "\u{212A}"] {
      for text in ["k", "K", "\u{212A}"] { #expect(try folds(member, text)) }
    }
    for member in ["σ", "Σ", "ς"] {
      for text in ["σ", "Σ", "ς"] { #expect(try folds(member, text)) }
    }
    for member in ["ǅ", "Ǆ", "ǆ"] {
      for text in ["ǅ", "Ǆ", "ǆ"] { #expect(try folds(member, text)) }
    }
    #expect(try folds("ЖЁЎҚ", "жёўқ"))
    #expect(try folds("[а-я]", "Я"))
    #expect(try folds("[^а-я]", "Я") == false)
    #expect(try folds("\\p{Lu}", "ж"))
    #expect(try folds("\\P{Lu}", "ж") == false)
    #expect(try folds("[[:upper:]]", "ſ"))
    #expect(try folds("ß", "ẞ"))
    #expect(try folds("ß", "SS") == false)
    #expect(try folds("i", "İ") == false)
    #expect(try folds("(?-i:a)b", "aB"))
    #expect(try folds("(?-i:a)b", "AB") == false)
    #expect(try RegularExpression("(?i)a(?-i)b(?i:c)d").matchesWhole("AbCd"))
    #expect(try RegularExpression("(?i)a(?-i)b(?i:c)d").matchesWhole("ABCD") == false)
  }

  @Test("folding a class adds exactly the orbits of its members")
  func foldedClasses() throws {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var set = ScalarSet()
      var members: Set<UInt32> = []
      for _ in 0..<3 {
        let low = UInt32.random(in: 0..<0x1_F000, using: &numbers)
        let high = low + UInt32.random(in: 0..<40, using: &numbers)
        set.insert(low, high)
        members.formUnion(low...high)
      }
      for point in members {
        var next = UnicodeProperties.nextInOrbit(point)
        while next != point {
          members.insert(next)
          next = UnicodeProperties.nextInOrbit(next)
        }
      }
      set.fold()
      #expect(Set(set.ranges.flatMap { $0.low...$0.high }) == members)
      #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.high + 1 < $1.low })
    }
  }

  @Test("orbits are what the standard library folds alike")
  func orbits() {
    var cased = 0
    for point in 0...UInt32(0x1FFFF) {
      guard let scalar = Unicode.Scalar(point) else { continue }
      let next = UnicodeProperties.nextInOrbit(point)
      guard next != point else { continue }
      cased += 1
      guard let other = Unicode.Scalar(next) else {
        Issue.record("\(next)")
        continue
      }
      let forms = { (scalar: Unicode.Scalar) in
        [
          scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping,
          scalar.properties.uppercaseMapping.lowercased(),
          scalar.properties.lowercaseMapping.uppercased(),
        ]
      }
      #expect(!Set(forms(scalar)).isDisjoint(with: forms(other)), "\(scalar) \(other)")
    }
    #expect(cased == 2878)
  }

  @Test(
    "a class and its negation part all scalars; named classes hold ASCII only",
    arguments: ["\\w", "\\d", "\\s", "[:punct:]", "[:space:]", "[:^alpha:]", "\\W"])
  func negations(item: String) throws {
    let set = try Self.members(of: "[\(item)]")
    #expect(try Self.members(of: "[^\(item)]") == set.map { !$0 })
    let isNegative = item.contains("^") || item == "\\W"
    for (scalar, isMember) in zip(Self.borders, set) where !scalar.isASCII {
      #expect(isMember == isNegative, "\(scalar)")
    }
  }
}
