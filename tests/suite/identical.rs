//! The same input gives the same bytes: again, elsewhere, later, in another language and time zone.

use crate::site::{Output, Site, assert_same_bytes, copy, files_below};
use std::fs::File;
use std::time::{Duration, SystemTime};

type Bytes = Vec<(String, Vec<u8>)>;

/// Builds the bakery in an environment.
fn built(site: &Site, environment: &[(&str, &str)]) -> Bytes {
    let out = site.beside("other");
    let run = site
        .command("build . --out ../other")
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let bytes = Output::at(&out).bytes();
    std::fs::remove_dir_all(out).unwrap();
    bytes
}

#[test]
fn again() {
    let site = Site::of("bakery");
    let first = site.build().bytes();
    assert_same_bytes(&first, &built(&site, &[]));
    // Over the old output, too, where unchanged files are taken over.
    assert_same_bytes(&first, &site.build().bytes());
}

#[test]
fn with_one_thread_or_many() {
    let site = Site::of("bakery");
    let one = built(&site, &[("RAYON_NUM_THREADS", "1")]);
    let many = built(&site, &[("RAYON_NUM_THREADS", "16")]);
    assert_same_bytes(&one, &many);
}

#[test]
fn in_another_time_zone_and_language() {
    let site = Site::of("bakery");
    let here = built(&site, &[("TZ", "UTC"), ("LANG", "C"), ("LC_ALL", "C")]);
    let there = built(
        &site,
        &[
            ("TZ", "Pacific/Kiritimati"),
            ("LANG", "tr_TR.UTF-8"),
            ("LC_ALL", "tr_TR.UTF-8"),
        ],
    );
    assert_same_bytes(&here, &there);
}

#[test]
fn on_another_day() {
    let site = Site::of("bakery");
    let before = built(&site, &[]);
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(86_400);
    for path in files_below(&site.root()) {
        let file = File::options()
            .append(true)
            .open(site.root().join(path))
            .unwrap();
        file.set_modified(long_ago).unwrap();
    }
    assert_same_bytes(&before, &built(&site, &[]));
}

#[test]
fn in_another_folder() {
    let here = Site::of("bakery");
    let there = Site::empty();
    copy(&here.root(), &there.beside("a folder with spaces/site"));
    let run = there
        .command("build '../a folder with spaces/site' --out ../other")
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_same_bytes(
        &built(&here, &[]),
        &Output::at(there.beside("other")).bytes(),
    );
}

#[test]
fn no_page_names_a_path_of_this_machine() {
    let site = Site::of("bakery");
    let folder = site
        .beside("")
        .to_str()
        .unwrap()
        .trim_end_matches('/')
        .to_owned();
    for (path, bytes) in site.build().bytes() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(&folder), "{path} names {folder}");
    }
}

#[test]
fn the_shipped_site_twice() {
    let site = Site::of_content();
    assert_same_bytes(&site.build().bytes(), &built(&site, &[]));
}
