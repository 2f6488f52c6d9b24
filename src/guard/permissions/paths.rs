//! Paths, and patterns over them as gitignore writes them, with the anchors that permission rules add.

use super::rule::List;
use super::text::ANY;

/// What a path is counted from. Where a repository lies on a machine is not known, so a path of one base is not
/// compared with a pattern of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    /// The folder that a session is started in, which is the one of the settings.
    Project,
    Home,
    Root,
}

/// A path that a call names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    base: Base,
    /// How many folders above the base it begins.
    ups: usize,
    parts: Vec<String>,
}

impl Place {
    pub fn new(path: &str) -> Place {
        let (base, rest) = match path.strip_prefix('/') {
            Some(rest) => (Base::Root, rest),
            None if path == "~" => (Base::Home, ""),
            None => match path.strip_prefix("~/") {
                Some(rest) => (Base::Home, rest),
                None => (Base::Project, path),
            },
        };
        let mut place = Place {
            base,
            ups: 0,
            parts: Vec::new(),
        };
        for part in rest.split('/') {
            match part {
                "" | "." => {}
                ".." => match place.parts.pop() {
                    Some(_) => {}
                    // Nothing is above the root.
                    None => place.ups += usize::from(base != Base::Root),
                },
                part => place.parts.push(part.to_owned()),
            }
        }
        place
    }

    /// Whether it lies in the project, or in another folder.
    pub fn is_in_project(&self) -> bool {
        self.base == Base::Project && self.ups == 0
    }

    pub fn is_in(&self, folder: &Place) -> bool {
        self.base == folder.base && self.ups == folder.ups && self.parts.starts_with(&folder.parts)
    }

    /// Its parts.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// Whether it is the root, a folder in it, the home, or the project or what it lies in.
    pub fn is_critical(&self) -> bool {
        match self.base {
            Base::Root => self.parts.len() < 2,
            _ => self.parts.is_empty(),
        }
    }
}

/// What a rule says of paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paths {
    base: Base,
    ups: usize,
    steps: Vec<Step>,
    /// Whether it begins at any depth below its base.
    floats: bool,
    /// Whether it ends in `/`: only a folder is meant, and what lies in it.
    folder: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    /// `**`
    Any,
    Name(Vec<Sign>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Sign {
    Char(char),
    /// `?`
    One,
    /// `*`
    Run,
    /// `[a-z]`, and whether it is turned around.
    Set(Vec<(char, char)>, bool),
}

impl Paths {
    /// Reads a pattern.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn new(text: &str, list: List) -> Result<Paths, &'static str> {
        if text.starts_with('!') {
            return Err("begins with `!`, which takes out of a list and is no rule of its own");
        }
        let (base, anchored, mut rest) = match text.strip_prefix("//") {
            Some(rest) => (Base::Root, true, rest),
            None => match (text.strip_prefix("~/"), text.strip_prefix("./")) {
                (Some(rest), _) => (Base::Home, true, rest),
                (_, Some(rest)) => (Base::Project, true, rest),
                _ if text == "~" => (Base::Home, true, ""),
                _ => match text.strip_prefix('/') {
                    Some(rest) => (Base::Project, true, rest),
                    None => (Base::Project, false, text),
                },
            },
        };
        let mut ups = 0;
        while let Some(above) = rest.strip_prefix("..")
            && (above.is_empty() || above.starts_with('/'))
        {
            ups += 1;
            rest = above.trim_start_matches('/');
        }
        let names: Vec<&str> = rest
            .split('/')
            .filter(|name| !matches!(*name, "" | "."))
            .collect();
        if names.contains(&"..") {
            return Err("leads up again from a folder that it has named");
        }
        let folder = rest.ends_with('/');
        let steps: Vec<Step> = names.iter().map(|name| step(name)).collect();
        // One name floats, and so does one folder with all that is in it, unless the rule allows.
        let single = match steps.as_slice() {
            [Step::Name(_)] => true,
            [Step::Name(_), Step::Any] => list != List::Allow,
            _ => false,
        };
        Ok(Paths {
            base,
            ups,
            floats: single && !anchored && ups == 0,
            steps,
            folder,
        })
    }

    pub fn matches(&self, place: &Place) -> bool {
        let anywhere = self.base == Base::Root && self.steps.first() == Some(&Step::Any);
        if !anywhere && (self.base != place.base || self.ups != place.ups) {
            return false;
        }
        let count = place.parts.len();
        // The numbers of parts that the steps so far can have taken.
        let mut reached = vec![false; count + 1];
        let first = if self.floats { count } else { 0 };
        reached[..=first].fill(true);
        for (index, step) in self.steps.iter().enumerate() {
            let is_last = index + 1 == self.steps.len();
            match step {
                // At the end it is what lies in the folder, and not the folder.
                Step::Any if is_last => return reached[..count].contains(&true),
                Step::Any => {
                    let from = reached.iter().position(|it| *it).unwrap_or(count + 1);
                    reached[from..].fill(true);
                }
                Step::Name(signs) => {
                    for at in (0..=count).rev() {
                        reached[at] =
                            at > 0 && reached[at - 1] && fits(signs, &place.parts[at - 1]);
                    }
                }
            }
        }
        let ends_here = reached[count] && !self.folder;
        // What names a folder names all that lies in it.
        ends_here || reached[..count].contains(&true)
    }

    /// A path that it matches, if one is easily found.
    pub fn example(&self) -> Option<String> {
        let mut names: Vec<String> = vec!["..".to_owned(); self.ups];
        for (index, step) in self.steps.iter().enumerate() {
            let is_last = index + 1 == self.steps.len();
            match step {
                Step::Any if is_last => names.push("example".to_owned()),
                Step::Any => {}
                Step::Name(signs) => names.push(signs.iter().map(Sign::example).collect()),
            }
        }
        if self.folder || self.steps.is_empty() {
            names.push("example".to_owned());
        }
        let anywhere = self.base == Base::Root && self.steps.first() == Some(&Step::Any);
        let anchor = match self.base {
            Base::Root if !anywhere => "/",
            Base::Home => "~/",
            _ => "",
        };
        let path = format!("{anchor}{}", names.join("/"));
        self.matches(&Place::new(&path)).then_some(path)
    }

    /// Whether it matches all that another does. Never says so wrongly.
    pub fn covers(&self, other: &Paths) -> bool {
        let open = other
            .steps
            .iter()
            .filter(|step| **step == Step::Any)
            .count();
        if open > 1 || (open > 0 && other.folder) {
            return self == other;
        }
        let depths: &[usize] = if other.steps.contains(&Step::Any) {
            &[0, 1, 2]
        } else {
            &[0]
        };
        let floats: &[usize] = if other.floats { &[0, 1, 2] } else { &[0] };
        let places = depths
            .iter()
            .flat_map(|depth| floats.iter().map(|above| other.instance(*depth, *above)));
        self == other || places.flatten().all(|place| self.matches(&place))
    }

    /// A place that stands for those it matches: `**` taken as so many folders, and so many above it.
    fn instance(&self, depth: usize, above: usize) -> Option<Place> {
        let any = |count: usize| vec![ANY.to_string(); count];
        let mut parts = any(above);
        for (index, step) in self.steps.iter().enumerate() {
            let is_last = index + 1 == self.steps.len();
            match step {
                Step::Any if is_last => parts.extend(any(depth.max(1))),
                Step::Any => parts.extend(any(depth)),
                Step::Name(signs) => parts.push(signs.iter().map(Sign::instance).collect()),
            }
        }
        if self.folder || self.steps.is_empty() {
            parts.extend(any(1));
        }
        let base = self.base;
        (!parts.is_empty()).then_some(Place {
            base,
            ups: self.ups,
            parts,
        })
    }
}

