//! Which of pagefind's languages a site is indexed in.

/// The language of an index for a site in this language (a BCP 47 tag): its primary subtag, which decides how words
/// are reduced to their stems. Chinese and Japanese have no inflection to reduce and are split into characters, so
/// that their index takes English, the language of the words in between. What is no subtag is English too.
pub(super) fn of_index(site: &str) -> String {
    let primary = site.split(['-', '_']).next().unwrap_or_default();
    let primary = primary.trim().to_ascii_lowercase();
    let is_subtag =
        (2..=3).contains(&primary.len()) && primary.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_subtag && !matches!(primary.as_str(), "zh" | "ja") {
        primary
    } else {
        "en".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_has_one_index() {
        let cases = [
            ("en", "en"),
            ("pt-BR", "pt"),
            ("de_CH", "de"),
            ("zh-Hans", "en"),
            ("ja", "en"),
            ("", "en"),
            ("../..", "en"),
            ("klingon", "en"),
        ];
        for (site, expected) in cases {
            assert_eq!(of_index(site), expected, "{site}");
        }
    }
}
