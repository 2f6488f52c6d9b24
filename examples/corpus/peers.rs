//! The same pages for other generators of static sites, each with its usual settings: search where it has
//! one built in, highlighting on.

use super::skill::{File, Skill};

/// Every Markdown page of a skill: name, title, text below the frontmatter.
fn pages(skill: &Skill) -> impl Iterator<Item = (String, String, &str)> {
    let own = (skill.name.clone(), skill.name.clone(), skill.body.as_str());
    let more = skill.references.iter().map(|(file, text)| {
        let stem = file.trim_end_matches(".md");
        (
            format!("{}-{stem}", skill.name),
            stem.to_owned(),
            text.as_str(),
        )
    });
    std::iter::once(own).chain(more)
}

/// A book of mdBook's.
pub mod mdbook {
    use super::{File, Skill, pages};

    /// What there is once.
    pub fn site(skills: &[Skill]) -> Vec<File> {
        let summary: String = skills
            .iter()
            .flat_map(pages)
            .map(|(file, title, _)| format!("- [{title}]({file}.md)\n"))
            .collect();
        vec![
            ("mdbook/book.toml".to_owned(), "[book]\ntitle = \"Corpus\"\n".to_owned()),
            ("mdbook-no-search/book.toml".to_owned(), "[book]\ntitle = \"Corpus\"\nsrc = \"../mdbook/src\"\n\n[output.html.search]\nenable = false\n".to_owned()),
            ("mdbook/src/SUMMARY.md".to_owned(), format!("# Summary\n\n{summary}")),
        ]
    }

    /// What there is of a skill.
    pub fn files(skill: &Skill) -> Vec<File> {
        pages(skill)
            .map(|(file, _, text)| (format!("mdbook/src/{file}.md"), text.to_owned()))
            .collect()
    }
}

/// A site of Zola's.
pub mod zola {
    use super::{File, Skill, pages};

    /// What there is once.
    pub fn site() -> Vec<File> {
        let page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{{ page.title }}</title></head><body><main><h1>{{ page.title }}</h1>{{ page.content | safe }}</main></body></html>\n";
        let list = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Corpus</title></head><body><ul>{% for page in section.pages %}<li><a href=\"{{ page.permalink }}\">{{ page.title }}</a></li>{% endfor %}</ul></body></html>\n";
        vec![
            ("zola/config.toml".to_owned(), "base_url = \"https://example.org\"\ntitle = \"Corpus\"\n\n[markdown]\nhighlight_code = true\n".to_owned()),
            ("zola/content/_index.md".to_owned(), "+++\ntitle = \"Corpus\"\nsort_by = \"title\"\n+++\n".to_owned()),
            ("zola/templates/index.html".to_owned(), list.to_owned()),
            ("zola/templates/page.html".to_owned(), page.to_owned()),
        ]
    }

    /// What there is of a skill.
    pub fn files(skill: &Skill) -> Vec<File> {
        pages(skill)
            .map(|(file, title, text)| {
                (
                    format!("zola/content/{file}.md"),
                    format!("+++\ntitle = {title:?}\n+++\n\n{text}"),
                )
            })
            .collect()
    }
}

/// A site of Hugo's.
pub mod hugo {
    use super::{File, Skill, pages};

    /// What there is once.
    pub fn site() -> Vec<File> {
        let page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{{ .Title }}</title></head><body><main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>\n";
        let list = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{{ .Title }}</title></head><body><ul>{{ range .Site.RegularPages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a></li>{{ end }}</ul></body></html>\n";
        vec![
            ("hugo/config.toml".to_owned(), "baseURL = \"https://example.org/\"\ntitle = \"Corpus\"\ndisableKinds = [\"taxonomy\", \"term\"]\n\n[markup.highlight]\nnoClasses = false\n".to_owned()),
            ("hugo/layouts/index.html".to_owned(), list.to_owned()),
            ("hugo/layouts/_default/list.html".to_owned(), list.to_owned()),
            ("hugo/layouts/_default/single.html".to_owned(), page.to_owned()),
        ]
    }

    /// What there is of a skill.
    pub fn files(skill: &Skill) -> Vec<File> {
        pages(skill)
            .map(|(file, title, text)| {
                // Hugo expands these wherever they stand; no text of the corpus holds them.
                (
                    format!("hugo/content/{file}.md"),
                    format!("+++\ntitle = {title:?}\n+++\n\n{text}"),
                )
            })
            .collect()
    }
}
