import OynaValue

/// The lane of a command, cut to the length that a lane may have.
struct CommandLane {
  let name: String

  init(_ prefix: String, _ name: String) {
    self.name = prefix + String(decoding: name.utf8.prefix(200), as: UTF8.self)
  }

  func draft(
    _ kind: OutboxKind, _ method: String, _ url: String, _ body: ValueMap, _ command: String
  ) throws(CommandError) -> OutboxDraft {
    guard let lane = OutboxLane(name), let target = OutboxTarget(method, url) else {
      throw .failed(command: command, reason: "“\(url)” is no address to send it to.")
    }
    do throws(OutboxError) {
      return OutboxDraft(
        lane: lane, kind: kind, target: target, payload: try OutboxPayload(.map(body)))
    } catch {
      throw .outbox(error)
    }
  }
}
