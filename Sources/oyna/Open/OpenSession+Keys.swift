import Foundation
import OynaClient
import OynaEngine
import OynaValue

extension OpenSession {
  /// What a key does; false: the person leaves.
  func handle(_ key: TypedKey) -> Bool {
    if key == .control("c") || key == .control("d") || key == .control("q") { return false }
    if store.alert != nil {
      if key == .enter || key == .escape { store.closeAlert() }
      return true
    }
    switch key {
    case .tab, .down: move(by: 1)
    case .backTab, .up: move(by: -1)
    case .pageDown: move(by: 10)
    case .pageUp: move(by: -10)
    case .escape: close()
    case .control(let letter): command(letter)
    case .left, .right: step(by: key == .right ? 1 : -1)
    case .enter: enter()
    case .backspace: erase()
    case .scalar(let scalar): type(scalar)
    }
    return true
  }

  private func command(_ letter: Character) {
    switch letter {
    case "l": changeLanguage()
    case "r": Task { await store.load() }
    case "s": store.closeSnackbar(performing: store.snackbar?.action)
    case "u": eraseAll()
    case "y": store.send(.redo)
    case "_": store.send(.undo)
    case "z": suspend()
    default: break
    }
  }

  /// The next of the engine's own languages; what was typed stays.
  private func changeLanguage() {
    let tags = ["uz", "uz-Cyrl", "ru", "en"]
    let place = tags.firstIndex(of: navigator.language).map { $0 + 1 } ?? 0
    Task { await navigator.setLanguage(tags[place % tags.count]) }
  }

  private func close() {
    if store.snackbar != nil { store.closeSnackbar() } else { navigator.back() }
  }

  // MARK: - Activating

  private func enter() {
    guard let target else { return }
    switch target.part {
    case .field(let key):
      if node(of: target)?.isSwitch == true {
        toggle(key)
      } else if let path = paths[key], !path.isEmpty {
        chooseFile(path, for: key)
      } else {
        move(by: 1)
      }
    case .option(let key, let place): choose(place, of: key)
    case .tap: store.tap(target.node.name)
    case .event("load"): Task { await store.load() }
    case .event(let name): store.send(.custom(id: target.node.name, name: name))
    case .tab(let place):
      openTabs[target.node] = place
      if node(of: target)?.events.contains("change") == true {
        store.send(.custom(id: target.node.name, name: "change"))
      }
    case .quantity(let key, let product, let quantity):
      if let product = ProductID(product) {
        store.send(.cart(key: key, .quantity(of: product, to: quantity)))
      }
    case .promoCode(let key):
      // An applied code is taken away, a typed one applied.
      let isApplied = node(of: target)?.text("promoCode") != nil
      store.send(.cart(key: key, .promoCode(isApplied ? nil : paths[key])))
      paths[key] = nil
    case .rows(let first): store.send(.rows(id: target.node.name, first: first, count: 20))
    }
  }

  private func node(of target: Target) -> ResolvedNode? { store.tree?[target.node]?.node }

  private func toggle(_ key: String) {
    store.form.setValue(.bool(store.form.values[key] != .bool(true)), for: key)
  }

  private func choose(_ place: Int, of key: String) {
    guard let target, let node = node(of: target), let field = node.field,
      field.options.indices.contains(place)
    else { return }
    store.form.setValue(field.value(choosing: place, in: node), for: key)
  }

  private func chooseFile(_ path: String, for key: String) {
    guard let file = try? ChosenFile(contentsOf: URL(fileURLWithPath: path)) else {
      note = "✗ \(path)"
      return
    }
    note = nil
    paths[key] = nil
    store.choose([file], for: key)
  }

  // MARK: - Typing

  private func type(_ scalar: Unicode.Scalar) {
    if case .promoCode(let key)? = target?.part {
      paths[key, default: ""].unicodeScalars.append(scalar)
      return
    }
    guard let target, case .field(let key) = target.part, let node = node(of: target),
      let field = node.field, !node.isSwitch
    else {
      if scalar == " " { enter() }
      return
    }
    if field.isSecret {
      editSecret(key, field) { $0.append(scalar) }
    } else if node.type == "file_input" {
      paths[key, default: ""].unicodeScalars.append(scalar)
    } else {
      store.form.setValue(.string(field.shownText(of: node) + String(scalar)), for: key)
    }
  }

  private func erase() {
    if case .promoCode(let key)? = target?.part {
      _ = paths[key]?.popLast()
      return
    }
    guard let target, case .field(let key) = target.part, let node = node(of: target),
      let field = node.field, !node.isSwitch
    else { return }
    if field.isSecret {
      editSecret(key, field) { $0.removeLast() }
    } else if node.type == "file_input" {
      if paths[key]?.popLast() == nil { store.removeFile(at: field.files.count - 1, of: key) }
    } else {
      store.form.setValue(.string(String(field.shownText(of: node).dropLast())), for: key)
    }
  }

  private func eraseAll() {
    guard let target, case .field(let key) = target.part, let node = node(of: target),
      let field = node.field, !node.isSwitch
    else { return }
    if field.isSecret {
      editSecret(key, field) { $0.removeAll() }
    } else if node.type == "file_input" {
      paths[key] = nil
    } else {
      store.form.setValue(.string(""), for: key)
    }
  }

  /// The engine may have wiped what was typed before: then typing starts anew.
  private func editSecret(_ key: String, _ field: ResolvedField, _ edit: (TypedSecret) -> Void) {
    let typed = secrets[key] ?? TypedSecret()
    secrets[key] = typed
    if field.secretLength == 0 { typed.removeAll() }
    edit(typed)
    let secret = typed.secret
    store.form.setSecret(secret, for: key)
    secret.wipe()
  }

  /// Whole numbers go up and down by their step.
  private func step(by direction: Int64) {
    guard let target, case .field(let key) = target.part, let node = node(of: target),
      let field = node.field, ["stepper", "slider", "number_input"].contains(node.type)
    else { return }
    var value = node.integer("min") ?? 0
    if case .int(let number) = field.value {
      let (sum, isTooFar) = number.addingReportingOverflow(
        direction * (node.integer("step") ?? 1))
      if !isTooFar { value = sum }
    }
    if let most = node.integer("max") { value = min(value, most) }
    if let least = node.integer("min") { value = max(value, least) }
    store.form.setValue(.int(value), for: key)
  }
}
