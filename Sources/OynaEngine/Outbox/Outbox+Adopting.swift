extension Outbox {
  /// The greatest number that this outbox knows: rows after it were inserted by somebody else.
  public var lastKnownNumber: Int64 { lastNumber }

  /// Takes up rows that somebody else made durable, such as another tab of the browser: in the
  /// order of their numbers, each after `lastKnownNumber`.
  public mutating func adopt(
    _ rows: [OutboxRow], at now: OutboxTime, using generator: inout some RandomNumberGenerator
  ) -> OutboxStep {
    var step = OutboxStep()
    guard !isStopped else { return step }
    for row in rows where row.id.number > lastNumber {
      lastNumber = row.id.number
      let place = laneState(row.lane)
      count += 1
      if lanes[place].beyond == 0, lanes[place].window.count < configuration.windowSize {
        lanes[place].window.append(row)
        if lanes[place].window.count == 1 { adoptHead(place, at: now) }
      } else {
        lanes[place].beyond += 1
        lanes[place].hasCommitted = true
        lanes[place].isStarved = false
      }
    }
    finish(&step, at: now, using: &generator)
    return step
  }
}
