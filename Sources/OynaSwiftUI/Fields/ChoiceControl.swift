#if canImport(SwiftUI)
  import Foundation
  import OynaClient
  import OynaEngine
  import OynaValue
  import SwiftUI

  /// One or several of a list. An option is its place: its value keeps its JSON type in the engine.
  struct ChoiceControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      if field.takesSeveral(node) {
        SeveralControl(node: node, field: field, context: context)
      } else if node.type == "radio_group" {
        RadioControl(node: node, field: field, context: context)
      } else if field.options.count > Self.menuLimit {
        SearchedControl(node: node, field: field, context: context)
      } else {
        menu
      }
    }

    /// More options than this are a list that can be searched: a menu of them is a wall.
    static let menuLimit = 12

    private var menu: some View {
      Picker(selection: selection) {
        Text(verbatim: node.text("placeholder") ?? "").tag(Int?.none)
        ForEach(field.options.indices, id: \.self) { place in
          Text(verbatim: field.options[place].label).tag(Optional(place))
            .selectionDisabled(!field.options[place].isEnabled)
        }
      } label: {
        Text(verbatim: node.label)
      }
      .pickerStyle(.menu)
    }

    private var selection: Binding<Int?> {
      let chosen = field.chosenPlaces.first
      return Binding.onMain {
        chosen
      } set: { place in
        guard place != chosen else { return }
        let value = place.map { field.options[$0].value } ?? .null
        context.store.form.setValue(value, for: field.key)
      }
    }
  }

  /// One of many: a list over the screen that a word narrows.
  struct SearchedControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext
    @State private var isOpen = false
    @State private var word = ""

    var body: some View {
      Button(action: { isOpen = true }) {
        Label(shown, systemImage: "chevron.up.chevron.down")
      }
      .buttonStyle(.bordered)
      .accessibilityLabel(Text(verbatim: node.label))
      .accessibilityValue(Text(verbatim: chosen ?? ""))
      .sheet(isPresented: $isOpen) { list }
    }

    private var chosen: String? { field.chosenPlaces.first.map { field.options[$0].label } }
    private var shown: String { chosen ?? node.text("placeholder") ?? node.label }

    var list: some View {
      NavigationStack {
        List {
          ForEach(found, id: \.self) { place in
            let isChosen = field.chosenPlaces.contains(place)
            Button(action: { choose(place) }) {
              Label(field.options[place].label, systemImage: isChosen ? "checkmark" : "circle")
            }
            .disabled(!field.options[place].isEnabled)
            .accessibilityAddTraits(isChosen ? .isSelected : [])
          }
          if found.isEmpty { Text(verbatim: context.words.nothingFound) }
        }
        .searchable(text: $word, prompt: Text(verbatim: context.words.search))
        .navigationTitle(Text(verbatim: node.label))
      }
    }

    /// Without regard to case and to marks, in the person's language.
    private var found: [Int] {
      field.options.indices.filter {
        word.isEmpty || field.options[$0].label.localizedStandardContains(word)
      }
    }

    private func choose(_ place: Int) {
      context.store.form.setValue(field.options[place].value, for: field.key)
      isOpen = false
      word = ""
    }
  }

  /// Every option in sight, one of them chosen.
  struct RadioControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      VStack(alignment: .leading) {
        ForEach(field.options.indices, id: \.self) { place in
          let isChosen = field.chosenPlaces.contains(place)
          Button {
            context.store.form.setValue(field.options[place].value, for: field.key)
          } label: {
            Label(
              field.options[place].label,
              systemImage: isChosen ? "largecircle.fill.circle" : "circle")
          }
          .buttonStyle(.borderless)
          .disabled(!field.options[place].isEnabled)
          .accessibilityAddTraits(isChosen ? .isSelected : [])
        }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(Text(verbatim: node.label))
    }
  }

  /// Several of a list: one switch each.
  struct SeveralControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      VStack(alignment: .leading) {
        ForEach(field.options.indices, id: \.self) { place in
          Toggle(isOn: isChosen(place)) { Text(verbatim: field.options[place].label) }
            .disabled(!field.options[place].isEnabled)
        }
      }
    }

    private func isChosen(_ place: Int) -> Binding<Bool> {
      let chosen = field.chosenPlaces
      return Binding.onMain {
        chosen.contains(place)
      } set: { isOn in
        guard isOn != chosen.contains(place) else { return }
        context.store.form.setValue(field.value(choosing: place, in: node), for: field.key)
      }
    }
  }

  /// A check box or a switch.
  struct SwitchControl: View {
    let node: ResolvedNode
    let field: ResolvedField
    let context: NodeContext

    var body: some View {
      Toggle(isOn: isOn) { Text(verbatim: node.label) }
    }

    private var isOn: Binding<Bool> {
      let isOn = field.value == .bool(true)
      return Binding.onMain {
        isOn
      } set: { new in
        guard new != isOn else { return }
        context.store.form.setValue(.bool(new), for: field.key)
      }
    }
  }
#endif
