/// Bytes that must leave no trace: overwritten when released or wiped, and without a description.
public final class Secret: Sendable {
  public init() {}
}
