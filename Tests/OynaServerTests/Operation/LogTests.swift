import OynaStorage
import OynaValue
import Testing

@testable import OynaServer

@Suite struct LogTests {
  private func lines(_ level: Log.Level, _ body: (Log) -> Void) -> [String] {
    let written = Locked<[String]>([])
    let log = Log(
      level: level, clock: { 1_700_000_000_123 },
      write: { line in written.withLock { $0.append(String(decoding: line, as: UTF8.self)) } })
    body(log)
    return written.withLock { $0 }
  }

  @Test func aLineIsOneJSONObject() {
    let lines = lines(.info) { log in
      log.write(
        .info, "started",
        [
          ("port", .int(80)), ("tls", .bool(false)), ("mode", .word("quick")),
          ("took", .milliseconds(nanoseconds: 1_234_567)),
        ])
    }
    #expect(
      lines == [
        #"{"time":"2023-11-14T22:13:20.123Z","level":"info","event":"started","port":80,"#
          + #""tls":false,"mode":"quick","took":1.234}"# + "\n"
      ])
  }

  @Test func lowerLevelsAreLeftOut() {
    let lines = lines(.error) { log in
      log.write(.debug, "a", [])
      log.write(.info, "b", [])
      log.write(.error, "c", [])
    }
    #expect(lines.count == 1)
  }

  @Test func textFromOutsideCannotStartALineOfItsOwn() throws {
    let hostile = "x\n{\"level\":\"error\"}\r\u{1b}[2J\u{0}"
    let lines = lines(.info) { $0.write(.info, "request", [("path", .outside(hostile))]) }
    let line = try #require(lines.first)
    #expect(line.utf8.filter { $0 < 0x20 }.count == 1)
    #expect(try JSON.parse(String(line.dropLast()))["path"]?.string == hostile)
  }

  @Test func textFromOutsideIsCut() throws {
    let lines = lines(.info) {
      $0.write(.info, "request", [("path", .outside(String(repeating: "a", count: 10_000)))])
    }
    #expect(try #require(lines.first).utf8.count < 400)
  }
}
