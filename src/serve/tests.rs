//! The router is called directly; only ports and the signal need a network.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::panic::panic_any;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use tower::ServiceExt;

use super::*;

/// A site whose pages say their own path.
struct Fake(&'static str);

impl Content for Fake {
    fn get(&self, path: &str) -> Option<Made> {
        match path {
            "index.html" | "skill/x/index.html" | "a b/ü.html" | "style.css" | "LICENSE" => {
                Some(Made {
                    bytes: Bytes::from(format!("{} {path}", self.0)),
                    content_type: content_type(path).to_owned(),
                    etag: format!("{}-{}", self.0, path.len()),
                })
            }
            "broken.html" => panic_any("a page panicked"),
            _ => None,
        }
    }

    fn not_found(&self) -> Made {
        Made {
            bytes: Bytes::from_static(b"not here"),
            content_type: content_type("404.html").to_owned(),
            etag: "404".to_owned(),
        }
    }
}

fn server(base: &str) -> Router {
    plain(
        Live::new(Arc::new(Fake("one"))),
        Base::new(base),
        Hosts::Loopback,
    )
}

/// A server that tells pages nothing.
fn plain(live: Arc<Live>, base: Base, hosts: Hosts) -> Router {
    let server = Server {
        live,
        base,
        hosts,
        session: None,
    };
    server.router()
}

fn get(path: &str) -> Request<Body> {
    request("GET", path, &[])
}

fn request(method: &str, path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "127.0.0.1:4000");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).unwrap()
}

