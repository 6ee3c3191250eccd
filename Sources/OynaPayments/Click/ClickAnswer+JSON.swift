import OynaValue

extension ClickAnswer {
  /// The answer's JSON; `call` is nil where its fields could not be read.
  public func bytes(to call: ClickCall?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    if let call {
      writer.key("click_trans_id")
      if let number = Int64(call.transactionID) { writer.int(number) } else { writer.null() }
      writer.key("merchant_trans_id")
      writer.string(call.merchantTransactionID)
    }
    switch self {
    case .prepared(let number):
      writer.key("merchant_prepare_id")
      writer.int(number)
    case .completed(let number):
      writer.key("merchant_confirm_id")
      writer.int(number)
    case .refused: break
    }
    writer.key("error")
    if case .refused(let error) = self {
      writer.int(error.rawValue)
      writer.key("error_note")
      writer.string(error.note)
    } else {
      writer.int(0)
      writer.key("error_note")
      writer.string("Success")
    }
    writer.endObject()
    return writer.bytes
  }
}
