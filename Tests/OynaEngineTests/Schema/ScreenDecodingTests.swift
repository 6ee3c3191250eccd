import OynaEngine
import OynaValue
import Testing

@Suite("A screen document decodes")
struct ScreenDecodingTests {
  static let phone = """
    {"id": "phone_input_field", "type": "text_input",
     "props": {"label": "Telefon raqamingiz", "placeholder": "+998 90 123 45 67", \
    "keyboardType": "phonePad", "stateKey": "user_phone"},
     "validations": [
      {"rule": "required", "errorMessage": "Telefon raqami kiritilishi shart"},
      {"rule": "regex", "pattern": "^\\\\+998[0-9]{9}$", "errorMessage": "Format: +998XXXXXXXXX \
    ko'rinishida bo'lsin"}]}
    """

  @Test("the phone field of DESIGN §3 as it is written")
  func phoneField() throws {
    let screen = try screen(body(Self.phone))
    let index = try #require(screen.field(for: StateKey("user_phone")))
    let component = screen[index]
    #expect(component.id == "phone_input_field")
    #expect(component.type == ComponentType("text_input"))
    #expect(component.kind == .input(.text))
    #expect(component.props["label"] == .string("Telefon raqamingiz"))
    #expect(component.props["keyboardType"] == .string("phonePad"))
    #expect(component.rules.count == 2)
    guard case .required = component.rules[0].check, case .regex(let regex) = component.rules[1].check
    else {
      Issue.record("not required and regex")
      return
    }
    #expect(regex.matchesWhole("+998901234567"))
    #expect(!regex.matchesWhole("+99890123456"))
    #expect(
      component.rules[0].errorMessage?.plainText == "Telefon raqami kiritilishi shart")
    #expect(component.field?.initial == .string(""))
    #expect(screen.diagnostics.isEmpty)
  }
}
