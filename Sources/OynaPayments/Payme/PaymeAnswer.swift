public import OynaValue

/// The JSON-RPC answers of the Payme Merchant API: always one of `result` and `error`, always with
/// HTTP status 200, and byte for byte the same for a repeated call.
public enum PaymeAnswer {
  /// An answer with a result of a transaction's method.
  public static func bytes(_ result: PaymeResult, id: JSON?) -> [UInt8] {
    envelope(id: id) { writer in
      writer.key("result")
      writer.beginObject()
      switch result {
      case .created(let transaction):
        member("create_time", transaction.createTime, &writer)
        writer.key("transaction")
        writer.string(transaction.merchantID)
        member("state", transaction.state.rawValue, &writer)
        writer.key("receivers")
        writer.null()
      case .performed(let transaction):
        writer.key("transaction")
        writer.string(transaction.merchantID)
        member("perform_time", transaction.performTime, &writer)
        member("state", transaction.state.rawValue, &writer)
      case .cancelled(let transaction):
        writer.key("transaction")
        writer.string(transaction.merchantID)
        member("cancel_time", transaction.cancelTime, &writer)
        member("state", transaction.state.rawValue, &writer)
      case .checked(let transaction):
        times(of: transaction, &writer)
      }
      writer.endObject()
    }
  }

  /// An answer with an error.
  public static func bytes(_ error: PaymeError, id: JSON?) -> [UInt8] {
    envelope(id: id) { writer in
      writer.key("error")
      writer.beginObject()
      member("code", error.code, &writer)
      writer.key("message")
      writer.beginObject()
      for (language, text) in [
        ("ru", error.message.ru), ("uz", error.message.uz), ("en", error.message.en),
      ] {
        writer.key(language)
        writer.string(text)
      }
      writer.endObject()
      writer.key("data")
      if let data = error.data { writer.string(data) } else { writer.null() }
      writer.endObject()
    }
  }

  /// The answer of CheckPerformTransaction for an order that may be paid.
  public static func allowed(id: JSON?) -> [UInt8] {
    envelope(id: id) { writer in flag("allow", &writer) }
  }

  /// The answer of SetFiscalData.
  public static func fiscalDataKept(id: JSON?) -> [UInt8] {
    envelope(id: id) { writer in flag("success", &writer) }
  }

  /// The answer of GetStatement.
  public static func statement(
    _ transactions: [PaymeTransaction], accountField: String, id: JSON?
  ) -> [UInt8] {
    envelope(id: id) { writer in
      writer.key("result")
      writer.beginObject()
      writer.key("transactions")
      writer.beginArray()
      for transaction in transactions {
        writer.beginObject()
        writer.key("id")
        writer.string(transaction.id)
        member("time", transaction.time, &writer)
        member("amount", transaction.amount, &writer)
        writer.key("account")
        writer.beginObject()
        writer.key(accountField)
        writer.string(transaction.order)
        writer.endObject()
        times(of: transaction, &writer)
        writer.key("receivers")
        writer.null()
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
  }

  private static func times(of transaction: PaymeTransaction, _ writer: inout JSONWriter) {
    member("create_time", transaction.createTime, &writer)
    member("perform_time", transaction.performTime, &writer)
    member("cancel_time", transaction.cancelTime, &writer)
    writer.key("transaction")
    writer.string(transaction.merchantID)
    member("state", transaction.state.rawValue, &writer)
    writer.key("reason")
    if let reason = transaction.reason { writer.int(reason) } else { writer.null() }
  }

  private static func flag(_ name: String, _ writer: inout JSONWriter) {
    writer.key("result")
    writer.beginObject()
    writer.key(name)
    writer.bool(true)
    writer.endObject()
  }

  private static func member(_ name: String, _ value: Int64, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.int(value)
  }

  /// `id` is echoed unchanged; null where the request had none that could be read.
  private static func envelope(id: JSON?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    body(&writer)
    writer.key("id")
    if let id { writer.value(id.value) } else { writer.null() }
    writer.endObject()
    return writer.bytes
  }
}
