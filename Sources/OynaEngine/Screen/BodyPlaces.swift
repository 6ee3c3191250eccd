import OynaValue

/// The places of a scope's keys in a nested body, to read one that came.
struct BodyPlaces {
  private var keys: [String: String] = [:]
  /// Pointers to the objects that the places stand in.
  private var objects: Set<String> = []

  init(_ names: some Sequence<String>) {
    for key in names {
      keys[BodyPlace.pointer(key)] = key
      var object = ""
      for name in BodyPlace.names(key).dropLast() {
        BodyPlace.append(name, to: &object)
        objects.insert(object)
      }
    }
  }

  /// Finds a row's values; the answer is the pointers of what is at no place.
  func find(_ row: JSON, into found: inout [(key: String, value: JSON)]) -> [String] {
    if let key = keys["/"] {
      found.append((key, row))
      return []
    }
    guard let members = row.object else { return ["/"] }
    return find(members, at: "", into: &found, except: nil)
  }

  /// Finds the values below an object; the answer is the pointers of what is at no place. What is
  /// no object where one has to be is at no place.
  func find(
    _ members: JSON.Members, at pointer: String, into found: inout [(key: String, value: JSON)],
    except identifier: String?
  ) -> [String] {
    var strangers: [String] = []
    for (name, value) in members where name != identifier {
      var inner = pointer
      BodyPlace.append(name, to: &inner)
      if let key = keys[inner] {
        found.append((key, value))
      } else if objects.contains(inner), let members = value.object {
        strangers += find(members, at: inner, into: &found, except: nil)
      } else {
        strangers.append(inner)
      }
    }
    return strangers
  }
}
