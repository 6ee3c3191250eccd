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
        if lines.isEmpty {
          Text(verbatim: node.text("emptyText") ?? "").foregroundStyle(.secondary)
        }
        ForEach(lines) { line in
          CartLineView(line: line, isReadOnly: node.flag("readOnly"), words: context.words) {
            change(line.id, to: $0)
          }
        }
        if let label = labels?.text("promoCode") { promoCode(label) }
        if !lines.isEmpty { totals }
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
            Text(verbatim: labels?.text("apply") ?? context.words.add)
          }
          .buttonStyle(.bordered)
        }
        if let problem = node.text("promoProblem") { ErrorView(message: problem) }
      }
    }

    private var totals: some View {
      ForEach(node.maps("totals").indices, id: \.self) { place in
        let total = node.maps("totals")[place]
        LabeledContent(total.text("label") ?? "", value: total.text("amount") ?? "")
      }
    }

    private var labels: ValueMap? {
      if case .map(let labels)? = node.props["labels"] { return labels }
      return nil
    }

    private var lines: [CartLineText] { node.maps("lines").compactMap { CartLineText($0) } }

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
    let words: ClientWords
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

  /// One line of a cart, as the engine words it.
  struct CartLineText: Identifiable {
    let id: String
    let title: String
    let unitPrice: String
    let total: String
    let note: String?
    let quantity: Int64
    let canAdd: Bool

    init?(_ map: ValueMap) {
      guard let id = map.text("product"), case .int(let quantity)? = map["quantity"] else {
        return nil
      }
      self.id = id
      self.quantity = quantity
      title = map.text("title") ?? ""
      unitPrice = map.text("unitPrice") ?? ""
      total = map.text("total") ?? ""
      note = map.text("note")
      canAdd = map["canAdd"] == .bool(true)
    }
  }
#endif
