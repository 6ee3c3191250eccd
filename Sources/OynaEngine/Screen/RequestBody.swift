/// The frozen body of a request. A body that holds a secret is overwritten once the request settles.
public final class RequestBody: Sendable {
  public init() {}
}
