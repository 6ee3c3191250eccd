import OynaValue

/// What an import could not carry over, each with its place in the schema.
final class ImportReport {
  /// What a finding means for what the form sends.
  enum Kind: String {
    /// The form may send what the schema refuses: a server has to check it.
    case leftOut = "left out"
    /// The form refuses, or cannot say, something that the schema accepts.
    case narrower
  }

  struct Finding: Hashable {
    let pointer: String
    let kind: Kind
    let message: String
  }

  private(set) var findings: [Finding] = []
  private var seen: Set<Finding> = []
  /// Why there is no screen.
  private(set) var refusal: String?

  func leftOut(_ pointer: String, _ message: String) { add(pointer, .leftOut, message) }
  func narrower(_ pointer: String, _ message: String) { add(pointer, .narrower, message) }

  /// Takes over what another try found.
  func take(_ other: ImportReport) {
    findings += other.findings
    refusal = other.refusal ?? refusal
  }

  func refused(_ reason: String) { refusal = refusal ?? reason }

  private func add(_ pointer: String, _ kind: Kind, _ message: String) {
    let finding = Finding(pointer: pointer, kind: kind, message: message)
    if seen.insert(finding).inserted { findings.append(finding) }
  }
}
