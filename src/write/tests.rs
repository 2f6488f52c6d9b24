//! Against real folders. What an interrupted run leaves is laid out by hand, since no test can be killed at the right
//! moment.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::*;

/// A site whose outputs are given; `panic` and `fail` as contents do what they say.
struct Fake(BTreeMap<String, String>);

impl Outputs for Fake {
    fn paths(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn make(&self, path: &str) -> Result<Vec<u8>, MakeError> {
        match self.0[path].as_str() {
            "panic" => panic!("a page panicked"),
            "fail" => Err("a page failed".into()),
            text => Ok(text.as_bytes().to_vec()),
        }
    }
}

fn site(outputs: &[(&str, &str)]) -> Fake {
    let outputs = outputs
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Fake(outputs.collect())
}

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, inner: &str) -> PathBuf {
        self.folder.path().join(inner)
    }

    fn dist(&self) -> PathBuf {
        self.path("dist")
    }

    fn build(&self, outputs: &[(&str, &str)]) -> Result<Report, WriteError> {
        write(&site(outputs), &self.dist(), "1.2.3")
    }

    /// An output folder as a run leaves it, under any name.
    fn lay_out(&self, name: &str, outputs: &[(&str, &str)]) {
        write(&site(outputs), &self.path(name), "1.2.3").unwrap();
    }

    /// The names beside the target, and in it if asked.
    fn names(&self) -> Vec<String> {
        names(self.folder.path())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(path).unwrap()
}

fn report(written: usize, unchanged: usize, removed: usize) -> Report {
    Report {
        written,
        unchanged,
        removed,
    }
}

const BOTH: [Strategy; 2] = [Strategy::Exchange, Strategy::TwoRenames];

#[test]
fn a_first_build_makes_the_folder_and_those_above_it() {
    let place = Place::new();
    let target = place.path("a/b/dist");
    let done = write(
        &site(&[("index.html", "1"), ("x/y/z.html", "2")]),
        &target,
        "1.2.3",
    );
    assert_eq!(done.unwrap(), report(2, 0, 0));
    assert_eq!(names(&target), [".skillbook", "index.html", "x"]);
    assert_eq!(read(target.join("x/y/z.html")), "2");
    assert!(read(target.join(MARKER)).contains("1.2.3"));
    assert_eq!(names(&place.path("a/b")), ["dist"]);
}

#[test]
fn an_empty_folder_is_a_fine_target() {
    for strategy in BOTH {
        let place = Place::new();
        fs::create_dir(place.dist()).unwrap();
        let target = place.dist();
        let done = Writer::new(&target, "1")
            .strategy(strategy)
            .write(&site(&[("a", "1")]));
        assert_eq!(done.unwrap(), report(1, 0, 0));
        assert_eq!(place.names(), ["dist"]);
    }
}

#[test]
fn a_site_without_outputs_is_a_folder_with_a_marker() {
    let place = Place::new();
    assert_eq!(place.build(&[]).unwrap(), report(0, 0, 0));
    assert_eq!(place.build(&[("a", "1")]).unwrap(), report(1, 0, 0));
    assert_eq!(place.build(&[]).unwrap(), report(0, 0, 1));
    assert_eq!(names(&place.dist()), [MARKER]);
}

#[test]
fn a_second_build_counts_what_changed_and_removes_what_went() {
    for strategy in BOTH {
        let place = Place::new();
        place
            .build(&[
                ("same", "1"),
                ("changed", "1"),
                ("gone/a", "1"),
                ("to-folder", "1"),
            ])
            .unwrap();
        let target = place.dist();
        let next = site(&[
            ("same", "1"),
            ("changed", "2"),
            ("new/a", "1"),
            ("to-folder/a", "1"),
        ]);
        let done = Writer::new(&target, "1.2.3")
            .strategy(strategy)
            .write(&next);
        assert_eq!(done.unwrap(), report(3, 1, 2));
        assert_eq!(
            names(&target),
            [MARKER, "changed", "new", "same", "to-folder"]
        );
        assert_eq!(read(target.join("changed")), "2");
        assert_eq!(place.names(), ["dist"]);
    }
}

#[cfg(unix)]
#[test]
fn unchanged_files_are_hard_links_and_changed_ones_are_not_written_through_them() {
    use std::os::unix::fs::MetadataExt;
    let place = Place::new();
    let inode = |inner: &str| fs::metadata(place.dist().join(inner)).unwrap().ino();
    place.build(&[("a/same", "1"), ("changed", "1")]).unwrap();
    let kept = place.path("kept");
    fs::hard_link(place.dist().join("changed"), &kept).unwrap();
    let (same, changed) = (inode("a/same"), inode("changed"));
    place.build(&[("a/same", "1"), ("changed", "2")]).unwrap();
    assert_eq!(inode("a/same"), same);
    assert_ne!(inode("changed"), changed);
    assert_eq!(read(kept), "1");
}

