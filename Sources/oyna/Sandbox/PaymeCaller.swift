import Foundation
import OynaValue

/// Payme's side of the Merchant API: makes calls and reads answers, believing nothing.
struct PaymeCaller: Sendable {
  let url: String
  let key: String
  let accountField: String
  let world: SandboxWorld

  /// A read answer, or why it is none.
  struct Answer: Sendable {
    /// The member `result`.
    var result: JSON?
    /// The code of the member `error`.
    var code: Int64?
    var error: JSON?
    /// What is wrong with the answer as such: no answer, another status, no JSON, another id.
    var flaw: String?
    /// The bytes, for steps that want two answers to be the same.
    var body = ""

    func int(_ name: String) -> Int64? { result?[name]?.int }

    /// Nil when the answer is an error with one of these codes.
    func expectError(_ codes: ClosedRange<Int64>..., or code: Int64? = nil) -> String? {
      if let flaw { return flaw }
      guard let answered = self.code else { return "answered \(short), not with an error" }
      if codes.contains(where: { $0.contains(answered) }) || answered == code { return nil }
      let wanted =
        codes.map { $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0)" }
        + (code.map { ["\($0)"] } ?? [])
      return "answered error \(answered), expected \(wanted.joined(separator: " or "))"
    }

    /// Nil when the answer is a result whose members have these values.
    func expect(_ members: [(name: String, value: Value)]) -> String? {
      if let flaw { return flaw }
      guard let result else { return "answered error \(code ?? 0), expected a result" }
      for member in members {
        guard let value = result[member.name]?.value else {
          return "\(member.name) is missing in \(short)"
        }
        guard value == member.value else {
          return "\(member.name) is \(Self.text(value)), expected \(Self.text(member.value))"
        }
      }
      return nil
    }

    private static func text(_ value: Value) -> String {
      var writer = JSONWriter()
      writer.value(value)
      return writer.text
    }

    private var short: String { String(body.prefix(160)) }
  }

  /// Calls a method with the key.
  func call(_ method: String, _ params: String) async -> Answer {
    await call(method, params, authorization: Self.basic("Paycom:" + key))
  }

  /// Calls a method with this `Authorization` header, or none.
  func call(_ method: String, _ params: String, authorization: String?) async -> Answer {
    let id = Int64.random(in: 1...1_000_000)
    let body = #"{"method":"\#(method)","params":{\#(params)},"id":\#(id)}"#
    return read(await send(body, authorization: authorization), id: id)
  }

  /// Sends a body that need not be a call.
  func send(
    _ body: String, method: String = "POST", authorization: String?
  ) async -> SandboxResponse? {
    var headers = [(name: "Content-Type", value: "application/json; charset=UTF-8")]
    if let authorization { headers.append(("Authorization", authorization)) }
    return await world.send(
      SandboxRequest(method: method, url: url, headers: headers, body: Array(body.utf8)))
  }

  func read(_ response: SandboxResponse?, id: Int64?) -> Answer {
    guard let response else { return Answer(flaw: "no answer came") }
    var answer = Answer(body: response.text)
    guard response.status == 200 else {
      answer.flaw = "answered HTTP status \(response.status); Payme takes only 200"
      return answer
    }
    guard let json = try? JSON.parse(response.body, options: .rfc8259), json.kind == .object else {
      answer.flaw = "answered no JSON object: \(response.text)"
      return answer
    }
    let result = json["result"].flatMap { $0.isNull ? nil : $0 }
    let error = json["error"].flatMap { $0.isNull ? nil : $0 }
    guard (result == nil) != (error == nil) else {
      answer.flaw = "answered not one of result and error: \(response.text)"
      return answer
    }
    if let id, json["id"]?.int != id {
      answer.flaw = "the id \(id) did not come back: \(response.text)"
      return answer
    }
    answer.result = result
    answer.error = error
    answer.code = error?["code"]?.int
    if error != nil, answer.code == nil {
      answer.flaw = "the error has no integer code: \(response.text)"
    }
    return answer
  }

  static func basic(_ credentials: String) -> String {
    "Basic " + Data(credentials.utf8).base64EncodedString()
  }

  // MARK: params

  func account(_ order: String, _ amount: Int64) -> String {
    #""amount":\#(amount),"account":{\#(Self.quoted(accountField)):\#(Self.quoted(order))}"#
  }

  func creation(_ id: String, _ order: String, _ amount: Int64, time: Int64) -> String {
    #""id":"\#(id)","time":\#(time),"# + account(order, amount)
  }

  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  /// An identifier as Payme's: 24 hexadecimal digits.
  static func identifier() -> String {
    (0..<24).map { _ in String(Int.random(in: 0...15), radix: 16) }.joined()
  }
}
