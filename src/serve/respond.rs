//! Requests to responses.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use tower::service_fn;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::content::{Content, Live, Made};
use super::host::Hosts;
use super::origin;
use super::range::{self, Part};
use super::route::{Base, Route, route};
use super::session::{self, Opened, Session};

/// Kept by the browser, and asked for again before use: a page can change with every save.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const TEXT: &str = "text/plain; charset=utf-8";

/// What requests are answered from.
#[derive(Debug, Clone)]
pub struct Server {
    /// The site.
    pub live: Arc<Live>,
    /// The path below which it stands.
    pub base: Base,
    /// The names that requests may call it by.
    pub hosts: Hosts,
    /// With one, pages are told what changes while they are shown.
    pub session: Option<Arc<Session>>,
}

impl Server {
    /// The site as a service. Needs no network, so that tests can call it.
    pub fn router(self) -> Router {
        let server = Arc::new(self);
        let site = service_fn(move |request: Request| {
            let server = Arc::clone(&server);
            async move { Ok::<_, Infallible>(server.answer(request).await) }
        });
        // Whatever the answer is, it is what its type says and nothing a browser guesses.
        let as_typed = SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        );
        // The default leaves out what is compressed already, what is tiny, and streams of events.
        Router::new()
            .fallback_service(site)
            .layer(CompressionLayer::new())
            .layer(as_typed)
            .layer(axum::middleware::map_response(weaken))
    }

    async fn answer(&self, request: Request) -> Response<Body> {
        let asked = Asked {
            head: request.method() == Method::HEAD,
            known: entity_tags(request.headers()),
            part: part_header(request.headers()),
            is_live: self.session.is_some(),
        };
        if !self.hosts.admit(request.uri(), request.headers()) {
            return asked.plain(StatusCode::MISDIRECTED_REQUEST, self.hosts.refusal());
        }
        if !origin::is_own(request.headers()) {
            return asked.plain(
                StatusCode::FORBIDDEN,
                "Only pages of this server may ask it.\n",
            );
        }
        let path = request.uri().path().to_owned();
        let query = request.uri().query();
        if let Some(session) = &self.session
            && let Some(beside) = Session::asked(&path, &self.base)
        {
            return self.beside(session, beside, &asked, request.method(), query);
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return asked.only("GET, HEAD", "This server can only be read from.\n");
        }
        let query = query.map(str::to_owned);
        let site = self.live.current();
        let route = route(&path, &self.base);
        // Making a page is work for the processor, and an aggregate can take seconds: neither may keep other requests
        // waiting. A panic in it ends up here, not in the connection.
        let found = tokio::task::spawn_blocking(move || find(site.as_ref(), route)).await;
        match found {
            Ok(Found::Output(made)) => asked.output(self.dressed(made)),
            Ok(Found::Missing(made)) => asked.whole(StatusCode::NOT_FOUND, self.dressed(made)),
            Ok(Found::Folder) => {
                let query = query.map(|query| format!("?{query}")).unwrap_or_default();
                asked.redirect(StatusCode::PERMANENT_REDIRECT, &format!("{path}/{query}"))
            }
            Ok(Found::Base) => asked.redirect(StatusCode::TEMPORARY_REDIRECT, self.base.as_str()),
            Ok(Found::Malformed) => asked.plain(
                StatusCode::BAD_REQUEST,
                "The address is not properly encoded.\n",
            ),
            Err(_) => asked.plain(
                StatusCode::INTERNAL_SERVER_ERROR,
                "This page could not be made; the terminal says why.\n",
            ),
        }
    }

    /// The one place where something is added to a page: in the answer, and never in the page itself.
    fn dressed(&self, made: Made) -> Made {
        match &self.session {
            Some(session) if made.is_html() => session.with_script(made, &self.base),
            _ => made,
        }
    }

    /// What a session answers beside the site.
    fn beside(
        &self,
        session: &Session,
        beside: session::Asked,
        asked: &Asked,
        method: &Method,
        query: Option<&str>,
    ) -> Response<Body> {
        let reads = matches!(*method, Method::GET | Method::HEAD);
        match beside {
            session::Asked::Script if reads => asked.output(session.script()),
            session::Asked::Script => asked.only("GET, HEAD", ""),
            _ if !session.admits(query) => asked.plain(
                StatusCode::FORBIDDEN,
                "This takes the token of a page of this server.\n",
            ),
            session::Asked::Reports if *method == Method::GET => session.reports(&self.live),
            session::Asked::Reports => asked.only("GET", ""),
            session::Asked::Open if *method == Method::POST => {
                let (status, words) = match session.open(&self.live, query) {
                    Opened::Yes => (StatusCode::OK, "Opened.\n"),
                    Opened::No => (StatusCode::NOT_FOUND, "There is nothing to open.\n"),
                    Opened::Failed => (
                        StatusCode::INTERNAL_SERVER_ERROR,
                        "The editor could not be started.\n",
                    ),
                };
                asked.plain(status, words)
            }
            session::Asked::Open => asked.only("POST", ""),
        }
    }
}

/// A tag names bytes; those that were compressed are others, which mean the same (RFC 9110, section 8.8.1).
async fn weaken(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_ENCODING)
        && let Some(tag) = headers.get(header::ETAG)
        && let Ok(text) = tag.to_str()
        && let Ok(weak) = HeaderValue::from_str(&format!("W/{text}"))
    {
        headers.insert(header::ETAG, weak);
    }
    response
}

