extension Validation {
  /// The engine's own rules. Until `Submission.validate` has landed every submission is refused.
  public static let engine = Validation { _, _ in
    [Failure(key: "", message: "Submissions cannot be checked yet.", rule: "unavailable")]
  }
}
