extension String {
  /// The text of these bytes; nil where they are no UTF-8.
  ///
  /// The standard library's `String(validating:as:)` is newer than the systems that we promise.
  /// A decoder puts U+FFFD where bytes are wrong, so wrong bytes never come out as they went in.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
