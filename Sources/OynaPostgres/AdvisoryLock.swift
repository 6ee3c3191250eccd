import OynaStorage

/// Numbers that transactions lock for what has no row: one 64-bit space for the whole database.
///
/// Two things that happen to have one number only wait for each other once more than they must.
enum AdvisoryLock: String {
  /// The schema while it is migrated.
  case migration
  /// An idempotency key of a tenant.
  case key
  /// A value of a register.
  case register
  /// The end of a conversation: messages are numbered in the order in which they are committed.
  case conversation
  /// What is left of a tenant's products.
  case stock
  /// The number of the next payment.
  case payment

  /// The number of these texts; lengths keep `("ab", "c")` and `("a", "bc")` apart.
  func number(_ schema: String, _ parts: [String]) -> Int64 {
    var checksum = Checksum()
    for part in [schema, rawValue] + parts {
      checksum.add("\(part.utf8.count):".utf8)
      checksum.add(part.utf8)
    }
    return Int64(bitPattern: checksum.value)
  }
}
