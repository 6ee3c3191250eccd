extension JSON {
  /// The elements of an array, in order.
  public struct Elements: Collection, Sendable {
    /// The place of an element. Finding the n-th element steps over those before it.
    public struct Index: Comparable, Sendable {
      let tapeIndex: Int
      public static func < (left: Index, right: Index) -> Bool { left.tapeIndex < right.tapeIndex }
    }

    let document: JSONDocument
    let container: Int

    /// O(1).
    public var count: Int { document.tape[container].high }
    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }
    public var startIndex: Index { Index(tapeIndex: container + 1) }
    public var endIndex: Index { Index(tapeIndex: document.tape[container].low) }
    public func index(after index: Index) -> Index {
      Index(tapeIndex: document.next(index.tapeIndex))
    }
    /// The element at an index of this array.
    public subscript(index: Index) -> JSON { JSON(document: document, index: index.tapeIndex) }
  }

  /// The members of an object, in the order they are written.
  public struct Members: Sequence, Sendable {
    public typealias Element = (key: String, value: JSON)

    let document: JSONDocument
    let container: Int

    /// O(1).
    public var count: Int { document.tape[container].high }
    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    public func makeIterator() -> Iterator {
      Iterator(
        document: document, index: container + 1, end: document.tape[container].low)
    }

    /// Steps from member to member.
    public struct Iterator: IteratorProtocol {
      let document: JSONDocument
      var index: Int
      let end: Int

      public mutating func next() -> (key: String, value: JSON)? {
        guard index < end else { return nil }
        let key = JSON(document: document, index: index)
        let value = JSON(document: document, index: index + 1)
        index = document.next(index + 1)
        return (key.string ?? "", value)
      }
    }

    /// The keys as views, which know their place in the text; no `String` is made.
    public var keys: [JSON] {
      var keys: [JSON] = []
      var index = container + 1
      while index < document.tape[container].low {
        keys.append(JSON(document: document, index: index))
        index = document.next(index + 1)
      }
      return keys
    }
  }

  /// Nil unless this is an array.
  public var array: Elements? {
    entry.kind == .array ? Elements(document: document, container: index) : nil
  }

  /// Nil unless this is an object.
  public var object: Members? {
    entry.kind == .object ? Members(document: document, container: index) : nil
  }

  /// The element at a place; nil when this is no array or it is shorter. O(place).
  public subscript(_ place: Int) -> JSON? {
    guard let array, place >= 0, place < array.count else { return nil }
    return array[array.index(array.startIndex, offsetBy: place)]
  }

  /// The member under a key, compared byte by byte; the last one where duplicates were accepted.
  /// Nil when this is no object or has none.
  ///
  /// - Complexity: O(members) up to 16 members, else O(log members).
  public subscript(_ key: String) -> JSON? {
    guard entry.kind == .object else { return nil }
    var key = key
    return key.withUTF8 { member($0) }
  }

  private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSON? {
    let hash = JSONStringBases.hash(key)
    let strings = JSONStringBases(text: document.text, arena: document.arena ?? document.text)
    let container = entry
    if container.extra > 0 {
      let keys = document.keyIndexes[Int(container.extra) - 1]
      let found = keys.find(key, hash: hash, tape: document.tape, strings: strings)
      return found.map { JSON(document: document, index: $0 + 1) }
    }
    var found: Int?
    var index = self.index + 1
    while index < container.low {
      let candidate = document.tape[index]
      if candidate.extra == hash, candidate.high == key.count,
        JSONStringBases.compare(strings.bytes(of: candidate), key) == 0
      {
        found = index
      }
      index = document.next(index + 1)
    }
    return found.map { JSON(document: document, index: $0 + 1) }
  }
}
