use super::*;
use std::sync::Arc;

fn document(text: &str) -> Document {
    Document::parse(Arc::from(text), &[])
}

/// Every section mention of a text as `owner §section`.
fn sections(text: &str) -> Vec<String> {
    passages(&document(text))
        .iter()
        .flat_map(|passage| &passage.mentions)
        .filter_map(|mention| match &mention.what {
            What::Section(owner, section) => {
                let owner = match owner {
                    Owner::Own => "own".to_owned(),
                    Owner::File(file) => file.path.clone(),
                    Owner::Skill(skill) => format!("skill {skill}"),
                    Owner::Unknown => "?".to_owned(),
                };
                let section = section
                    .number
                    .clone()
                    .unwrap_or_else(|| section.words.text.chars().take(12).collect());
                Some(format!("{owner} §{section}"))
            }
            _ => None,
        })
        .collect()
}

fn files(text: &str) -> Vec<(String, CaseChoice)> {
    passages(&document(text))
        .into_iter()
        .flat_map(|passage| passage.mentions)
        .filter_map(|mention| match mention.what {
            What::File(file) => Some((file.path, file.case)),
            _ => None,
        })
        .collect()
}

#[test]
fn whose_section_it_is() {
    for (text, expected) in [
        ("The count is this skill's § 3.", vec!["own §3"]),
        ("Harmless (§ 3), but pointless.", vec!["own §3"]),
        ("`20-p.md` § 1's value", vec!["20-p.md §1"]),
        ("See `20-p.md`\n§ 1 for it.", vec!["20-p.md §1"]),
        ("From `X.md` § 2 / § 6 alone.", vec!["X.md §2", "X.md §6"]),
        (
            "`35-jobs.md` — count (§ 3), plus tables (§ 6: all)",
            vec!["35-jobs.md §3", "35-jobs.md §6"],
        ),
        (
            "An owner was missing (lessons-learned-014 § 9).",
            vec!["? §9"],
        ),
        (
            "See lessons-learned-013 §§ 5, 8.7 here.",
            vec!["? §5", "? §8.7"],
        ),
        ("Its § 6 is input. So is § 1.", vec!["? §6", "own §1"]),
        (
            "Through that skill's § Design use it goes.",
            vec!["? §Design use i"],
        ),
        ("`a.md` when `b.md` names it (§ 6)", vec!["? §6"]),
        (
            "`a.md` when `b.md` § 2 names it (§ 6)",
            vec!["b.md §2", "b.md §6"],
        ),
        ("It goes into § 5 of `40-t.md` then.", vec!["40-t.md §5"]),
        (
            "`jobs-architect`'s § 3 says so.",
            vec!["skill jobs-architect §3"],
        ),
        ("`gof-patterns` § Design use", vec!["? §Design use"]),
        (
            "So § 6 says, and `m.md` § 3 too.",
            vec!["own §6", "m.md §3"],
        ),
        ("First `m.md` § 3. Then § 6.", vec!["m.md §3", "own §6"]),
        (
            "Detail: `d.md` § 1-3.",
            vec!["d.md §1", "d.md §2", "d.md §3"],
        ),
        ("`pom.xml` has none, see § 2.", vec!["own §2"]),
        ("Use e.g. `x.md` for that, § 2.", vec!["x.md §2"]),
        (
            "Record it in `## Impact on cases` now.",
            vec!["own §Impact on ca"],
        ),
        ("Count and `lock` are § 4's.", vec!["own §4"]),
    ] {
        assert_eq!(sections(text), expected, "{text}");
    }
}

#[test]
fn rows_name_a_document_for_all_their_cells() {
    let table = "| A | B | C |\n|---|---|---|\n| `25-m.md` | § 2 chose it | x |\n| job | none (§ 3) | no; `m.md` § 4 |\n";
    assert_eq!(sections(table), ["25-m.md §2", "own §3", "m.md §4"]);
}

#[test]
fn which_case_a_file_is_of() {
    use CaseChoice::{Here, Named, Uncertain};
    let named = || Named("UC-001".to_owned());
    for (text, expected) in [
        ("`20-p.md` records it", vec![("20-p.md", Here)]),
        (
            "`UC-001`\n`20-p.md` records none",
            vec![("20-p.md", named())],
        ),
        (
            "UC-001's `20-p.md` records none",
            vec![("20-p.md", named())],
        ),
        ("`20-p.md` of `UC-001`", vec![("20-p.md", named())]),
        (
            "none — `UC-001` has no job; the row is `10-d.md`'s",
            vec![("10-d.md", Here)],
        ),
        (
            "no earlier `35-jobs.md`; `20-p.md`",
            vec![("35-jobs.md", Uncertain), ("20-p.md", Here)],
        ),
        (
            "earlier cases' `35-jobs.md` and `20-p.md` § 1, `pom.xml`",
            vec![
                ("35-jobs.md", Uncertain),
                ("20-p.md", Uncertain),
                ("pom.xml", Here),
            ],
        ),
        ("in each case's own `30-r.md`", vec![("30-r.md", Uncertain)]),
        (
            "and each job of `35-jobs.md` § 1",
            vec![("35-jobs.md", Here)],
        ),
        (
            "an earlier version of `35-jobs.md`",
            vec![("35-jobs.md", Uncertain)],
        ),
    ] {
        let expected: Vec<(String, CaseChoice)> = expected
            .into_iter()
            .map(|(path, case)| (path.to_owned(), case))
            .collect();
        assert_eq!(files(text), expected, "{text}");
    }
}