impl Sign {
    fn takes(&self, c: char) -> bool {
        match self {
            Sign::Char(own) => *own == c,
            Sign::One => c != ANY,
            Sign::Run => true,
            Sign::Set(ranges, turned) => {
                c != ANY && ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *turned
            }
        }
    }

    fn example(&self) -> String {
        match self {
            Sign::Char(c) => c.to_string(),
            Sign::One => "a".to_owned(),
            Sign::Run => "example".to_owned(),
            Sign::Set(ranges, false) => ranges
                .first()
                .map(|(from, _)| from.to_string())
                .unwrap_or_default(),
            Sign::Set(_, true) => "_".to_owned(),
        }
    }

    fn instance(&self) -> char {
        match self {
            Sign::Char(c) => *c,
            _ => ANY,
        }
    }
}

fn step(name: &str) -> Step {
    if name == "**" {
        return Step::Any;
    }
    let mut signs = Vec::new();
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        match c {
            '*' if signs.last() == Some(&Sign::Run) => {}
            '*' => signs.push(Sign::Run),
            '?' => signs.push(Sign::One),
            '\\' => signs.push(Sign::Char(rest.next().unwrap_or('\\'))),
            '[' => match set(rest.as_str()) {
                Some((sign, after)) => {
                    signs.push(sign);
                    rest = after.chars();
                }
                None => signs.push(Sign::Char('[')),
            },
            c => signs.push(Sign::Char(c)),
        }
    }
    Step::Name(signs)
}

/// A set in brackets and what follows it; none where it is never closed.
fn set(text: &str) -> Option<(Sign, &str)> {
    let turned = text.starts_with(['!', '^']);
    let text = if turned { &text[1..] } else { text };
    // A bracket right at the beginning is one of the characters.
    let from = text.chars().next()?.len_utf8();
    let end = text.get(from..)?.find(']')? + from;
    let chars: Vec<char> = text[..end].chars().collect();
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(first) = chars.get(at) {
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(last)) => {
                ranges.push((*first, *last));
                at += 3;
            }
            _ => {
                ranges.push((*first, *first));
                at += 1;
            }
        }
    }
    Some((Sign::Set(ranges, turned), &text[end + 1..]))
}

fn fits(signs: &[Sign], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut s, mut n) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while n < name.len() {
        match signs.get(s) {
            Some(Sign::Run) => {
                back = Some((s, n));
                s += 1;
            }
            Some(sign) if sign.takes(name[n]) => {
                s += 1;
                n += 1;
            }
            _ => match back {
                Some((run, from)) => {
                    back = Some((run, from + 1));
                    s = run + 1;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    signs[s..].iter().all(|sign| *sign == Sign::Run)
}
