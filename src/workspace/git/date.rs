//! A committer's date in universal time, so that dates can be compared and look alike everywhere.

use super::Provenance;

const DAY: i64 = 86_400;

impl Provenance {
    /// The date in universal time, as `2026-10-08T07:30:00Z`: the later one is the greater text.
    /// None if git gave a date that cannot be read, or one before the year 1.
    pub fn utc(&self) -> Option<String> {
        seconds(&self.date).and_then(written)
    }
}

/// Seconds since the beginning of the year 0 of an ISO 8601 date as `%cI` prints it.
fn seconds(date: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| {
        let digits = date.get(range)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<i64>().ok()).flatten()
    };
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let is_day = (1..=12).contains(&month) && day >= 1 && day <= days_of(year, month);
    // The 60th second of a minute is a leap second.
    if !is_day || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let offset = match date.get(19..)? {
        "Z" => 0,
        zone => {
            let (hours, minutes) = (number(20..22)?, number(23..25)?);
            match zone.as_bytes() {
                [b'+', _, _, b':', _, _] => hours * 3600 + minutes * 60,
                [b'-', _, _, b':', _, _] => -(hours * 3600 + minutes * 60),
                _ => return None,
            }
        }
    };
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    let days = days_before(year) + months + day - 1;
    Some(days * DAY + hour * 3600 + minute * 60 + second - offset)
}

fn written(seconds: i64) -> Option<String> {
    let (mut days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    // A year has at most 366 days: the guess is low by a few years at most.
    let mut year = days / 366;
    while days_before(year + 1) <= days {
        year += 1;
    }
    days -= days_before(year);
    let mut month = 1;
    while month < 12 && days_of(year, month) <= days {
        days -= days_of(year, month);
        month += 1;
    }
    let (day, hour, minute, second) = (days + 1, rest / 3600, rest / 60 % 60, rest % 60);
    (1..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

/// Days between the beginning of the year 0 and that of a year.
fn days_before(year: i64) -> i64 {
    let leap = |years: i64| years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
    year * 365 + leap(year - 1) + i64::from(year > 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(date: &str) -> Option<String> {
        let commit = Provenance {
            commit: String::new(),
            short: String::new(),
            date: date.to_owned(),
            subject: None,
        };
        commit.utc()
    }

    #[test]
    fn dates_of_any_zone_are_told_in_one() {
        for (date, wanted) in [
            ("2026-10-08T09:30:00+02:00", "2026-10-08T07:30:00Z"),
            ("2026-10-08T07:30:00Z", "2026-10-08T07:30:00Z"),
            ("2023-12-31T23:30:00-01:00", "2024-01-01T00:30:00Z"),
            ("2024-03-01T00:10:00+05:45", "2024-02-29T18:25:00Z"),
            ("2023-03-01T00:10:00+05:45", "2023-02-28T18:25:00Z"),
            ("2000-01-01T00:00:00+14:00", "1999-12-31T10:00:00Z"),
            ("1970-01-01T00:00:00+00:00", "1970-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59+00:00", "9999-12-31T23:59:59Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ] {
            assert_eq!(utc(date).as_deref(), Some(wanted), "{date}");
        }
    }

    #[test]
    fn every_day_comes_out_as_it_went_in() {
        for year in (1..=9999).step_by(7).chain([1900, 2000, 2400]) {
            for month in 1..=12 {
                for day in [1, days_of(year, month)] {
                    let date = format!("{year:04}-{month:02}-{day:02}T12:00:00Z");
                    assert_eq!(utc(&date).as_deref(), Some(date.as_str()));
                }
            }
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for wrong in [
            "",
            "2024",
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:00:00",
            "2024-01-01T00:00:00+0100",
            "+024-01-01T00:00:00Z",
            "2024-01-01T00:00:00é1:00",
            "0001-01-01T00:00:00+01:00",
            "9999-12-31T23:59:59-01:00",
        ] {
            assert_eq!(utc(wrong), None, "{wrong}");
        }
    }
}
