/// What a file is by its first bytes. What a client says of it is not believed.
enum FileKind: String, CaseIterable {
  case pdf = "application/pdf"
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case heic = "image/heic"

  /// Nil for a file of any other kind: it is not taken.
  init?(_ bytes: UnsafeRawBufferPointer) {
    if Self.matches(bytes, "%PDF-", at: 0) {
      self = .pdf
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if Self.matches(bytes, "RIFF", at: 0) && Self.matches(bytes, "WEBP", at: 8) {
      self = .webp
    } else if Self.matches(bytes, "ftyp", at: 4)
      && ["heic", "heix", "heim", "heis", "mif1"].contains(where: {
        Self.matches(bytes, $0, at: 8)
      })
    {
      self = .heic
    } else {
      return nil
    }
  }

  private static func matches(
    _ bytes: UnsafeRawBufferPointer, _ mark: String, at place: Int
  ) -> Bool {
    bytes.dropFirst(place).starts(with: mark.utf8)
  }
}
