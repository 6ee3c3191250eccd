/// Arguments in the form in which libpq reads them, valid while `body` runs.
enum CArguments {
  /// Texts as an array of C strings that ends with a null.
  static func withTexts<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?
  ) -> Result? {
    withBytes(texts.map { Array($0.utf8) }) { pointers, _, _ in body(pointers) }
  }

  /// Byte strings as pointers (null for nil), lengths and formats, the latter all binary. Each
  /// string is followed by a zero byte, the pointers by a null.
  static func withBytes<Result>(
    _ values: [[UInt8]?],
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
    ) -> Result?
  ) -> Result? {
    var storage: [CChar] = []
    var offsets: [Int?] = []
    storage.reserveCapacity(values.reduce(0) { $0 + ($1?.count ?? 0) + 1 })
    for value in values {
      offsets.append(value == nil ? nil : storage.count)
      guard let value else { continue }
      storage.append(contentsOf: value.lazy.map { CChar(bitPattern: $0) })
      storage.append(0)
    }
    let lengths = values.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: values.count)
    return storage.withUnsafeBufferPointer { bytes in
      var pointers: [UnsafePointer<CChar>?] = offsets.map { offset in
        offset.flatMap { at in bytes.baseAddress.map { $0 + at } }
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { pointers in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            guard let all = pointers.baseAddress else { return nil }
            // An empty array may have no address; libpq reads nothing through it then.
            let nothing = UnsafePointer<Int32>(bitPattern: MemoryLayout<Int32>.alignment)
            guard let sizes = lengths.baseAddress ?? nothing,
              let kinds = formats.baseAddress ?? nothing
            else { return nil }
            return body(all, sizes, kinds)
          }
        }
      }
    }
  }
}
