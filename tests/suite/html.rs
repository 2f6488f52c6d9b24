//! A strict reader of the pages: where a browser would forgive, this fails. Tags balance, nesting
//! is what a browser keeps, identifiers and attributes come once, and nothing runs that the site
//! did not bring itself.

use std::collections::BTreeSet;

/// An element with what is in it.
#[derive(Debug, Clone, Default)]
pub struct Element {
    /// Its name, in lower case.
    pub name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Node>,
}

#[derive(Debug, Clone)]
enum Node {
    Element(Element),
    Text(String),
}

const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Elements before which a browser ends an open paragraph.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "dialog",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "ul",
    "li",
    "dd",
    "dt",
    "td",
    "th",
    "tr",
    "tbody",
    "thead",
    "tfoot",
    "caption",
];

/// Elements whose only parents are these.
const PARENTS: &[(&str, &[&str])] = &[
    ("li", &["ul", "ol", "menu"]),
    ("dt", &["dl", "div"]),
    ("dd", &["dl", "div"]),
    ("tr", &["table", "thead", "tbody", "tfoot"]),
    ("td", &["tr"]),
    ("th", &["tr"]),
    ("thead", &["table"]),
    ("tbody", &["table"]),
    ("tfoot", &["table"]),
    ("caption", &["table"]),
    ("summary", &["details"]),
    ("figcaption", &["figure"]),
];

impl Element {
    /// An attribute's value, entities resolved.
    pub fn attr(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// An attribute's value that has to be there.
    pub fn must(&self, name: &str) -> &str {
        self.attr(name)
            .unwrap_or_else(|| panic!("<{}> has no {name}", self.name))
    }

    /// Itself and every element in it, in source order.
    pub fn all(&self) -> Vec<&Element> {
        let mut found = vec![self];
        for child in self.elements() {
            found.extend(child.all());
        }
        found
    }

    /// The elements directly in it.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The elements in it that have an attribute.
    pub fn with(&self, attribute: &str) -> Vec<&Element> {
        let all = self.all().into_iter();
        all.filter(|element| element.attr(attribute).is_some())
            .collect()
    }

    /// The values of an attribute in it, in source order.
    pub fn values(&self, attribute: &str) -> Vec<&str> {
        let all = self.all().into_iter();
        all.filter_map(|element| element.attr(attribute)).collect()
    }

    /// The elements in it of a name.
    pub fn named(&self, name: &str) -> Vec<&Element> {
        let all = self.all().into_iter();
        all.filter(|element| element.name == name).collect()
    }

    /// The elements in it of a class.
    pub fn of_class(&self, class: &str) -> Vec<&Element> {
        let is = |element: &&Element| {
            let classes = element.attr("class").unwrap_or_default();
            classes.split_whitespace().any(|it| it == class)
        };
        self.all().into_iter().filter(is).collect()
    }

    /// The first element in it whose attribute has a value.
    pub fn find(&self, attribute: &str, value: &str) -> Option<&Element> {
        self.all()
            .into_iter()
            .find(|element| element.attr(attribute) == Some(value))
    }

    /// [`Element::find`], where it has to be there.
    pub fn get(&self, attribute: &str, value: &str) -> &Element {
        self.find(attribute, value)
            .unwrap_or_else(|| panic!("nothing has {attribute}={value:?}"))
    }

    /// A part of a skill's page.
    pub fn part(&self, name: &str) -> &Element {
        self.get("data-part", name)
    }

    /// The text in it, scripts left out. Blocks are parted by a line end.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.push_text(&mut out);
        out
    }

    /// [`Element::text`] on one line.
    pub fn line(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn push_text(&self, out: &mut String) {
        if matches!(self.name.as_str(), "script" | "style") {
            return;
        }
        let is_block = BLOCKS.contains(&self.name.as_str()) || self.name == "br";
        if is_block {
            out.push('\n');
        }
        for child in &self.children {
            match child {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) => element.push_text(out),
            }
        }
        if is_block {
            out.push('\n');
        }
    }

    /// What could run or load although the site did not bring it: scripts, frames, handlers, odd
    /// links. Empty on every page, whatever a repository holds.
    pub fn dangers(&self) -> Vec<String> {
        let mut found = Vec::new();
        for element in self.all() {
            let name = element.name.as_str();
            let is_own_script = element
                .attr("src")
                .is_some_and(|src| src.contains("assets/"))
                || element.attr("id") == Some("guard-data")
                || element.raw().contains("skillbook-theme");
            match name {
                "script" if is_own_script => {}
                "form" if element.attr("data-guard-field").is_some() => {}
                "script" | "iframe" | "object" | "embed" | "form" | "style" | "frame" | "svg"
                | "math" => {
                    found.push(format!("<{name}>"));
                }
                _ => {}
            }
            for (key, value) in &element.attributes {
                let is_own_style = name == "ol" && value.starts_with("--steps: ");
                if key.starts_with("on") || key == "srcdoc" || (key == "style" && !is_own_style) {
                    found.push(format!("{key}={value:?}"));
                }
                if matches!(
                    key.as_str(),
                    "href" | "src" | "action" | "formaction" | "data"
                ) && !is_harmless(value)
                {
                    found.push(format!("{key}={value:?}"));
                }
            }
        }
        found
    }

