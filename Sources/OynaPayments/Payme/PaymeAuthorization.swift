/// The check of the `Authorization` header of the Merchant API: HTTP Basic with login `Paycom`.
public enum PaymeAuthorization {
  /// Whether `header` carries `key`.
  ///
  /// The password starts after the first colon and may hold more of them. The comparison takes the
  /// same time wherever the first difference stands.
  public static func isValid(_ header: String?, key: String) -> Bool {
    guard let header, header.utf8.count < 1024 else { return false }
    let parts = header.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let credentials = Base64.decode(String(parts[1])),
      let colon = credentials.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    let isLogin = credentials[..<colon].elementsEqual("Paycom".utf8)
    return ConstantTime.areEqual(Array(credentials[(colon + 1)...]), Array(key.utf8)) && isLogin
  }
}
