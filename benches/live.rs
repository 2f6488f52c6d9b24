//! How soon a save is served, and what many saves cost:
//!
//!     cargo run --release --example corpus -- 1000 OUT
//!     cargo bench --bench live -- OUT [EDITS]
//!
//! Edits a copy of `OUT/skillbook` while the program serves it, and prints: the time to the first page against that of
//! a full build; from a save to the new bytes being served, median and 95th percentile, and the same of `hugo server`
//! where Hugo is installed; how the memory grew. In the end what is served is compared with a full build of the same
//! files, output by output: a difference is an error.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_skillbook");

/// Edits before the memory is looked at for the first time.
const WARM: usize = 100;

/// Edits of Hugo's pages; its times vary little.
const HUGO_EDITS: usize = 40;

fn main() {
    // `cargo bench` adds an argument of its own.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let Some(corpus) = arguments.first().map(Path::new) else {
        println!("usage: cargo bench --bench live -- CORPUS [EDITS]   (see benches/live.rs)");
        return;
    };
    let edits: usize = arguments
        .get(1)
        .map_or(2000, |edits| edits.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("site");
    copy(&corpus.join("skillbook"), &root);
    // Stamps that are younger than two seconds prove nothing, here as for every author who has just cloned.
    std::thread::sleep(Duration::from_millis(2500));

    let (build, first) = starts(&root, folder.path());
    println!("full build without search     {} ms", build.as_millis());
    println!(
        "start to first page           {} ms, {:.2} of the build",
        first.as_millis(),
        first.as_secs_f64() / build.as_secs_f64()
    );

    let server = Server::start(Command::new(PROGRAM).arg("serve").arg(&root).args([
        "--port",
        "0",
        "--no-search",
    ]));
    let mut times = Vec::new();
    let mut dice = Dice(1);
    let skills = names(&root.join("skills"));
    let (mut early, mut late) = (0, 0);
    for edit in 0..edits {
        let skill = &skills[dice.roll(skills.len())];
        let file = root.join("skills").join(skill).join("SKILL.md");
        let page = format!("/skills/{skill}/files/SKILL.md/");
        times.push(server.edit(&file, &page, edit));
        // An author who saves has seen what the save before it did.
        std::thread::sleep(Duration::from_millis(60 + dice.roll(60) as u64));
        if edit + 1 == WARM.min(edits) {
            early = server.memory();
        }
        late = server.memory();
    }
    let (median, high) = percentiles(&mut times);
    println!("save to served, {edits} edits    median {median} ms, 95th percentile {high} ms");
    println!(
        "memory                        {} MiB after {WARM} edits, {} MiB after {edits}: {:+.1} %",
        early / 1024,
        late / 1024,
        100.0 * (late as f64 / early as f64 - 1.0)
    );

    if let Some((other, high)) = hugo(corpus, folder.path()) {
        println!("`hugo server` on the same     median {other} ms, 95th percentile {high} ms");
        println!(
            "ratio of the medians          {:.2}",
            median as f64 / other as f64
        );
    } else {
        println!("Hugo is not installed: no comparison");
    }

    let out = folder.path().join("out");
    build_to(&root, &out);
    let mut count = 0;
    for path in files(&out) {
        if path == ".skillbook" || path == ".nojekyll" {
            continue;
        }
        let served = server.get(&format!("/{path}"));
        let built = fs::read(out.join(&path)).unwrap();
        assert!(
            without_script(&served) == built,
            "{path} is served and built differently"
        );
        count += 1;
    }
    println!("served and built are the same in {count} outputs");
}

/// How long a full build takes, and how long it takes from the start of a server to its first page: medians of three.
fn starts(root: &Path, folder: &Path) -> (Duration, Duration) {
    let (mut builds, mut firsts) = (Vec::new(), Vec::new());
    for number in 0..3 {
        let begun = Instant::now();
        build_to(root, &folder.join(format!("full-{number}")));
        builds.push(begun.elapsed());
        let begun = Instant::now();
        let server = Server::start(Command::new(PROGRAM).arg("serve").arg(root).args([
            "--port",
            "0",
            "--no-search",
        ]));
        assert!(!server.get("/").is_empty());
        firsts.push(begun.elapsed());
    }
    builds.sort();
    firsts.sort();
    (builds[1], firsts[1])
}

