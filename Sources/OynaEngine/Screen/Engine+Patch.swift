import OynaValue

extension Engine {
  mutating func applyPatch(_ json: JSON) {}
  mutating func patch(_ operations: [PatchOperation]) {}
}

extension Screen {
  func decodeActions(_ json: JSON) throws(Diagnostic) -> [Action] {
    try actions(decoding: json)
  }
}
