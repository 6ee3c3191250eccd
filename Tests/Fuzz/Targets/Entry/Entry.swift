import Foundation
import FuzzChecks

/// Which check this process runs: `OYNA_FUZZ`.
private let check =
  FuzzCheck(rawValue: ProcessInfo.processInfo.environment["OYNA_FUZZ"] ?? "") ?? .json

/// Called by libFuzzer; a violation ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(FuzzCheck.Violation) {
    try check.run(UnsafeRawBufferPointer(start: start, count: count))
  } catch {
    preconditionFailure(error.description)
  }
  return 0
}
