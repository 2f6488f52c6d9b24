//! Which pages may send requests here.
//!
//! A browser says in `Origin` which page a request comes from wherever it could read the answer or do something by it.
//! Only the pages that this server sends are answered; a page that was opened from elsewhere is not, whatever it asks.

use axum::http::{HeaderMap, header};

/// Whether a request with these headers comes from a page of this server, or from no page.
pub(super) fn is_own(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (origin, another) = (origins.next(), origins.next());
    let Some(origin) = origin else {
        return true;
    };
    let host = headers.get(header::HOST);
    let own = host.and_then(|host| Some(format!("http://{}", host.to_str().ok()?)));
    another.is_none()
        && own.is_some_and(|own| own.as_bytes().eq_ignore_ascii_case(origin.as_bytes()))
}
