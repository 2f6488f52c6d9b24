use super::*;

/// A skill at the root of its source, by its name.
fn skill(addresses: &mut Addresses, name: &str) -> Url {
    addresses.skill(&RepoPath::new("").unwrap(), name)
}

#[test]
fn links_are_relative() {
    let mut addresses = Addresses::default();
    let skill = skill(&mut addresses, "jobs-architect");
    let file = addresses.skill_file(&skill, "references/a b.md");
    assert_eq!(skill.output_path(), "skills/jobs-architect/index.html");
    assert_eq!(
        file.as_str(),
        "skills/jobs-architect/files/references/a-b.md/"
    );
    assert_eq!(
        skill.link(&file),
        "../../skills/jobs-architect/files/references/a-b.md/"
    );
    assert_eq!(file.link(&Url::index()), "../../../../../");
    assert_eq!(Url::index().link(&skill), "skills/jobs-architect/");
    assert_eq!(Url::index().link(&Url::index()), "./");
    assert_eq!(skill.link_to(&skill, Some("x")), "#x");
    assert_eq!(Url::not_found().root(), "");
}

#[test]
fn addresses_are_unique_whatever_the_case() {
    let mut addresses = Addresses::default();
    assert_eq!(skill(&mut addresses, "A").as_str(), "skills/A/");
    assert_eq!(skill(&mut addresses, "a").as_str(), "skills/a-2/");
    assert_eq!(skill(&mut addresses, "../x?").as_str(), "skills/-x-/");
    assert_eq!(skill(&mut addresses, "").as_str(), "skills/-/");
    let long = skill(&mut addresses, &"é".repeat(300));
    assert_eq!(long.as_str(), format!("skills/{}/", "é".repeat(100)));
    let path = RepoPath::new(".claude/rules/é.md").unwrap();
    let document = addresses.document(&path);
    assert_eq!(document.as_str(), "documents/claude/rules/é.md/");
    assert_eq!(
        Url::index().link(&document),
        "documents/claude/rules/%C3%A9.md/"
    );
}

#[test]
fn nothing_takes_the_place_of_a_pages_markdown() {
    let mut addresses = Addresses::default();
    let case = addresses.case("UC-1");
    assert_eq!(case.markdown().as_str(), "cases/UC-1/index.md");
    let document = addresses.case_document(&case, "Index.md");
    assert_eq!(document.as_str(), "cases/UC-1/Index.md-2/");
    let skill = skill(&mut addresses, "a");
    addresses.skill_file(&skill, "b.md/index.md");
    let file = addresses.skill_file(&skill, "b.md");
    assert_eq!(file.as_str(), "skills/a/files/b.md-2/");
}

#[test]
fn what_is_there_is_found_however_it_is_written() {
    let mut addresses = Addresses::default();
    let skill = skill(&mut addresses, "é");
    for written in [
        "skills/é/",
        "/skills/é",
        "skills/%C3%A9/",
        "skills/é/index.html",
    ] {
        assert_eq!(addresses.find(written).as_ref(), Some(&skill), "{written}");
    }
    for index in ["", "/", "./", "index.html", "./index.html"] {
        assert_eq!(addresses.find(index), Some(Url::index()), "{index}");
    }
    for wrong in [
        "skills/É/",
        "skills/e",
        "../skills/é/",
        "skills/é/#x",
        "%zz",
        "%",
        "https://a.example/",
    ] {
        assert_eq!(addresses.find(wrong), None, "{wrong}");
    }
    assert_eq!(addresses.pages().collect::<Vec<_>>(), ["skills/é/"]);
}

#[test]
fn only_free_addresses_lead_elsewhere() {
    let mut addresses = Addresses::default();
    let skill = skill(&mut addresses, "a");
    addresses.raw(&skill, "x");
    let mut redirect = |written: &str| {
        let found = addresses.redirect(written);
        found.map(|url| url.output_path())
    };
    let is = |path: &str| Ok(path.to_owned());
    assert_eq!(redirect("/skills/b/"), is("skills/b/index.html"));
    assert_eq!(redirect("skills/b"), Err(NoRedirect::Taken));
    assert_eq!(redirect("old/b%20c.html"), is("old/b c.html"));
    for taken in [
        "",
        "/",
        "index.html",
        "Assets/x",
        "feed.xml",
        "pagefind",
        "404.html",
        "skills/A/",
        "skills/a/index.html",
        "skills/a/index.md",
        "skills/a/raw/x",
        "skills/a/raw/x/y",
        "old/b c.html/d",
    ] {
        assert_eq!(redirect(taken), Err(NoRedirect::Taken), "{taken}");
    }
    for wrong in [
        "../a",
        "a/../b",
        "a//b",
        ".well-known/x",
        "a?b",
        "a#b",
        "https://a.example/b",
        "a\nb",
        "%ff",
    ] {
        assert_eq!(redirect(wrong), Err(NoRedirect::NotBelow), "{wrong}");
    }
}

#[test]
fn a_skills_address_comes_from_where_it_lies() {
    let mut addresses = Addresses::default();
    let mut at = |place: &str| {
        let url = addresses.skill(&RepoPath::new(place).unwrap(), "name");
        url.as_str().to_owned()
    };
    assert_eq!(at("skills/a"), "skills/a/");
    assert_eq!(at(".claude/skills/b"), "skills/b/");
    assert_eq!(at(".claude/skills/a"), "skills/claude/a/");
    assert_eq!(at("plugins/p/skills/a"), "skills/p/a/");
    assert_eq!(at("plugins/P/skills/A"), "skills/plugins/P/A/");
    assert_eq!(at("skills/office/word/x"), "skills/office/word/x/");
    assert_eq!(at("skills/.curated/x"), "skills/curated/x/");
    assert_eq!(at(""), "skills/name/");
}
