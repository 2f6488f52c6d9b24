//! One run of a server that tells browsers what changed: what it adds to pages, and what it answers beside the site.
//!
//! A page is given a script and a token. The script asks for the stream of reports and, when an author clicks on the
//! name of a file, for the editor; both take the token, which no page of another origin can read.

use std::convert::Infallible;
use std::fmt::Write;
use std::time::Duration;

use axum::body::Bytes;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use super::content::{Live, Made};
use super::editor::Editor;
use super::report::Report;
use super::route::Base;

/// The folder below the site in which all this lies. The site itself has a file of that name, which is not served.
const FOLDER: &str = ".skillbook/";

/// One run of the server.
#[derive(Debug)]
pub struct Session {
    /// Tells this run from another.
    id: String,
    token: String,
    script: &'static str,
    editor: Option<Editor>,
}

/// What is asked for beside the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Script,
    Reports,
    Open,
}

/// What is sent with each report.
#[derive(Serialize)]
struct Message<'a> {
    session: &'a str,
    editor: bool,
    #[serde(flatten)]
    report: &'a Report,
}

impl Session {
    /// A session with a token of its own. `script` is what pages are given.
    ///
    /// # Errors
    ///
    /// When the system gives no random numbers.
    pub fn new(script: &'static str, editor: Option<Editor>) -> Result<Session, getrandom::Error> {
        Ok(Session {
            id: random(4)?,
            token: random(16)?,
            script,
            editor,
        })
    }

    /// What of this a path below the site's base asks for.
    pub(super) fn asked(path: &str, base: &Base) -> Option<Asked> {
        let below = path.strip_prefix(base.as_str())?.strip_prefix(FOLDER)?;
        match below {
            "live.js" => Some(Asked::Script),
            "reports" => Some(Asked::Reports),
            "open" => Some(Asked::Open),
            _ => None,
        }
    }

    /// Whether a query carries this session's token.
    pub(super) fn admits(&self, query: Option<&str>) -> bool {
        let mut pairs = query.unwrap_or_default().split('&');
        let given = pairs.find_map(|pair| pair.strip_prefix("token="));
        // Compared by its hash, so that the time it takes says nothing of where a guess is wrong.
        given.is_some_and(|given| {
            blake3::hash(given.as_bytes()) == blake3::hash(self.token.as_bytes())
        })
    }

    pub(super) fn script(&self) -> Made {
        Made {
            bytes: Bytes::from_static(self.script.as_bytes()),
            content_type: "text/javascript; charset=utf-8".to_owned(),
            etag: String::new(),
        }
    }

    /// The page with the script in its head. Its tag is another for each session, as its bytes are.
    pub(super) fn with_script(&self, mut made: Made, base: &Base) -> Made {
        const HEAD: &[u8] = b"<head>";
        let etag = format!("{}-{}", made.etag, self.id);
        let at = made.bytes.windows(HEAD.len()).position(|it| it == HEAD);
        if let Some(at) = at {
            let (before, after) = made.bytes.split_at(at + HEAD.len());
            let tag = format!(
                r#"<script src="{base}{FOLDER}live.js" data-base="{base}" data-token="{}" data-tag="{etag}"></script>"#,
                self.token
            );
            made.bytes = [before, tag.as_bytes(), after].concat().into();
        }
        made.etag = etag;
        made
    }

    /// Every report from the present one on, until the browser goes away.
    pub(super) fn reports(&self, live: &Live) -> Response {
        let (id, has_editor) = (self.id.clone(), self.editor.is_some());
        let reports = WatchStream::new(live.reports()).map(move |report| {
            let message = Message {
                session: &id,
                editor: has_editor,
                report: &report,
            };
            let data = serde_json::to_string(&message).unwrap_or_default();
            Ok::<_, Infallible>(Event::default().data(data))
        });
        let alive = KeepAlive::new().interval(Duration::from_secs(15));
        Sse::new(reports).keep_alive(alive).into_response()
    }

    /// Opens the file of a problem of the present report. Which file that is says the report and not the request.
    pub(super) fn open(&self, live: &Live, query: Option<&str>) -> Opened {
        let number = |name: &str| -> Option<u64> {
            let mut pairs = query.unwrap_or_default().split('&');
            pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
        };
        let report = live.reports().borrow().clone();
        let problem = number("edition")
            .filter(|edition| *edition == report.edition)
            .and(number("problem"))
            .and_then(|index| report.problems.get(usize::try_from(index).ok()?));
        let at = problem.and_then(|problem| problem.place.as_ref()?.at);
        match (&self.editor, problem.and_then(|it| it.file.as_deref())) {
            // A whole path begins with a root and can pass for no option of the editor's.
            (Some(editor), Some(file)) => {
                let opened = file.canonicalize().and_then(|file| editor.open(&file, at));
                opened.map_or(Opened::Failed, |()| Opened::Yes)
            }
            _ => Opened::No,
        }
    }
}

/// What became of a click on a file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opened {
    Yes,
    /// There is no such problem, or no editor.
    No,
    /// The editor could not be started.
    Failed,
}

/// That many random bytes, in hexadecimal.
fn random(bytes: usize) -> Result<String, getrandom::Error> {
    let mut buffer = vec![0; bytes];
    getrandom::fill(&mut buffer)?;
    let mut text = String::with_capacity(2 * bytes);
    for byte in buffer {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}