fn build_to(root: &Path, out: &Path) {
    let built = Command::new(PROGRAM)
        .arg("build")
        .arg(root)
        .arg("--no-search")
        .arg("--out")
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(built.success());
}

fn hugo(corpus: &Path, folder: &Path) -> Option<(u128, u128)> {
    Command::new("hugo").arg("version").output().ok()?;
    let root = folder.join("hugo");
    copy(&corpus.join("hugo"), &root);
    let server = Server::start(
        Command::new("hugo")
            .args(["server", "--bind", "127.0.0.1", "--port", &free_port()])
            .current_dir(&root),
    );
    let mut dice = Dice(2);
    let pages: Vec<String> = names(&root.join("content"))
        .into_iter()
        .filter(|name| name.ends_with(".md") && !name.starts_with('_'))
        .collect();
    let mut times = Vec::new();
    for edit in 0..HUGO_EDITS {
        let name = &pages[dice.roll(pages.len())];
        let page = format!("/{}/", name.trim_end_matches(".md"));
        times.push(server.edit(&root.join("content").join(name), &page, edit));
        std::thread::sleep(Duration::from_millis(200));
    }
    Some(percentiles(&mut times))
}

/// A port that is free now; Hugo takes no 0 for one.
fn free_port() -> String {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port().to_string()
}

/// A program that serves, for as long as it is needed.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(command: &mut Command) -> Server {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = loop {
            let line = lines.next().expect("it says where it serves").unwrap();
            let address = ["127.0.0.1:", "localhost:"]
                .iter()
                .find_map(|host| line.split_once(host));
            if let Some((_, rest)) = address {
                let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap();
                break digits.parse().unwrap();
            }
        };
        // What it says later is of no interest, but has to go somewhere.
        std::thread::spawn(move || lines.for_each(drop));
        Server { child, port }
    }

    /// Saves a file with a mark in it, and waits until its page has it.
    fn edit(&self, file: &Path, page: &str, number: usize) -> Duration {
        let text = fs::read_to_string(file).unwrap();
        let own = text.split("\n\nEdited for the ").next().unwrap();
        let mark = format!("Edited for the {number}th time.");
        let text = format!("{own}\n\n{mark}\n");
        let begun = Instant::now();
        fs::write(file, text).unwrap();
        loop {
            let body = self.get(page);
            if body.windows(mark.len()).any(|it| it == mark.as_bytes()) {
                return begun.elapsed();
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{page} never has `{mark}`"
            );
            // Asking more often would take the processor from the program that is asked.
            std::thread::sleep(Duration::from_millis(4));
        }
    }

    fn get(&self, path: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        let encoded: String = path
            .bytes()
            .map(|byte| match byte {
                b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                    char::from(byte).to_string()
                }
                byte => format!("%{byte:02x}"),
            })
            .collect();
        write!(
            stream,
            "GET {encoded} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let at = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        bytes.split_off(at + 4)
    }

    /// Resident memory in KiB, where the system tells it.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().split(' ').next()?.parse().ok())
            .unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn percentiles(times: &mut [Duration]) -> (u128, u128) {
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_millis();
    (at(0.5), at(0.95))
}

/// A page without the script that the server adds.
fn without_script(page: &[u8]) -> Vec<u8> {
    let find = |from: usize, words: &[u8]| {
        let rest = page.get(from..)?;
        let at = rest.windows(words.len()).position(|it| it == words)?;
        Some(from + at)
    };
    let tag = b"<script src=\"/.skillbook/live.js\"";
    match find(0, tag).and_then(|start| Some((start, find(start, b"</script>")?))) {
        Some((start, end)) => [&page[..start], &page[end + b"</script>".len()..]].concat(),
        None => page.to_vec(),
    }
}

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for name in names(&folder.join(&below)) {
            let path = below.join(name);
            if folder.join(&path).is_dir() {
                folders.push(path);
            } else {
                found.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    found
}

fn copy(from: &Path, to: &Path) {
    for path in files(from) {
        let target = to.join(&path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(from.join(&path), target).unwrap();
    }
}