    fn raw(&self) -> String {
        let texts = self.children.iter().map(|child| match child {
            Node::Text(text) => text.as_str(),
            Node::Element(_) => "",
        });
        texts.collect()
    }
}

/// Whether an address is relative, or of a scheme that only shows something.
fn is_harmless(address: &str) -> bool {
    let plain: String = address
        .chars()
        .filter(|c| !c.is_control() && !c.is_whitespace())
        .collect();
    let head = plain.split(['/', '?', '#']).next().unwrap_or_default();
    match head.split_once(':') {
        None => !plain.starts_with("//"),
        Some((scheme, _)) => matches!(
            scheme.to_ascii_lowercase().as_str(),
            "http" | "https" | "mailto"
        ),
    }
}

/// Reads a page.
pub fn parse(text: &str) -> Result<Element, String> {
    let rest = text.strip_prefix("<!DOCTYPE html>").ok_or("no doctype")?;
    let mut reader = Reader {
        text: rest,
        at: 0,
        ids: BTreeSet::new(),
    };
    let mut root = Element::default();
    reader.content(&mut root, &mut Vec::new())?;
    let names: Vec<&str> = root.elements().map(|it| it.name.as_str()).collect();
    if names != ["html"] {
        return Err(format!("the page holds {names:?}"));
    }
    Ok(root)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    ids: BTreeSet<String>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, message: &str) -> Result<T, String> {
        let near: String = self.rest().chars().take(80).collect();
        let line = self.text[..self.at].matches('\n').count() + 1;
        Err(format!("{message}, line {line}, at {near:?}"))
    }

    /// What stands in an element, as far as its end tag.
    fn content(&mut self, parent: &mut Element, open: &mut Vec<String>) -> Result<(), String> {
        loop {
            if self.rest().is_empty() {
                return match open.last() {
                    None => Ok(()),
                    Some(name) => self.fail(&format!("<{name}> is never closed")),
                };
            }
            if self.rest().starts_with("</") {
                let end = self.rest().find('>').ok_or("an end tag without an end")?;
                let name = self.rest()[2..end].to_owned();
                if open.last() != Some(&name) {
                    return self.fail(&format!("</{name}> while {:?} is open", open.last()));
                }
                self.at += end + 1;
                return Ok(());
            }
            if self.rest().starts_with('<') {
                let element = self.element(open)?;
                parent.children.push(Node::Element(element));
                continue;
            }
            let end = self.rest().find('<').unwrap_or(self.rest().len());
            let text = self.decoded(end)?;
            let in_table = matches!(
                open.last().map(String::as_str),
                Some("table" | "tr" | "thead" | "tbody")
            );
            if in_table && !text.trim().is_empty() {
                return self.fail("text between cells");
            }
            self.at += end;
            parent.children.push(Node::Text(text));
        }
    }

    fn element(&mut self, open: &mut Vec<String>) -> Result<Element, String> {
        self.at += 1;
        let name_end = self
            .rest()
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let name = self.rest()[..name_end.unwrap_or(0)].to_owned();
        if name.is_empty() || name.chars().any(|c| c.is_ascii_uppercase()) {
            return self.fail("no name behind `<`");
        }
        self.at += name.len();
        self.check_nesting(&name, open)?;
        let mut element = Element {
            name: name.clone(),
            ..Element::default()
        };
        self.attributes(&mut element)?;
        if let Some(id) = element.attr("id")
            && !self.ids.insert(id.to_owned())
        {
            return self.fail(&format!("the identifier {id:?} comes twice"));
        }
        if VOID.contains(&name.as_str()) {
            return Ok(element);
        }
        if matches!(name.as_str(), "script" | "style") {
            let close = format!("</{name}>");
            let Some(end) = self.rest().find(&close) else {
                return self.fail("a script without an end");
            };
            element
                .children
                .push(Node::Text(self.rest()[..end].to_owned()));
            self.at += end + close.len();
            return Ok(element);
        }
        open.push(name);
        self.content(&mut element, open)?;
        open.pop();
        Ok(element)
    }

    fn check_nesting(&self, name: &str, open: &[String]) -> Result<(), String> {
        let is_open = |wanted: &str| open.iter().any(|it| it == wanted);
        let parent = open.last().map(String::as_str);
        if BLOCKS.contains(&name) && is_open("p") {
            return self.fail(&format!("<{name}> in a paragraph"));
        }
        if matches!(name, "a" | "button" | "form") && is_open(name) {
            return self.fail(&format!("<{name}> in <{name}>"));
        }
        let is_heading = |it: &str| matches!(it, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        if is_heading(name) && open.iter().any(|it| is_heading(it)) {
            return self.fail("a heading in a heading");
        }
        let allowed = PARENTS
            .iter()
            .find(|(child, _)| *child == name)
            .map(|(_, parents)| *parents);
        if let (Some(allowed), Some(parent)) = (allowed, parent)
            && !allowed.contains(&parent)
        {
            return self.fail(&format!("<{name}> in <{parent}>"));
        }
        let children: Option<&[&str]> = match parent {
            Some("ul" | "ol" | "menu") => Some(&["li"]),
            Some("table") => Some(&["caption", "colgroup", "thead", "tbody", "tfoot", "tr"]),
            Some("thead" | "tbody" | "tfoot") => Some(&["tr"]),
            Some("tr") => Some(&["td", "th"]),
            _ => None,
        };
        match children {
            Some(children) if !children.contains(&name) => {
                self.fail(&format!("<{name}> in <{}>", parent.unwrap_or_default()))
            }
            _ => Ok(()),
        }
    }

    fn attributes(&mut self, element: &mut Element) -> Result<(), String> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            if self.rest().starts_with('>') {
                self.at += 1;
                return Ok(());
            }
            let end = self.rest().find(['=', '>', ' ', '\n']).unwrap_or(0);
            let key = self.rest()[..end].to_owned();
            if key.is_empty()
                || !key
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            {
                return self.fail("no attribute");
            }
            if element.attr(&key).is_some() {
                return self.fail(&format!("{key} comes twice"));
            }
            self.at += end;
            let mut value = String::new();
            if self.rest().starts_with('=') {
                if !self.rest().starts_with("=\"") {
                    return self.fail("an attribute without quotes");
                }
                self.at += 2;
                let Some(end) = self.rest().find('"') else {
                    return self.fail("an attribute without an end");
                };
                value = self.decoded(end)?;
                self.at += end + 1;
            }
            element.attributes.push((key, value));
        }
    }

    /// The next bytes with their entities resolved; a bare `&` or a `>` in text is an error of ours.
    fn decoded(&self, end: usize) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = &self.rest()[..end];
        while let Some(at) = rest.find('&') {
            out.push_str(&rest[..at]);
            let Some(close) = rest[at..].find(';') else {
                return self.fail("a bare `&`");
            };
            match &rest[at + 1..at + close] {
                "amp" => out.push('&'),
                "lt" => out.push('<'),
                "gt" => out.push('>'),
                "quot" => out.push('"'),
                "#39" | "apos" => out.push('\''),
                "nbsp" => out.push('\u{a0}'),
                other => return self.fail(&format!("the entity `{other}`")),
            }
            rest = &rest[at + close + 1..];
        }
        out.push_str(rest);
        Ok(out)
    }
}