#[test]
fn a_folder_that_skillbook_did_not_make_is_left_alone() {
    let place = Place::new();
    fs::create_dir(place.dist()).unwrap();
    for (name, text) in [
        ("thesis.txt", "years of work"),
        (MARKER, "somebody else's settings"),
    ] {
        fs::write(place.dist().join(name), text).unwrap();
        let error = place.build(&[("a", "1")]).unwrap_err();
        assert!(matches!(error, WriteError::Foreign { .. }), "{error}");
        assert!(error.to_string().contains("was not made by Skillbook"));
        assert!(error.help().is_some());
        assert_eq!(read(place.dist().join("thesis.txt")), "years of work");
        assert_eq!(place.names(), ["dist"]);
    }
}

#[test]
fn an_output_that_became_a_work_tree_is_left_alone() {
    let place = Place::new();
    place.build(&[("a", "1")]).unwrap();
    fs::create_dir(place.dist().join(".git")).unwrap();
    let error = place.build(&[("a", "2")]).unwrap_err();
    assert!(matches!(error, WriteError::WorkTree { .. }), "{error}");
    assert_eq!(read(place.dist().join("a")), "1");
}

#[test]
fn something_foreign_that_appears_during_the_build_is_left_alone() {
    struct Intruder(PathBuf);
    impl Outputs for Intruder {
        fn paths(&self) -> Vec<String> {
            vec!["a".into()]
        }
        fn make(&self, _: &str) -> Result<Vec<u8>, MakeError> {
            fs::create_dir(&self.0)?;
            fs::write(self.0.join("theirs"), "1")?;
            Ok(Vec::new())
        }
    }
    let place = Place::new();
    let error = write(&Intruder(place.dist()), &place.dist(), "1").unwrap_err();
    assert!(matches!(error, WriteError::Foreign { .. }), "{error}");
    assert_eq!(names(&place.dist()), ["theirs"]);
    assert_eq!(place.names(), ["dist"]);
}

#[test]
fn a_file_is_no_target_and_neither_is_a_folder_below_one() {
    let place = Place::new();
    fs::write(place.dist(), "text").unwrap();
    let error = place.build(&[("a", "1")]).unwrap_err();
    assert!(matches!(error, WriteError::NotAFolder { .. }), "{error}");
    assert!(write(&site(&[]), &place.path("dist/inner"), "1").is_err());
    assert_eq!(read(place.dist()), "text");
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_is_no_target() {
    let place = Place::new();
    place.lay_out("real", &[("a", "1")]);
    for destination in ["real", "nowhere"] {
        std::os::unix::fs::symlink(place.path(destination), place.dist()).unwrap();
        for target in [place.dist(), place.path("dist/"), place.path("dist/.")] {
            let error = write(&site(&[("a", "2")]), &target, "1").unwrap_err();
            assert!(matches!(error, WriteError::Symlink { .. }), "{error}");
        }
        fs::remove_file(place.dist()).unwrap();
    }
    assert_eq!(read(place.path("real/a")), "1");
}

#[cfg(unix)]
#[test]
fn links_inside_the_last_output_are_neither_followed_nor_kept() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.build(&[("a", "1"), ("b/c", "1")]).unwrap();
    fs::create_dir(place.path("outside")).unwrap();
    fs::write(place.path("outside/c"), "1").unwrap();
    fs::write(place.path("outside/a"), "1").unwrap();
    fs::remove_dir_all(place.dist().join("b")).unwrap();
    fs::remove_file(place.dist().join("a")).unwrap();
    symlink(place.path("outside"), place.dist().join("b")).unwrap();
    symlink(place.path("outside/a"), place.dist().join("a")).unwrap();
    let done = place.build(&[("a", "1"), ("b/c", "1")]).unwrap();
    assert_eq!(done, report(2, 0, 0));
    assert!(
        fs::symlink_metadata(place.dist().join("a"))
            .unwrap()
            .is_file()
    );
    assert!(
        fs::symlink_metadata(place.dist().join("b"))
            .unwrap()
            .is_dir()
    );
    assert_eq!(names(&place.path("outside")), ["a", "c"]);
}

