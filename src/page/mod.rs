//! Book → HTML, one maud view per part of a page. Views decide nothing: what a view has to decide
//! is a field of what it is given.

mod case;
mod class;
mod contract;
mod document;
mod files;
mod frame;
mod guard;
mod guide;
mod head;
mod index;
mod install;
mod link;
mod not_found;
mod permissions;
mod rail;
mod readers;
mod redirect;
mod resource;
mod sheet;
mod skill;

pub use case::case;
pub use class::class;
pub use document::document;
pub use guide::{guide, guide_index};
pub use index::index;
pub use not_found::not_found;
pub use rail::rail_page as rail;
pub use redirect::redirect;
pub use resource::resource;
pub use skill::skill;

/// The look of the site: files made by the build script, and their names.
pub mod assets {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}
