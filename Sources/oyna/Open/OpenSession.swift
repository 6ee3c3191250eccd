import Foundation
import Observation
import OynaClient
import OynaEngine
import OynaValue

/// Open screens in a terminal: draws them when what it drew changes, and turns keys into edits.
@MainActor
final class OpenSession {
  let navigator: ScreenNavigator
  private let terminal: Terminal
  private let monitor: NetworkMonitor
  var target: Target?
  private var targets: [Target] = []
  var openTabs: [NodeID: Int] = [:]
  /// What was typed into secret fields; the engine has its own copy of each.
  var secrets: [String: TypedSecret] = [:]
  /// The path that is being typed for each file input.
  var paths: [String: String] = [:]
  private var isDrawingPlanned = false
  private var shownStore: ObjectIdentifier?
  private var shownScreen: String?
  /// Something that this host cannot do itself, such as opening a link, in words.
  var note: String?
  /// Keys that were taken in. With OYNA_COUNT_KEYS each frame ends with their number, in a string
  /// that terminals ignore (ECMA-48 APC): whoever drives this by program knows what it looks at.
  private var keyCount = 0
  private let countsKeys = ProcessInfo.processInfo.environment["OYNA_COUNT_KEYS"] != nil
  /// Findings for developers, printed when the terminal is closed.
  private(set) var reports: [String] = []

  init(navigator: ScreenNavigator, terminal: Terminal, monitor: NetworkMonitor) {
    self.navigator = navigator
    self.terminal = terminal
    self.monitor = monitor
    navigator.onEffect = { [weak self] effect, store in self?.perform(effect, of: store) }
  }

  var store: ScreenStore { navigator.current }

  /// Runs until the person leaves or the terminal is gone.
  func run() async {
    let following = Task { await navigator.follow(monitor) }
    let loading = Task { await navigator.current.load() }
    planDrawing()
    for await key in terminal.keys {
      guard handle(key) else { break }
      keyCount += 1
      planDrawing()
    }
    following.cancel()
    loading.cancel()
    for secret in secrets.values { secret.removeAll() }
  }

  private func perform(_ effect: Effect, of store: ScreenStore) {
    switch effect {
    case .openURL(let url):
      // Whole, so that a terminal makes a link of it.
      note = "→ \(URL(string: url, relativeTo: store.url)?.absoluteString ?? url)"
    case .copy(let text):
      terminal.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    case .share(let text, let url): note = [text, url].compactMap { $0 }.joined(separator: " ")
    case .report(let finding): if reports.count < 100 { reports.append(finding.message) }
    case .haptic: terminal.write("\u{7}")
    default: break
    }
  }

  // MARK: - Focus

  /// Moves the focus to another place; nil stays where it is.
  func move(to next: Target?) {
    guard let next else { return }
    target = next
    store.moveFocus(to: next.key)
  }

  /// One place on goes round; a page stops at the ends.
  func move(by distance: Int) {
    guard !targets.isEmpty else { return }
    let last = targets.count - 1
    let at = target.flatMap { targets.firstIndex(of: $0) } ?? (distance > 0 ? -1 : last + 1)
    var next = at + distance
    if next > last { next = distance == 1 ? 0 : last }
    if next < 0 { next = distance == -1 ? last : 0 }
    move(to: targets[next])
  }

  /// The focus follows the engine, and never stands where nothing is any more.
  private func settleFocus(_ lines: [TextLine]) {
    let before = target.flatMap { targets.firstIndex(of: $0) }
    targets = lines.compactMap { $0.target }
    if let key = store.focusedKey, target?.key != key,
      let wanted = targets.first(where: { $0.key == key })
    {
      target = wanted
    } else if target.map({ !targets.contains($0) }) ?? true {
      target = nil
      if !targets.isEmpty { move(to: targets[min(before ?? 0, targets.count - 1)]) }
    }
  }

  // MARK: - Drawing

  /// Draws once after everything that happens in this turn.
  func planDrawing() {
    guard !isDrawingPlanned else { return }
    isDrawingPlanned = true
    Task {
      isDrawingPlanned = false
      draw()
    }
  }

  private func draw() {
    if shownStore != ObjectIdentifier(store) {
      shownStore = ObjectIdentifier(store)
      target = nil
      targets = []
      openTabs = [:]
      paths = [:]
    }
    if shownScreen != store.tree?.screenID {
      shownScreen = store.tree?.screenID
      note = nil
    }
    let lines = withObservationTracking {
      content()
    } onChange: {
      Task { @MainActor [weak self] in self?.planDrawing() }
    }
    settleFocus(lines)
    terminal.write(
      TextFrame(header: header, body: lines, footer: footer, target: target, size: terminal.size)
        .text + (countsKeys ? "\u{1B}_\(keyCount)\u{1B}\\" : ""))
  }

