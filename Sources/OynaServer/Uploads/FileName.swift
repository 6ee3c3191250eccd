/// The name of a person's file, for people to read. It is never part of a path.
enum FileName {
  /// Bytes of UTF-8 that are kept of a name.
  static let limit = 200

  /// The name that a `Content-Disposition` gives (RFC 6266, RFC 8187 for `filename*`), cleaned.
  static func text(disposition: String?) -> String {
    let parameters = (disposition ?? "").split(separator: ";").dropFirst().map {
      $0.drop { $0 == " " }
    }
    let extended = "filename*=UTF-8''"
    for parameter in parameters
    where parameter.count > extended.count
      && parameter.prefix(extended.count).lowercased() == extended.lowercased()
    {
      if let name = RequestTarget.decode(parameter.dropFirst(extended.count).utf8) {
        return clean(name)
      }
    }
    for parameter in parameters where parameter.lowercased().hasPrefix("filename=") {
      return clean(String(parameter.dropFirst("filename=".count).filter { $0 != "\"" }))
    }
    return clean("")
  }

  /// The last part of a path, without control characters and marks that turn the direction of
  /// writing (a name could hide its ending by them), and not too long.
  static func clean(_ name: String) -> String {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(Array.init) ?? []
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in last {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
      default: break
      }
      count += UTF8.width(scalar)
      if count > limit { break }
      kept.append(scalar)
    }
    let text = String(kept)
    return text.allSatisfy { $0 == "." || $0 == " " } ? "file" : text
  }
}