#[test]
fn what_is_a_file() {
    for (code, is_file) in [
        ("20-persistence.md", true),
        ("@.claude/rules/scheduling.md", true),
        ("docs/use-cases/UC-NNN-<slug>/35-jobs.md", true),
        ("templates/ScheduledJob.java.example", true),
        ("references/", true),
        ("${CLAUDE_SKILL_DIR}/scripts/fill.py", true),
        ("Port.deleteExpired(cutoff, limit)", false),
        ("status: approved", false),
        ("docs/use-cases/UC-*/**", false),
        ("fixedDelay", false),
    ] {
        assert_eq!(
            !files(&format!("see `{code}`")).is_empty(),
            is_file,
            "{code}"
        );
    }
}

#[test]
fn sections_are_located_by_number_name_and_row() {
    let target = document(
        "# T\n\n| Field | Value |\n|---|---|\n| Trigger | schedule |\n| Concurrency | many |\n\n## Trigger, payload\n\n## 3 · Coordination\n\n## 6 · Schema requirements\n\n## Out of scope — and why\n\n### 6.1 Detail\n",
    );
    let find = |text: &str, named: bool| {
        let source = document(text);
        let passages = passages(&source);
        let (span, section) = passages
            .iter()
            .flat_map(|passage| &passage.mentions)
            .find_map(|mention| match &mention.what {
                What::Section(_, section) => Some((mention.span.clone(), section.clone())),
                _ => None,
            })
            .unwrap();
        locate(&target, &section, named).map(|found| {
            let end = section.source_end(found.len).unwrap_or(span.end);
            (found.fragment, source.text[span.start..end].to_owned())
        })
    };
    let some = |fragment: &str, text: &str| Some((fragment.to_owned(), text.to_owned()));
    assert_eq!(find("(§ 3)", false), some("coordination", "§ 3"));
    assert_eq!(find("§ 6.1 too", false), some("detail", "§ 6.1"));
    assert_eq!(find("§ 7", false), None);
    assert_eq!(
        find("`t.md` § Concurrency (user's)", true),
        some("L6", "§ Concurrency")
    );
    assert_eq!(
        find("`t.md` § Trigger is a schedule", true),
        some("L5", "§ Trigger")
    );
    assert_eq!(
        find("`t.md` § Out of\nscope here", true),
        some("out-of-scope-and-why", "§ Out of\nscope")
    );
    assert_eq!(
        find("§ 3 · Coordination, whose", false),
        some("coordination", "§ 3")
    );
    assert_eq!(find("§ 3 · Ports", false), None);
    assert_eq!(
        find("§ 6 `Schema requirements` list", false),
        some("schema-requirements", "§ 6")
    );
    assert_eq!(find("§ 3 `Schema requirements` list", false), None);
    assert_eq!(
        find("`t.md` § 3 `Claim strategy`", true),
        some("coordination", "§ 3")
    );
    assert_eq!(find("§ Structure", false), None);
}

#[test]
fn passages_are_sentences_with_their_lines() {
    let doc = document(
        "One here. Two says\n§ 3 of it, e.g. `a.md`. Three.\n\n- **Lead.** Then § 4\n  goes on.\n",
    );
    let found: Vec<(String, String)> = passages(&doc)
        .iter()
        .map(|passage| (passage.lines.to_string(), passage.text.clone()))
        .collect();
    assert_eq!(
        found,
        [
            (
                "1–2".to_owned(),
                "Two says § 3 of it, e.g. a.md.".to_owned()
            ),
            ("4–5".to_owned(), "Then § 4 goes on.".to_owned()),
        ]
    );
}

#[test]
fn a_passage_takes_the_emphasis_it_cuts_through() {
    let doc =
        document("- **The count** is § 3.\n\n7. **Hand over — § 6.** Then § 7. *So § 8.* End.\n");
    let found: Vec<&str> = passages(&doc)
        .iter()
        .map(|passage| doc.slice(&passage.span))
        .collect();
    assert_eq!(
        found,
        [
            "**The count** is § 3.",
            "Hand over — § 6.",
            "Then § 7.",
            "*So § 8.*"
        ]
    );
}
