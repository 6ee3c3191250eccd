extension LazyAutomaton {
  /// Drops all states; gives the row of `state`, made anew.
  func reset(keeping state: Entry) -> Entry {
    let old = states[Int(state) / stride]
    let list = Array(threads[old.firstThread..<(old.firstThread + old.threadCount)])
    clear()
    // The first state after a reset always has room.
    return list.withUnsafeBufferPointer { find($0, old) ?? Self.dead }
  }

  private func clear() {
    states.removeAll(keepingCapacity: true)
    threads.removeAll(keepingCapacity: true)
    for index in buckets.indices { buckets[index] = -1 }
    start = Self.unknown
  }

  func makeStart() -> Entry {
    for _ in 0..<2 {
      lists.pointee.beginKernel()
      lists.pointee.addKernel(Thread(program.entry))
      if let made = normalize(
        held: [.beginText, .beginLine], isAfterWord: false, isSearching: goal == .anywhere)
      {
        firstByte = onlyFirstByte()
        return made
      }
      clear()
    }
    return Self.dead
  }

  /// The byte that all threads of `lists.active`, the start's, take, if it is one and the state
  /// after any other byte is the start again.
  private func onlyFirstByte() -> UInt8? {
    guard goal == .anywhere, Assertions.endText.isSuperset(of: program.assertions) else {
      return nil
    }
    var only: UInt8?
    for thread in lists.pointee.active {
      let instruction = program.instructions[thread.index]
      guard instruction.operation == .byte, instruction.low == instruction.high,
        only == nil || only == instruction.low
      else { return nil }
      only = instruction.low
    }
    return only
  }

  func stepAtEnd(_ state: State) -> Entry {
    activate(state, nil)
    for thread in lists.pointee.active where thread.isMatch(program) { return Self.accepted }
    return Self.dead
  }

  /// Makes the entry for a byte of class `column` in the state of `row`; nil when the memory is
  /// full.
  func step(_ row: Entry, _ column: Int) -> Entry? {
    let byte = representatives[column]
    let state = states[Int(row) / stride]
    activate(state, byte)
    lists.pointee.beginKernel()
    var isMatch = false
    for thread in lists.pointee.active {
      if let next = thread.step(byte, program) {
        lists.pointee.addKernel(next)
      } else if goal != .whole && thread.isMatch(program) {
        isMatch = true
        // Whatever comes after has less priority than this match. In a search for the longest
        // the rest goes on, but no new match may begin.
        if !program.takesLongestMatch { break }
      }
    }
    let isSearching = state.isSearching && !isMatch
    if isSearching { lists.pointee.addKernel(Thread(program.entry)) }
    var entry = Self.dead
    if !lists.pointee.kernel.isEmpty || isMatch {
      guard
        let made = normalize(
          held: byte == 0x0A ? .beginLine : [], isAfterWord: Assertions.isWord(byte),
          isSearching: isSearching)
      else { return nil }
      entry = isMatch ? made | Self.matchFlag : made
    }
    table[Int(row) + column] = entry
    return entry
  }

  /// Makes `lists.active` the threads that stand before a byte in `state`, given all that holds.
  private func activate(_ state: State, _ next: UInt8?) {
    lists.pointee.beginActive()
    let range = state.firstThread..<(state.firstThread + state.threadCount)
    guard state.isPending else {
      for index in range { lists.pointee.appendActive(threads[index]) }
      return
    }
    var held = state.held
    if let next {
      if next == 0x0A { held.insert(.endLine) }
    } else {
      held.formUnion([.endText, .endLine])
    }
    held.insert(state.isAfterWord != Assertions.isWord(next) ? .wordBoundary : .noWordBoundary)
    for index in range {
      _ = lists.pointee.follow(
        threads[index], program, held: held, known: Assertions(rawValue: 0xFF))
    }
  }

  /// The state whose threads begin at `lists.kernel`; nil when the memory is full.
  ///
  /// Without assertions ahead the threads are moved on to where they take bytes, so that more
  /// lists come out equal. Before an assertion they stay, because what lies behind it must be
  /// followed in one go with the rest to get the priorities right.
  private func normalize(
    held: Assertions, isAfterWord: Bool, isSearching: Bool
  ) -> Entry? {
    lists.pointee.beginActive()
    var isPending = false
    let known: Assertions = [.beginText, .beginLine]
    for thread in lists.pointee.kernel
    where lists.pointee.follow(thread, program, held: held, known: known) {
      isPending = true
    }
    var state = State(isPending: isPending, isSearching: isSearching)
    if isPending {
      state.held = held.intersection(program.assertions)
      state.isAfterWord = isAfterWord && !program.assertions.isDisjoint(with: .word)
      return find(lists.pointee.kernel, state)
    }
    if goal == .whole {
      lists.pointee.sortActive()
    } else if !program.takesLongestMatch {
      lists.pointee.cutActive(program)
    }
    return find(lists.pointee.active, state)
  }

  /// The row of the state like `template` with the threads of `list`, made if need be; nil when
  /// the memory is full.
  private func find(_ list: UnsafeBufferPointer<Thread>, _ template: State) -> Entry? {
    var state = template
    var hash = UInt64(state.held.rawValue) << 3 | (state.isAfterWord ? 2 : 0)
    hash |= (state.isPending ? 1 : 0) | (state.isSearching ? 4 : 0)
    for thread in list {
      hash = (hash ^ thread.rawValue) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    state.hash = hash
    if buckets.count < 2 * states.count + 8 { rehash() }
    let mask = buckets.count - 1
    var bucket = Int(truncatingIfNeeded: hash) & mask
    while buckets[bucket] >= 0 {
      let index = Int(buckets[bucket])
      if states[index].hash == hash && isEqual(states[index], state, list) {
        return Entry(index * stride)
      }
      bucket = (bucket + 1) & mask
    }
    let used = states.count * (stride * 4 + 64) + threads.count * 8
    if used + stride * 4 + list.count * 8 > memoryLimit && states.count > 1 { return nil }
    buckets[bucket] = Int32(states.count)
    return append(state, list)
  }

  private func append(_ template: State, _ list: UnsafeBufferPointer<Thread>) -> Entry {
    let index = states.count
    var state = template
    state.firstThread = threads.count
    state.threadCount = list.count
    threads.append(contentsOf: list)
    states.append(state)
    stateCount += 1
    growTable(to: (index + 1) * stride)
    (table + index * stride).initialize(repeating: Self.unknown, count: stride)
    return Entry(index * stride)
  }

  private func isEqual(
    _ old: State, _ new: State, _ list: UnsafeBufferPointer<Thread>
  ) -> Bool {
    guard
      old.threadCount == list.count && old.held == new.held && old.isAfterWord == new.isAfterWord
        && old.isPending == new.isPending && old.isSearching == new.isSearching
    else { return false }
    for index in list.indices where threads[old.firstThread + index] != list[index] {
      return false
    }
    return true
  }

  private func rehash() {
    let count = max(32, buckets.count * 2)
    buckets = [Int32](repeating: -1, count: count)
    for (index, state) in states.enumerated() {
      var bucket = Int(truncatingIfNeeded: state.hash) & (count - 1)
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & (count - 1) }
      buckets[bucket] = Int32(index)
    }
  }

  private func growTable(to count: Int) {
    guard count > tableCapacity else { return }
    let capacity = max(count, tableCapacity * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.update(from: table, count: count - stride)
    table.deallocate()
    table = larger
    tableCapacity = capacity
  }
}
