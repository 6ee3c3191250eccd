extension ExpressionCall {
  func text(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    throw noSuchOverload
  }

  func format(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    throw noSuchOverload
  }

  func number(_ frame: inout ExpressionFrame) throws(EvaluationFailure) -> Value {
    throw noSuchOverload
  }

  func bits() throws(EvaluationFailure) -> Value {
    throw noSuchOverload
  }
}
