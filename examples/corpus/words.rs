//! Words, and a sequence of choices that is the same for the same seed on every machine.

/// SplitMix64: small, and the same everywhere and for ever, which a corpus to compare by has to be.
#[derive(Debug, Clone)]
pub struct Choice(u64);

impl Choice {
    /// The choices for one skill of a corpus: independent of how many skills there are.
    pub fn of(seed: u64, skill: usize) -> Choice {
        let mut choice = Choice(seed ^ (skill as u64).wrapping_mul(0xD134_2543_DE82_EF95));
        choice.next();
        choice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        match end {
            0 => 0,
            end => (self.next() % end as u64) as usize,
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several. Those in front come more often, as words do.
    pub fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let first = self.below(words.len());
        let index = self.below(first + 1);
        words.get(index).copied().unwrap_or_default()
    }

    /// One of several, each as often.
    pub fn any<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let index = self.below(words.len());
        words.get(index).copied().unwrap_or_default()
    }
}

pub const NOUNS: &[&str] = &[
    "file",
    "test",
    "request",
    "table",
    "page",
    "record",
    "branch",
    "report",
    "queue",
    "schema",
    "user",
    "change",
    "token",
    "service",
    "module",
    "column",
    "error",
    "release",
    "session",
    "review",
    "index",
    "cache",
    "message",
    "field",
    "route",
    "script",
    "form",
    "build",
    "image",
    "job",
    "ticket",
    "invoice",
    "commit",
    "event",
    "key",
    "header",
    "budget",
    "alert",
    "sheet",
    "chart",
    "endpoint",
    "worker",
    "migration",
    "component",
    "template",
    "snapshot",
    "contract",
    "policy",
    "account",
    "payment",
    "channel",
    "cluster",
    "replica",
    "bucket",
    "backup",
    "deadline",
    "retry",
    "lock",
    "partition",
    "metric",
    "trace",
    "span",
    "label",
    "query",
    "join",
    "cursor",
    "payload",
    "fixture",
    "mock",
    "stub",
    "assertion",
    "coverage",
    "regression",
    "benchmark",
    "profile",
    "thread",
    "socket",
    "certificate",
    "secret",
    "permission",
    "role",
    "tenant",
    "region",
    "zone",
    "quota",
    "limit",
    "threshold",
    "window",
    "batch",
    "stream",
    "topic",
    "consumer",
    "producer",
    "offset",
    "checkpoint",
    "ledger",
    "balance",
    "entry",
    "statement",
    "receipt",
    "refund",
    "order",
    "basket",
    "catalogue",
    "price",
    "discount",
    "shipment",
    "address",
    "customer",
    "supplier",
    "warehouse",
    "stock",
    "shelf",
    "barcode",
    "label printer",
    "manifest",
    "registry",
    "package",
    "dependency",
    "licence",
    "version",
    "tag",
    "changelog",
    "draft",
    "glossary",
    "paragraph",
    "heading",
    "footnote",
    "caption",
    "figure",
    "slide",
    "deck",
    "palette",
    "typeface",
    "grid",
    "layout",
    "margin",
    "breakpoint",
    "viewport",
    "gesture",
    "shortcut",
    "dialog",
    "tooltip",
    "sidebar",
    "toolbar",
];

pub const VERBS: &[&str] = &[
    "read",
    "write",
    "check",
    "run",
    "list",
    "open",
    "name",
    "keep",
    "compare",
    "report",
    "split",
    "merge",
    "rename",
    "count",
    "sort",
    "load",
    "store",
    "send",
    "receive",
    "retry",
    "cancel",
    "lock",
    "release",
    "measure",
    "record",
    "validate",
    "parse",
    "render",
    "format",
    "archive",
    "restore",
    "rotate",
    "revoke",
    "grant",
    "deny",
    "publish",
    "deploy",
    "roll back",
    "review",
    "approve",
    "reject",
    "assign",
    "close",
    "reopen",
    "trace",
    "sample",
    "profile",
    "cache",
    "evict",
    "warm",
    "drain",
    "throttle",
    "batch",
    "flush",
    "index",
    "query",
    "join",
    "filter",
    "group",
    "aggregate",
    "plot",
    "annotate",
    "translate",
    "summarise",
    "quote",
    "cite",
    "convert",
    "resize",
    "crop",
    "compress",
    "sign",
    "verify",
    "encrypt",
    "mask",
    "redact",
    "seed",
    "migrate",
    "backfill",
    "reconcile",
    "settle",
];

