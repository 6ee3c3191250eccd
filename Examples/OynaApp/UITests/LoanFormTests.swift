import XCTest

/// The loan form on a simulator against a running `oyna serve Screens` on port 8080.
@MainActor
final class LoanFormTests: XCTestCase {
  override func setUp() async throws {
    continueAfterFailure = false
  }

  func testAnEmptyPageShowsItsErrors() {
    let app = launched()
    let loan = app.buttons["Arizani boshlash"].firstMatch
    XCTAssertTrue(loan.waitForExistence(timeout: 10))
    loan.tap()
    let next = app.buttons["Davom etish"].firstMatch
    XCTAssertTrue(next.waitForExistence(timeout: 10))
    next.tap()
    XCTAssertTrue(app.staticTexts["Ism-familiyangizni kiriting"].waitForExistence(timeout: 5))
    keep(app, "errors")
  }

  func testTypingTakesTheErrorAway() {
    let app = launched()
    app.buttons["Arizani boshlash"].firstMatch.tap()
    let next = app.buttons["Davom etish"].firstMatch
    XCTAssertTrue(next.waitForExistence(timeout: 10))
    next.tap()
    let error = app.staticTexts["Ism-familiyangizni kiriting"]
    XCTAssertTrue(error.waitForExistence(timeout: 5))
    let name = app.textFields["F.I.Sh."].firstMatch
    name.tap()
    name.typeText("Karimova Zuhra")
    XCTAssertFalse(error.exists)
    keep(app, "typed")
  }

  func testTheBackgroundWipesTheSecret() {
    let app = launched()
    app.buttons["Arizani boshlash"].firstMatch.tap()
    let passport = app.secureTextFields["Pasport seriyasi va raqami"].firstMatch
    XCTAssertTrue(passport.waitForExistence(timeout: 10))
    passport.tap()
    passport.typeText("AB7654321")
    XCUIDevice.shared.press(.home)
    app.activate()
    XCTAssertTrue(passport.waitForExistence(timeout: 10))
    // An empty field shows its placeholder.
    XCTAssertEqual(passport.value as? String, "AA1234567")
    keep(app, "after the background")
  }

  /// A simulator speaks English; the words looked for are Uzbek.
  private func launched() -> XCUIApplication {
    let app = XCUIApplication()
    app.launchArguments = ["-AppleLanguages", "(uz)", "-AppleLocale", "uz_UZ"]
    app.launch()
    return app
  }

  private func keep(_ app: XCUIApplication, _ name: String) {
    let attachment = XCTAttachment(screenshot: app.screenshot())
    attachment.name = name
    attachment.lifetime = .keepAlways
    add(attachment)
  }
}
