import OynaValue
import Testing

@Suite("Errors of CEL")
struct CELErrorTests {
  /// An expression with its fault between «».
  struct Fault: CustomTestStringConvertible {
    let source: String
    let offset: Int
    let kind: CELError.Kind
    let message: String

    init(_ marked: String, _ kind: CELError.Kind, _ message: String) {
      let parts = marked.split(separator: "«", maxSplits: 1, omittingEmptySubsequences: false)
      offset = parts.count > 1 ? parts[0].utf8.count : 0
      source = parts.joined()
      self.kind = kind
      self.message = message
    }

    var testDescription: String { source }
  }

  @Test(
    "an error says what is wrong and points to it",
    arguments: [
      Fault("1 +«", .syntax, "The expression ends where a value should follow."),
      Fault("(1 + 2«", .syntax, "The expression ends where ')' should follow."),
      Fault("1 «2", .syntax, "Found '2' where an operator or the end of the expression"),
      Fault("a «= 1", .syntax, "Write '==' to compare"),
      Fault("a «& b", .syntax, "Write '&&' or '||'"),
      Fault("a == «'b", .syntax, "A string literal is not closed."),
      Fault("a == «\"b\nc\"", .syntax, "A string literal is not closed."),
      Fault("'a«\\z'", .syntax, "A string literal has an unknown escape."),
      Fault("'é«\\ud800'", .syntax, "An escape names no Unicode character."),
      Fault("'«\\x4'", .syntax, "An escape has too few digits."),
      Fault("«12ab", .syntax, "A number ends in the middle of a name."),
      Fault("1 + «9223372036854775808", .syntax, "This int is outside"),
      Fault("1u + «18446744073709551616u", .syntax, "This uint is over"),
      Fault("«1e999 > 1.0", .syntax, "This double is out of range."),
      Fault("a + «for", .syntax, "'for' is a reserved word"),
      Fault("a.«+", .syntax, "Found '+' where a field's name should stand."),
      Fault("a«.1", .syntax, "Found '.1' where an operator"),
      Fault("a «# b", .syntax, "This character cannot stand here."),
      Fault("«has(a)", .syntax, "has() takes one field selection"),
      Fault("a.all(b«.c, true)", .syntax, "This argument of all() names its variable"),
      Fault("a.all(b, «b, true)", .syntax, "The two variables of all() need different names."),
      Fault("Msg«{a: 1}", .syntax, "Messages cannot be built here"),
      Fault("{1 «2}", .syntax, "Found '2' where ':' should stand."),
      Fault("1 «+ 'a'", .check, "'+' is not defined for int and string."),
      Fault("1 «== 'a'", .check, "'==' is not defined for int and string."),
      Fault("'a' «in 1", .check, "'in' is not defined for string and int."),
      Fault("«1 && true", .check, "An operand of '&&' must be bool, but this is int."),
      Fault("!«'a'", .check, "The operand of '!' must be bool"),
      Fault("«-'a'", .check, "'-' cannot negate a value of type string."),
      Fault("«'a' ? 1 : 2", .check, "The condition before '?' must be bool"),
      Fault("true «? 1 : 'a'", .check, "Both values of '? :' must have one type"),
      Fault("[1][«'a']", .check, "A list's index must be int, but this is string."),
      Fault("{'a': 1}[«1]", .check, "This map's key must be string, but this is int."),
      Fault("1«[0]", .check, "A value of type int cannot be indexed."),
      Fault("'a'«.b", .check, "A value of type string has no field 'b'."),
      Fault("{«1.5: 1}", .check, "A map's key is an int, uint, bool or string"),
      Fault("[?«1]", .check, "After '?' stands an optional, but this is int."),
      Fault("«sise('a')", .check, "Unknown function: 'sise'."),
      Fault("'a'.«charAt('b')", .check, "'charAt' is not defined for (string, string)."),
      Fault("«size(1, 2)", .check, "'size' is not defined for (int, int)."),
      Fault("a.«matches('[')", .check, "The pattern is no regular expression"),
      Fault("1.«all(x, true)", .check, "'all' walks a list or a map, but this is int."),
      Fault("[1].all(x, «x)", .check, "The condition of 'all' must be bool"),
      Fault("1.«optMap(x, x)", .check, "'optMap' needs an optional, but this is int."),
      Fault("1 «/ 0", .evaluation, "Division by zero."),
      Fault("1 «% 0", .evaluation, "Division by zero."),
      Fault("9223372036854775807 «+ 1", .evaluation, "The result is out of range."),
      Fault("{'a': 1}«.b", .evaluation, "No such key: 'b'."),
      Fault("{'a': 1}«['b']", .evaluation, "No such key."),
      Fault("[1]«[1]", .evaluation, "The index is out of range."),
      Fault("{1: 2, «1: 3}", .evaluation, "A map has the same key twice."),
      Fault("n «< 1", .evaluation, "No such overload: '<' is not defined"),
      Fault("n«.a", .evaluation, "No such overload: '.a' is not defined"),
      Fault("«int('x')", .evaluation, "The value cannot be converted by 'int'."),
      Fault("«timestamp('x')", .evaluation, "This is no RFC 3339 timestamp."),
      Fault("«duration('x')", .evaluation, "This is no duration"),
      Fault("timestamp(0).«getHours('Mars')", .evaluation, "Unknown time zone"),
      Fault("base64.«decode('*')", .evaluation, "The text is no base64."),
      Fault("optional.none().«value()", .evaluation, "The optional has no value."),
      Fault("'%d'.«format(['a'])", .evaluation, "An argument does not fit its clause"),
      Fault("'%q'.«format([1])", .evaluation, "The format string is wrong"),
    ])
  func place(fault: Fault) throws {
    let error = try #require(failure(fault.source))
    #expect(error.kind == fault.kind)
    #expect(error.message.hasPrefix(fault.message), "\(error.message)")
    #expect(error.offset == fault.offset, "\(error.message)")
  }

  @Test("a place counts lines and columns in characters")
  func position() throws {
    let source = "'é' == 'e' &&\n  'ё' + 1 == 'x'"
    let error = try #require(failure(source))
    #expect(error.position(in: source) == Position(line: 2, column: 7, offset: 22))
  }

  @Test("no message holds a value that was read")
  func noValues() {
    let state: [String: Value] = ["s": .string("hunter2"), "n": .int(987_654_321)]
    for source in [
      "int(s)", "s + n", "{'a': 1}[s]", "[1][n]", "s.matches(s + '[')", "timestamp(s)",
      "timestamp(0).getHours(s)", "s < n", "!s", "duration(s)", "s.charAt(n)",
      "'%d'.format([s])", "double(s)", "base64.decode(s + '*')", "{s: 1, s: 2}", "s.a",
    ] {
      let message = failure(source, state)?.message ?? "no error: \(source)"
      #expect(!message.contains("hunter2") && !message.contains("987"), "\(message)")
      #expect(!message.hasPrefix("no error"), "\(message)")
    }
  }
}
