import OynaStorage

extension PostgresTransaction: OrderTransaction {
  func insert(_ order: Order) throws(StorageError) {
    try send(
      """
      INSERT INTO shop_order
        (id, tenant, created_ms, status, currency, promo_code, subtotal, discount,
         recipient_name, recipient_phone, recipient_address)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      [
        .text(order.id), .text(order.tenant), .integer(order.created),
        .text(order.status.rawValue), .text(order.currency), .text(order.promoCode),
        .integer(order.subtotal), .integer(order.discount), .text(order.recipient.name),
        .text(order.recipient.phone), .text(order.recipient.address),
      ])
    try send(
      """
      INSERT INTO shop_order_line (order_id, place, product, title, quantity, unit_price)
      SELECT $1, place - 1, product, title, quantity, unit_price
      FROM unnest($2, $3, $4, $5)
        WITH ORDINALITY AS line (product, title, quantity, unit_price, place)
      """,
      [
        .text(order.id), .texts(order.lines.map(\.product)), .texts(order.lines.map(\.title)),
        .integers(order.lines.map(\.quantity)), .integers(order.lines.map(\.unitPrice)),
      ])
  }

  func order(id: String, tenant: String) throws(StorageError) -> Order? {
    let heads = try rows(
      """
      SELECT id, tenant, created_ms, status, currency, promo_code, discount,
        recipient_name, recipient_phone, recipient_address
      FROM shop_order WHERE id = $1 AND tenant = $2
      """,
      [.text(id), .text(tenant)], OrderRow.init)
    return try orders(heads).first
  }

  func orders(tenant: String, limit: Int) throws(StorageError) -> [Order] {
    let heads = try rows(
      """
      SELECT id, tenant, created_ms, status, currency, promo_code, discount,
        recipient_name, recipient_phone, recipient_address
      FROM shop_order WHERE tenant = $1 ORDER BY created_ms DESC, number DESC LIMIT $2
      """,
      [.text(tenant), .integer(Int64(limit))], OrderRow.init)
    return try orders(heads)
  }

  /// Holds the tenant's stock until the end: of two orders for the last piece the second sees the
  /// first.
  func orderedQuantities(tenant: String) throws(StorageError) -> [String: Int64] {
    try lock(.stock, tenant)
    let rows = try rows(
      """
      SELECT product, sum(quantity)::bigint FROM shop_order
      JOIN shop_order_line ON shop_order_line.order_id = shop_order.id
      WHERE tenant = $1 AND status IN ('placed', 'paid') GROUP BY product
      """,
      [.text(tenant)], { ($0.text(0), $0.integer(1)) })
    return Dictionary(uniqueKeysWithValues: rows)
  }

  func unpaidOrders(tenant: String, before: Int64) throws(StorageError) -> [String] {
    try rows(
      """
      SELECT id FROM shop_order WHERE tenant = $1 AND status = 'placed' AND created_ms < $2
      ORDER BY created_ms
      """,
      [.text(tenant), .integer(before)], { $0.text(0) })
  }

  func switchOrder(
    id: String, to status: OrderStatus, tenant: String
  ) throws(StorageError) -> Bool {
    let earlier = OrderStatus.allCases.filter { $0.maySwitch(to: status) }
    return try run(
      """
      UPDATE shop_order SET status = $1 WHERE id = $2 AND tenant = $3 AND status = ANY ($4)
      """,
      [.text(status.rawValue), .text(id), .text(tenant), .texts(earlier.map(\.rawValue))]) == 1
  }

  private func orders(_ heads: [OrderRow]) throws(StorageError) -> [Order] {
    guard !heads.isEmpty else { return [] }
    let lines = try rows(
      """
      SELECT order_id, product, title, quantity, unit_price FROM shop_order_line
      WHERE order_id = ANY ($1) ORDER BY order_id, place
      """,
      [.texts(heads.map(\.id))]
    ) { row in
      (
        row.text(0),
        OrderLine(
          product: row.text(1), title: row.text(2), quantity: row.integer(3),
          unitPrice: row.integer(4))
      )
    }
    let byOrder = Dictionary(grouping: lines, by: \.0)
    var orders: [Order] = []
    for head in heads {
      guard let status = OrderStatus(rawValue: head.status),
        let order = Order(
          id: head.id, tenant: head.tenant, created: head.created, status: status,
          currency: head.currency, lines: (byOrder[head.id] ?? []).map(\.1),
          promoCode: head.promoCode, discount: head.discount, recipient: head.recipient)
      else {
        throw StorageError(.corrupt, "An order's rows do not fit together.")
      }
      orders.append(order)
    }
    return orders
  }
}

/// The row of an order, without its lines.
private struct OrderRow {
  let id: String
  let tenant: String
  let created: Int64
  let status: String
  let currency: String
  let promoCode: String?
  let discount: Int64
  let recipient: OrderRecipient

  init(_ row: PostgresRow) {
    id = row.text(0)
    tenant = row.text(1)
    created = row.integer(2)
    status = row.text(3)
    currency = row.text(4)
    promoCode = row.optionalText(5)
    discount = row.integer(6)
    recipient = OrderRecipient(name: row.text(7), phone: row.text(8), address: row.text(9))
  }
}