async fn ask(router: &Router, request: Request<Body>) -> Response<Body> {
    router.clone().oneshot(request).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn header_of(response: &Response<Body>, name: header::HeaderName) -> &str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

/// Status and text, or the status and where it leads.
async fn outcome(router: &Router, path: &str) -> (u16, String) {
    let response = ask(router, get(path)).await;
    let status = response.status();
    if status.is_redirection() {
        return (
            status.as_u16(),
            header_of(&response, header::LOCATION).to_owned(),
        );
    }
    (status.as_u16(), text(response).await)
}

#[tokio::test]
async fn paths_are_those_of_a_static_host() {
    let server = server("/");
    for (path, status, answer) in [
        ("/", 200, "one index.html"),
        ("/?q=1", 200, "one index.html"),
        ("/index.html", 200, "one index.html"),
        ("/skill/x/", 200, "one skill/x/index.html"),
        ("/skill/x/index.html", 200, "one skill/x/index.html"),
        ("/skill/x", 308, "/skill/x/"),
        ("/skill/x?q=a&b", 308, "/skill/x/?q=a&b"),
        ("/style.css", 200, "one style.css"),
        ("/LICENSE", 200, "one LICENSE"),
        ("/a%20b/%C3%BC.html", 200, "one a b/ü.html"),
        ("/skill", 404, "not here"),
        ("/skill/", 404, "not here"),
        ("/style.css/", 404, "not here"),
        ("/missing", 404, "not here"),
    ] {
        assert_eq!(
            outcome(&server, path).await,
            (status, answer.to_owned()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn no_path_escapes_or_leads_elsewhere() {
    let server = server("/");
    for path in [
        "/../index.html",
        "/skill/../index.html",
        "/%2e%2e/index.html",
        "/skill/x/.",
        "/skill%2Fx/",
        "/skill%5cx/",
        "//skill/x",
        "/skill//x/",
        "//localhost/skill/x",
        "/index.html%00",
    ] {
        assert_eq!(outcome(&server, path).await.0, 404, "{path}");
    }
    for path in ["/%", "/%g0", "/%ff"] {
        assert_eq!(outcome(&server, path).await.0, 400, "{path}");
    }
}

#[tokio::test]
async fn a_base_path_is_served_below_and_led_to() {
    let server = server("https://example.org/docs/skills");
    for (path, status, answer) in [
        ("/", 307, "/docs/skills/"),
        ("/docs/skills", 307, "/docs/skills/"),
        ("/docs/skills/", 200, "one index.html"),
        ("/docs/skills/skill/x", 308, "/docs/skills/skill/x/"),
        ("/docs/skills/skill/x/", 200, "one skill/x/index.html"),
        ("/docs/", 404, "not here"),
        ("/docs/skills-too/", 404, "not here"),
        ("/skill/x/", 404, "not here"),
    ] {
        assert_eq!(
            outcome(&server, path).await,
            (status, answer.to_owned()),
            "{path}"
        );
    }
}

#[test]
fn a_base_is_the_path_of_a_url() {
    for (given, base) in [
        ("", "/"),
        ("/", "/"),
        ("docs/skills", "/docs/skills/"),
        ("/docs//skills/", "/docs/skills/"),
        ("https://example.org", "/"),
        ("https://example.org/", "/"),
        ("https://example.org/a%20b/?x#y", "/a%20b/"),
    ] {
        assert_eq!(Base::new(given).as_str(), base, "{given}");
    }
}

#[tokio::test]
async fn a_page_is_sent_with_its_type_and_tag() {
    let response = ask(&server("/"), get("/skill/x/")).await;
    assert_eq!(
        header_of(&response, header::CONTENT_TYPE),
        "text/html; charset=utf-8"
    );
    assert_eq!(header_of(&response, header::ETAG), "\"one-18\"");
    assert_eq!(header_of(&response, header::CACHE_CONTROL), "no-cache");
    assert_eq!(
        header_of(&response, header::X_CONTENT_TYPE_OPTIONS),
        "nosniff"
    );
}

#[tokio::test]
async fn a_page_that_the_browser_has_is_not_sent_again() {
    let server = server("/");
    for (known, status) in [
        ("\"one-18\"", 304),
        ("W/\"one-18\"", 304),
        ("\"other\", \"one-18\"", 304),
        ("*", 304),
        ("\"other\"", 200),
        ("one-18", 200),
    ] {
        let response = ask(
            &server,
            request("GET", "/skill/x/", &[("if-none-match", known)]),
        )
        .await;
        assert_eq!(response.status(), status, "{known}");
        assert_eq!(header_of(&response, header::ETAG), "\"one-18\"");
        assert_eq!(text(response).await.is_empty(), status == 304);
    }
    // A page that is not there is not "unchanged".
    let response = ask(
        &server,
        request("GET", "/missing", &[("if-none-match", "\"404\"")]),
    )
    .await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let server = server("/");
    for (path, status, length) in [("/skill/x/", 200, "22"), ("/missing", 404, "8")] {
        let response = ask(&server, request("HEAD", path, &[])).await;
        assert_eq!(response.status(), status);
        assert_eq!(header_of(&response, header::CONTENT_LENGTH), length);
        assert_eq!(text(response).await, "");
    }
}

#[tokio::test]
async fn only_reading_is_allowed() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"] {
        let response = ask(&server("/"), request(method, "/", &[])).await;
        assert_eq!(
            response.status(),
            StatusCode::METHOD_NOT_ALLOWED,
            "{method}"
        );
        assert_eq!(header_of(&response, header::ALLOW), "GET, HEAD");
    }
}

#[tokio::test]
async fn on_the_loopback_only_its_own_names_are_answered() {
    let server = server("/");
    for (host, admitted) in [
        ("localhost", true),
        ("LOCALHOST:4000", true),
        ("site.localhost:4000", true),
        ("localhost.", true),
        ("127.0.0.1", true),
        ("127.1.2.3:80", true),
        ("[::1]:4000", true),
        ("[::ffff:127.0.0.1]", true),
        ("example.org", false),
        ("localhost.example.org", false),
        ("127.0.0.1.example.org", false),
        ("notlocalhost", false),
        ("192.168.0.1", false),
        ("[::2]", false),
        ("[::1", false),
        ("user@localhost@example.org", false),
        ("", false),
    ] {
        let response = ask(&server, request("GET", "/", &[("host", host)])).await;
        let status = if admitted { 200 } else { 421 };
        assert_eq!(response.status(), status, "{host}");
    }
    let twice = request(
        "GET",
        "/",
        &[("host", "localhost"), ("host", "example.org")],
    );
    assert_eq!(ask(&server, twice).await.status(), 421);
    let none = Request::builder().uri("/").body(Body::empty()).unwrap();
    assert_eq!(ask(&server, none).await.status(), 421);
    let absolute = request("GET", "http://example.org/", &[("host", "localhost")]);
    assert_eq!(ask(&server, absolute).await.status(), 421);
    let absolute = request("GET", "http://localhost/", &[]);
    assert_eq!(ask(&server, absolute).await.status(), 200);
}

#[tokio::test]
async fn on_the_network_any_name_is_answered() {
    assert_eq!(Hosts::of(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), Hosts::Network);
    assert_eq!(Hosts::of(IpAddr::V6(Ipv6Addr::LOCALHOST)), Hosts::Loopback);
    let router = plain(
        Live::new(Arc::new(Fake("one"))),
        Base::default(),
        Hosts::Network,
    );
    let response = ask(&router, request("GET", "/", &[("host", "my-machine:4000")])).await;
    assert_eq!(response.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_page_that_panics_is_an_answer_and_the_next_one_comes() {
    let server = server("/");
    assert_eq!(outcome(&server, "/broken.html").await.0, 500);
    assert_eq!(outcome(&server, "/").await.0, 200);
}

#[tokio::test]
async fn another_site_takes_the_place_of_the_first() {
    let live = Live::new(Arc::new(Fake("one")));
    let router = plain(Arc::clone(&live), Base::default(), Hosts::Loopback);
    assert_eq!(outcome(&router, "/").await.1, "one index.html");
    live.exchange(Arc::new(Fake("two")));
    assert_eq!(outcome(&router, "/").await.1, "two index.html");
    let response = ask(
        &router,
        request("GET", "/", &[("if-none-match", "\"one-10\"")]),
    )
    .await;
    assert_eq!(response.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_busy_port_moves_on_to_the_next_free_one() {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let first = listen::bind(host, 0).await.unwrap();
    let busy = first.local_addr().unwrap().port();
    // The system hands out high ports; too near the end there would be no next one.
    if busy > u16::MAX - 50 {
        return;
    }
    let second = listen::bind(host, busy).await.unwrap();
    assert!(second.local_addr().unwrap().port() > busy);
}

#[tokio::test]
async fn an_address_that_is_not_ours_is_named() {
    // TEST-NET-1 (RFC 5737) belongs to no machine.
    let host: IpAddr = Ipv4Addr::new(192, 0, 2, 1).into();
    let error = listen::bind(host, 4000).await.unwrap_err();
    assert!(matches!(error, ServeError::Bind { .. }));
    assert!(error.to_string().contains("192.0.2.1"));
}

#[test]
fn the_address_is_one_that_a_browser_can_open() {
    let base = Base::new("/docs");
    for (host, url) in [
        ("127.0.0.1", "http://127.0.0.1:4000/docs/"),
        ("0.0.0.0", "http://127.0.0.1:4000/docs/"),
        ("::", "http://[::1]:4000/docs/"),
        ("192.168.0.7", "http://192.168.0.7:4000/docs/"),
    ] {
        let address = SocketAddr::new(host.parse().unwrap(), 4000);
        assert_eq!(listen::url(address, &base), url);
    }
}

#[test]
fn the_address_on_the_network_is_named_only_if_all_are_listened_at() {
    for host in ["127.0.0.1", "::1", "192.168.0.7"] {
        let address = SocketAddr::new(host.parse().unwrap(), 4000);
        assert_eq!(listen::network(address), None, "{host}");
    }
    let all = SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), 4000);
    // A machine may have no network; if it has, others cannot reach it by its loopback.
    if let Some(found) = listen::network(all) {
        assert_eq!(found.port(), 4000);
        assert!(!found.ip().is_loopback() && !found.ip().is_unspecified());
    }
}

#[tokio::test]
async fn names_of_the_web_are_refused_on_the_network_too() {
    let site = Live::new(Arc::new(Fake("one")));
    let router = plain(site, Base::default(), Hosts::Network);
    for (host, status) in [
        ("192.168.0.7:4000", 200),
        ("[fe80::1]:4000", 200),
        ("my-machine", 200),
        ("my-machine.local:4000", 200),
        ("example.org", 421),
        ("192.168.0.7.example.org", 421),
        ("[fe80::1", 421),
    ] {
        let response = ask(&router, request("GET", "/", &[("host", host)])).await;
        assert_eq!(response.status().as_u16(), status, "{host}");
    }
}
