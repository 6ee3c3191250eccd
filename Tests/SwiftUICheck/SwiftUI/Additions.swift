// Declarations that OynaSwiftUI uses and the facsimile of ../shared/swiftui-check lacks, written
// from Apple's public documentation of SwiftUI (developer.apple.com/documentation/swiftui), for
// iOS 17 and macOS 14. Compiled into the same stand-in module; never a part of the product.
import Foundation
public import UniformTypeIdentifiers

// MARK: Shapes and colours

public protocol Shape: View, Sendable {}
nonisolated public struct RoundedRectangle: Shape, _Leaf {
  public typealias Body = Never
  public init(cornerRadius: CGFloat) {}
  @MainActor public var _nodes: [_Node] { [_Node("RoundedRectangle")] }
}
extension Shape {
  nonisolated public func fill<S>(_ content: S) -> some View where S: ShapeStyle {
    _Mod(self, "fill")
  }
  nonisolated public func stroke<S>(_ content: S, lineWidth: CGFloat = 1) -> some View
  where S: ShapeStyle { _Mod(self, "stroke") }
}
extension Color {
  public func opacity(_ opacity: Double) -> Color { self }
}

// MARK: Text and layout

public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
public enum VerticalEdge: Int8, CaseIterable, Sendable { case top, bottom }
public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }
public struct ScrollDismissesKeyboardMode: Sendable {
  public static var automatic: Self { .init() }
  public static var interactively: Self { .init() }
  public static var immediately: Self { .init() }
}
private struct LayoutDirectionKey: EnvironmentKey {
  static let defaultValue = LayoutDirection.leftToRight
}
extension EnvironmentValues {
  public var layoutDirection: LayoutDirection {
    get { self[LayoutDirectionKey.self] }
    set { self[LayoutDirectionKey.self] = newValue }
  }
}
extension View {
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    _Mod(self, "multilineTextAlignment(\(alignment))")
  }
  nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
    _Mod(self, "lineLimit(\(limit))")
  }
  nonisolated public func aspectRatio(
    _ aspectRatio: CGFloat? = nil, contentMode: ContentMode
  ) -> some View { _Mod(self, "aspectRatio") }
  nonisolated public func safeAreaInset<V>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View where V: View {
    let view = content()
    return _Mod(self, "safeAreaInset") { _evaluate(view) }
  }
  nonisolated public func tint(_ tint: Color?) -> some View { _Mod(self, "tint") }
  nonisolated public func scrollDismissesKeyboard(
    _ mode: ScrollDismissesKeyboardMode
  ) -> some View { _Mod(self, "scrollDismissesKeyboard") }
  nonisolated public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
    _Mod(self, "selectionDisabled(\(isDisabled))")
  }
  nonisolated public func onTapGesture(
    count: Int = 1, perform action: @escaping () -> Void
  ) -> some View { _Mod(self, "onTapGesture") }
}
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}
public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
nonisolated public struct LazyVGrid<Content>: View, _Leaf where Content: View {
  let content: Content
  public typealias Body = Never
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }
  @MainActor public var _nodes: [_Node] { [_Node("LazyVGrid", _evaluate(content))] }
}
nonisolated public struct LazyVStack<Content>: View, _Leaf where Content: View {
  let content: Content
  public typealias Body = Never
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) { self.content = content() }
  @MainActor public var _nodes: [_Node] { [_Node("LazyVStack", _evaluate(content))] }
}
nonisolated public struct DisclosureGroup<Label, Content>: View, _Leaf
where Label: View, Content: View {
  let label: Label
  let content: Content
  public typealias Body = Never
  public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.content = content()
  }
  @MainActor public var _nodes: [_Node] {
    [_Node("DisclosureGroup", _evaluate(label) + _evaluate(content))]
  }
}

// MARK: Controls

public protocol TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { .init() }
}
public struct BorderlessButtonStyle: PrimitiveButtonStyle { nonisolated public init() {} }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { .init() }
}
extension View {
  nonisolated public func textFieldStyle<S>(_ style: S) -> some View where S: TextFieldStyle {
    _Mod(self, "textFieldStyle")
  }
}
nonisolated public struct Stepper<Label>: View, _Leaf where Label: View {
  let label: Label
  public typealias Body = Never
  public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.label = label() }
  @MainActor public var _nodes: [_Node] { [_Node("Stepper", _evaluate(label))] }
}
nonisolated public struct Slider<Label, ValueLabel>: View, _Leaf
where Label: View, ValueLabel: View {
  let label: Label
  let value: () -> Double
  public typealias Body = Never
  @MainActor public var _nodes: [_Node] { [_Node("Slider(\(value()))", _evaluate(label))] }
}
extension Slider where ValueLabel == EmptyView {
  nonisolated public init<V>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V: BinaryFloatingPoint, V.Stride: BinaryFloatingPoint {
    self.label = label()
    self.value = { Double(value.wrappedValue) }
  }
}
extension DatePicker {
  public init(
    selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) { self.init(selection: selection, displayedComponents: displayedComponents, label: label) }
}
nonisolated public struct AsyncImage<Content>: View, _Leaf where Content: View {
  let url: URL?
  let placeholder: any View
  public typealias Body = Never
  public init<I, P>(
    url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I,
    @ViewBuilder placeholder: @escaping () -> P
  ) where Content == _ConditionalContent<I, P>, I: View, P: View {
    self.url = url
    self.placeholder = placeholder()
  }
  @MainActor public var _nodes: [_Node] {
    [_Node("AsyncImage(\(url?.absoluteString ?? ""))", _evaluate(placeholder))]
  }
}
extension View {
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View { _Mod(self, "fileImporter") }
}

// MARK: Accessibility

extension AccessibilityTraits {
  public static let isImage = Self("isImage")
}
extension View {
  nonisolated public func accessibilityRemoveTraits(
    _ traits: AccessibilityTraits
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    _a("accessibilityRemoveTraits(\(traits.b.sorted()))")
  }
}

extension View {
  nonisolated public func accessibilityRotor<EntryModel, ID>(
    _ rotorLabel: Text, entries: [EntryModel], entryID: KeyPath<EntryModel, ID>,
    entryLabel: KeyPath<EntryModel, String>
  ) -> some View where ID: Hashable {
    _Mod(
      self,
      "accessibilityRotor(\(entries.map { $0[keyPath: entryLabel] }.joined(separator: "|")))")
  }
}

// MARK: Searching, and a hardware keyboard

public struct SearchFieldPlacement: Sendable { public static var automatic: Self { .init() } }
public struct KeyboardShortcut: Sendable, Hashable {
  public static let defaultAction = KeyboardShortcut()
  public static let cancelAction = KeyboardShortcut()
}
extension View {
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { _Mod(self, "searchable") }
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    _Mod(self, "keyboardShortcut")
  }
}

// MARK: Of Foundation, on Apple systems only

extension URL {
  public func startAccessingSecurityScopedResource() -> Bool { false }
  public func stopAccessingSecurityScopedResource() {}
}
