import OynaEngine
import Testing

/// What an answer to a look-up says, and that a network's sign-in page settles nothing.
@Suite struct OutboxLookUpTests {
  @Test(
    "only data of the server settles a request",
    arguments: [
      (200, "application/json", #"{"id": 1}"#, OutboxLookUp.found(status: 200)),
      (201, "application/problem+json; charset=utf-8", "{}", .found(status: 201)),
      (200, "text/html; charset=utf-8", "<html>sign in</html>", .unavailable),
      (200, "", "<!doctype html>", .unavailable), (200, "", "", .unavailable),
      (200, "text/plain", "{}", .unavailable), (200, "application/json", "", .unavailable),
      (200, "application/json", "<html>", .unavailable), (204, "", "", .unavailable),
      (302, "application/json", "{}", .unavailable), (401, "application/json", "{}", .unavailable),
      (404, "application/problem+json", "{}", .notFound), (404, "", "", .notFound),
      (410, "text/plain", "gone", .notFound), (404, "text/html", "<html>", .unavailable),
      (404, "", " \n<html>", .unavailable), (500, "application/json", "{}", .unavailable),
      (0, "application/json", "{}", .unavailable),
    ])
  func verdicts(_ status: Int, _ type: String, _ body: String, _ found: OutboxLookUp) {
    let headers = type.isEmpty ? [] : [(name: "content-type", value: type)]
    #expect(OutboxLookUp(status: status, headers: headers, body: Array(body.utf8)) == found)
  }

  @Test(
    "a page is a page whatever type it came under",
    arguments: [
      ("", "<html>"), ("text/plain", " <!DOCTYPE html>"), ("application/octet-stream", "<html>"),
      ("", "\u{FEFF}<html>"),
    ])
  func pages(_ type: String, _ body: String) {
    let headers = type.isEmpty ? [] : [(name: "Content-Type", value: type)]
    let response = OutboxResponse(
      status: 200, headers: headers, body: Array(body.utf8), key: nil)
    #expect(response.body == .html)
    #expect(OutboxAnswerClass(.response(response), expectsEcho: false) == .captivePortal)
  }
}
