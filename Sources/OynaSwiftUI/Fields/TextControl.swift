#if canImport(SwiftUI)
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #endif

  /// Text, numbers, money and codes: what is typed goes to the engine, what it shows comes back.
  struct TextControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      HStack {
        if let prefix = node.text("prefix") { Text(verbatim: prefix).foregroundStyle(.secondary) }
        input
          .textFieldStyle(.roundedBorder)
          .focused(context.focus, equals: field.key)
          .submitLabel(context.isLast(field) ? .done : .next)
          .onSubmit { context.focus.wrappedValue = context.store.fieldKey(after: field.key) }
          .disabled(node.flag("readOnly"))
          .modifier(TypingTraits(node: node))
          .accessibilityLabel(Text(verbatim: node.label))
        if let suffix = node.text("suffix") { Text(verbatim: suffix).foregroundStyle(.secondary) }
      }
    }

    @ViewBuilder private var input: some View {
      let prompt = Text(verbatim: node.text("placeholder") ?? "")
      if node.type == "text_area" {
        TextField(node.label, text: text, prompt: prompt, axis: .vertical)
          .lineLimit(max(Int(node.number("rows") ?? 3), 1), reservesSpace: true)
      } else {
        TextField(node.label, text: text, prompt: prompt)
      }
    }

    private var text: Binding<String> {
      let shown = field.shownText(of: node)
      return Binding.onMain {
        shown
      } set: { typed in
        // SwiftUI writes a binding when the focus moves too: that is no edit.
        guard typed != shown else { return }
        context.store.form.setValue(.string(typed), for: field.key)
      }
    }
  }

  /// A secret: what is typed stays in this control, the engine has its own copy and never gives it
  /// back. When the engine's copy is gone, so is this one.
  struct SecretControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext
    @State private var typed = ""
    @State private var isRevealed = false

    var body: some View {
      HStack {
        input
          .textFieldStyle(.roundedBorder)
          .focused(context.focus, equals: field.key)
          .submitLabel(context.isLast(field) ? .done : .next)
          .onSubmit { context.focus.wrappedValue = context.store.fieldKey(after: field.key) }
          .modifier(TypingTraits(node: node))
          .accessibilityLabel(Text(verbatim: node.label))
          .privacySensitive()
        if node.flag("canReveal") {
          Button(action: { isRevealed.toggle() }) {
            Image(systemName: isRevealed ? "eye.slash" : "eye")
          }
          .buttonStyle(.borderless)
          .accessibilityLabel(
            Text(verbatim: isRevealed ? context.words.hideSecret : context.words.showSecret))
        }
      }
      .onChange(of: field.secretLength) { _, length in
        guard length == 0 else { return }
        typed = ""
        isRevealed = false
      }
    }

    @ViewBuilder private var input: some View {
      let prompt = Text(verbatim: node.text("placeholder") ?? "")
      if isRevealed {
        TextField(node.label, text: text, prompt: prompt)
      } else {
        SecureField(node.label, text: text, prompt: prompt)
      }
    }

    private var text: Binding<String> {
      let typed = $typed
      return Binding.onMain {
        typed.wrappedValue
      } set: { new in
        guard new != typed.wrappedValue else { return }
        typed.wrappedValue = new
        var copy = new
        let secret = copy.withUTF8 { Secret(copying: $0) }
        context.store.form.setSecret(secret, for: field.key)
        secret.wipe()
      }
    }
  }

  /// Keyboard, content type and corrections, as the document names them.
  struct TypingTraits: ViewModifier {
    let node: ResolvedNode

    func body(content: Content) -> some View {
      content
        .autocorrectionDisabled(isExact)
        #if canImport(UIKit)
          .keyboardType(keyboard)
          .textContentType(contentType)
          .textInputAutocapitalization(capitalization)
        #endif
    }

    private var isExact: Bool { node.type != "text_area" || node.field?.isSecret == true }

    #if canImport(UIKit)
      private var keyboard: UIKeyboardType {
        switch (node.type, node.text("keyboardType")) {
        case (_, "phonePad"): .phonePad
        case (_, "numberPad"), ("otp_input", _): .numberPad
        case (_, "decimalPad"), ("number_input", _), ("money_input", _): .decimalPad
        case (_, "emailAddress"): .emailAddress
        case (_, "url"): .URL
        case (_, "asciiCapable"): .asciiCapable
        default: .default
        }
      }

      /// HTML's `autocomplete` names → the system's content types.
      private var contentType: UITextContentType? {
        if node.type == "otp_input" { return .oneTimeCode }
        switch node.text("autocomplete") {
        case "name": return .name
        case "given-name": return .givenName
        case "family-name": return .familyName
        case "tel": return .telephoneNumber
        case "email": return .emailAddress
        case "username": return .username
        case "current-password": return .password
        case "new-password": return .newPassword
        case "one-time-code": return .oneTimeCode
        case "street-address": return .fullStreetAddress
        case "postal-code": return .postalCode
        case "cc-number": return .creditCardNumber
        case "cc-exp": return .creditCardExpiration
        case "cc-csc": return .creditCardSecurityCode
        case "cc-name": return .creditCardName
        case "bday": return .birthdate
        case "additional-name": return .middleName
        case "nickname": return .nickname
        case "organization": return .organizationName
        case "organization-title": return .jobTitle
        case "address-line1": return .streetAddressLine1
        case "address-line2": return .streetAddressLine2
        case "address-level1": return .addressState
        case "address-level2": return .addressCity
        case "country-name": return .countryName
        case "url": return .URL
        default: return nil
        }
      }

      private var capitalization: TextInputAutocapitalization {
        switch node.text("autocapitalize") {
        case "words": .words
        case "sentences": .sentences
        case "characters": .characters
        case "none": .never
        default: isExact ? .never : .sentences
        }
      }
    #endif
  }
#endif
