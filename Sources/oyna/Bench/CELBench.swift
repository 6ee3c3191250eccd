import Foundation
import OynaValue

/// `oyna bench cel`: one request a line, `{"id", "expr", "vars", "expect"}`; answers
/// `{"compile_us", "eval_ns", "value"}`: the median of five compilations, and the mean of as many
/// evaluations as fill about 5 ms.
enum CELBench {
  @Sendable static func run(_ arguments: [String]) -> Int32 {
    var input = StandardInput()
    while let line = input.readLine() {
      StandardOutput.write(answer(line) + "\n")
    }
    return 0
  }

  private static func answer(_ line: [UInt8]) -> String {
    guard let request = try? JSON.parse(line), let source = request["expr"]?.string,
      let variables = request["vars"]?.object
    else { return error("a request is {\"expr\": text, \"vars\": {…}}") }
    var environment = CELEnvironment.standard
    var state: [String: Value] = [:]
    for (name, value) in variables {
      environment.declarations[name] = .dyn
      state[name] = value.value
    }
    do throws(CELError) {
      return try measure(source, environment, state)
    } catch {
      return self.error(error.message)
    }
  }

  private static func measure(
    _ source: String, _ environment: CELEnvironment, _ state: [String: Value]
  ) throws(CELError) -> String {
    var compilations: [Double] = []
    for _ in 0..<5 {
      let start = now()
      _ = try CELProgram(source, environment: environment)
      compilations.append(Double(now() - start) / 1000)
    }
    let program = try CELProgram(source, environment: environment)
    let slots = program.variables.map { state[$0] ?? .null }
    let workspace = CELWorkspace()
    func evaluate() throws(CELError) -> Value {
      try program.evaluate(workspace: workspace) { slots[$0] }
    }
    let value = try evaluate()
    _ = try evaluate()
    let start = now()
    _ = try evaluate()
    let one = max(Double(now() - start), 200)
    let count = max(3, Int(5_000_000 / one))
    let first = now()
    for _ in 0..<count { _ = try evaluate() }
    let nanoseconds = Double(now() - first) / Double(count)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("compile_us")
    writer.double(compilations.sorted()[2])
    writer.key("eval_ns")
    writer.double(nanoseconds)
    writer.key("value")
    writer.value(value)
    writer.endObject()
    return writer.text
  }

  private static func error(_ message: String) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("error")
    writer.string(message)
    writer.endObject()
    return writer.text
  }

  private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
