import OynaEngine
import OynaValue
import Testing

/// Decodes a document written in a test.
func screen(_ text: String) throws -> Screen { try Screen(decoding: JSON.parse(text)) }

/// The error that refuses a document.
func refusal(_ text: String) throws -> Diagnostic {
  let json = try JSON.parse(text)
  return try #require(throws: Diagnostic.self) { try Screen(decoding: json) }
}

/// A document around the components of a `vstack`.
func body(_ components: String, state: String = "{}", computed: String = "{}") -> String {
  """
  {"oyna": "1", "id": "s", "state": \(state), "computed": \(computed),
   "body": {"type": "vstack", "children": [
  \(components)
  ]}}
  """
}
