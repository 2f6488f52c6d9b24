//! `[redirects]`: old addresses lead on, and only those that can.

use crate::html;
use crate::site::Site;

fn plain(redirects: &str) -> Site {
    Site::of("plain").file("skillbook.toml", format!("[redirects]\n{redirects}"))
}

#[test]
fn an_old_address_leads_on_without_a_script() {
    let site = plain(
        "\"skills/hello/\" = \"skills/greet/\"\n\"/old/very old.html\" = \"/skills/greet\"\n\"skills\" = \"./\"\n",
    );
    let built = site.build();
    for (path, href) in [
        ("skills/hello/index.html", "../../skills/greet/"),
        ("old/very old.html", "../skills/greet/"),
        ("skills/index.html", "../"),
    ] {
        let page = html::parse(&built.text(path)).unwrap();
        let refresh = page.get("http-equiv", "refresh");
        assert_eq!(refresh.must("content"), format!("0; url={href}"));
        let body = page.named("body")[0];
        assert_eq!(body.named("a")[0].must("href"), href);
        assert_eq!(page.get("rel", "canonical").must("href"), href);
        assert!(page.named("script").is_empty());
    }
    // No page of its own: neither Markdown nor a place in the sitemap.
    assert!(!built.has("skills/hello/index.md"));
    site.run("build . --out ../out --base-url https://example.org/a/b")
        .code(0);
    let page = html::parse(&built.text("skills/hello/index.html")).unwrap();
    assert_eq!(
        page.get("rel", "canonical").must("href"),
        "https://example.org/a/b/skills/greet/"
    );
    assert!(!built.text("sitemap.xml").contains("hello"));
    assert!(
        built
            .text("skills.json")
            .contains("{\"from\":\"skills/hello/\",\"to\":\"skills/greet/\"}")
    );
}

#[test]
fn what_cannot_lead_on_stops_the_build_at_its_line() {
    let site = plain(
        "\"skills/greet/\" = \"skills/gree/\"\n\"a/\" = \"skills/great/\"\n\"skills.json\" = \"skills/greet/\"\n\"../b\" = \"skills/greet/\"\n\"c\" = \"https://example.org/\"\n\"d\" = \"skills/greet/\"\n\"D/\" = \"skills/greet/\"\n\"e\" = \"d\"\n",
    );
    let said = site.run("check . --format github").code(1);
    for (line, words) in [
        (2, "`skills/gree/`, which `skills/greet/` leads to"),
        (3, "`skills/great/`, which `a/` leads to"),
        (4, "`skills.json` cannot lead elsewhere"),
        (5, "`../b` is no address of a page below the site"),
        (6, "the site has no page `https://example.org/`"),
        (8, "`D/` cannot lead elsewhere"),
        (9, "the site has no page `d`"),
    ] {
        let found = said.stdout.lines().any(|it| {
            it.starts_with("::error file=skillbook.toml,")
                && it.contains(&format!("line={line},"))
                && it.contains("config-target")
                && it.contains(words)
        });
        assert!(found, "line {line}: {words}\n{said}");
    }
    assert!(
        said.stdout.contains("did you mean `skills/greet/`?"),
        "{said}"
    );
    assert_eq!(said.stdout.matches("::error").count(), 7, "{said}");
}

#[test]
fn an_address_in_use_cannot_lead_on() {
    plain("\"skills/greet/index.html\" = \"/\"\n")
        .run("check . --format github")
        .code(1)
        .stdout_has("line=2,")
        .stdout_has("the site has something there");
}

#[test]
fn a_value_of_another_type_is_an_error() {
    plain("\"a\" = 3\n")
        .run("check . --format github")
        .code(1)
        .stdout_has("line=2,");
}
