//! The real program serving a site, asked over a socket. It ends with its test.

use crate::site::Site;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long something that will happen is waited for. Machines can be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with its test.
pub struct Server {
    pub child: Child,
    /// What it said until it served.
    pub said: Vec<String>,
    pub port: u16,
    lines: Receiver<String>,
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// The first line and the headers, in lower case.
    pub head: String,
    pub bytes: Vec<u8>,
    /// The bytes as text.
    pub body: String,
}

impl Server {
    pub fn start(site: &Site, line: &str) -> Server {
        Server::spawn(&mut site.command(line))
    }

    pub fn spawn(command: &mut Command) -> Server {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut said = Vec::new();
        let port = loop {
            let line = lines
                .recv_timeout(PATIENCE)
                .expect("it says where it serves");
            said.push(line.clone());
            if let Some((_, rest)) = line.split_once("http://127.0.0.1:") {
                let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap();
                break digits.parse().unwrap();
            }
        };
        Server {
            child,
            said,
            port,
            lines,
        }
    }

    /// The next line on the terminal.
    pub fn line(&self) -> String {
        self.lines
            .recv_timeout(PATIENCE)
            .expect("it says something")
    }

    /// What it has said since and that nobody asked for.
    pub fn rest(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    pub fn get(&self, path: &str) -> Response {
        self.ask("GET", path, &[])
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        let mut stream = self.send(method, path, headers);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let at = bytes
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .expect("an answer has a head");
        let head = String::from_utf8_lossy(&bytes[..at]).to_lowercase();
        let mut body = bytes[at + 4..].to_vec();
        if head.contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Response {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body: String::from_utf8_lossy(&body).into_owned(),
            bytes: body,
        }
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> TcpStream {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        stream
            .write_all(format!("{request}\r\n").as_bytes())
            .unwrap();
        stream
    }

    /// The token that a page carries.
    pub fn token(&self) -> String {
        let page = self.get("/").body;
        let (_, rest) = page
            .split_once("data-token=\"")
            .expect("a page has a token");
        rest.split('"').next().unwrap().to_owned()
    }

    /// The stream of reports.
    pub fn reports(&self) -> Reports {
        self.reports_at(&format!("/.skillbook/reports?token={}", self.token()))
    }

    pub fn reports_at(&self, path: &str) -> Reports {
        let stream = self.send("GET", path, &[("Accept", "text/event-stream")]);
        let mut lines = BufReader::new(stream).lines();
        let status = lines.next().unwrap().unwrap();
        assert!(status.contains("200"), "{status}");
        Reports(Box::new(lines.map_while(Result::ok)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What browsers are told, report by report.
pub struct Reports(Box<dyn Iterator<Item = String>>);

impl Reports {
    /// The next report.
    pub fn next(&mut self) -> Value {
        let data = self
            .0
            .find_map(|line| line.strip_prefix("data: ").map(str::to_owned));
        serde_json::from_str(&data.expect("the stream goes on")).unwrap()
    }

    /// The first report that is like this; those before it are passed over.
    pub fn until(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let report = self.next();
            if is_meant(&report) {
                return report;
            }
        }
    }
}

/// A page without what the server adds to it.
pub fn without_script(page: &str) -> String {
    let Some((before, rest)) = page.split_once("<script src=\"") else {
        return page.to_owned();
    };
    let (script, after) = rest.split_once("</script>").unwrap();
    assert!(
        script.contains("/.skillbook/live.js\" data-base=\""),
        "{script}"
    );
    assert!(before.ends_with("<head>"));
    format!("{before}{after}")
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(at) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..at]).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        let start = at + 2;
        whole.extend_from_slice(&bytes[start..start + size]);
        bytes = &bytes[start + size + 2..];
    }
    whole
}
