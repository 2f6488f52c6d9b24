//! One part of an output, where a request asks for one (RFC 9110, section 14).

use std::ops::Range;

/// What a `Range` header asks of an output of some length.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it: the header is none that is understood, or asks for several parts.
    Whole,
    /// These bytes.
    Bytes(Range<usize>),
    /// Bytes that it does not have.
    Nothing,
}

/// Reads the header's value.
pub(super) fn part(header: &str, length: usize) -> Part {
    let Some(set) = header.trim().strip_prefix("bytes=") else {
        return Part::Whole;
    };
    let Some((first, last)) = set.trim().split_once('-') else {
        return Part::Whole;
    };
    let number = |text: &str| -> Option<usize> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        // A number that is too large is one beyond the end.
        (digits && !text.is_empty()).then(|| text.parse().unwrap_or(usize::MAX))
    };
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last && first < length => {
            Part::Bytes(first..last.saturating_add(1).min(length))
        }
        (Some(first), None) if last.is_empty() && first < length => Part::Bytes(first..length),
        (None, Some(count)) if first.is_empty() && count > 0 && length > 0 => {
            Part::Bytes(length.saturating_sub(count)..length)
        }
        (Some(first), Some(last)) if first <= last => Part::Nothing,
        (Some(_), None) if last.is_empty() => Part::Nothing,
        (None, Some(_)) if first.is_empty() => Part::Nothing,
        _ => Part::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_what_the_header_says() {
        for (header, expected) in [
            ("bytes=0-3", Part::Bytes(0..4)),
            ("bytes=2-", Part::Bytes(2..10)),
            ("bytes=-4", Part::Bytes(6..10)),
            ("bytes=-40", Part::Bytes(0..10)),
            ("bytes=8-99999999999999999999", Part::Bytes(8..10)),
            ("bytes=10-", Part::Nothing),
            ("bytes=10-12", Part::Nothing),
            ("bytes=-0", Part::Nothing),
            ("bytes=3-2", Part::Whole),
            ("bytes=0-1,4-5", Part::Whole),
            ("bytes=-", Part::Whole),
            ("bytes=+1-2", Part::Whole),
            ("lines=1-2", Part::Whole),
            ("", Part::Whole),
        ] {
            assert_eq!(part(header, 10), expected, "{header}");
        }
        assert_eq!(part("bytes=-1", 0), Part::Nothing);
    }
}
