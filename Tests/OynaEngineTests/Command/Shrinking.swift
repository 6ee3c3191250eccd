/// SplitMix64: small, and the same on every machine, so a printed seed repeats a run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The shortest program found that still fails: pieces are left out, from halves to single steps.
func shrink<Step>(_ program: [Step], fails: ([Step]) -> Bool) -> [Step] {
  var best = program
  var size = max(1, best.count / 2)
  while size >= 1 {
    var index = 0
    var isShorter = false
    while index < best.count {
      var candidate = best
      candidate.removeSubrange(index..<min(index + size, best.count))
      if fails(candidate) {
        best = candidate
        isShorter = true
      } else {
        index += size
      }
    }
    if !isShorter { size /= 2 }
  }
  return best
}