  private func content() -> [TextLine] {
    _ = (store.focusedKey, store.isOnline, store.snackbar?.id, store.alert?.id, store.banner)
    _ = (store.isRefreshing, navigator.presented?.id, store.tree?.title, store.tree?.language)
    let words = store.words
    switch store.state {
    case .loading:
      return [TextLine(text: "… \(words.loading)", style: .quiet)]
    case .empty:
      return [TextLine(text: words.nothingFound, style: .quiet), retryLine(words.refresh)]
    case .failed(let message):
      return [
        TextLine(text: store.failure?.title ?? "", style: .title), TextLine(text: message),
        retryLine(words.retry),
      ]
    case .loaded(let tree):
      var renderer = TextRenderer(
        words: words, form: store.form, openTabs: openTabs, paths: paths)
      if store.isCopy {
        renderer.add("· \(words.savedCopy)", .quiet, 0)
        renderer.lines.append(retryLine(words.refresh))
      }
      for message in store.banner { renderer.add(banner: message) }
      renderer.draw(tree.root)
      return renderer.lines
    }
  }

  private func retryLine(_ label: String) -> TextLine {
    TextLine(text: "[ \(label) ]", target: Target(node: NodeID("oyna_load"), part: .event("load")))
  }

  private var header: String {
    let title = store.tree?.title ?? store.url.absoluteString
    return title + (store.isOnline ? "" : "  ⚠ offline") + (store.isRefreshing ? "  …" : "")
  }

  private var footer: [TextLine] {
    var lines: [TextLine] = []
    if let alert = store.alert {
      if let title = alert.title { lines.append(TextLine(text: title, style: .heading)) }
      lines.append(TextLine(text: "\(alert.message)   [Enter: \(store.words.dismiss)]"))
    } else if let snackbar = store.snackbar {
      let button: String? =
        switch snackbar.action {
        case .retry: store.words.retry
        case .undo: store.words.undo
        case nil: nil
        }
      let hint = button.map { "   [^S: \($0)]" } ?? ""
      lines.append(TextLine(text: "» \(snackbar.message)\(hint)", style: .heading))
    }
    if let note { lines.append(TextLine(text: note, style: .quiet)) }
    lines.append(TextLine(text: "Tab ↑ ↓  Space  Enter  ^R  ^L  ^_  ^Z  Esc  ^C", style: .quiet))
    return lines
  }

  // MARK: - The application's life

  /// Stops like any program at ^Z: what is secret is overwritten first.
  func suspend() {
    navigator.enterBackground()
    for secret in secrets.values { secret.removeAll() }
    terminal.close()
    raise(SIGSTOP)
    terminal.open()
    navigator.enterForeground()
  }
}

/// The bytes that draw one whole screen.
struct TextFrame {
  let header: String
  let body: [TextLine]
  let footer: [TextLine]
  let target: Target?
  let size: (columns: Int, rows: Int)

  /// Starts at the top left corner, overwrites every line, and ends with the erasure of the rest.
  var text: String {
    let footer = footer.flatMap { line in
      wrapped(line.text).map { styled($0, line.style) }
    }
    let room = max(size.rows - footer.count - 2, 3)
    var lines: [String] = []
    var focusedPlace = 0
    for line in body {
      let isFocused = line.target != nil && line.target == target
      if isFocused { focusedPlace = lines.count }
      for part in wrapped(line.text) {
        lines.append(styled(part, isFocused ? .focused : line.style))
      }
    }
    let first = max(0, min(focusedPlace - room / 2, lines.count - room))
    let shown = lines[first..<min(first + room, lines.count)]
    let all =
      [styled(clipped(header), .title)] + shown + [""] + footer
    return "\u{1B}[H" + all.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
  }

  private func clipped(_ text: String) -> String { String(text.prefix(size.columns)) }

  /// Breaks at spaces where that leaves no short line.
  private func wrapped(_ text: String) -> [String] {
    guard text.count > size.columns else { return [text] }
    var lines: [String] = []
    var rest = Substring(text)
    while rest.count > size.columns {
      let window = rest.prefix(size.columns)
      let end = window.dropFirst(size.columns / 3).lastIndex(of: " ")
      lines.append(String(rest[..<(end ?? window.endIndex)]))
      rest = rest[(end ?? window.endIndex)...]
      if end != nil { rest = rest.dropFirst() }
    }
    return lines + [String(rest)]
  }

  private func styled(_ text: String, _ style: TextLine.Style) -> String {
    // Text of a server may hold control characters: they must not command the terminal.
    let safe = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    return switch style {
    case .plain: safe
    case .title: "\u{1B}[1;4m\(safe)\u{1B}[0m"
    case .heading: "\u{1B}[1m\(safe)\u{1B}[0m"
    case .quiet: "\u{1B}[2m\(safe)\u{1B}[0m"
    case .error: "\u{1B}[31m\(safe)\u{1B}[0m"
    case .focused: "\u{1B}[7m\(safe)\u{1B}[0m"
    }
  }
}
