import OynaValue

/// Where the one submit of a screen stands. Every transition happens within one event.
enum SubmitState {
  case idle
  /// Remote rules are being asked; the submit goes on when the last has answered.
  case validating(node: Int, SubmitAction)
  case sending(Attempt)
  /// No usable answer: the same bytes may go again under the same key, as long as nothing changed.
  case failed(Attempt)

  /// Values frozen into a request.
  struct Attempt {
    let action: SubmitAction
    /// The node whose action it is, such as a button.
    let node: Int
    let key: String
    let url: String
    let headers: [(name: String, value: String)]
    let body: RequestBody
    /// `FormStore.editCount` when the values were frozen.
    let editCount: Int
    /// The fields whose secrets are in the body.
    let secretNodes: [Int]
    var request: RequestID
    /// A time-out or a failure of the server: it may have been executed.
    var mayHaveArrived = false
    /// The app went to the background meanwhile: the body is overwritten once this settles.
    var isOverwrittenWhenSettled = false
  }

  var isBusy: Bool {
    switch self {
    case .sending, .validating: true
    case .idle, .failed: false
    }
  }
}

/// A request that waits for its answer, and what for.
struct PendingRequest {
  let id: RequestID
  let purpose: Purpose
  /// The epoch in which it was asked; an answer in a later one is dropped.
  let epoch: Int
  /// The row of a `load` whose action asked: what follows reads its values.
  var item: ItemPlace?

  enum Purpose {
    case submit
    case action(outcomes: [Outcome], node: Int)
    case reload
    case remoteRule(RemoteCheck)
    case options(node: Int)
    case pay
    case card
    case poll
    case load(Int, Loading.Purpose)

    /// The load that it is for; nil for any other purpose.
    var load: Int? {
      if case .load(let load, _) = self { load } else { nil }
    }
  }
}
