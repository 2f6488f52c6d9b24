//! Social cards: small pictures, named by what they say, drawn once.

use crate::site::{Output, Site};

fn cards(output: &Output) -> Vec<String> {
    let paths = output.paths().into_iter();
    paths.filter(|path| path.starts_with("cards/")).collect()
}

/// Builds for an address, over what the last call built.
fn based(site: &Site) -> Output {
    site.run("build . --out ../based --no-search --base-url https://example.org/a/")
        .code(0);
    Output::at(site.beside("based"))
}

/// What a page says to those who share its address.
fn image(output: &Output, url: &str) -> Option<String> {
    let page = output.page(url);
    let meta = page.named("meta").into_iter();
    let image = meta.filter(|meta| meta.values("property").contains(&"og:image"));
    image
        .map(|meta| meta.values("content")[0].to_owned())
        .next()
}

#[test]
fn the_site_has_a_card_and_each_skill_if_its_author_wants_it() {
    let site = Site::of("plain");
    let built = based(&site);
    let all = cards(&built);
    assert_eq!(all.len(), 1);
    let address = format!("https://example.org/a/{}", all[0]);
    assert_eq!(image(&built, ""), Some(address.clone()));
    assert_eq!(image(&built, "skills/greet/"), Some(address));

    site.put("skillbook.toml", "[site]\ncards = true\n");
    let built = based(&site);
    let all = cards(&built);
    assert_eq!(all.len(), 2);
    let own = all
        .iter()
        .find(|path| path.starts_with("cards/skills/greet/"))
        .unwrap();
    assert_eq!(
        image(&built, "skills/greet/"),
        Some(format!("https://example.org/a/{own}"))
    );
    // Without an address nobody could find it.
    assert_eq!(image(&site.build(), "skills/greet/"), None);
}

#[test]
fn every_card_of_the_shipped_site_is_a_png_of_at_most_15_kb() {
    let built = Site::of_content().build();
    let all = cards(&built);
    assert_eq!(all.len(), 13, "the site and twelve skills");
    for path in all {
        let bytes = std::fs::read(built.folder().join(&path)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{path}");
        assert!(bytes.len() <= 15_000, "{path}: {} bytes", bytes.len());
    }
}

#[test]
fn a_card_is_drawn_again_only_when_it_says_something_else() {
    let site = Site::of("plain").file("skillbook.toml", "[site]\ncards = true\n");
    let before = cards(&based(&site));
    // What lies there is taken over as it is, which shows that nobody drew it.
    let own = before.iter().find(|path| path.contains("greet")).unwrap();
    let place = site.beside("based").join(own);
    std::fs::remove_file(&place).unwrap();
    std::fs::write(&place, "kept").unwrap();
    site.edit("skills/greet/SKILL.md", "# Greet", "# Greet everybody");
    let built = based(&site);
    assert_eq!(cards(&built), before);
    assert_eq!(built.text(own), "kept");

    site.edit("skills/greet/SKILL.md", "Says hello", "Says goodbye");
    let built = based(&site);
    let after = cards(&built);
    assert_eq!(after.len(), 2);
    assert!(!after.contains(own), "{after:?}");
}
