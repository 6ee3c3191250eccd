extension JSON {
  /// What a reader of JSON allows.
  public struct Options: Sendable {
    /// What to do with an object that holds the same key twice (compared byte by byte).
    public enum DuplicateKeys: Sendable {
      /// All members are kept; a lookup gives the last one (RFC 8259 §4 leaves it open).
      case accept
      /// The document is refused with both places.
      case refuse
    }

    /// What to do with a key that comes twice.
    public var duplicateKeys: DuplicateKeys
    /// The sizes that are too large.
    public var limits: Limits
    /// Whether the document's memory is overwritten when its last view is released: for texts
    /// that hold secrets. The caller's own bytes are the caller's to overwrite.
    public var isSensitive: Bool

    /// What a screen needs, but for what is given.
    public init(
      duplicateKeys: DuplicateKeys = .refuse, limits: Limits = .screen, isSensitive: Bool = false
    ) {
      self.duplicateKeys = duplicateKeys
      self.limits = limits
      self.isSensitive = isSensitive
    }

    /// Screens, submissions and callbacks: duplicate keys are refused, the limits are DESIGN §9's.
    public static let screen = Options()

    /// Whatever RFC 8259 lets a reader accept: duplicate keys, any size, nesting to 1,024.
    public static let rfc8259 = Options(duplicateKeys: .accept, limits: .widest)
  }

  /// The sizes at which a reader refuses a document. Each error names its limit and its number.
  public struct Limits: Sendable {
    /// Length of the whole text in bytes, at most 2 GiB − 1 (offsets are 32 bits).
    public var bytes: Int
    /// Containers inside one another; 1 allows `[]` and refuses `[[]]`. At most 1,024, because
    /// values that nest are copied and released on the machine's stack.
    public var depth: Int
    /// Length of one string or key in UTF-8 bytes, unescaped.
    public var stringBytes: Int
    /// Length of one number's text in bytes.
    public var numberBytes: Int

    /// DESIGN §9's limits, but for what is given. Sizes past the reader's own are cut to them.
    public init(
      bytes: Int = 1 << 20, depth: Int = 64, stringBytes: Int = 64 << 10, numberBytes: Int = 1024
    ) {
      self.bytes = min(bytes, Self.mostBytes)
      self.depth = min(depth, Self.mostDepth)
      self.stringBytes = stringBytes
      self.numberBytes = numberBytes
    }

    static let mostBytes = Int(Int32.max)
    static let mostDepth = 1024

    /// DESIGN §9: document 1 MiB, depth 64, string 64 KiB; and 1,024 bytes for a number.
    public static let screen = Limits()

    /// As wide as the reader can go.
    public static let widest = Limits(
      bytes: mostBytes, depth: mostDepth, stringBytes: mostBytes, numberBytes: mostBytes)
  }
}