enum Found {
    Output(Made),
    Missing(Made),
    Folder,
    Base,
    Malformed,
}

fn find(site: &dyn Content, route: Route) -> Found {
    let made = match route {
        Route::Output(output) => site.get(&output),
        Route::OutputOrFolder { output, index } => match site.get(&output) {
            None if site.has(&index) => return Found::Folder,
            made => made,
        },
        Route::Base => return Found::Base,
        Route::Nothing => None,
        Route::Malformed => return Found::Malformed,
    };
    made.map_or_else(|| Found::Missing(site.not_found()), Found::Output)
}

/// What shapes a response besides the path.
struct Asked {
    head: bool,
    known: Vec<String>,
    /// The part that is asked for, and the tag that the output must have for it to be sent.
    part: Option<(String, Option<String>)>,
    is_live: bool,
}

impl Asked {
    fn output(&self, made: Made) -> Response<Body> {
        let tag = quoted(&made.etag);
        let is_same = |known: &str| {
            tag.as_ref()
                .is_some_and(|tag| known.as_bytes() == tag.as_bytes())
        };
        let is_known = tag.is_some()
            && self
                .known
                .iter()
                .any(|known| known == "*" || is_same(known));
        let length = made.bytes.len();
        let part = match &self.part {
            // With a condition that does not hold, all of it is sent (RFC 9110, section 13.1.5).
            Some((part, condition)) if condition.as_deref().is_none_or(is_same) => {
                range::part(part, length)
            }
            _ => Part::Whole,
        };
        let caching = self.caching(&made);
        let mut response = match part {
            _ if is_known => status(StatusCode::NOT_MODIFIED),
            Part::Whole => self.whole(StatusCode::OK, made),
            Part::Bytes(range) => {
                let sent = format!("bytes {}-{}/{length}", range.start, range.end - 1);
                let bytes = made.bytes.slice(range);
                let mut response = self.whole(StatusCode::PARTIAL_CONTENT, Made { bytes, ..made });
                insert(&mut response, header::CONTENT_RANGE, &sent);
                response
            }
            Part::Nothing => {
                let mut response = status(StatusCode::RANGE_NOT_SATISFIABLE);
                insert(
                    &mut response,
                    header::CONTENT_RANGE,
                    &format!("bytes */{length}"),
                );
                response
            }
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, caching);
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if let Some(tag) = tag {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    /// The one place where an output becomes a body.
    fn whole(&self, status: StatusCode, made: Made) -> Response<Body> {
        let caching = self.caching(&made);
        let length = made.bytes.len();
        let body = if self.head {
            Body::empty()
        } else {
            Body::from(made.bytes)
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        if let Ok(content_type) = HeaderValue::from_str(&made.content_type) {
            headers.insert(header::CONTENT_TYPE, content_type);
        }
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        headers.insert(header::CACHE_CONTROL, caching);
        response
    }

    /// A page that is being written is another with every save, and one that a browser kept would be shown when its
    /// reader goes back.
    fn caching(&self, made: &Made) -> HeaderValue {
        if self.is_live && made.is_html() {
            HeaderValue::from_static("no-store")
        } else {
            REVALIDATE
        }
    }

    fn only(&self, methods: &'static str, words: &'static str) -> Response<Body> {
        let mut response = self.plain(StatusCode::METHOD_NOT_ALLOWED, words);
        let allowed = HeaderValue::from_static(methods);
        response.headers_mut().insert(header::ALLOW, allowed);
        response
    }

    fn plain(&self, status: StatusCode, text: &'static str) -> Response<Body> {
        let made = Made {
            bytes: Bytes::from_static(text.as_bytes()),
            content_type: TEXT.to_owned(),
            etag: String::new(),
        };
        self.whole(status, made)
    }

    fn redirect(&self, status: StatusCode, to: &str) -> Response<Body> {
        let mut response = self.plain(status, "");
        if let Ok(to) = HeaderValue::from_str(to) {
            response.headers_mut().insert(header::LOCATION, to);
        }
        response
    }
}

fn status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

fn insert(response: &mut Response<Body>, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// The part that a request asks for, and its condition. Only one `Range` is looked at.
fn part_header(headers: &HeaderMap) -> Option<(String, Option<String>)> {
    let part = headers.get(header::RANGE)?.to_str().ok()?.to_owned();
    let condition = headers.get(header::IF_RANGE);
    // A condition that cannot be read does not hold; a weak tag never does.
    Some((
        part,
        condition.map(|value| value.to_str().unwrap_or_default().to_owned()),
    ))
}

/// The tag as it stands in `ETag`; none if it is empty or holds what a tag may not (RFC 9110, section 8.8.3).
fn quoted(tag: &str) -> Option<HeaderValue> {
    let fits = !tag.is_empty()
        && tag
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'"');
    fits.then(|| HeaderValue::from_str(&format!("\"{tag}\"")).ok())?
}

/// The tags of `If-None-Match`, which is compared without regard to weakness (RFC 9110, section 13.1.2).
fn entity_tags(headers: &HeaderMap) -> Vec<String> {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        // Our tags hold no comma unless the site's do; then the page is sent again, which is never wrong.
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/").to_owned())
        .collect()
}