#[test]
fn what_a_browser_would_forgive_is_an_error_here() {
    let page = |body: &str| parse(&format!("<!DOCTYPE html><html><body>{body}</body></html>"));
    for (body, message) in [
        ("<p>a", "</body> while"),
        ("<p><b>a</p></b>", "</p> while"),
        ("<p><div></div></p>", "<div> in a paragraph"),
        ("<a href=\"x\"><b><a href=\"y\"></a></b></a>", "<a> in <a>"),
        ("<table><tr>a</tr></table>", "text between cells"),
        ("<table><div></div></table>", "<div> in <table>"),
        ("<li>a</li>", "<li> in <body>"),
        ("<b id=\"x\"></b><i id=\"x\"></i>", "comes twice"),
        ("<b class=\"x\" class=\"y\"></b>", "class comes twice"),
        ("a & b", "a bare `&`"),
        ("<!-- x -->", "no name"),
    ] {
        let error = page(body).expect_err(body);
        assert!(error.contains(message), "{body}: {error}");
    }
    let found = page("<p>a<br>&lt;b&gt; <em>c</em></p>").unwrap();
    assert_eq!(found.line(), "a <b> c");
}

#[test]
fn dangers_are_seen() {
    for body in [
        "<script>x</script>",
        "<b onclick=\"x\"></b>",
        "<a href=\"javascript:x\">a</a>",
        "<a href=\" jAva\tscript:x\">a</a>",
        "<a href=\"//elsewhere\">a</a>",
        "<img src=\"data:x\">",
        "<b style=\"x\"></b>",
    ] {
        let page = parse(&format!("<!DOCTYPE html><html><body>{body}</body></html>")).unwrap();
        assert_eq!(page.dangers().len(), 1, "{body}");
    }
}