#[cfg(unix)]
#[test]
fn a_link_on_the_way_to_the_target_is_followed() {
    let place = Place::new();
    fs::create_dir(place.path("real")).unwrap();
    std::os::unix::fs::symlink(place.path("real"), place.path("link")).unwrap();
    write(&site(&[("a", "1")]), &place.path("link/dist"), "1").unwrap();
    assert_eq!(read(place.path("real/dist/a")), "1");
    assert_eq!(names(&place.path("real")), ["dist"]);
}

#[test]
fn folders_in_use_are_no_target() {
    let place = Place::new();
    let source = place.path("dist/content");
    place.build(&[("a", "1")]).unwrap();
    fs::create_dir(&source).unwrap();
    for target in [
        place.dist(),
        source.clone(),
        place.path("dist/content/../../dist"),
    ] {
        let error = Writer::new(&target, "1")
            .sparing(&source)
            .write(&site(&[]))
            .unwrap_err();
        assert!(matches!(error, WriteError::InUse { .. }), "{error}");
    }
    let inner = source.join("dist");
    assert!(
        Writer::new(&inner, "1")
            .sparing(&source)
            .write(&site(&[]))
            .is_ok()
    );
    // The current folder is in use without being named.
    for target in [Path::new("."), &std::env::current_dir().unwrap()] {
        let error = write(&site(&[]), target, "1").unwrap_err();
        assert!(matches!(error, WriteError::InUse { .. }), "{error}");
    }
}

#[test]
fn places_without_a_name_are_no_target() {
    for target in ["", "/", "missing-folder/../x"] {
        let error = write(&site(&[]), Path::new(target), "1").unwrap_err();
        assert!(
            matches!(error, WriteError::NoName { .. }),
            "{target}: {error}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_mount_point_is_no_target() {
    let error = write(&site(&[]), Path::new("/proc"), "1").unwrap_err();
    assert!(matches!(error, WriteError::MountPoint { .. }), "{error}");
}

#[test]
fn a_page_that_cannot_be_made_leaves_the_old_output_whole() {
    for fault in ["panic", "fail"] {
        let place = Place::new();
        place.build(&[("a", "1"), ("b", "1")]).unwrap();
        let error = place
            .build(&[("a", "2"), ("b", fault), ("c", fault)])
            .unwrap_err();
        assert!(error.to_string().contains("cannot make b"), "{error}");
        assert!(error.to_string().contains("a page"), "{error}");
        assert_eq!(names(&place.dist()), [MARKER, "a", "b"]);
        assert_eq!(read(place.dist().join("a")), "1");
        assert_eq!(place.names(), ["dist"]);
    }
}

#[test]
fn a_bad_path_is_refused_before_anything_is_made() {
    let place = Place::new();
    let error = place.build(&[("a", "panic"), ("../b", "1")]).unwrap_err();
    assert!(matches!(error, WriteError::Path { .. }), "{error}");
    assert!(place.names().is_empty());
}

#[test]
fn the_staging_folder_of_a_dead_run_is_removed() {
    let place = Place::new();
    place.build(&[("a", "1")]).unwrap();
    place.lay_out(".dist.skillbook-staging-1", &[("half", "1")]);
    place.lay_out(".dist.skillbook-staging-x", &[("not", "ours")]);
    place.lay_out(".other.skillbook-staging-1", &[("not", "ours")]);
    assert_eq!(place.build(&[("a", "2")]).unwrap(), report(1, 0, 0));
    let left = [
        ".dist.skillbook-staging-x",
        ".other.skillbook-staging-1",
        "dist",
    ];
    assert_eq!(place.names(), left);
}

#[test]
fn a_run_killed_after_the_exchange_leaves_an_old_output_that_is_removed() {
    let place = Place::new();
    place.lay_out(".dist.skillbook-staging-1", &[("a", "old")]);
    place.build(&[("a", "new")]).unwrap();
    recover(&place.dist()).unwrap();
    assert_eq!(place.names(), ["dist"]);
    assert_eq!(read(place.dist().join("a")), "new");
}

#[test]
fn a_run_killed_between_its_two_renames_is_finished() {
    let place = Place::new();
    place.lay_out(".dist.skillbook-old-1", &[("a", "old")]);
    place.lay_out(".dist.skillbook-staging-1", &[("a", "new")]);
    place.lay_out(".dist.skillbook-staging-2", &[("a", "half")]);
    recover(&place.dist()).unwrap();
    assert_eq!(place.names(), ["dist"]);
    assert_eq!(read(place.dist().join("a")), "new");
}

#[test]
fn an_old_output_without_a_new_one_gets_its_name_back() {
    let place = Place::new();
    place.lay_out(".dist.skillbook-old-1", &[("a", "old")]);
    // Even if the build that comes next fails.
    place.build(&[("a", "fail")]).unwrap_err();
    assert_eq!(place.names(), ["dist"]);
    assert_eq!(read(place.dist().join("a")), "old");
}

#[test]
fn a_run_killed_before_it_removed_the_old_output_is_cleared_up() {
    let place = Place::new();
    place.build(&[("a", "new")]).unwrap();
    place.lay_out(".dist.skillbook-old-1", &[("a", "old")]);
    assert_eq!(place.build(&[("a", "new")]).unwrap(), report(0, 1, 0));
    assert_eq!(place.names(), ["dist"]);
}

#[test]
fn a_folder_of_that_name_which_is_not_ours_is_not_removed() {
    let place = Place::new();
    fs::create_dir(place.path(".dist.skillbook-old-1")).unwrap();
    fs::write(place.path(".dist.skillbook-old-1/thesis.txt"), "years").unwrap();
    place.lay_out("dist", &[]);
    place.build(&[("a", "1")]).unwrap();
    assert_eq!(
        read(place.path(".dist.skillbook-old-1/thesis.txt")),
        "years"
    );
}

#[test]
fn a_run_at_work_is_not_disturbed() {
    struct Nested<'a>(&'a Place);
    impl Outputs for Nested<'_> {
        fn paths(&self) -> Vec<String> {
            vec!["a".into()]
        }
        fn make(&self, _: &str) -> Result<Vec<u8>, MakeError> {
            let error = self.0.build(&[("a", "2")]).unwrap_err();
            assert!(matches!(error, WriteError::Busy { .. }), "{error}");
            assert!(matches!(
                recover(&self.0.dist()),
                Err(WriteError::Busy { .. })
            ));
            Ok(b"1".to_vec())
        }
    }
    let place = Place::new();
    write(&Nested(&place), &place.dist(), "1").unwrap();
    assert_eq!(read(place.dist().join("a")), "1");
}

