//! A skill's page, part by part, of an example site that has each rule of the inputs once
//! (`tests/sites/bakery`). The hooks are those that themes and scripts rely on.

use crate::html::Element;
use crate::site::Site;
use std::fmt::Write;

fn dough() -> Element {
    Site::of("bakery").page("skills/dough-design/")
}

/// The links of an element that lead to other places than lines: `text → href`.
fn references(element: &Element) -> String {
    let mut out = String::new();
    for link in element.named("a") {
        let _ = writeln!(out, "{} → {}", link.line(), link.must("href"));
    }
    out
}

#[test]
fn the_seven_parts_stand_in_their_order() {
    let page = dough();
    assert_eq!(
        page.values("data-part"),
        [
            "head", "sample", "contract", "guard", "rail", "readers", "files"
        ]
    );
    let headings: Vec<String> = page.named("h2").into_iter().map(Element::line).collect();
    insta::assert_snapshot!(headings.join("\n"), @"
    20-dough.md, block by block
    What it reads, writes and refuses
    What the guard does with it
    Where it sits on the rail
    Who reads 20-dough.md next
    Its files
    ");
}

#[test]
fn a_part_without_data_is_left_out_heading_and_all() {
    let plain = Site::of("plain").page("skills/greet/");
    assert_eq!(plain.values("data-part"), ["head", "sample", "files"]);
    let headings: Vec<String> = plain.named("h2").into_iter().map(Element::line).collect();
    assert_eq!(headings, ["SKILL.md, block by block", "Its files"]);

    let built = Site::of("bakery").build();
    let parts = |skill: &str| -> Vec<String> {
        let page = built.page(&format!("skills/{skill}/"));
        page.values("data-part")
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    // No contract, and it is behind the last step of the rail.
    assert_eq!(
        parts("shop-fitter"),
        ["head", "sample", "guard", "rail", "files"]
    );
    // No class, and it runs the rail.
    assert_eq!(parts("taster"), ["head", "sample", "rail", "files"]);
    for skill in ["dough-design", "oven-design", "shop-fitter", "taster"] {
        let page = built.page(&format!("skills/{skill}/"));
        for element in page
            .part("files")
            .all()
            .into_iter()
            .chain(page.named("section"))
        {
            if matches!(
                element.name.as_str(),
                "section" | "ul" | "ol" | "dl" | "h2" | "h3"
            ) {
                assert!(
                    !element.line().is_empty(),
                    "an empty <{}> of {skill}",
                    element.name
                );
            }
        }
    }
}

#[test]
fn the_head_says_what_the_skill_is() {
    let page = dough();
    let head = page.part("head");
    let mut shown = String::new();
    let _ = writeln!(
        shown,
        "{}\n{}",
        head.named("h1")[0].line(),
        head.of_class("line")[0].line()
    );
    for fact in head.of_class("facts")[0].elements() {
        let pair: Vec<String> = fact.elements().map(Element::line).collect();
        let _ = writeln!(shown, "{}", pair.join(": "));
    }
    insta::assert_snapshot!(shown, @r#"
    dough-design
    Designs the dough of one loaf: flours, water and the times in between.
    Class: design
    Writes: 20-dough.md
    Model: haiku
    Tools: Read, Write, Bash(ls:*)
    Argument: [folder of the case]
    Licence: MIT
    metadata: {"shelf":"3"}
    Tokens: about 37 known · 250 when called · 47 in files how counted UTF-8 bytes divided by 4, to two digits: name and description, which the model always knows; the body of SKILL.md, read when the skill is called; its text files, read when needed.
    Source: .claude/skills/dough-design in pack
    "#);
}

#[test]
fn blocks_have_identifiers_kinds_and_lines() {
    let page = dough();
    let mut shown = String::new();
    for block in page.part("sample").with("data-block") {
        let (id, kind) = (block.must("data-block"), block.must("data-kind"));
        let lines = block.of_class("lines")[0].line();
        let _ = writeln!(shown, "{kind:8} {lines:7} {id}");
        assert_eq!(
            block.attr("id"),
            Some(id),
            "a block is found by its address"
        );
        assert_eq!(block.attr("tabindex"), Some("0"), "a block can be focused");
    }
    insta::assert_snapshot!(shown, @"
    title    1       uc-001-dough
    opening  3       opening-taken-from-10-recipe-md
    opening  5–8     opening-field-value
    opening  10      opening-written-by-dough-design-for
    section  12–19   flour
    section  21–37   schedule
    section  39–41   leftovers
    ");
}

#[test]
fn one_chip_per_section_and_none_for_the_opening() {
    let page = dough();
    let chips: Vec<String> = page
        .with("data-chip")
        .into_iter()
        .map(|chip| {
            format!(
                "{} → {} ({})",
                chip.line(),
                chip.must("href"),
                chip.must("data-chip")
            )
        })
        .collect();
    insta::assert_snapshot!(chips.join("\n"), @"
    1 · Flour → #flour (flour)
    2 · Schedule → #schedule (schedule)
    Leftovers → #leftovers (leftovers)
    ");
}

#[test]
fn what_the_excerpt_leaves_out_is_said_with_its_lines() {
    let page = dough();
    let sample = page.part("sample");
    assert!(sample.of_class("lead")[0].line().contains("excerpted"));
    let omitted: Vec<String> = sample
        .of_class("omitted")
        .into_iter()
        .map(|it| format!("{} → {}", it.line(), it.named("a")[0].must("href")))
        .collect();
    insta::assert_snapshot!(omitted.join("\n"), @"
    … line 25 left out · the whole document → ../../cases/UC-001-rye-loaf/20-dough.md/#L25
    … lines 39–41 left out · the whole document → ../../cases/UC-001-rye-loaf/20-dough.md/#L39
    ");
    // The words are gone, the section's own heading is not.
    assert!(!sample.line().contains("It rests") && !sample.line().contains("Croutons"));
    assert!(
        sample
            .get("data-block", "leftovers")
            .line()
            .contains("Leftovers")
    );
}

#[test]
fn the_contract_is_cards_in_source_order_word_for_word() {
    let page = dough();
    let mut shown = String::new();
    for card in page.part("contract").with("data-card") {
        let source = card.of_class("source")[0].line();
        let body = card.of_class("body")[0].line();
        let _ = writeln!(shown, "[{}] {body} ({source})", card.must("data-card"));
    }
    insta::assert_snapshot!(shown, @"
    [Class] design. One partial, nothing else. (SKILL.md 21)
    [Reads] 10-recipe.md § Timing, and of each earlier case the 20-dough.md. (SKILL.md 23)
    [Writes] docs/use-cases/UC-NNN-<slug>/20-dough.md one table of flours, one schedule. (SKILL.md 25–28)
    [Does not decide] the heat, which is oven-design's. (SKILL.md 30)
    [Does not decide] the price. Two words at the end stand under no lead of their own. (SKILL.md 31–33)
    ");
}

#[test]
fn notes_come_from_the_author_the_table_and_the_text() {
    let page = dough();
    let mut shown = String::new();
    for note in page.part("sample").named("aside") {
        let _ = writeln!(shown, "{}", note.must("data-note"));
        for piece in note.with("data-source") {
            let part = piece
                .attr("data-note")
                .map_or_else(String::new, |part| format!(" {part}"));
            let _ = writeln!(
                shown,
                "  {}{part}: {}",
                piece.must("data-source"),
                piece.line()
            );
        }
    }
    insta::assert_snapshot!(shown, @"
    uc-001-dough
      author: The head of the partial.
    opening-field-value
      author: Which case it is.
      author opening-field-value--row-loaf: Loaf The loaf's name, as the recipe has it.
    flour
      author: Why this flour: see § 2.
      table: The flours and their shares Form: table SKILL.md 46
      quote: § 1 names every flour with its share. SKILL.md 37
      author flour--row-rye: Rye The row of the rye.
    schedule
      table: When what is done Form: list SKILL.md 47
      quote: § 2 is written backwards from the opening of the shop. SKILL.md 38
      quote: oven-design starts from 20-dough.md § 2. SKILL.md 39
      author schedule--paragraph-1: paragraph The first paragraph.
      author schedule--item-2: item 2 The second item.
      author schedule--fence-1: fence The clock.
    ");
}

#[test]
fn a_part_with_a_note_can_be_pointed_at() {
    let page = dough();
    let sample = page.part("sample");
    for note in sample.of_class("note-piece") {
        let part = note.must("data-note");
        let target = sample
            .find("id", part)
            .or_else(|| sample.find("data-part-id", part));
        assert!(target.is_some(), "no element is `{part}`");
    }
    for note in sample.named("aside") {
        let block = sample.get("data-block", note.must("data-note"));
        assert_eq!(block.attr("aria-describedby"), note.attr("id"));
    }
}

#[test]
fn references_lead_to_what_they_name() {
    let page = dough();
    let mut shown = String::new();
    for block in page.part("sample").of_class("block-text") {
        shown.push_str(&references(block));
    }
    insta::assert_snapshot!(shown, @"
    1 → ../../cases/UC-001-rye-loaf/20-dough.md/#uc-001-dough
    3 → ../../cases/UC-001-rye-loaf/20-dough.md/#opening-taken-from-10-recipe-md
    10-recipe.md → ../../cases/UC-001-rye-loaf/10-recipe.md/
    § Timing → ../../cases/UC-001-rye-loaf/10-recipe.md/#L6
    5–8 → ../../cases/UC-001-rye-loaf/20-dough.md/#opening-field-value
    UC-001 → ../../cases/UC-001-rye-loaf/
    10 → ../../cases/UC-001-rye-loaf/20-dough.md/#opening-written-by-dough-design-for
    § 2 → #schedule
    12–19 → ../../cases/UC-001-rye-loaf/20-dough.md/#flour
    UC-002 → ../../cases/UC-002-seed-roll/
    10-recipe.md → ../../cases/UC-002-seed-roll/10-recipe.md/
    21–37 → ../../cases/UC-001-rye-loaf/20-dough.md/#schedule
    the whole document → ../../cases/UC-001-rye-loaf/20-dough.md/#L25
    39–41 → ../../cases/UC-001-rye-loaf/20-dough.md/#leftovers
    the whole document → ../../cases/UC-001-rye-loaf/20-dough.md/#L39
    ");
}

#[test]
fn references_of_the_contract_lead_to_what_they_name() {
    let page = dough();
    let mut shown = String::new();
    for body in page.part("contract").of_class("body") {
        shown.push_str(&references(body));
    }
    insta::assert_snapshot!(shown, @"
    10-recipe.md → ../../cases/UC-001-rye-loaf/10-recipe.md/
    § Timing → ../../cases/UC-001-rye-loaf/10-recipe.md/#L6
    docs/use-cases/UC-NNN-<slug>/20-dough.md → ../../cases/UC-001-rye-loaf/20-dough.md/
    oven-design → ../../skills/oven-design/
    ");
}

#[test]
fn references_of_the_skills_own_text_lead_to_what_they_name() {
    let page = Site::of("bakery").page("skills/dough-design/files/SKILL.md/");
    let mut shown = String::new();
    for block in page.part("document").of_class("block-text") {
        for link in block.named("a") {
            if !link.must("href").starts_with("#L") {
                let _ = writeln!(shown, "{} → {}", link.line(), link.must("href"));
            }
        }
    }
    insta::assert_snapshot!(shown, @"
    14 → #dough-design
    16–17 → #opening-reads-the-recipe-writes
    @.claude/rules/hygiene.md → ../../../../documents/claude/rules/hygiene.md/
    § Hands → ../../../../documents/claude/rules/hygiene.md/#hands
    references/flours.md → ../../../../skills/dough-design/files/references/flours.md/
    § 2 → ../../../../skills/dough-design/files/references/flours.md/#rye
    19–33 → #contract
    10-recipe.md → ../../../../cases/UC-001-rye-loaf/10-recipe.md/
    § Timing → ../../../../cases/UC-001-rye-loaf/10-recipe.md/#L6
    docs/use-cases/UC-NNN-<slug>/20-dough.md → ../../../../cases/UC-001-rye-loaf/20-dough.md/
    oven-design → ../../../../skills/oven-design/
    35–40 → #procedure
    § 1 → ../../../../skills/dough-design/#flour
    § 2 → ../../../../skills/dough-design/#schedule
    oven-design → ../../../../skills/oven-design/
    20-dough.md → ../../../../cases/UC-001-rye-loaf/20-dough.md/
    § 2 → ../../../../cases/UC-001-rye-loaf/20-dough.md/#schedule
    42–48 → #form
    ");
}

#[test]
fn the_guard_shows_territory_verdicts_and_a_computed_transcript() {
    let page = dough();
    let guard = page.part("guard");
    let mut shown = String::new();
    for glob in guard.with("data-glob") {
        let _ = writeln!(shown, "glob {}", glob.must("data-glob"));
    }
    for row in guard.with("data-path") {
        let _ = writeln!(shown, "{} {}", row.must("data-exit"), row.line());
    }
    for call in guard.with("data-call") {
        let head = call.of_class("invocation")[0].line();
        let hooks: Vec<String> = call
            .of_class("hook")
            .into_iter()
            .map(Element::line)
            .collect();
        let words = call
            .of_class("words")
            .first()
            .map_or_else(String::new, |it| {
                format!(" | {}", it.text().trim().lines().next().unwrap_or_default())
            });
        for state in call.of_class("state") {
            let _ = writeln!(shown, "{}", state.line());
        }
        let _ = writeln!(
            shown,
            "{} {} {head} [{}]{words}",
            call.must("data-call"),
            call.must("data-exit"),
            hooks.join("; ")
        );
    }
    insta::assert_snapshot!(shown, @"
    glob docs/use-cases/UC-*/**
    glob docs/use-cases/BACKLOG.md
    0 admitted docs/use-cases/UC-002-seed-roll/20-dough.md inside the territory of class design
    2 refused shop/window.txt belongs to shop-fitter (class build)
    2 refused echo open > shop/sign.txt belongs to shop-fitter (class build)
    2 refused shop-fitter class build is out of reach while a design phase is open
    2 refused docs/use-cases/UC-002-seed-roll/20-dough.md UC-002-seed-roll is approved: its folder is frozen
    # opened: dough-design (class design)
    # write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md
    Prompt 0 UserPromptSubmit /dough-design [guard prompt exit 0]
    # joined: dough-design + recipe-design
    # write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md
    Skill 0 PreToolUse Skill(recipe-design) [guard call exit 0]
    Write 0 PreToolUse Write(docs/use-cases/UC-002-seed-roll/20-dough.md) [guard write exit 0; PostToolUse audit file exit 0]
    Write 2 PreToolUse Write(shop/window.txt) [guard write exit 2] | ❌ `dough-design` + `recipe-design` is class `design` — shop/window.txt is outside its territory.
    Bash 2 PreToolUse Bash(echo open > shop/sign.txt) [guard bash exit 2] | ❌ `dough-design` + `recipe-design` is class `design` — shop/sign.txt is outside its territory.
    Skill 2 PreToolUse Skill(shop-fitter) [guard call exit 2] | ❌ `shop-fitter` is class `build` and `dough-design` (class `design`) is open — a design run does not materialize files.
    # UC-002-spec.md: status: approved
    Edit 2 PreToolUse Edit(docs/use-cases/UC-002-seed-roll/20-dough.md) [guard write exit 2] | ❌ UC-002-seed-roll is approved — its specs are immutable.
    ");
}

#[test]
fn a_scenario_that_nobody_wrote_is_derived() {
    let page = Site::of("bakery").page("skills/oven-design/");
    let calls: Vec<String> = page
        .part("guard")
        .with("data-call")
        .into_iter()
        .map(|call| {
            format!(
                "{} {}",
                call.must("data-exit"),
                call.of_class("invocation")[0].line()
            )
        })
        .collect();
    insta::assert_snapshot!(calls.join("\n"), @"
    0 PreToolUse Skill(oven-design)
    0 PreToolUse Write(docs/use-cases/UC-002-seed-roll/30-oven.md)
    2 PreToolUse Write(shop/example)
    2 PreToolUse Write(oven/)
    2 PreToolUse Write(docs/use-cases/UC-001-rye-loaf/30-oven.md)
    ");
}

#[test]
fn the_rail_lights_the_step_and_dashes_the_conditional_one() {
    let page = dough();
    let mut shown = String::new();
    for step in page.part("rail").with("data-step") {
        let _ = writeln!(
            shown,
            "{} [{}] {} {}",
            step.must("data-step"),
            step.must("class"),
            step.attr("data-partial").unwrap_or("-"),
            step.line()
        );
    }
    insta::assert_snapshot!(shown, @"
    recipe-design [step] 10-recipe.md recipe-design 10-recipe
    dough-design [step current] 20-dough.md dough-design 20-dough
    oven-design [step conditional] 30-oven.md oven-design 30-oven only for a loaf that is baked
    ");
    let current: Vec<&str> = page
        .part("rail")
        .with("aria-current")
        .into_iter()
        .map(|step| step.must("data-step"))
        .collect();
    assert_eq!(current, ["dough-design"]);
}

#[test]
fn the_readers_are_those_whose_text_reads_the_partial() {
    let page = dough();
    let readers = page.part("readers");
    let mut shown = String::new();
    for reader in readers.with("data-reader") {
        let _ = writeln!(shown, "{}", reader.must("data-reader"));
        for sections in reader.of_class("sections") {
            let _ = write!(shown, "{}", references(sections));
        }
        for quote in reader.named("figure") {
            let _ = writeln!(shown, "  {}", quote.line());
        }
    }
    for after in readers.of_class("after") {
        let _ = writeln!(shown, "after: {}", after.line());
    }
    insta::assert_snapshot!(shown, @"
    oven-design
    § 2 → #schedule
      Reads: 20-dough.md § 2, for the hour at which the dough is ready. SKILL.md 12
      Preheat at the time of 20-dough.md § 2 · Schedule. SKILL.md 18
    after: Then the shop is fitted.
    ");
}

#[test]
fn its_files_are_a_tree_and_each_has_a_page() {
    let built = Site::of("bakery").build();
    let page = built.page("skills/dough-design/");
    let files = references(page.part("files"));
    insta::assert_snapshot!(files, @"
    SKILL.md → ../../skills/dough-design/files/SKILL.md/
    crumb.png → ../../skills/dough-design/files/assets/crumb.png/
    flours.md → ../../skills/dough-design/files/references/flours.md/
    shares.sh → ../../skills/dough-design/files/scripts/shares.sh/
    dough.md.example → ../../skills/dough-design/files/templates/dough.md.example/
    ");
    let script = built.page("skills/dough-design/files/scripts/shares.sh/");
    assert!(script.line().contains("Adds up the shares"));
    assert!(built.has("skills/dough-design/raw/scripts/shares.sh"));
    let picture = built.page("skills/dough-design/files/assets/crumb.png/");
    assert!(picture.line().contains("not text"));
}

#[test]
fn a_case_shows_its_partials_in_the_order_of_the_rail() {
    let page = Site::of("bakery").page("cases/UC-001-rye-loaf/");
    let mut shown = String::new();
    for fact in page.of_class("facts")[0].elements() {
        let pair: Vec<String> = fact.elements().map(Element::line).collect();
        let _ = writeln!(shown, "{}", pair.join(": "));
    }
    for partial in page.with("data-partial") {
        let _ = writeln!(
            shown,
            "{}: {}",
            partial.must("data-partial"),
            partial.line()
        );
    }
    insta::assert_snapshot!(shown, @"
    Spec: UC-001-spec.md
    Status: approved: the guard refuses writes into its folder
    Changelog: CHANGELOG.md
    Source: docs/use-cases/UC-001-rye-loaf in shop
    10-recipe.md: 10-recipe.md Written by recipe-design.
    20-dough.md: 20-dough.md Written by dough-design. Takes from 10-recipe.md Timing
    ");
}

#[test]
fn the_index_lists_skills_by_class() {
    let page = Site::of("bakery").page("");
    let mut shown = String::new();
    for group in page.get("id", "skills_").with("data-class") {
        let name = match group.must("data-class") {
            "" => "-",
            name => name,
        };
        let _ = writeln!(shown, "{name}");
        for skill in group.with("data-skill") {
            let _ = writeln!(
                shown,
                "  {}: {}",
                skill.must("data-skill"),
                skill.named("p")[0].line()
            );
        }
    }
    insta::assert_snapshot!(shown, @"
    design
      dough-design: Designs the dough of one loaf: flours, water and the times in between.
      oven-design: Plans the heat and the order in which loaves are baked.
      recipe-design: Writes down what is baked and why.
    build
      shop-fitter: Fits the shop once the loaf is designed.
    -
      taster: Tastes, and says so.
    ");
}
