//! Requests to responses.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use tower::service_fn;
use tower_http::set_header::SetResponseHeaderLayer;

use super::content::{Content, Live, Made};
use super::host::Hosts;
use super::route::{Base, Route, route};

/// Kept by the browser, and asked for again before use: a page can change with every save.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const TEXT: &str = "text/plain; charset=utf-8";

/// The site as a service. Needs no network, so that tests can call it.
pub fn router(live: Arc<Live>, base: Base, hosts: Hosts) -> Router {
    let base = Arc::new(base);
    let site = service_fn(move |request: Request| {
        let (live, base) = (Arc::clone(&live), Arc::clone(&base));
        async move { Ok::<_, Infallible>(answer(&live, &base, hosts, request).await) }
    });
    // Whatever the answer is, it is what its type says and nothing a browser guesses.
    let as_typed = SetResponseHeaderLayer::overriding(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    Router::new().fallback_service(site).layer(as_typed)
}

async fn answer(live: &Live, base: &Base, hosts: Hosts, request: Request) -> Response<Body> {
    let asked = Asked {
        head: request.method() == Method::HEAD,
        known: entity_tags(request.headers()),
    };
    if !hosts.admit(request.uri(), request.headers()) {
        return asked.plain(
            StatusCode::MISDIRECTED_REQUEST,
            "This server answers to the names of this machine only, such as localhost or 127.0.0.1.\n",
        );
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = asked.plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "This server can only be read from.\n",
        );
        let allowed = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(header::ALLOW, allowed);
        return response;
    }
    let path = request.uri().path().to_owned();
    let query = request.uri().query().map(str::to_owned);
    let site = live.current();
    let route = route(&path, base);
    // Making a page is work for the processor, and an aggregate can take seconds: neither may keep other requests
    // waiting. A panic in it ends up here, not in the connection.
    let found = tokio::task::spawn_blocking(move || find(site.as_ref(), route)).await;
    match found {
        Ok(Found::Output(made)) => asked.output(made),
        Ok(Found::Missing(made)) => asked.whole(StatusCode::NOT_FOUND, made),
        Ok(Found::Folder) => {
            let query = query.map(|query| format!("?{query}")).unwrap_or_default();
            asked.redirect(StatusCode::PERMANENT_REDIRECT, &format!("{path}/{query}"))
        }
        Ok(Found::Base) => asked.redirect(StatusCode::TEMPORARY_REDIRECT, base.as_str()),
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
}

impl Asked {
    fn output(&self, made: Made) -> Response<Body> {
        let tag = quoted(&made.etag);
        let is_known = tag.as_ref().is_some_and(|tag| {
            self.known
                .iter()
                .any(|known| known == "*" || known.as_bytes() == tag.as_bytes())
        });
        let mut response = if is_known {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            self.whole(StatusCode::OK, made)
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, REVALIDATE);
        if let Some(tag) = tag {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    /// The one place where an output becomes a body. What a live server adds to pages (a script that reloads them, an
    /// overlay) is added to `made` here, and never to the page itself; its tag must then change too.
    fn whole(&self, status: StatusCode, made: Made) -> Response<Body> {
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
        headers.insert(header::CACHE_CONTROL, REVALIDATE);
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
