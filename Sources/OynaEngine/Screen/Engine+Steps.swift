import OynaValue

// A wizard (`stepper_flow`): its steps are one form of which one page is drawn at a time. Fields of
// other pages keep their values, are validated by the final submit and are sent.
extension Engine {
  /// The steps whose condition holds, in order.
  func stepNodes(_ wizard: Int) -> [Int] { form.stepNodes(wizard) }

  /// The place of the step that is drawn.
  func stepPlace(_ wizard: Int) -> Int {
    form.stepNodes(wizard).firstIndex(of: form.currentStep(wizard) ?? -1) ?? 0
  }

  /// Forward only when the page is valid; back always. Past the last page the wizard finishes.
  mutating func moveStep(of wizard: Int, forward: Bool) {
    form.finishEvent()
    let steps = form.stepNodes(wizard)
    guard let current = form.currentStep(wizard), let place = steps.firstIndex(of: current) else {
      return
    }
    let target = forward ? place + 1 : place - 1
    stopWaitingForPage()
    if forward {
      let page = form.nodes(in: ComponentIndex(Int(form.nodes[current].component)))
      guard showErrors(of: page) == 0 else { return }
      if page.contains(where: { form.isPending($0) }) {
        waitingWizard = wizard
        form.markChanged(wizard)
        return
      }
    }
    guard steps.indices.contains(target) else {
      if forward { runHandlers(of: wizard, "finish") }
      return
    }
    form.setCurrentStep(steps[target], of: wizard)
    focusedKey = nil
    runHandlers(of: wizard, "change")
  }

  /// The last remote rule of the page answered: the wizard goes on, or shows the errors.
  mutating func continueWaitingPage() {
    guard let wizard = waitingWizard, let current = form.currentStep(wizard) else { return }
    let page = form.nodes(in: ComponentIndex(Int(form.nodes[current].component)))
    guard !page.contains(where: { form.isPending($0) }) else { return }
    moveStep(of: wizard, forward: true)
  }

  mutating func stopWaitingForPage() {
    guard let wizard = waitingWizard else { return }
    waitingWizard = nil
    form.markChanged(wizard)
  }

  /// Turns the wizards around the node to the page that it is on.
  mutating func showStep(of node: Int) {
    var child = node
    while form.nodes[child].parent >= 0 {
      let parent = Int(form.nodes[child].parent)
      if form.screen.components[Int(form.nodes[parent].component)].kind == .wizard {
        form.setCurrentStep(child, of: parent)
      }
      child = parent
    }
  }
}

extension FormStore {
  func stepNodes(_ wizard: Int) -> [Int] {
    screen.components[Int(nodes[wizard].component)].children
      .map { node(of: $0, row: nodes[wizard].row) }.filter { nodes[$0].isVisible }
  }

  /// The step that was chosen; when its condition turned false, the nearest before it.
  func currentStep(_ wizard: Int) -> Int? {
    let steps = stepNodes(wizard)
    guard let chosen = chosenSteps[wizard] else { return steps.first }
    return steps.last { $0 <= chosen } ?? steps.first
  }

  mutating func setCurrentStep(_ step: Int, of wizard: Int) {
    guard currentStep(wizard) != step else { return }
    chosenSteps[wizard] = step
    markChanged(wizard)
    markChildren(ofParent: Int32(wizard))
  }

  /// True when the page that the node is on is not the one that is drawn.
  func standsOnOtherStep(_ node: Int) -> Bool {
    var at = node
    while at >= 0 {
      if isOnOtherStep(at) { return true }
      at = Int(nodes[at].parent)
    }
    return false
  }

  func isOnOtherStep(_ node: Int) -> Bool {
    let parent = Int(nodes[node].parent)
    guard parent >= 0, screen.components[Int(nodes[parent].component)].kind == .wizard else {
      return false
    }
    return currentStep(parent) != node
  }
}
