import OynaEngine
import OynaStorage
import OynaValue

/// Screens whose cart sells what a shop has: they are served with what is left of it now.
struct ShopScreens: Sendable {
  let shop: Shop
  let screens: ScreenHandler
  let endpoint: IdempotentEndpoint

  /// What is at `/screens/{id}`; nil for other paths.
  @Sendable func lookUp(_ path: String) -> Router.Endpoint? {
    guard let served = screens.screens.current.served(at: path) else { return nil }
    guard served.entry.hasCart else { return served.endpoint }
    return Router.Endpoint(
      ScreenHandler.route,
      [
        (
          "GET",
          { request in
            guard let version = served.entry.version(for: ScreenHandler.language(request)) else {
              return .response(Problem.notFound.response)
            }
            return .pending { await reply(version, request, served.endpoint) }
          }
        )
      ])
  }

  private func reply(
    _ version: ScreenCatalog.Version, _ request: HTTPRequest, _ served: Router.Endpoint
  ) async -> HTTPResponse {
    let ordered: [String: Int64]
    do throws(StorageError) {
      ordered = try await endpoint.storage.transaction { transaction throws(StorageError) in
        try transaction.orderedQuantities(tenant: IdempotentEndpoint.tenant)
      }
    } catch {
      return endpoint.failure(error)
    }
    let isTouched = shop.products.contains { (ordered[$0.id.name] ?? 0) > 0 && $0.stock != nil }
    if !isTouched, let handler = served.handlers.first?.handler {
      return await handler(request).response()
    }
    return ScreenHandler.response(
      Self.document(version.screen.source, stock: stock(ordered)), version, request)
  }

  /// What is left of each product that can end, by its name.
  private func stock(_ ordered: [String: Int64]) -> [String: Int64] {
    var stock: [String: Int64] = [:]
    for product in shop.products {
      stock[product.id.name] = shop.left(of: product, ordered: ordered)
    }
    return stock
  }

  private static func document(_ source: JSON, stock: [String: Int64]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for member in source.object.map({ Array($0) }) ?? [] {
      writer.key(member.key)
      writer.value(
        member.key == "body" ? counted(member.value.value, stock) : member.value.value)
    }
    writer.endObject()
    return writer.bytes
  }

  /// A component with the stock of the products in its carts.
  private static func counted(_ component: Value, _ stock: [String: Int64]) -> Value {
    guard case .map(var members) = component else { return component }
    if members["type"] == .string("cart"), case .map(var props)? = members["props"],
      case .list(let products)? = props["products"]
    {
      props.set(
        .list(
          products.map { product in
            guard case .map(var parts) = product, case .string(let id)? = parts["id"],
              let left = stock[id]
            else { return product }
            parts.set(.int(left), for: "stock")
            return .map(parts)
          }), for: "products")
      members.set(.map(props), for: "props")
    } else if case .list(let children)? = members["children"] {
      members.set(.list(children.map { counted($0, stock) }), for: "children")
    }
    return .map(members)
  }
}
