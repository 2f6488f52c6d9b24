//! `skillbook serve`, end to end: the real program on a port of this machine, asked over a socket.

use crate::html;
use crate::server::{Server, without_script};
use crate::site::Site;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;

#[test]
fn pages_are_made_when_asked_for_and_are_those_of_a_build() {
    let site = Site::of("bakery");
    let built = site.build();
    let server = Server::start(&site, "serve . --port 0");
    assert_eq!(server.said.len(), 1, "{:?}", server.said);
    assert!(server.said[0].starts_with("Serving The bakery at http://127.0.0.1:"));
    for (path, file) in [
        ("/", "index.html"),
        ("/skills/dough-design/", "skills/dough-design/index.html"),
        (
            "/cases/UC-001-rye-loaf/",
            "cases/UC-001-rye-loaf/index.html",
        ),
        ("/classes/design/?from=here", "classes/design/index.html"),
        (
            "/documents/claude/rules/hygiene.md/",
            "documents/claude/rules/hygiene.md/index.html",
        ),
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 200, "{path}");
        assert!(
            response
                .head
                .contains("content-type: text/html; charset=utf-8")
        );
        assert_eq!(without_script(&response.body), built.text(file), "{path}");
    }
    for (name, media) in [(".css", "text/css"), (".js", "text/javascript")] {
        let paths = built.paths();
        let asset = paths
            .iter()
            .find(|path| path.starts_with("assets/") && path.ends_with(name))
            .unwrap();
        let response = server.get(&format!("/{asset}"));
        assert_eq!(response.status, 200);
        assert!(response.head.contains(media), "{}", response.head);
    }
}

#[test]
fn a_page_that_is_not_there_is_answered_with_the_sites_own_page() {
    let server = Server::start(&Site::of("plain"), "serve . --port 0");
    for path in [
        "/nowhere/",
        "/skills/greet/nowhere.html",
        "/../../etc/passwd",
        "/%2e%2e/x",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert!(
            response.body.contains("There is no page at this address"),
            "{path}"
        );
    }
    // A folder without its slash is sent on to it.
    let response = server.get("/skills/greet");
    assert_eq!(response.status, 308);
    assert!(response.head.contains("location: /skills/greet/"));
}

#[test]
fn a_busy_port_moves_on_and_says_so() {
    let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let busy = holder.local_addr().unwrap().port();
    let site = Site::of("plain");
    let server = Server::start(&site, &format!("serve . --port {busy}"));
    assert_ne!(server.port, busy);
    assert!(
        server.said[0].starts_with(&format!(
            "Port {busy} is busy, so it is {} this time.",
            server.port
        )),
        "{:?}",
        server.said
    );
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn the_path_of_the_base_url_is_served_under() {
    let site = Site::of("plain");
    let server = Server::start(
        &site,
        "serve . --port 0 --base-url https://bakery.example/a/b/",
    );
    let page = server.get("/a/b/skills/greet/");
    assert_eq!(page.status, 200);
    assert!(
        page.body
            .contains("rel=\"canonical\" href=\"https://bakery.example/a/b/skills/greet/\"")
    );
    let lost = server.get("/a/b/nowhere/deep/");
    assert_eq!(lost.status, 404);
    assert!(lost.body.contains("<base href=\"/a/b/\">"));
    assert_ne!(server.get("/skills/greet/").status, 200);
}

#[test]
fn a_request_for_another_host_is_refused() {
    let server = Server::start(&Site::of("plain"), "serve . --port 0");
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).unwrap();
    write!(
        stream,
        "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
}

#[test]
fn what_is_served_is_safe_and_whole_html() {
    let server = Server::start(&Site::of("bakery"), "serve . --port 0");
    for path in ["/", "/skills/dough-design/", "/nowhere/"] {
        let body = server.get(path).body;
        html::parse(&body).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

#[test]
fn a_signal_ends_it_and_frees_the_port() {
    let mut server = Server::start(&Site::of("plain"), "serve . --port 0");
    let killed = Command::new("kill")
        .args(["-INT", &server.child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let status = server.child.wait().unwrap();
    assert_eq!(status.code(), Some(0), "Ctrl-C is how one ends it");
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).is_err());
}

#[test]
fn a_killed_server_frees_the_port() {
    let mut server = Server::start(&Site::of("plain"), "serve . --port 0");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).is_err());
}
