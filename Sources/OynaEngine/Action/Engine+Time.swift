import OynaValue

extension Engine {
  /// Time passed: what is due is done, in order of time.
  mutating func advance(_ milliseconds: Int64) {
    clock += max(milliseconds, 0)
    while let place = timers.indices.filter({ timers[$0].due <= clock })
      .min(by: { timers[$0].due < timers[$1].due })
    {
      let timer = timers.remove(at: place)
      if timer.epoch == epoch { elapse(timer.purpose) }
    }
  }

  private mutating func elapse(_ purpose: PendingRequest.Purpose) {}

  mutating func requestOptions() {}
}
