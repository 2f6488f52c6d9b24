//! Patterns over text: commands, names and hosts.

/// Stands for any text where one pattern is held against another. No wildcard but `*` takes it.
pub(super) const ANY: char = '\u{e000}';

/// Whether a text matches a pattern in which `*` is any run of characters. Takes time in the product of both at most.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&'*') {
            back = Some((p, t));
            p += 1;
        } else if pattern.get(p) == text.get(t) {
            p += 1;
            t += 1;
        } else if let Some((star, from)) = back {
            back = Some((star, from + 1));
            p = star + 1;
            t = from + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

/// A command or a name with wildcards. A final ` *` also matches nothing at all, and `:*` is another way to write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    text: String,
}

impl Phrase {
    pub fn new(text: &str) -> Phrase {
        Phrase {
            text: match text.strip_suffix(":*") {
                Some(prefix) => format!("{prefix} *"),
                None => text.to_owned(),
            },
        }
    }

    pub fn matches(&self, text: &str) -> bool {
        let whole = || matches(&self.text, text);
        self.text
            .strip_suffix(" *")
            .is_some_and(|prefix| matches(prefix, text))
            || whole()
    }

    /// Whether it holds no wildcard.
    pub fn is_exact(&self) -> bool {
        !self.text.contains('*')
    }

    /// What stands before a final ` *`; none where there is no such end or another wildcard before it.
    pub fn prefix(&self) -> Option<&str> {
        let prefix = self.text.strip_suffix(" *")?;
        (!prefix.contains('*')).then_some(prefix)
    }

    /// With other text in the place of each wildcard.
    pub fn filled(&self, with: &str) -> String {
        self.text.replace('*', with)
    }

    /// Texts that another pattern has to match to match all that this one does.
    pub fn instances(&self) -> Vec<String> {
        let mut found = vec![self.filled(&ANY.to_string())];
        found.extend(
            self.text
                .strip_suffix(" *")
                .map(|prefix| prefix.replace('*', &ANY.to_string())),
        );
        found
    }

    pub fn lowercase(&self) -> Phrase {
        Phrase {
            text: self.text.to_lowercase(),
        }
    }
}

/// A host with wildcards: a leading `*.` is any number of names, any other `*` stays between two dots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Host {
    names: Vec<String>,
}

impl Host {
    pub fn new(text: &str) -> Host {
        Host {
            names: host_names(text),
        }
    }

    /// Whether a text is a host, or a pattern of one.
    pub fn is_one(text: &str) -> bool {
        let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '*');
        let mut names = text.strip_suffix('.').unwrap_or(text).split('.');
        names.all(|name| !name.is_empty() && name.chars().all(is_of_name))
    }

    /// Whether it is every host there is.
    pub fn is_any(&self) -> bool {
        self.names == ["*"]
    }

    pub fn matches(&self, host: &str) -> bool {
        let names = host_names(host);
        if self.is_any() {
            return true;
        }
        let pair = |patterns: &[String], names: &[String]| {
            patterns.len() == names.len()
                && patterns
                    .iter()
                    .zip(names)
                    .all(|(pattern, name)| matches(pattern, name))
        };
        match self.names.split_first() {
            Some((first, rest)) if first == "*" => {
                names.len() > rest.len() && pair(rest, &names[names.len() - rest.len()..])
            }
            _ => pair(&self.names, &names),
        }
    }

    /// A host that it matches.
    pub fn example(&self) -> String {
        let names = self
            .names
            .iter()
            .enumerate()
            .map(|(index, name)| match name.as_str() {
                "*" if index == 0 => "www".to_owned(),
                name => name.replace('*', "example"),
            });
        match self.is_any() {
            true => "example.com".to_owned(),
            false => names.collect::<Vec<_>>().join("."),
        }
    }

    /// See [`Phrase::instances`].
    pub fn instances(&self) -> Vec<String> {
        let one = self.names.join(".").replace('*', &ANY.to_string());
        let leads = self.names.first().is_some_and(|name| name == "*");
        let mut found = vec![one.clone()];
        found.extend(leads.then(|| format!("{ANY}.{one}")));
        found
    }
}

fn host_names(text: &str) -> Vec<String> {
    let text = text.strip_suffix('.').unwrap_or(text).to_lowercase();
    text.split('.').map(str::to_owned).collect()
}

/// The host of an address.
pub(super) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
    rest.split(':').next().unwrap_or_default()
}
