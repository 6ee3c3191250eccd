import OynaEngine

/// Uzbek in Latin letters written in Cyrillic ones.
///
/// The two alphabets correspond letter for letter (law of the Republic of Uzbekistan no. 931-XII of
/// 1993-09-02 "On the introduction of the Uzbek alphabet based on the Latin script", as amended
/// 1995-05-06; the rules of spelling are the Cabinet of Ministers' resolutions no. 339 of
/// 1995-08-24 and, for Cyrillic, of 1956-04-04), but for what Latin no longer writes: the soft
/// sign, ц, and ъ after ў. Those are known for common words (`Words`); a catalogue names others.
///
/// What is no Uzbek word stays as it is: codes with digits in them, addresses, words with `w` or a
/// `c` that is no `ch`, names of formats, and whatever stands in `{{ }}`.
public struct UzbekCyrillic: Sendable {
  /// Words written in another way: in lower case, with `'` for every apostrophe.
  private let words: [String: String]

  /// - Parameter words: words to what they are in Cyrillic, or to themselves to be kept. What is
  /// not
  ///   one word is left out.
  public init(words: [(String, String)] = []) {
    var all = Words.whole
    for (word, cyrillic) in words where Self.isWord(word) { all[Self.plain(word)] = cyrillic }
    self.words = all
  }

  /// The text in Cyrillic; nil when an expression in it holds words of its own, such as the forms
  /// of a `plural`: those are no letters to exchange, and a catalogue has to give the whole text.
  ///
  /// - Complexity: linear in the text.
  public func text(_ text: String) -> String? {
    var result = ""
    let characters = Array(text)
    var start = 0
    var place = 0
    while place < characters.count {
      guard characters[place...].starts(with: "{{") else {
        place += 1
        continue
      }
      result += plainText(characters[start..<place])
      let end = Self.end(ofExpressionAt: place, in: characters)
      let expression = String(characters[place..<end])
      if Template.hasWords(expression) { return nil }
      result += expression
      (start, place) = (end, end)
    }
    return result + plainText(characters[start...])
  }

  /// What follows the expression; after `{{{{`, which is two braces and no expression, what follows
  /// it.
  private static func end(ofExpressionAt start: Int, in text: [Character]) -> Int {
    if text[start...].starts(with: "{{{{") { return start + 4 }
    var quote: Character?
    var place = start + 2
    while place < text.count {
      let character = text[place]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if text[place...].starts(with: "}}") {
        return place + 2
      }
      place += 1
    }
    return text.count
  }

  // MARK: - Chunks between white space, and the words in them

  private func plainText(_ text: ArraySlice<Character>) -> String {
    var result = ""
    var rest = text
    while let first = rest.first {
      let chunk = rest.prefix { $0.isWhitespace == first.isWhitespace }
      result += first.isWhitespace ? String(chunk) : self.chunk(chunk)
      rest = rest.dropFirst(chunk.count)
    }
    return result
  }

  private func chunk(_ chunk: ArraySlice<Character>) -> String {
    if Self.isAddress(String(chunk)) { return String(chunk) }
    var result = ""
    var rest = chunk
    while let first = rest.first {
      guard Self.belongsToWord(first), !Self.isApostrophe(first) else {
        result.append(first)
        rest = rest.dropFirst()
        continue
      }
      var word = rest.prefix { Self.belongsToWord($0) }
      // A quotation mark at the end is none of the word's letters.
      while word.count > 1, let last = word.last, Self.isApostrophe(last),
        !"ogOG".contains(word[word.endIndex - 2])
      {
        word = word.dropLast()
      }
      result += self.word(word)
      rest = rest.dropFirst(word.count)
    }
    return result
  }

  /// E-mail addresses, URLs, and names of hosts and files.
  private static func isAddress(_ chunk: String) -> Bool {
    if chunk.contains("@") || chunk.contains("://") || chunk.hasPrefix("www.") { return true }
    let parts = chunk.split(separator: ".")
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
    return first.count > 1 && last.prefix { $0.isLowercase }.count > 1
      && chunk.allSatisfy { !$0.isUppercase }
  }

  private func word(_ word: ArraySlice<Character>) -> String {
    let plain = Self.plain(String(word))
    if let known = known(plain, as: word) { return known }
    if Self.isForeign(plain) { return String(word) }
    // A case ending after an apostrophe: "Payme’ga".
    if let apostrophe = word.lastIndex(where: Self.isApostrophe) {
      let stem = word[..<apostrophe]
      let isForeign = Self.isForeign(Self.plain(String(stem)))
      if let known = known(Self.plain(String(stem)), as: stem) ?? (isForeign ? String(stem) : nil) {
        return known + String(word[apostrophe]) + letters(word[(apostrophe + 1)...])
      }
    }
    for (stem, cyrillic) in Words.stems where plain.hasPrefix(stem) {
      let rest = word.dropFirst(stem.count)
      return Self.cased(cyrillic, as: word) + letters(rest)
    }
    return letters(word)
  }

  /// A word of the list; an abbreviation only where it is written in capital letters.
  private func known(_ plain: String, as word: ArraySlice<Character>) -> String? {
    if Words.kept.contains(plain), word.allSatisfy({ !$0.isLowercase }) { return String(word) }
    guard let cyrillic = words[plain] else { return nil }
    return Self.plain(cyrillic) == plain ? String(word) : Self.cased(cyrillic, as: word)
  }

  private static func cased(_ cyrillic: String, as word: ArraySlice<Character>) -> String {
    let letters = word.filter(\.isLetter)
    if letters.count > 1, letters.allSatisfy(\.isUppercase) { return cyrillic.uppercased() }
    guard letters.first?.isUppercase == true else { return cyrillic }
    return cyrillic.prefix(1).uppercased() + cyrillic.dropFirst()
  }

  /// Letters that the Uzbek alphabet has not, or a code.
  private static func isForeign(_ plain: String) -> Bool {
    let characters = Array(plain)
    var hasDigit = false
    var hasLetter = false
    for (place, character) in characters.enumerated() {
      if character == "w" { return true }
      if character == "c", place + 1 == characters.count || characters[place + 1] != "h" {
        return true
      }
      if character.isNumber { hasDigit = true }
      if character.isLetter { hasLetter = true }
    }
    return hasDigit && hasLetter
  }

  // MARK: - Characters

  static func isApostrophe(_ character: Character) -> Bool { "'‘’ʻʼ`".contains(character) }

  private static func belongsToWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || isApostrophe(character)
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy(belongsToWord)
  }

  /// In lower case, with one kind of apostrophe.
  private static func plain(_ word: String) -> String {
    String(word.lowercased().map { isApostrophe($0) ? "'" : $0 })
  }
}
