/// How far a time zone is from UTC at a moment.
///
/// Offered: fixed offsets, and the zones of `names` by the rules that are in force now, for the
/// years in which they hold (tz database, public domain, release 2025). A zone's rules before that
/// are not kept: a phone need not carry two centuries of decrees. Nor is it known whether a law
/// will change them.
struct TimeZoneRule: Sendable {
  /// When daylight saving time is in force. Sundays; hours of local standard time unless said.
  enum DaylightSaving: Sendable {
    /// Never.
    case standard
    /// Last of March to last of October, at 01:00 UTC.
    case europe
    /// Second of March to first of November, at 02:00 by the clock.
    case northAmerica
    /// As in North America; until November 2011 one minute after midnight.
    case newfoundland
    /// First of October to first of April, at 02:00.
    case australia
    /// Last of September to first of April, at 02:00.
    case newZealand
  }

  /// Seconds east of UTC in winter.
  private let offset: Int
  private let daylightSaving: DaylightSaving
  /// The first year for which the rule holds; nil for a fixed offset.
  private let since: Int?

  /// `UTC`, a fixed offset (`+05:00`, `-02:30`, `02:00`) or the name of a zone that is offered.
  init?(_ name: String) {
    if name == "UTC" || name == "Z" {
      self.init(offset: 0, .standard, since: nil)
    } else if let zone = Self.zones[name] {
      self = zone
    } else if let offset = Self.fixedOffset(name) {
      self.init(offset: offset, .standard, since: nil)
    } else {
      return nil
    }
  }

  private init(offset: Int, _ daylightSaving: DaylightSaving, since: Int?) {
    self.offset = offset
    self.daylightSaving = daylightSaving
    self.since = since
  }

  private static func fixedOffset(_ text: String) -> Int? {
    var reader = TimeTextReader(bytes: Array(text.utf8))
    let isNegative = reader.take(UInt8(ascii: "-"))
    if !isNegative { _ = reader.take(UInt8(ascii: "+")) }
    guard let hours = reader.number(2) ?? reader.number(1), reader.take(UInt8(ascii: ":")),
      let minutes = reader.number(2), reader.isAtEnd, hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return isNegative ? -offset : offset
  }

  /// Seconds east of UTC; nil for a year before the one from which the zone's rule is known.
  func offset(at timestamp: Timestamp) -> Int? {
    guard let since else { return offset }
    let year = TimeParts(timestamp, offset: offset).date.year
    guard year >= since else { return nil }
    return isDaylightSaving(at: timestamp.seconds, year: year) ? offset + 3600 : offset
  }

  private func isDaylightSaving(at moment: Int64, year: Int) -> Bool {
    switch daylightSaving {
    case .standard:
      return false
    case .europe:
      return lastSunday(year, 3) + 3600 <= moment && moment < lastSunday(year, 10) + 3600
    case .northAmerica:
      let start = sunday(2, year, 3) + local(7200)
      return start <= moment && moment < sunday(1, year, 11) + local(3600)
    case .newfoundland:
      let start = sunday(2, year, 3) + local(year <= 2011 ? 60 : 7200)
      let end = sunday(1, year, 11) + local((year < 2011 ? 60 : 7200) - 3600)
      return start <= moment && moment < end
    case .australia:
      let end = sunday(1, year, 4) + local(7200)
      return moment < end || sunday(1, year, 10) + local(7200) <= moment
    case .newZealand:
      let end = sunday(1, year, 4) + local(7200)
      return moment < end || lastSunday(year, 9) + local(7200) <= moment
    }
  }

  /// A time of day in local standard time, as seconds of the UTC day.
  private func local(_ seconds: Int) -> Int64 { Int64(seconds - offset) }

  /// 00:00 UTC on the n-th Sunday of a month.
  private func sunday(_ number: Int, _ year: Int, _ month: Int) -> Int64 {
    let first = CalendarDay(unchecked: year, month, 1)
    let daysToSunday = (7 - first.dayOfWeek) % 7
    return Int64(first.daysSince1970 + daysToSunday + 7 * (number - 1)) * 86_400
  }

  private func lastSunday(_ year: Int, _ month: Int) -> Int64 {
    let length = CalendarDay.length(ofMonth: month, year: year)
    let last = CalendarDay(unchecked: year, month, length)
    return Int64(last.daysSince1970 - last.dayOfWeek) * 86_400
  }

  /// The names of the zones offered, besides `UTC` and fixed offsets, in order.
  static var names: [String] { zones.keys.sorted() }

