import Testing

@testable import OynaServer

@Suite struct MetricsTests {
  @Test func requestsAreCountedByRouteMethodAndStatus() {
    let metrics = Metrics()
    for _ in 0..<3 {
      metrics.countRequest(Route("/a"), method: "GET", status: 200, nanoseconds: 200_000)
    }
    metrics.countRequest(Route("/a"), method: "BREW", status: 405, nanoseconds: 2_000_000_000)
    let text = metrics.text()
    #expect(text.contains("oyna_requests_total{route=\"/a\",method=\"GET\",status=\"200\"} 3\n"))
    #expect(text.contains("oyna_requests_total{route=\"/a\",method=\"other\",status=\"405\"} 1\n"))
    #expect(text.contains("oyna_request_seconds_bucket{route=\"/a\",le=\"0.0001\"} 0\n"))
    #expect(text.contains("oyna_request_seconds_bucket{route=\"/a\",le=\"0.0005\"} 3\n"))
    #expect(text.contains("oyna_request_seconds_bucket{route=\"/a\",le=\"1\"} 3\n"))
    #expect(text.contains("oyna_request_seconds_bucket{route=\"/a\",le=\"+Inf\"} 4\n"))
    #expect(text.contains("oyna_request_seconds_count{route=\"/a\"} 4\n"))
    #expect(text.contains("oyna_request_seconds_sum{route=\"/a\"} 2.0006\n"))
  }

  @Test func refusalsAreCountedByScreenAndField() {
    let metrics = Metrics()
    metrics.countSubmission(screen: "loan", .invalid)
    metrics.countRefusal(screen: "loan", field: "phone", rule: "required")
    metrics.countRefusal(screen: "loan", field: "a\"b\n", rule: "type")
    let text = metrics.text()
    #expect(text.contains("oyna_submissions_total{screen=\"loan\",outcome=\"invalid\"} 1\n"))
    #expect(
      text.contains(
        #"oyna_validation_failures_total{screen="loan",field="phone",rule="required"} 1"#))
    #expect(text.contains(#"field="a\"b\n",rule="type"} 1"#))
  }
}
