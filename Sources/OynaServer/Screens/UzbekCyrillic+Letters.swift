extension UzbekCyrillic {
  /// One word, letter by letter.
  func letters(_ word: ArraySlice<Character>) -> String {
    let letters = Array(word)
    let plain = letters.map { Self.isApostrophe($0) ? "'" : Character($0.lowercased()) }
    var result = ""
    var place = 0
    while place < letters.count {
      let (length, cyrillic) = Self.letter(plain, at: place)
      let isUpper = letters[place].isUppercase || (plain[place] == "'" && isUpper(letters, place))
      result += isUpper ? cyrillic.uppercased() : cyrillic
      place += length
    }
    return result
  }

  /// A sign without a case of its own takes that of its neighbours.
  private func isUpper(_ letters: [Character], _ place: Int) -> Bool {
    place > 0 && place + 1 < letters.count && letters[place - 1].isUppercase
      && letters[place + 1].isUppercase
  }

  /// The Cyrillic letters for what stands at a place, and how many Latin ones they take.
  private static func letter(_ word: [Character], at place: Int) -> (Int, String) {
    let next = place + 1 < word.count ? word[place + 1] : " "
    let afterNext = place + 2 < word.count ? word[place + 2] : " "
    let previous = place > 0 ? word[place - 1] : " "
    switch (word[place], next) {
    case ("o", "'"): return (2, "ў")
    case ("g", "'"): return (2, "ғ")
    case ("s", "h"): return (2, "ш")
    case ("c", "h"): return (2, "ч")
    // "Isʼhoq": the sign keeps the two letters apart, and Cyrillic needs no sign for that.
    case ("s", "'") where afterNext == "h": return (2, "с")
    case ("'", _): return (1, isInside(word, place) ? "ъ" : "'")
    case ("t", "s") where word[place...].starts(with: ["t", "s", "i", "y", "a"]): return (2, "ц")
    case ("y", "o") where afterNext == "'": return (1, "й")
    case ("y", "o"): return (2, "ё")
    case ("y", "u"): return (2, "ю")
    case ("y", "a"): return (2, "я")
    // "karyera": after a consonant the sound is kept apart by a soft sign.
    case ("y", "e"): return (2, isConsonant(previous) ? "ье" : "е")
    case ("e", _): return (1, isConsonant(previous) || previous == "'" ? "е" : "э")
    case (let letter, _): return (1, table[letter] ?? String(letter))
    }
  }

  private static func isInside(_ word: [Character], _ place: Int) -> Bool {
    place > 0 && place + 1 < word.count && word[place - 1].isLetter && word[place + 1].isLetter
  }

  private static func isConsonant(_ letter: Character) -> Bool {
    letter.isLetter && !"aeiou".contains(letter)
  }

  private static let table: [Character: String] = [
    "a": "а", "b": "б", "d": "д", "f": "ф", "g": "г", "h": "ҳ", "i": "и", "j": "ж", "k": "к",
    "l": "л", "m": "м", "n": "н", "o": "о", "p": "п", "q": "қ", "r": "р", "s": "с", "t": "т",
    "u": "у", "v": "в", "x": "х", "y": "й", "z": "з",
  ]

  /// What the letters alone do not tell.
  enum Words {
    /// Whole words: `'` stands for every apostrophe.
    static let whole: [String: String] = [
      "yanvar": "январь", "fevral": "февраль", "aprel": "апрель", "iyun": "июнь", "iyul": "июль",
      "sentabr": "сентябрь", "oktabr": "октябрь", "noyabr": "ноябрь", "dekabr": "декабрь",
      "model": "модель", "albom": "альбом", "rol": "роль", "parol": "пароль", "nol": "ноль",
    ]

    /// Beginnings of words that take endings; the longest first.
    static let stems: [(String, String)] = [
      ("obyekt", "объект"), ("subyekt", "субъект"), ("kompyuter", "компьютер"),
      ("intervyu", "интервью"), ("sentabr", "сентябр"), ("oktabr", "октябр"),
      ("litsenziya", "лицензия"), ("protsent", "процент"), ("militsiya", "милиция"),
      ("parol", "парол"), ("filtr", "фильтр"), ("mo'jiza", "мўъжиза"),
      ("mo'tabar", "мўътабар"), ("mo'tadil", "мўътадил"), ("sho'ba", "шўъба"), ("mo'min", "мўъмин"),
    ]

    /// Names of formats, units and techniques, where they are written in capital letters.
    static let kept: Set<String> = [
      "pdf", "jpeg", "jpg", "png", "webp", "heic", "json", "csv", "xml", "kb", "mb", "gb", "sms",
      "qr", "url", "http", "https", "iban", "usb", "pin", "id", "nfc", "ios", "api",
    ]
  }
}
