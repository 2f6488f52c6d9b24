//! The index of a written site: what is in it, what is not, and that it is the same each time. What
//! it finds is tested in a browser (`tests/browser/search.test.mjs`).

use crate::site::{Output, Site};

fn index(output: &Output) -> Vec<(String, Vec<u8>)> {
    let files = output.bytes().into_iter();
    files
        .filter(|(path, _)| path.starts_with("pagefind/"))
        .collect()
}

#[test]
fn only_files_that_the_browser_asks_for_are_written() {
    let site = Site::of("bakery");
    let others: Vec<String> = index(&site.build())
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| {
            ![".pf_fragment", ".pf_index", ".pf_meta"]
                .iter()
                .any(|ending| path.ends_with(ending))
        })
        .collect();
    assert_eq!(
        others,
        [
            "pagefind/pagefind-entry.json",
            "pagefind/pagefind-worker.js",
            "pagefind/pagefind.js",
            "pagefind/wasm.en.pagefind",
        ]
    );
}

#[test]
fn it_does_not_depend_on_the_address_of_the_site() {
    let site = Site::of("bakery");
    let plain = index(&site.build());
    site.run("build . --out ../based --base-url https://a.example/docs/skills/")
        .code(0);
    let based = index(&Output::at(site.beside("based")));
    assert!(!plain.is_empty());
    assert!(plain == based, "the index names the base");
}

#[test]
fn every_kind_of_page_with_a_text_of_its_own_is_in_it() {
    let output = Site::of_content().build();
    let marked = |url: &str| {
        let page = output.page(url);
        page.named("main")[0].attr("data-pagefind-body").is_some()
    };
    for url in [
        "skills/jobs-architect/",
        "skills/jobs-architect/files/SKILL.md/",
        "skills/jobs-architect/files/references/tool-decision-matrix.md/",
        "cases/UC-002-prune-expired-idempotency-keys/",
        "cases/UC-002-prune-expired-idempotency-keys/35-jobs.md/",
        "classes/design/",
        "guide/configuration/",
    ] {
        assert!(marked(url), "{url}");
    }
    for url in [
        "",
        "guide/",
        "rails/new-feature/",
        "skills/jobs-architect/files/templates/ScheduledJob.java.example/",
        // Its text is on the skill's page.
        "skills/docker-architect/files/SKILL.md/",
    ] {
        assert!(!marked(url), "{url}");
    }
}

#[test]
fn a_skill_and_its_documents_are_found_together() {
    let output = Site::of_content().build();
    for url in [
        "skills/jobs-architect/",
        "skills/jobs-architect/files/SKILL.md/",
        "cases/UC-002-prune-expired-idempotency-keys/35-jobs.md/",
    ] {
        let page = output.page(url);
        let meta = page.named("main")[0].attr("data-pagefind-meta");
        assert_eq!(meta, Some("skill:jobs-architect"), "{url}");
    }
}

#[test]
fn a_site_without_search_has_neither_index_nor_button() {
    let site = Site::of("plain");
    site.run("build . --out ../out --no-search").code(0);
    let output = Output::at(site.beside("out"));
    assert!(index(&output).is_empty());
    assert!(!output.text("index.html").contains("search-open"));
    assert!(site.build().text("index.html").contains("search-open"));
}
