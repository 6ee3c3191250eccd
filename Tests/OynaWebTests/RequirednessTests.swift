import OynaEngine
import OynaValue
import Testing

@testable import OynaWeb

@Suite struct RequirednessTests {
  static let document = """
    {"oyna": "1", "id": "demo", "title": "Demo", "state": {"way": "pickup"},
     "body": {"id": "form", "type": "form", "children": [
       {"id": "way_field", "type": "text_input", "props": {"stateKey": "way"}},
       {"id": "address_field", "type": "text_input", "props": {"stateKey": "address"},
        "validations": [{"rule": "dependent_validation", "dependsOn": "way", "equals": "courier",
          "rules": [{"rule": "required", "errorMessage": "Where to"}]}]}]}}
    """

  /// The page marks a field as optional or required before anyone is told of an error.
  @Test func aDependentFieldIsRedrawnWhenItBecomesRequired() throws {
    let opened = ShellTests.opened(Self.document)
    _ = try ShellTests.start(opened)
    let message = try ShellTests.send(
      #"{"input": {"key": "way", "text": "courier"}}"#, to: opened)
    let updates = message["changes"]?.array.map(Array.init) ?? []
    let address = updates.first { $0["update"]?["id"]?.string == "address_field" }
    #expect(address?["update"]?["field"]?["isRequired"]?.bool == true)
    #expect(address?["update"]?["field"]?["error"] == nil)
  }
}
