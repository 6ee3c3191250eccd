extension JSONParser {
  /// Why a text is refused.
  enum Reason {
    case endOfText, afterDocument, noValue, badLiteral, commaBeforeEnd
    case noKey, noColon, noMemberEnd, noElementEnd
    case noDigit, noFractionDigit, noExponentDigit, leadingZero
    case controlCharacter, badUTF8, badEscape, badHexadecimal, loneSurrogate
    case duplicateKey
    case tooManyBytes, tooDeep, stringTooLong, numberTooLong
  }

  /// The finding for a person: what was found, where, and what would be right.
  func diagnostic(_ failure: Failure) -> Diagnostic {
    let (message, correction) = words(for: failure)
    let shown = UnsafeBufferPointer(start: text, count: count)
    return Diagnostic(
      .error, code(failure.reason), message, at: Position(offset: failure.offset, in: shown),
      path: path(of: failure.reason), correction: correction)
  }

  private func code(_ reason: Reason) -> Diagnostic.Code {
    switch reason {
    case .endOfText: .jsonTruncated
    case .badUTF8: .jsonEncoding
    case .loneSurrogate: .jsonSurrogate
    case .duplicateKey: .jsonDuplicateKey
    case .tooManyBytes, .tooDeep, .stringTooLong, .numberTooLong: .jsonLimit
    default: .jsonSyntax
    }
  }

  private func words(for failure: Failure) -> (message: String, correction: String?) {
    let found = self.found(at: failure.offset)
    if let words = commentWords(failure) { return words }
    switch failure.reason {
    case .endOfText:
      return count == 0
        ? ("The text is empty.", "Write a JSON value, such as {}.") : endOfTextWords()
    case .afterDocument:
      return ("The document has ended, and \(found) follows.", "Keep one value only.")
    case .noValue:
      if failure.offset == 0, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
        return ("The text starts with a byte order mark.", "Leave the byte order mark out.")
      }
      return (
        "A value should stand here, not \(found).",
        "Write an object, an array, a string in double quotes, a number, true, false or null."
      )
    case .badLiteral:
      return ("\(found) is no part of true, false or null.", "Write strings in double quotes.")
    case .commaBeforeEnd:
      return ("A comma stands before \(found).", "Leave out the last comma.")
    case .noKey:
      return ("A member's key should stand here, not \(found).", "Write keys in double quotes.")
    case .noColon:
      return ("A colon should follow the key, not \(found).", "Write \"key\": value.")
    case .noMemberEnd:
      return ("A comma or } should follow the member, not \(found).", nil)
    case .noElementEnd:
      return ("A comma or ] should follow the element, not \(found).", nil)
    case .duplicateKey:
      return duplicateWords(later: failure.offset)
    case .noDigit, .noFractionDigit, .noExponentDigit, .leadingZero:
      return numberWords(failure.reason, found)
    case .controlCharacter, .badUTF8, .badEscape, .badHexadecimal, .loneSurrogate:
      return stringWords(failure.reason, found)
    case .tooManyBytes, .tooDeep, .stringTooLong, .numberTooLong:
      return limitWords(failure.reason)
    }
  }

  private func commentWords(_ failure: Failure) -> (String, String?)? {
    switch failure.reason {
    case .noKey, .noValue, .noColon, .noMemberEnd, .noElementEnd, .afterDocument: break
    default: return nil
    }
    guard failure.offset < count, text[failure.offset] == UInt8(ascii: "/") else { return nil }
    return (
      "JSON has no comments, and nothing else starts with '/'.",
      "Leave it out, or write it as a member: \"$comment\": \"…\"."
    )
  }

  private func numberWords(_ reason: Reason, _ found: String) -> (String, String?) {
    switch reason {
    case .leadingZero:
      ("A number starts with a zero that other digits follow.", "Leave the zero out.")
    case .noFractionDigit:
      ("A digit should follow the decimal point, not \(found).", "Write 1.0 or 1.")
    case .noExponentDigit:
      ("A digit should follow the exponent's sign, not \(found).", "Write 1e6.")
    default:
      ("A digit should follow the minus sign, not \(found).", nil)
    }
  }

  private func stringWords(_ reason: Reason, _ found: String) -> (String, String?) {
    switch reason {
    case .controlCharacter:
      ("A string holds \(found), which must be escaped.", "Write \\n, \\t or \\u00XX.")
    case .badUTF8:
      ("\(found) is no valid UTF-8 here.", "Save the text as UTF-8.")
    case .badEscape:
      (
        "\(found) after a backslash is no escape.",
        "The escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t, and \\u with four hexadecimal digits."
      )
    case .badHexadecimal:
      ("Four hexadecimal digits should follow \\u, not \(found).", nil)
    default:
      (
        "The escape of one half of a surrogate pair stands alone.",
        "Write both halves, such as \\ud83d\\ude00, or the character itself."
      )
    }
  }

  private func limitWords(_ reason: Reason) -> (String, String?) {
    let limits = options.limits
    return switch reason {
    case .tooManyBytes:
      ("The document is \(count) bytes long; the limit is \(limits.bytes).", nil)
    case .tooDeep:
      ("Arrays and objects nest deeper than the limit of \(limits.depth).", nil)
    case .stringTooLong:
      ("A string is longer than the limit of \(limits.stringBytes) bytes.", nil)
    default:
      ("A number is longer than the limit of \(limits.numberBytes) bytes.", nil)
    }
  }

  private func endOfTextWords() -> (String, String?) {
    guard depth > 0 else { return ("The text ends inside a value.", nil) }
    let container = tape[frames[depth - 1].container]
    let opened = Position(
      offset: container.offset, in: UnsafeBufferPointer(start: text, count: count))
    let (name, end) = container.kind == .object ? ("object", "}") : ("array", "]")
    return (
      "The text ends inside the \(name) opened at line \(opened.line), column \(opened.column).",
      "Close it with \(end)."
    )
  }

  private func duplicateWords(later: Int) -> (String, String?) {
    let key = String(decoding: strings.bytes(of: tape[earlierKey]).prefix(64), as: UTF8.self)
    let first = Position(
      offset: tape[earlierKey].offset, in: UnsafeBufferPointer(start: text, count: count))
    return (
      "The key \"\(key)\" stands twice in one object, first at line \(first.line), "
        + "column \(first.column).",
      "Keep one of the two."
    )
  }

  /// What stands at a byte, named so that it can be shown: never more than one character.
  private func found(at offset: Int) -> String {
    guard offset < count else { return "the end of the text" }
    let byte = text[offset]
    switch byte {
    case 0x21...0x7E:
      return "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20:
      return "a space"
    case 0x80...0xFF:
      let rest = UnsafeBufferPointer(start: text + offset, count: min(4, count - offset))
      var decoder = UTF8()
      var bytes = rest.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&bytes) {
        return "U+\(hexadecimal(scalar.value, digits: 4))"
      }
      return "byte 0x\(hexadecimal(UInt32(byte), digits: 2))"
    default:
      return "U+\(hexadecimal(UInt32(byte), digits: 4))"
    }
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// JSON Pointer to the value being read, from the open containers; to the container itself when
  /// it is the container that goes wrong, between its members.
  private func path(of reason: Reason) -> String {
    let isBetween =
      switch reason {
      case .commaBeforeEnd, .noKey, .noMemberEnd, .noElementEnd: true
      default: false
      }
    var path = ""
    for level in 0..<(isBetween ? depth - 1 : depth) {
      let frame = frames[level]
      if frame.key > 0 {
        path += "/" + JSONPointer.token(strings.bytes(of: tape[frame.key]))
      } else if frame.key < 0, frame.count > 0 {
        path += "/\(frame.count - 1)"
      }
    }
    return path
  }
}

extension Diagnostic.Code {
  /// No JSON by the grammar of RFC 8259.
  public static let jsonSyntax = Diagnostic.Code("json-syntax")
  /// The text ends before its value does.
  public static let jsonTruncated = Diagnostic.Code("json-truncated")
  /// No valid UTF-8.
  public static let jsonEncoding = Diagnostic.Code("json-encoding")
  /// An escape of half a surrogate pair.
  public static let jsonSurrogate = Diagnostic.Code("json-surrogate")
  /// A key twice in one object.
  public static let jsonDuplicateKey = Diagnostic.Code("json-duplicate-key")
  /// A limit of `JSON.Limits` is passed; the message has its number.
  public static let jsonLimit = Diagnostic.Code("json-limit")
}
