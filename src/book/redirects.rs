//! Addresses of pages that are gone, and the pages that took their place.

use super::gather::Gatherer;
use crate::address::{NoRedirect, Url};
use crate::diagnostics::{Code, Diagnostic, Place, nearest};

/// An address that only leads elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The old address.
    pub from: Url,
    /// Where it leads: a page or file of the site.
    pub to: Url,
}

impl Gatherer<'_> {
    /// Reads `[redirects]`. Comes behind everything that gives addresses.
    pub(super) fn redirects(&mut self) {
        let config = &self.book.config;
        let mut wanted: Vec<(String, String, Place)> = config
            .redirects
            .iter()
            .map(|(from, to)| {
                let place = config.place(&format!("redirects.{from}"));
                (from.clone(), to.clone(), place)
            })
            .collect();
        // Of two ways of writing one address, the first in the file counts.
        wanted.sort_by_key(|(_, _, place)| place.span.start);
        // Before any redirect has its address: none leads to another.
        let targets: Vec<Result<Url, Option<String>>> = wanted
            .iter()
            .map(|(_, to, _)| {
                let found = self.addresses.find(to);
                found.ok_or_else(|| nearest(to, self.addresses.pages()).map(str::to_owned))
            })
            .collect();
        for ((from, to, place), target) in wanted.into_iter().zip(targets) {
            let target = match target {
                Ok(target) => target,
                Err(near) => {
                    let message = format!("the site has no page `{to}`, which `{from}` leads to");
                    let mut problem = Diagnostic::new(Code::ConfigTarget, message).at(place);
                    if let Some(near) = near {
                        problem = problem.help(format!("did you mean `{near}`?"));
                    }
                    self.problem(problem);
                    continue;
                }
            };
            match self.addresses.redirect(&from) {
                Ok(from) => self.book.redirects.push(Redirect { from, to: target }),
                Err(why) => {
                    let (message, help) = match why {
                        NoRedirect::Taken => (
                            format!("`{from}` cannot lead elsewhere: the site has something there"),
                            "an old address is one that no page has any more",
                        ),
                        NoRedirect::NotBelow => (
                            format!("`{from}` is no address of a page below the site"),
                            "write the old address from the site's root on, as in `skills/old-name/`",
                        ),
                    };
                    self.problem(
                        Diagnostic::new(Code::ConfigTarget, message)
                            .at(place)
                            .help(help),
                    );
                }
            }
        }
        self.book.redirects.sort_by(|a, b| a.from.cmp(&b.from));
    }
}
