import OynaEngine
import OynaServer
import OynaValue
import Testing

/// A screen written in Swift is the document that an author would have written.
@Suite struct ScreenBuilderTests {
  let phone = ScreenField<String>("user_phone")
  let delivery = ScreenField<String>("delivery_type")
  let address = ScreenField<String>("delivery_address")
  let total = ScreenField<Int64>("cart_total")

  func json(_ component: some ScreenElement) throws -> String {
    let document = ScreenDocument(id: "s", title: "T") { component }
    var writer = JSONWriter()
    let parsed = try JSON.parse(document.bytes)
    writer.value(try #require(parsed["body"]).value)
    return writer.text
  }

  @Test func `the phone field of the format comes out member by member`() throws {
    let field = TextInput(
      phone, id: "phone_input_field", label: "Telefon raqamingiz",
      placeholder: "+998 90 123 45 67", keyboard: .phonePad,
      rules: [
        .required("Telefon raqami kiritilishi shart"),
        .regex("^\\+998[0-9]{9}$", "Format: +998XXXXXXXXX ko'rinishida bo'lsin"),
      ])
    #expect(
      try json(field) == #"""
        {"id":"phone_input_field","type":"text_input","validations":[{"rule":"required","errorMessage":"Telefon raqami kiritilishi shart"},{"rule":"regex","pattern":"^\\+998[0-9]{9}$","errorMessage":"Format: +998XXXXXXXXX ko'rinishida bo'lsin"}],"props":{"label":"Telefon raqamingiz","stateKey":"user_phone","placeholder":"+998 90 123 45 67","keyboardType":"phonePad"}}
        """#)
  }

  @Test func `conditions become CEL, with strings escaped and odd keys in brackets`() {
    #expect((delivery == "courier").expression == #"delivery_type == "courier""#)
    #expect((delivery != "a\"b\\").expression == #"delivery_type != "a\"b\\""#)
    #expect(
      (delivery == "courier" && total > 500_000).expression
        == #"(delivery_type == "courier") && (cart_total > 500000)"#)
    #expect((!(total <= 5)).expression == "!(cart_total <= 5)")
    #expect((ScreenField<Bool>("user.ok") == true).expression == #"state["user.ok"] == true"#)
    #expect((ScreenField<Bool>("in") == true).expression == #"state["in"] == true"#)
    #expect((ScreenField<Bool>("1st") == true).expression == #"state["1st"] == true"#)
  }

  @Test func `the engine takes a built screen and its rules work`() throws {
    let document = ScreenDocument(id: "order", title: "Buyurtma") {
      RadioGroup(
        delivery, label: "Yetkazish",
        options: [("pickup", "Olib ketish"), ("courier", "Kuryer")],
        rules: [.required("Tanlang")])
      TextInput(
        address, label: "Manzil",
        rules: [
          .dependent(on: delivery, equals: "courier", rules: [.required("Manzilni kiriting")])
        ]
      )
      .visible(when: delivery == "courier")
      Button("Yuborish", id: "send", onTap: .submit(url: "/api/v1/order"))
    }
    let screen = try document.screen()
    #expect(screen.id == "order")
    #expect(screen.diagnostics.isEmpty)
    #expect(
      screen.components.map(\.type.name) == ["vstack", "radio_group", "text_input", "button"])
  }

  @Test func `a built screen with a mistake is refused like any other`() throws {
    let document = ScreenDocument(id: "s", title: "T") {
      TextInput(phone, label: "Telefon", rules: [.regex("[a-z", "?")])
    }
    let error = #expect(throws: Diagnostic.self) { try document.screen() }
    #expect(error?.path == "/body/validations/0/pattern")
  }
}
