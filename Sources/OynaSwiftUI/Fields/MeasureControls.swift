#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// A calendar day. Nothing is chosen until the person does: a date that the control invented
  /// would be submitted.
  struct DateControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      HStack {
        if let day = Self.date(of: field.value) {
          DatePicker(
            selection: selection(day), in: bounds, displayedComponents: .date
          ) {
            Text(verbatim: node.label)
          }
          .labelsHidden()
          Button(action: { context.store.form.setValue(.null, for: field.key) }) {
            Image(systemName: "xmark.circle")
          }
          .buttonStyle(.borderless)
          .accessibilityLabel(Text(verbatim: context.words.remove))
        } else {
          Button(action: choose) {
            Label(node.text("placeholder") ?? node.label, systemImage: "calendar")
          }
          .buttonStyle(.bordered)
        }
      }
    }

    /// Begins with the nearest day that is allowed.
    private func choose() {
      let day = min(max(Date(), bounds.lowerBound), bounds.upperBound)
      context.store.form.setValue(Self.value(of: day), for: field.key)
    }

    private func selection(_ day: Date) -> Binding<Date> {
      Binding.onMain {
        day
      } set: { new in
        context.store.form.setValue(Self.value(of: new), for: field.key)
      }
    }

    private var bounds: ClosedRange<Date> {
      let least = Self.bound(node.text("min")) ?? .distantPast
      let most = Self.bound(node.text("max")) ?? .distantFuture
      return least <= most ? least...most : least...least
    }

    private static func bound(_ text: String?) -> Date? {
      guard let text else { return nil }
      return text == "today" ? Date() : date(of: .string(text))
    }

    private static let calendar = Calendar(identifier: .gregorian)

    private static func date(of value: Value) -> Date? {
      guard case .string(let text) = value, let day = CalendarDay(text) else { return nil }
      return calendar.date(
        from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
    }

    private static func value(of date: Date) -> Value {
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let day = CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
      return day.map { .string($0.text) } ?? .null
    }
  }

  /// A whole number with buttons.
  struct StepperControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      Stepper {
        Text(verbatim: shown)
      } onIncrement: {
        change(by: 1)
      } onDecrement: {
        change(by: -1)
      }
      .accessibilityLabel(Text(verbatim: node.label))
      .accessibilityValue(Text(verbatim: shown))
    }

    private var shown: String {
      [node.text("prefix"), field.shownText(of: node), node.text("suffix")].compactMap { $0 }
        .joined(separator: " ")
    }

    /// Exact where the document's numbers are whole, which the engine then checks again.
    private func change(by direction: Int64) {
      let step = node.integer("step") ?? 1
      var next = node.integer("min") ?? 0
      if case .int(let number) = field.value {
        let (sum, isTooFar) = number.addingReportingOverflow(direction * step)
        if isTooFar { return }
        next = sum
      }
      if let most = node.integer("max") { next = min(next, most) }
      if let least = node.integer("min") { next = max(next, least) }
      context.store.form.setValue(.int(next), for: field.key)
    }
  }

  /// A number of a range. What the slider gives is rounded to a step of the document, exactly.
  struct SliderControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      VStack(alignment: .leading) {
        Slider(value: place, in: 0...Double(max(steps, 1)), step: 1) {
          Text(verbatim: node.label)
        }
        .accessibilityValue(Text(verbatim: shown))
        if node.flag("showValue") { Text(verbatim: shown).font(.caption) }
      }
    }

    private var least: Int64 { node.integer("min") ?? 0 }
    private var step: Int64 { max(node.integer("step") ?? 1, 1) }
    private var steps: Int64 { max(((node.integer("max") ?? 100) - least) / step, 0) }

    private var shown: String {
      [node.text("prefix"), field.shownText(of: node), node.text("suffix")].compactMap { $0 }
        .joined(separator: " ")
    }

    private var place: Binding<Double> {
      let now: Double =
        if case .int(let number) = field.value { Double((number - least) / step) } else { 0 }
      return Binding.onMain {
        now
      } set: { new in
        guard new != now else { return }
        context.store.form.setValue(.int(least + Int64(new.rounded()) * step), for: field.key)
      }
    }
  }
#endif
