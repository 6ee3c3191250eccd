#if arch(wasm32)
  private import OynaEngine
  private import OynaValue

  @_expose(wasm, "oyna_version")
  @_cdecl("oyna_version")
  func oynaVersion() -> Int32 {
    let map = ValueMap()
    let s = "salom 🇺🇿"
    return Int32(s.count) + Int32(map.entries.count)
  }
#endif
