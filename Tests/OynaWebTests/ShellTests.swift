import OynaEngine
import OynaValue
import Testing

@testable import OynaWeb

struct ShellTests {
  @Test
  func aFailureScreenSaysWhyInThePersonsLanguage() throws {
    let message = try JSON.parse(FailureScreen(reason: "404", language: "en").start)
    let screen = message["changes"]?[0]?["screen"]
    #expect(screen?["title"]?.string == "There is no such screen")
    #expect(screen?["direction"]?.string == "ltr")
  }
}