pub const QUALITIES: &[&str] = &[
    "new",
    "same",
    "single",
    "open",
    "empty",
    "missing",
    "old",
    "large",
    "small",
    "first",
    "last",
    "local",
    "remote",
    "shared",
    "private",
    "public",
    "stale",
    "fresh",
    "failing",
    "passing",
    "slow",
    "fast",
    "nested",
    "flat",
    "ordered",
    "unique",
    "duplicate",
    "pending",
    "approved",
    "frozen",
    "partial",
    "complete",
    "optional",
    "required",
    "explicit",
    "implicit",
    "idempotent",
    "concurrent",
    "sequential",
    "temporary",
    "permanent",
    "signed",
    "masked",
    "encrypted",
    "compressed",
    "quarterly",
    "monthly",
    "daily",
    "hourly",
    "manual",
    "automatic",
    "scheduled",
];

pub const PLACES: &[&str] = &[
    "in the working tree",
    "before the next step",
    "on every machine",
    "at the end of the run",
    "in one transaction",
    "behind a flag",
    "in the order of their names",
    "without a second call",
    "as the user wrote it",
    "per tenant",
    "while nothing else holds it",
    "in the same commit",
    "before anything is written",
    "with the default settings",
    "in a folder of its own",
    "after the review",
    "once per release",
    "as far as the limit allows",
    "with its line number",
    "in the language of the request",
    "from the newest to the oldest",
    "under the old name",
];

/// A name of several words: `retry-budget`.
pub fn name(choice: &mut Choice, separator: &str) -> String {
    let first = choice.any(VERBS).replace(' ', separator);
    let second = choice.any(NOUNS).replace(' ', separator);
    format!("{first}{separator}{second}")
}

/// The name of a variable or function: `merge_invoice`.
pub fn identifier(choice: &mut Choice) -> String {
    name(choice, "_")
}

/// The same as types are called: `MergeInvoice`.
pub fn type_name(choice: &mut Choice) -> String {
    let name = identifier(choice);
    let parts = name.split('_').map(|part| {
        let mut letters = part.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    parts.collect()
}

/// A sentence, without emphasis or references.
pub fn sentence(choice: &mut Choice) -> String {
    let (verb, other) = (choice.word(VERBS), choice.word(VERBS));
    let (noun, object, third) = (choice.word(NOUNS), choice.word(NOUNS), choice.word(NOUNS));
    let (quality, state) = (choice.word(QUALITIES), choice.word(QUALITIES));
    let place = choice.word(PLACES);
    let text = match choice.below(8) {
        0 => format!("{verb} the {quality} {noun} and {other} its {object} {place}."),
        1 => format!(
            "if the {noun} is {state}, {verb} the {object} {place}; else {other} the {third}."
        ),
        2 => format!(
            "never {verb} a {quality} {noun} {place}: the {object} that depends on it would be {state}."
        ),
        3 => format!("each {noun} has one {quality} {object}, and the {third} says which."),
        4 => format!("a {state} {noun} is no reason to {verb}; {other} the {object} first."),
        5 => format!(
            "{verb} up to {} {noun} entries {place}.",
            choice.between(2, 500)
        ),
        6 => format!(
            "the {object} stays {state} until somebody can {verb} the {quality} {noun} {place}."
        ),
        _ => format!(
            "ask before you {verb} the {noun}: a {quality} {object} cannot be made {state} again."
        ),
    };
    capital(&text)
}

/// A text with a capital at its start.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
