extension SQLiteTransaction: OrderTransaction {
  func insert(_ order: Order) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO shop_order
        (id, tenant, created_ms, status, currency, promo_code, subtotal, discount,
         recipient_name, recipient_phone, recipient_address)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(order.id), .text(order.tenant), .integer(order.created),
        .text(order.status.rawValue), .text(order.currency),
        order.promoCode.map { .text($0) } ?? .null, .integer(order.subtotal),
        .integer(order.discount), .text(order.recipient.name), .text(order.recipient.phone),
        .text(order.recipient.address),
      ])
    for (place, line) in order.lines.enumerated() {
      try connection.run(
        """
        INSERT INTO shop_order_line (order_id, place, product, title, quantity, unit_price)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .text(order.id), .integer(Int64(place)), .text(line.product), .text(line.title),
          .integer(line.quantity), .integer(line.unitPrice),
        ])
    }
  }

  func order(id: String, tenant: String) throws(StorageError) -> Order? {
    let head = try connection.row(
      """
      SELECT id, tenant, created_ms, status, currency, promo_code, discount,
        recipient_name, recipient_phone, recipient_address
      FROM shop_order WHERE id = ? AND tenant = ?
      """,
      [.text(id), .text(tenant)], OrderRow.init)
    return try head.map { head throws(StorageError) in try order(head) }
  }

  func orders(tenant: String, limit: Int) throws(StorageError) -> [Order] {
    let heads = try connection.rows(
      """
      SELECT id, tenant, created_ms, status, currency, promo_code, discount,
        recipient_name, recipient_phone, recipient_address
      FROM shop_order WHERE tenant = ? ORDER BY created_ms DESC, rowid DESC LIMIT ?
      """,
      [.text(tenant), .integer(Int64(limit))], OrderRow.init)
    var orders: [Order] = []
    for head in heads { orders.append(try order(head)) }
    return orders
  }

  func orderedQuantities(tenant: String) throws(StorageError) -> [String: Int64] {
    let rows = try connection.rows(
      """
      SELECT product, sum(quantity) FROM shop_order
      JOIN shop_order_line ON shop_order_line.order_id = shop_order.id
      WHERE tenant = ? AND status IN ('placed', 'paid') GROUP BY product
      """,
      [.text(tenant)], { ($0.text(0), $0.integer(1)) })
    return Dictionary(uniqueKeysWithValues: rows)
  }

  func unpaidOrders(tenant: String, before: Int64) throws(StorageError) -> [String] {
    try connection.rows(
      """
      SELECT id FROM shop_order WHERE tenant = ? AND status = 'placed' AND created_ms < ?
      ORDER BY created_ms
      """,
      [.text(tenant), .integer(before)], { $0.text(0) })
  }

  func switchOrder(
    id: String, to status: OrderStatus, tenant: String
  ) throws(StorageError) -> Bool {
    guard let order = try order(id: id, tenant: tenant), order.status.maySwitch(to: status) else {
      return false
    }
    try connection.run(
      "UPDATE shop_order SET status = ? WHERE id = ?", [.text(status.rawValue), .text(id)])
    return true
  }

  private func order(_ head: OrderRow) throws(StorageError) -> Order {
    let lines = try connection.rows(
      """
      SELECT product, title, quantity, unit_price FROM shop_order_line
      WHERE order_id = ? ORDER BY place
      """,
      [.text(head.id)]
    ) { row in
      OrderLine(
        product: row.text(0), title: row.text(1), quantity: row.integer(2),
        unitPrice: row.integer(3))
    }
    guard let status = OrderStatus(rawValue: head.status),
      let order = Order(
        id: head.id, tenant: head.tenant, created: head.created, status: status,
        currency: head.currency, lines: lines, promoCode: head.promoCode,
        discount: head.discount, recipient: head.recipient)
    else {
      throw StorageError(.corrupt, "An order's rows do not fit together.")
    }
    return order
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

  init(_ row: SQLiteStatement) {
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
