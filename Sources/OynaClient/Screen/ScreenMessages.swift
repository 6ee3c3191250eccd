public import OynaEngine
public import OynaValue

/// A short message at the bottom, with at most one button.
public struct Snackbar: Sendable, Identifiable {
  /// Counts the messages of a store: the same text twice is two messages.
  public let id: Int
  /// What a person reads.
  public let message: String
  /// What its button does; nil for a message without one, which leaves by itself.
  public let action: SnackbarAction?
}

/// A message that the person must answer.
public struct ScreenAlert: Sendable, Identifiable {
  /// Counts the alerts of a store.
  public let id: Int
  /// Over the message; nil for none.
  public let title: String?
  /// What a person reads.
  public let message: String
}

/// A field that has a message to show.
public struct FieldProblem: Sendable, Hashable, Identifiable {
  /// The field's node.
  public let id: NodeID
  /// Its state key.
  public let key: String
  /// What a person reads.
  public let message: String
}

/// Text for assistive technology, to be spoken once.
public struct Announcement: Sendable, Identifiable {
  /// Counts the announcements of a store.
  public let id: Int
  /// What is spoken.
  public let text: String
}

/// Why a screen is not shown, in words for the person.
public struct ScreenFailure: Error, Sendable {
  /// What happened.
  public enum Reason: Sendable {
    /// There is no network, or the server was not reached.
    case offline
    /// The server was asked and did not answer in time.
    case timeout
    /// The server's certificate is not accepted.
    case untrusted
    /// An HTTP status of 400 or more.
    case status(Int)
    /// The document is no screen: the finding is for the developers.
    case refused(Diagnostic)
  }

  /// What happened.
  public let reason: Reason
  /// A heading.
  public let title: String
  /// A sentence: what to do about it.
  public let message: String

  init(_ reason: Reason, words: HostWords) {
    self.reason = reason
    let explanation =
      switch reason {
      case .offline: words.offline
      case .timeout: words.timeout
      case .untrusted, .status: Self.isMissing(reason) ? words.missing : words.broken
      case .refused: words.refused
      }
    title = explanation.title
    message = explanation.text
  }

  private static func isMissing(_ reason: Reason) -> Bool {
    if case .status(let status) = reason { return status == 404 || status == 410 }
    return false
  }
}
