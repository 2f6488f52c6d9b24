//! A page as it is indexed: the same text, its words parted where the writing has no spaces, and only those
//! identifiers that are places. What a reader gets is not touched.

use super::place::{Places, Tag};
use super::script::Splitter;

/// Prepares a page. Works on what the views make: every attribute in double quotes, `<` and `>` escaped in text and
/// attributes. Whatever else looks like a tag is passed on as it stands.
pub(super) fn prepare(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    let mut splitter = Splitter::default();
    let mut places = Places::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tagged) = rest.split_at(at);
        splitter.push(text, &mut out);
        let Some(end) = tagged.find('>') else {
            rest = tagged;
            break;
        };
        let (tag, after) = tagged.split_at(end + 1);
        rest = after;
        // A place to break a word at parts no word.
        if tag == "<wbr>" {
            continue;
        }
        let inner = tag.strip_prefix('<').unwrap_or(tag);
        let inner = inner.strip_suffix('>').unwrap_or(inner);
        if inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            places.push(Tag(inner), directly(after), &mut out);
        } else {
            out.push_str(tag);
            if ends_a_word(inner) {
                out.push(' ');
                splitter.end_word();
            }
        }
    }
    splitter.push(rest, &mut out);
    out
}

/// Whether an end tag stands between words. Pagefind knows that of the commonest, not of these.
fn ends_a_word(tag: &str) -> bool {
    matches!(
        tag,
        "/th"
            | "/tr"
            | "/dt"
            | "/dd"
            | "/pre"
            | "/summary"
            | "/caption"
            | "/figcaption"
            | "/blockquote"
    )
}

/// The start tag at the beginning of a text.
fn directly(text: &str) -> Option<Tag<'_>> {
    let tag = text.strip_prefix('<')?;
    tag.split_once('>').map(|(inner, _)| Tag(inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_a_place_and_so_is_a_heading_below_its_own() {
        let page = "<h2 id=\"part_sample\">Sample</h2>\
            <div class=\"block\" id=\"tools\" data-block=\"tools\" aria-label=\"1 · The &quot;tools&quot;\">\
            <h3 id=\"L7\"><span class=\"anchor\" id=\"1-tools\"></span>1 · The tools</h3>\
            <h4 id=\"L9\"><span class=\"anchor\" id=\"cron\"></span>1.1 Cron</h4><p id=\"L11\">Text</p></div>";
        let expected = "<h2 id=\"part_sample\">Sample</h2>\
            <div class=\"block\" id=\"tools\" data-block=\"tools\" aria-label=\"1 · The &quot;tools&quot;\" \
            data-pagefind-title=\"1 · The &quot;tools&quot;\">\
            <h3><span class=\"anchor\">1 · The tools</h3>\
            <h4 id=\"cron\"><span class=\"anchor\">1.1 Cron</h4><p>Text</p></div>";
        assert_eq!(
            prepare(page),
            expected.replace("anchor\">", "anchor\"></span>")
        );
    }

    #[test]
    fn two_signs_before_a_name_are_no_tag() {
        assert_eq!(prepare("<<A>"), "<<A>");
    }

    #[test]
    fn a_place_to_break_a_word_at_parts_none() {
        assert_eq!(
            prepare("<code>Prune<wbr>Expired<wbr>Keys</code>"),
            "<code>PruneExpiredKeys</code>"
        );
    }

    #[test]
    fn a_word_that_runs_over_tags_is_parted_too() {
        assert_eq!(
            prepare("<p>用<code>Redis</code>缓存</p>"),
            "<p>用<code> Redis</code> 缓 存</p>"
        );
    }

    proptest::proptest! {
        #[test]
        fn what_needs_nothing_is_left_alone(page in "[ -~é°–]{0,80}") {
            let touched = ["id=", "</t", "</d", "</pre", "</summary", "</caption", "</figcaption", "</blockquote"];
            proptest::prop_assume!(touched.iter().all(|part| !page.contains(part)));
            proptest::prop_assert_eq!(prepare(&page), page);
        }

        #[test]
        fn no_text_is_lost(page in "([ -~]|\\PC|<h3 id=\"L1\">|<div id=\"a\" data-block=\"a\">|</th>|[ぁ-ん一-丁]){0,40}") {
            let text = |html: &str| {
                let mut inside = false;
                let kept = html.chars().filter(|c| {
                    inside |= *c == '<';
                    let keep = !inside;
                    inside &= *c != '>';
                    keep && !c.is_whitespace()
                });
                kept.collect::<String>()
            };
            proptest::prop_assert_eq!(text(&prepare(&page)), text(&page));
        }
    }

    #[test]
    fn cells_are_words_of_their_own() {
        assert_eq!(
            prepare("<tr><th>Field</th><th>Value</th></tr>"),
            "<tr><th>Field</th> <th>Value</th> </tr> "
        );
    }

    #[test]
    fn attributes_keep_their_text_and_odd_text_survives() {
        for page in [
            "<a title=\"缓存 &lt;x&gt;\" href=\"a\">x</a>",
            "a < b",
            "<",
            "<>",
            "<!DOCTYPE html><p>x</p>",
            "<script>if(a<b)c()</script>",
            "",
        ] {
            assert_eq!(prepare(page), page);
        }
    }
}
