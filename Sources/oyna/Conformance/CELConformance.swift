import Foundation
import OynaValue

/// `oyna conformance cel FILE…`: rows of cel-spec's suites. A row has an expression, what it may
/// name, and the value, the error or the deduced type that is expected.
enum CELConformance {
  @Sendable static func run(_ files: [String]) -> Int32 {
    ConformanceRun.run(files, kind: "cel", verdict: verdict)
  }

  /// Runs one row.
  static func verdict(_ row: JSON) -> ConformanceRun.Verdict {
    guard let source = row["expr"]?.string else { return .failed("the row has no expression") }
    let environment: CELEnvironment
    let bindings: [String: Value]
    do throws(RowError) {
      bindings = try self.bindings(row)
      environment = try self.environment(row, bindings)
    } catch {
      return .skipped(error.reason)
    }
    let program: CELProgram
    do throws(CELError) {
      program = try CELProgram(source, environment: environment)
    } catch {
      return row["error"]?.bool == true
        ? .passed : .failed("refused at \(error.offset): \(error.message)")
    }
    if let type = row["type"]?.string {
      guard let expected = CELType(type) else { return .skipped("a type Oyna lacks: \(type)") }
      guard program.resultType == expected else {
        return .failed("deduced \(program.resultType.name), not \(expected.name)")
      }
    }
    return evaluation(program, bindings, row)
  }

  private static func evaluation(
    _ program: CELProgram, _ bindings: [String: Value], _ row: JSON
  ) -> ConformanceRun.Verdict {
    let result: Value
    do throws(CELError) {
      result = try program.evaluate { bindings[program.variables[$0]] ?? .null }
    } catch {
      return row["error"]?.bool == true || row["value"] == nil && row["type"] != nil
        ? .passed : .failed("error at \(error.offset): \(error.message)")
    }
    if row["error"]?.bool == true { return .failed("gave \(text(result)), not an error") }
    guard let typed = row["value"] else { return .passed }
    do throws(RowError) {
      let expected = try value(typed)
      return isSame(result, expected)
        ? .passed : .failed("gave \(text(result)), not \(text(expected))")
    } catch {
      return .skipped(error.reason)
    }
  }

  // MARK: Rows

  private struct RowError: Error {
    let reason: String
  }

  private static func bindings(_ row: JSON) throws(RowError) -> [String: Value] {
    var bindings: [String: Value] = [:]
    for (name, typed) in members(row["bindings"]) { bindings[name] = try value(typed) }
    return bindings
  }

  private static func environment(
    _ row: JSON, _ bindings: [String: Value]
  ) throws(RowError) -> CELEnvironment {
    var environment = CELEnvironment()
    environment.container = row["container"]?.string ?? ""
    environment.checksTypes = row["check"]?.bool ?? true
    environment.expandsMacros = row["macros"]?.bool ?? true
    for name in bindings.keys { environment.declarations[name] = .dyn }
    for (name, type) in members(row["declarations"]) {
      guard let text = type.string, let type = CELType(text) else {
        throw RowError(reason: "a declared type Oyna lacks")
      }
      environment.declarations[name] = type
    }
    return environment
  }

  private static func members(_ json: JSON?) -> [(String, JSON)] {
    json?.object?.map { ($0.key, $0.value) } ?? []
  }

  /// Reads a typed value: `{"int": "5"}`, `{"map": [[key, value]]}`.
  private static func value(_ typed: JSON) throws(RowError) -> Value {
    guard let (kind, content) = members(typed).first else {
      throw RowError(reason: "a value without a type")
    }
    let text = content.string ?? ""
    let result: Value?
    switch kind {
    case "null": result = .null
    case "bool": result = content.bool.map { .bool($0) }
    case "int": result = Int64(text).map { .int($0) }
    case "uint": result = UInt64(text).map { .uint($0) }
    case "double": result = Double(text).map { .double($0) }
    case "string": result = .string(text)
    case "bytes": result = Data(base64Encoded: text).map { .bytes([UInt8]($0)) }
    case "timestamp": result = Timestamp(text).map { .timestamp($0) }
    case "duration": result = TimeSpan(text).map { .duration($0) }
    case "type": result = .type(ValueType(name: text))
    case "list": result = .list(try list(content))
    case "map": result = .map(try map(content))
    default: result = nil
    }
    guard let result else { throw RowError(reason: "a value Oyna lacks: \(kind)") }
    return result
  }

  private static func list(_ content: JSON) throws(RowError) -> [Value] {
    var elements: [Value] = []
    if let array = content.array {
      for element in array { elements.append(try value(element)) }
    }
    return elements
  }

  private static func map(_ content: JSON) throws(RowError) -> ValueMap {
    var map = ValueMap()
    if let array = content.array {
      for pair in array {
        guard let parts = pair.array.map(Array.init), parts.count == 2 else {
          throw RowError(reason: "an entry that is no pair")
        }
        map.set(try value(parts[1]), for: try value(parts[0]))
      }
    }
    return map
  }

  // MARK: Comparison

  /// The same value of the same type: `1` and `1.0` differ here, NaN is NaN, and 0 is not -0.
  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)):
      a.isNaN && b.isNaN || a == b && a.sign == b.sign
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(isSame)
    case (.map(let a), .map(let b)):
      a.count == b.count
        && a.entries.allSatisfy { entry in
          b.entries.contains { isSame($0.key, entry.key) && isSame($0.value, entry.value) }
        }
    case (.optional(let a), .optional(let b)):
      a.map { a in b.map { isSame(a, $0) } ?? false } ?? (b == nil)
    case (.int, _), (.uint, _), (.double, _), (_, .int), (_, .uint), (_, .double): false
    default: left == right
    }
  }

  private static func text(_ value: Value) -> String { "\(value)" }
}
