import Foundation
import OynaStorage
import Testing

@testable import OynaServer

@Suite struct KeyringTests {
  let old = String(repeating: "01", count: 32)
  let new = String(repeating: "ab", count: 32)
  let plain = Array("AA1234567".utf8)

  private func seal(_ keyring: Keyring, row: String = "r", field: String = "f") throws
    -> EncryptedField
  {
    try #require(plain.withUnsafeBytes { keyring.seal($0, row: row, field: field) })
  }

  @Test func whatWasSealedOpens() throws {
    let keyring = try Keyring(text: old, source: "test")
    let sealed = try seal(keyring)
    #expect(keyring.open(sealed, row: "r") == plain)
    #expect(sealed.nonce.count == 12)
    #expect(sealed.sealed.count == plain.count + 16)
    #expect(!Data(sealed.sealed).contains(Data(plain)))
  }

  @Test func twoSealsDiffer() throws {
    let keyring = try Keyring(text: old, source: "test")
    #expect(try seal(keyring).sealed != seal(keyring).sealed)
  }

  @Test func aMovedOrChangedFieldDoesNotOpen() throws {
    let keyring = try Keyring(text: old, source: "test")
    let sealed = try seal(keyring)
    #expect(keyring.open(sealed, row: "other") == nil)
    func changed(
      key: String = "f", nonce: [UInt8]? = nil, bytes: [UInt8]? = nil
    ) -> EncryptedField {
      EncryptedField(
        key: key, keyID: sealed.keyID, nonce: nonce ?? sealed.nonce,
        sealed: bytes ?? sealed.sealed)
    }
    #expect(keyring.open(changed(), row: "r") == plain)
    #expect(keyring.open(changed(key: "g"), row: "r") == nil)
    for place in sealed.sealed.indices {
      var bytes = sealed.sealed
      bytes[place] ^= 1
      #expect(keyring.open(changed(bytes: bytes), row: "r") == nil)
    }
    #expect(keyring.open(changed(bytes: []), row: "r") == nil)
    #expect(keyring.open(changed(nonce: [1]), row: "r") == nil)
  }

  @Test func aRowAndAFieldCannotBeShifted() throws {
    let keyring = try Keyring(text: old, source: "test")
    let sealed = try seal(keyring, row: "ab", field: "c")
    let shifted = EncryptedField(
      key: "bc", keyID: sealed.keyID, nonce: sealed.nonce, sealed: sealed.sealed)
    #expect(keyring.open(shifted, row: "a") == nil)
  }

  @Test func anEmptySecretSealsAndOpens() throws {
    let keyring = try Keyring(text: old, source: "test")
    let sealed = try #require(
      [UInt8]().withUnsafeBytes { keyring.seal($0, row: "r", field: "f") })
    #expect(keyring.open(sealed, row: "r") == [])
  }

  @Test func aRotatedKeyStillOpensWhatWasSealedBefore() throws {
    let before = try Keyring(text: old, source: "test")
    let after = try Keyring(text: "# rotated\n\(new)\n\(old)\n", source: "test")
    let sealed = try seal(before)
    #expect(after.open(sealed, row: "r") == plain)
    #expect(before.open(try seal(after), row: "r") == nil)
    let body = HTTPBody(Array("{}".utf8))
    let former = before.fingerprints(method: "POST", path: "/x", body: body)
    let both = after.fingerprints(method: "POST", path: "/x", body: body)
    #expect(both.count == 2)
    #expect(both.last == former.first)
    #expect(both.first != former.first)
  }

  @Test func aFingerprintTellsMethodPathAndBodyApart() throws {
    let keyring = try Keyring(text: old, source: "test")
    func print(_ method: String, _ path: String, _ body: String?) -> [UInt8]? {
      keyring.fingerprints(
        method: method, path: path, body: body.map { HTTPBody(Array($0.utf8)) }
      ).first
    }
    let base = print("POST", "/x", "{}")
    #expect(base?.count == 32)
    #expect(print("POST", "/x", "{}") == base)
    for other in [print("PUT", "/x", "{}"), print("POST", "/y", "{}"), print("POST", "/x", "{ }")] {
      #expect(other != base)
    }
  }

  @Test(arguments: [
    "", "\n\n", "# only", "abc", String(repeating: "g", count: 64),
    String(repeating: "a", count: 63),
    String(repeating: "a", count: 66), String(repeating: "٣", count: 64),
  ])
  func aBadKeyIsRefusedWithoutBeingTold(text: String) {
    let error = #expect(throws: Keyring.Failure.self) {
      _ = try Keyring(text: text, source: "the file")
    }
    #expect(error?.description.hasPrefix("the file") == true)
    if text.count > 8 { #expect(error?.description.contains(text) == false) }
  }

  @Test func aKeyFileIsMadeOnceForItsOwnerOnly() throws {
    let path = FileManager.default.temporaryDirectory.path + "/oyna-key-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try Keyring(file: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let second = try Keyring(file: path)
    #expect(second.open(try seal(first), row: "r") == plain)
    chmod(path, 0o644)
    let error = #expect(throws: Keyring.Failure.self) { _ = try Keyring(file: path) }
    #expect(
      error?.description == "The key file \(path) can be read by others. Run: chmod 600 \(path)")
  }
}
