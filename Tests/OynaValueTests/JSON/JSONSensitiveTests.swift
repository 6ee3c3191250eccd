import Testing

@testable import OynaValue

@Suite("Sensitive JSON")
struct JSONSensitiveTests {
  @Test("memory is overwritten to its last byte, and nothing beyond")
  func overwriting() {
    for count in [0, 1, 7, 64, 1000] {
      var bytes = [UInt8](repeating: 0xA5, count: count + 2)
      bytes.withUnsafeMutableBytes { buffer in
        overwriteMemory(UnsafeMutableRawBufferPointer(rebasing: buffer[1..<(count + 1)]))
      }
      #expect(bytes == [0xA5] + [UInt8](repeating: 0, count: count) + [0xA5])
    }
  }

  @Test("a sensitive text reads, grows its tape and is refused as any other is")
  func reading() throws {
    let options = JSON.Options(isSensitive: true)
    let ones = "[" + Array(repeating: "1", count: 5000).joined(separator: ",")
    #expect(try JSON.parse(ones + ",\"\\u0061\"]", options: options).array?.count == 5001)
    #expect(refusal(ones, options)?.code == .jsonTruncated)
    #expect(try JSON.parse("\"\\u0061b\"", options: options).string == "ab")
  }

  @Test("a finding about a text names no value of it")
  func findings() {
    for text in ["{\"pin\": \"hunter2}", "{\"pin\": \"hunter2\" x}", "[\"hunter2\\q\"]"] {
      let found = refusal(text)
      #expect(found != nil)
      #expect(found?.message.contains("hunter") == false)
      #expect(found?.correction?.contains("hunter") != true)
    }
  }
}
