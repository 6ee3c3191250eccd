import OynaEngine
import Testing

@Suite("Times of day")
struct ClockTimeTests {
  @Test(
    "times with offsets, and leap seconds where they can be",
    arguments: [
      ("08:30:06Z", true), ("08:30:06z", true), ("08:30:06.283+05:00", true), ("23:59:60Z", true),
      ("04:59:60+05:00", true), ("15:59:60-08:00", true), ("22:59:60Z", false),
      ("23:58:60Z", false),
      ("23:59:60+05:00", false), ("24:00:00Z", false), ("00:60:00Z", false), ("00:00:61Z", false),
      ("08:30:06", false), ("08:30Z", false), ("8:30:06Z", false), ("08:30:06.Z", false),
      ("08:30:06+5:00", false), ("08:30:06+24:00", false), ("08:30:06+00:60", false),
      ("08:30:06 Z", false), ("08-30-06Z", false), ("08:30:06+0500", false), ("08:30:06ZZ", false),
      ("", false), ("०८:30:06Z", false), ("08:30:06,5Z", false),
    ])
  func times(text: String, isValid: Bool) {
    #expect(ClockTime.isTime(text) == isValid)
    #expect(ClockTime.isDateTime("2024-02-29T" + text) == isValid)
    #expect(ClockTime.isDateTime("2024-02-29t" + text) == isValid)
    #expect(!ClockTime.isDateTime("2023-02-29T" + text))
    #expect(!ClockTime.isDateTime("2024-02-29 " + text))
    #expect(!ClockTime.isDateTime("2024-02-29" + text))
  }

  @Test(
    "spans by RFC 3339, appendix A",
    arguments: [
      ("P1Y", true), ("P1Y2M3D", true), ("P1M2D", true), ("PT1H", true), ("PT1H2M3S", true),
      ("PT2M3S", true), ("P1DT1H", true), ("P2W", true), ("P0D", true), ("P", false), ("PT", false),
      ("P1Y2D", false), ("PT1H3S", false), ("P1DT", false), ("P1S", false), ("PT1D", false),
      ("P2D1Y", false), ("1D", false), ("P1", false), ("P1.5D", false), ("P-1D", false),
      ("PW", false),
      ("P1W1D", false), ("p1d", false), ("P1D ", false), ("P1D1D", false),
    ])
  func durations(text: String, isValid: Bool) {
    #expect(ClockTime.isDuration(text) == isValid)
  }
}