/// A run that was killed while it deleted once left a folder without a marker, which no later run dared to delete.
#[cfg(unix)]
#[test]
fn what_is_half_deleted_still_bears_its_marker() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let name = ".dist.skillbook-staging-1";
    place.lay_out(name, &[("a", "1"), ("locked/b", "1"), ("z", "1")]);
    let locked = place.path(name).join("locked");
    let mode = |mode| fs::set_permissions(&locked, fs::Permissions::from_mode(mode));
    mode(0o555).unwrap();
    place.build(&[("a", "1")]).unwrap();
    // Who may delete everything (root) sees the folder go at once.
    if locked.exists() {
        assert!(place.path(name).join(MARKER).exists());
        mode(0o755).unwrap();
        place.build(&[("a", "1")]).unwrap();
    }
    assert_eq!(place.names(), ["dist"]);
}

#[test]
fn a_newborn_staging_folder_is_taken_for_a_run_at_work() {
    let place = Place::new();
    fs::create_dir(place.path(".dist.skillbook-staging-1")).unwrap();
    let error = place.build(&[("a", "1")]).unwrap_err();
    assert!(matches!(error, WriteError::Busy { .. }), "{error}");
    let file = fs::File::open(place.path(".dist.skillbook-staging-1")).unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    file.set_modified(long_ago).unwrap();
    place.build(&[("a", "1")]).unwrap();
    assert_eq!(place.names(), ["dist"]);
}

#[test]
fn if_the_new_folder_cannot_take_the_name_the_old_one_has_it_again() {
    let place = Place::new();
    place.build(&[("a", "old")]).unwrap();
    let missing = place.path("missing");
    let moved = exchange::replace(
        &missing,
        &place.dist(),
        &place.path("aside"),
        Strategy::TwoRenames,
    );
    assert!(moved.is_err());
    assert_eq!(place.names(), ["dist"]);
    assert_eq!(read(place.dist().join("a")), "old");
}

#[cfg(target_os = "linux")]
#[test]
fn linux_exchanges_in_one_step() {
    let place = Place::new();
    place.lay_out("new", &[("a", "new")]);
    place.build(&[("a", "old")]).unwrap();
    let old = exchange::replace(
        &place.path("new"),
        &place.dist(),
        &place.path("aside"),
        Strategy::Exchange,
    );
    assert_eq!(old.unwrap(), exchange::Old::Staging);
    assert_eq!(read(place.dist().join("a")), "new");
    assert_eq!(read(place.path("new/a")), "old");
}

#[test]
fn two_builds_of_the_same_are_the_same_bytes() {
    let place = Place::new();
    place.lay_out("one", &[("a", "1")]);
    place.lay_out("two", &[("a", "1")]);
    assert_eq!(
        read(place.path("one").join(MARKER)),
        read(place.path("two").join(MARKER))
    );
}
