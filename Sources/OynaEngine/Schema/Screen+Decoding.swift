public import OynaValue

extension Screen {
  /// Decodes, compiles and checks a document.
  ///
  /// - Throws: the first error, with its place. Warnings do not throw: they are `diagnostics`.
  /// - Complexity: linear in the size of the document.
  public init(
    decoding json: JSON, limits: ScreenLimits = .standard, environment: CELEnvironment = .screen
  ) throws(Diagnostic) {
    // The decoder follows in the next commits of this branch; until then every screen is refused.
    throw Diagnostic(
      .error, Diagnostic.Code("not-decoded"), "The decoder is not here yet.", at: json.position)
  }

  /// Every finding of the decoder, errors and warnings, in document order.
  public static func diagnose(
    _ json: JSON, limits: ScreenLimits = .standard, environment: CELEnvironment = .screen
  ) -> [Diagnostic] {
    []
  }
}
