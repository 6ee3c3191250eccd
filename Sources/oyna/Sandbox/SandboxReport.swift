/// The verdicts of a run, told one by one as they come.
struct SandboxReport: Sendable {
  /// One step of a scenario.
  struct Step: Sendable, Equatable {
    /// Such as `5.2`: the scenario and the step in it.
    let number: String
    let name: String
    let verdict: Verdict
  }

  enum Verdict: Sendable, Equatable {
    case passed
    /// What was answered and what would have been right.
    case failed(String)
    /// Why the step could not be tried.
    case skipped(String)
  }

  private(set) var steps: [Step] = []
  private var scenario = 0
  private var step = 0
  private let print: @Sendable (String) -> Void

  init(print: @escaping @Sendable (String) -> Void) { self.print = print }

  /// Begins a scenario; its steps are numbered from 1.
  mutating func begin(_ name: String) {
    scenario += 1
    step = 0
    print("\(scenario). \(name)\n")
  }

  /// Notes a step: nil when it passed, else what was wrong.
  mutating func note(_ name: String, _ problem: String?) {
    add(name, problem.map { .failed($0) } ?? .passed)
  }

  /// Notes a step that could not be tried.
  mutating func skip(_ name: String, _ reason: String) { add(name, .skipped(reason)) }

  private mutating func add(_ name: String, _ verdict: Verdict) {
    step += 1
    let entry = Step(number: "\(scenario).\(step)", name: name, verdict: verdict)
    steps.append(entry)
    switch verdict {
    case .passed: print("  ok    \(entry.number) \(name)\n")
    case .failed(let problem): print("  FAIL  \(entry.number) \(name): \(problem)\n")
    case .skipped(let reason): print("  skip  \(entry.number) \(name): \(reason)\n")
    }
  }

  /// The last line, and the exit status: 1 when a step failed or none was tried.
  mutating func finish() -> Int32 {
    let failed = failures.count
    let passed = steps.count { $0.verdict == .passed }
    let skipped = steps.count - passed - failed
    print("\(passed) passed, \(failed) failed, \(skipped) skipped\n")
    return failed == 0 && passed > 0 ? 0 : 1
  }

  var failures: [Step] {
    steps.filter { if case .failed = $0.verdict { true } else { false } }
  }
}
