import OynaStorage

/// Counters for Prometheus (text exposition format 0.0.4). Labels are routes, methods, statuses,
/// screens and keys of fields, never a value of a field, so their number is bounded.
public final class Metrics: Sendable {
  private let state = Locked(State())

  /// Upper bounds of the latency buckets in nanoseconds, and how they print in seconds.
  private static let bounds: [(nanoseconds: Int64, text: String)] = [
    (100_000, "0.0001"), (500_000, "0.0005"), (1_000_000, "0.001"), (5_000_000, "0.005"),
    (10_000_000, "0.01"), (50_000_000, "0.05"), (100_000_000, "0.1"), (500_000_000, "0.5"),
    (1_000_000_000, "1"), (5_000_000_000, "5"),
  ]

  private struct State {
    var requests: [RequestLabel: Int] = [:]
    var latencies: [Route: Histogram] = [:]
    var submissions: [SubmissionLabel: Int] = [:]
    var refusals: [RefusalLabel: Int] = [:]
    var shed = 0
    var payments: [PaymentLabel: Int] = [:]
    var forwards: [String: Int] = [:]
    var forwardLatency = Histogram()
  }

  private struct RequestLabel: Hashable {
    let route: Route
    let method: String
    let status: Int
  }

  private struct SubmissionLabel: Hashable {
    let screen: String
    let outcome: Outcome
  }

  private struct RefusalLabel: Hashable {
    let screen: String
    let field: String
    let rule: String
  }

  private struct PaymentLabel: Hashable {
    let provider: String
    let call: String
    let code: Int64
  }

  private struct Histogram {
    var counts = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var nanoseconds: Int64 = 0

    mutating func count(_ time: Int64) {
      counts[Metrics.bounds.firstIndex { time <= $0.nanoseconds } ?? Metrics.bounds.count] += 1
      nanoseconds += time
    }
  }

  /// What became of a submission.
  public enum Outcome: String, Sendable {
    /// Executed, with a status under 400.
    case accepted
    /// Its key was used before with the same body: the first answer again.
    case replayed
    /// A rule of the screen refused a value.
    case invalid
    /// Executed, with a status of 400 or more: the application said no.
    case refused
    /// The back end gave no last word.
    case unforwarded
  }

  /// Methods that get a label of their own; whatever else a client makes up is `other`.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
  ]

  /// Every counter at 0.
  public init() {}

  /// Counts an answered request and the time that its handling took.
  func countRequest(_ route: Route, method: String, status: Int, nanoseconds: Int64) {
    let method = Self.methods.contains(method) ? method : "other"
    state.withLock { state in
      state.requests[RequestLabel(route: route, method: method, status: status), default: 0] += 1
      state.latencies[route, default: Histogram()].count(nanoseconds)
    }
  }

  func countSubmission(screen: String, _ outcome: Outcome) {
    let label = SubmissionLabel(screen: screen, outcome: outcome)
    state.withLock { $0.submissions[label, default: 0] += 1 }
  }

  /// Counts a field that a rule of its screen refused in a submission.
  func countRefusal(screen: String, field: String, rule: String) {
    let label = RefusalLabel(screen: screen, field: field, rule: rule)
    state.withLock { $0.refusals[label, default: 0] += 1 }
  }

  /// Counts a provider's call by what it was answered; 0 is success. Calls and codes are those of
  /// its protocol.
  func countPaymentCall(_ provider: String, _ call: String, _ code: Int64) {
    let label = PaymentLabel(provider: provider, call: call, code: code)
    state.withLock { $0.payments[label, default: 0] += 1 }
  }

  /// Counts a request that was turned away because too many waited.
  func countShed() { state.withLock { $0.shed += 1 } }

  /// Counts a request to the back end. `outcome` is a fixed word: `2xx`, `unreachable`, ….
  func countForward(_ outcome: String, milliseconds: Int64) {
    state.withLock { state in
      state.forwards[outcome, default: 0] += 1
      state.forwardLatency.count(milliseconds * 1_000_000)
    }
  }

  /// The exposition.
  ///
  /// - Parameter gauges: further values of the moment, such as commits to the disk.
  public func text(gauges: [(name: String, help: String, value: Int)] = []) -> String {
    let state = state.withLock { $0 }
    var text = Self.head("oyna_requests_total", "counter", "Requests answered.")
    text += state.requests.map { label, count in
      "oyna_requests_total{route=\"\(label.route.name)\",method=\"\(label.method)\","
        + "status=\"\(label.status)\"} \(count)\n"
    }.sorted().joined()
    text += Self.head("oyna_request_seconds", "histogram", "Time that handling took.")
    for (route, histogram) in state.latencies.sorted(by: { $0.key.name < $1.key.name }) {
      text += Self.text("oyna_request_seconds", "route=\"\(Self.escape(route.name))\"", histogram)
    }
    text += Self.head("oyna_submissions_total", "counter", "Submissions by screen and outcome.")
    text += state.submissions.map { label, count in
      "oyna_submissions_total{screen=\"\(Self.escape(label.screen))\","
        + "outcome=\"\(label.outcome.rawValue)\"} \(count)\n"
    }.sorted().joined()
    text += Self.head(
      "oyna_validation_failures_total", "counter", "Fields refused, by screen, key and rule.")
    text += state.refusals.map { label, count in
      "oyna_validation_failures_total{screen=\"\(Self.escape(label.screen))\","
        + "field=\"\(Self.escape(label.field))\",rule=\"\(label.rule)\"} \(count)\n"
    }.sorted().joined()
    if !state.payments.isEmpty {
      text += Self.head(
        "oyna_payment_calls_total", "counter", "Calls of payment providers by answer.")
      text += state.payments.map { label, count in
        "oyna_payment_calls_total{provider=\"\(label.provider)\",call=\"\(label.call)\","
          + "code=\"\(label.code)\"} \(count)\n"
      }.sorted().joined()
    }
    text += Self.head("oyna_requests_shed_total", "counter", "Requests turned away under load.")
    text += "oyna_requests_shed_total \(state.shed)\n"
    if !state.forwards.isEmpty {
      text += Self.head("oyna_forwards_total", "counter", "Requests to the back end by outcome.")
      text += state.forwards.map { outcome, count in
        "oyna_forwards_total{outcome=\"\(outcome)\"} \(count)\n"
      }.sorted().joined()
      text += Self.head("oyna_forward_seconds", "histogram", "Time until the back end answered.")
      text += Self.text("oyna_forward_seconds", "", state.forwardLatency)
    }
    for gauge in gauges {
      text += Self.head(gauge.name, "gauge", gauge.help) + "\(gauge.name) \(gauge.value)\n"
    }
    return text
  }

  private static func text(_ name: String, _ label: String, _ histogram: Histogram) -> String {
    var text = ""
    var total = 0
    let comma = label.isEmpty ? "" : ","
    for (count, bound) in zip(histogram.counts, bounds.map(\.text) + ["+Inf"]) {
      total += count
      text += "\(name)_bucket{\(label)\(comma)le=\"\(bound)\"} \(total)\n"
    }
    let braces = label.isEmpty ? "" : "{\(label)}"
    let seconds = Double(histogram.nanoseconds) / 1e9
    text += "\(name)_sum\(braces) \(seconds)\n"
    return text + "\(name)_count\(braces) \(total)\n"
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private static func escape(_ label: String) -> String {
    label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
