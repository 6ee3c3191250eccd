#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// `cart`: lines with their quantity, a promo code, totals. It adds nothing up.
  struct CartControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext
    @State private var code = ""
    @Environment(\.oynaTheme) private var theme

    var body: some View {
      VStack(alignment: .leading, spacing: theme.spacing) {
        if node.cartLines.isEmpty {
          Text(verbatim: node.text("emptyText") ?? "").foregroundStyle(.secondary)
        }
        ForEach(node.cartLines) { line in
          CartLineView(line: line, isReadOnly: node.flag("readOnly"), words: context.words) {
            change(line.id, to: $0)
          }
        }
        if let label = node.cartLabel("promoCode") { promoCode(label) }
        if !node.cartLines.isEmpty { totals }
      }
    }

    @ViewBuilder private func promoCode(_ label: String) -> some View {
      if let applied = node.text("promoCode") {
        HStack {
          Label(applied, systemImage: "checkmark")
          Button(action: { send(.promoCode(nil)) }) { Image(systemName: "xmark") }
            .buttonStyle(.borderless)
            .accessibilityLabel(Text(verbatim: "\(context.words.remove): \(label)"))
        }
      } else {
        HStack {
          TextField(label, text: $code)
            .textFieldStyle(.roundedBorder)
            .autocorrectionDisabled()
            .onSubmit { send(.promoCode(code)) }
          Button(action: { send(.promoCode(code)) }) {
            Text(verbatim: node.cartLabel("apply") ?? context.words.add)
          }
          .buttonStyle(.bordered)
        }
        if let problem = node.text("promoProblem") { ErrorView(message: problem) }
      }
    }

    private var totals: some View {
      ForEach(node.cartTotals.indices, id: \.self) { place in
        LabeledContent(node.cartTotals[place].label, value: node.cartTotals[place].amount)
      }
    }

    private func change(_ product: String, to quantity: Int64) {
      guard let product = ProductID(product) else { return }
      send(.quantity(of: product, to: quantity))
    }

    private func send(_ change: CartChange) {
      context.store.send(.cart(key: field.key, change))
    }
  }

  struct CartLineView: View {
    let line: CartLineText
    let isReadOnly: Bool
    let words: HostWords
    let change: @MainActor (Int64) -> Void

    var body: some View {
      HStack {
        VStack(alignment: .leading) {
          Text(verbatim: line.title)
          Text(verbatim: line.unitPrice).font(.caption).foregroundStyle(.secondary)
          if let note = line.note { Text(verbatim: note).font(.caption) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        if !isReadOnly {
          Stepper {
            Text(verbatim: String(line.quantity))
          } onIncrement: {
            if line.canAdd { change(line.quantity + 1) }
          } onDecrement: {
            if line.quantity > 1 { change(line.quantity - 1) }
          }
          .accessibilityLabel(Text(verbatim: line.title))
          .accessibilityValue(Text(verbatim: String(line.quantity)))
        }
        Text(verbatim: line.total)
        if !isReadOnly {
          Button(action: { change(0) }) { Image(systemName: "trash") }
            .buttonStyle(.borderless)
            .accessibilityLabel(Text(verbatim: "\(words.remove): \(line.title)"))
        }
      }
    }
  }
#endif
