/// The names by which this server may be asked (RFC 9110 §7.2).
///
/// A page whose name its owner made to point here (DNS rebinding) is of the same origin as far as a
/// browser knows: only its `Host` tells it. A link back from a payment is made of `Host`, too.
struct HostNames: Sendable {
  private let names: Set<String>

  /// - Parameter names: without a port; empty: any name will do.
  init(_ names: some Sequence<String>) { self.names = Set(names.map { Self.name($0) }) }

  func allow(_ request: HTTPRequest) -> Bool {
    if names.isEmpty { return true }
    return request.headers["host"].map { names.contains(Self.name($0)) } ?? false
  }

  /// In lower case, without a port and the dot of a full name. An IPv6 address keeps its brackets.
  private static func name(_ text: String) -> String {
    var name = text.lowercased()[...]
    if name.first == "[" {
      name = name.prefix { $0 != "]" } + "]"
    } else {
      name = name.prefix { $0 != ":" }
    }
    return String(name.last == "." ? name.dropLast() : name)
  }
}
