// See ../SwiftUI/Additions.swift; from developer.apple.com/documentation/uniformtypeidentifiers.
public struct UTType: Hashable, Sendable {
  public let identifier: String
  public init?(mimeType: String, conformingTo supertype: UTType = .data) { identifier = mimeType }
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    identifier = filenameExtension
  }
  init(_ identifier: String) { self.identifier = identifier }
  public static var item: UTType { UTType("public.item") }
  public static var data: UTType { UTType("public.data") }
  public static var image: UTType { UTType("public.image") }
}