  private static let zones: [String: TimeZoneRule] = {
    var zones: [String: TimeZoneRule] = [:]
    for (daylightSaving, lines) in table {
      for line in lines.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count > 2, let minutes = Int(words[0]), let since = Int(words[1]) else {
          continue
        }
        let zone = TimeZoneRule(offset: minutes * 60, daylightSaving, since: since)
        for name in words[2...] { zones[String(name)] = zone }
      }
    }
    return zones
  }()

  /// A line: minutes east of UTC, the first year, names.
  private static let table: [(DaylightSaving, String)] = [
    (
      .standard,
      """
      -600 1970 Pacific/Honolulu
      -420 1970 America/Phoenix
      -360 2023 America/Mexico_City
      -300 1994 America/Bogota
      -300 1995 America/Lima
      -240 2017 America/Caracas
      -180 2010 America/Argentina/Buenos_Aires
      -180 2020 America/Sao_Paulo
      0 1970 Atlantic/Reykjavik Etc/GMT Etc/UTC GMT
      60 1970 Africa/Lagos
      60 1982 Africa/Algiers
      120 1970 Africa/Johannesburg
      120 2015 Europe/Kaliningrad
      180 1970 Africa/Addis_Ababa Africa/Nairobi Asia/Kuwait Asia/Riyadh
      180 2008 Asia/Baghdad
      180 2012 Europe/Minsk
      180 2015 Europe/Moscow
      180 2017 Europe/Istanbul
      210 2023 Asia/Tehran
      240 1970 Asia/Dubai
      240 2006 Asia/Tbilisi
      240 2012 Asia/Yerevan Europe/Samara
      240 2016 Asia/Baku
      270 1970 Asia/Kabul
      300 1992 Asia/Dushanbe Asia/Samarkand Asia/Tashkent
      300 1993 Asia/Ashgabat
      300 2010 Asia/Karachi
      300 2015 Asia/Yekaterinburg
      300 2019 Asia/Qyzylorda
      300 2025 Asia/Almaty
      330 1970 Asia/Calcutta Asia/Kolkata
      330 2007 Asia/Colombo
      345 1986 Asia/Kathmandu Asia/Katmandu
      360 2006 Asia/Bishkek
      360 2010 Asia/Dhaka
      360 2015 Asia/Omsk
      420 1970 Asia/Bangkok Asia/Jakarta
      420 1976 Asia/Ho_Chi_Minh
      420 2017 Asia/Novosibirsk
      480 1980 Asia/Hong_Kong Asia/Taipei
      480 1982 Asia/Kuala_Lumpur Asia/Singapore
      480 1991 Asia/Manila
      480 1992 Asia/Shanghai
      480 2010 Australia/Perth
      480 2017 Asia/Ulaanbaatar
      540 1970 Asia/Tokyo
      540 1989 Asia/Seoul
      540 2015 Asia/Yakutsk
      570 1970 Australia/Darwin
      600 1993 Australia/Brisbane
      600 2015 Asia/Vladivostok
      """
    ),
    (
      .europe,
      """
      0 1996 Europe/Dublin Europe/London WET
      0 1997 Europe/Lisbon
      60 1996 CET Europe/Amsterdam Europe/Belgrade Europe/Berlin Europe/Brussels
      60 1996 Europe/Budapest Europe/Copenhagen Europe/Madrid Europe/Oslo Europe/Paris
      60 1996 Europe/Prague Europe/Rome Europe/Stockholm Europe/Vienna Europe/Warsaw
      60 1996 Europe/Zurich
      120 1996 EET Europe/Athens Europe/Helsinki
      120 1997 Europe/Bucharest Europe/Kiev Europe/Kyiv Europe/Sofia
      120 2001 Europe/Riga
      120 2002 Europe/Tallinn
      120 2003 Europe/Vilnius
      """
    ),
    (
      .northAmerica,
      """
      -540 2007 America/Anchorage
      -480 2007 America/Los_Angeles America/Vancouver US/Pacific
      -420 2007 America/Denver America/Edmonton US/Mountain
      -360 2007 America/Chicago US/Central
      -300 2007 America/New_York America/Toronto US/Eastern
      -240 2007 America/Halifax
      """
    ),
    (
      .newfoundland,
      """
      -210 2007 America/St_Johns
      """
    ),
    (
      .australia,
      """
      570 2008 Australia/Adelaide
      600 2008 Australia/Melbourne Australia/Sydney
      """
    ),
    (
      .newZealand,
      """
      720 2008 Pacific/Auckland
      """
    ),
  ]
}
