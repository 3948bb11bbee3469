//! The playground in the browser: from a scenario in the address to pictures of its restarts.
//!
//! Data flows one way. [`state`] is what cannot be computed and changes by actions only; [`run`]
//! derives results from its scenario; [`views`] and [`components`] show both; [`paint`] draws the
//! figures outside the virtual DOM. Nothing here simulates or draws by hand.

mod address;
mod app;
mod browser;
mod components;
mod configuring;
mod field;
mod look;
mod media;
mod paint;
mod reuse;
mod run;
mod scale;
mod sources;
mod state;
mod texts;
mod url;
mod value;
mod views;

fn main() {
    shared::crash::install();
    if let Some(root) = gloo::utils::document().get_element_by_id("app") {
        // What the document says before the program runs has done its work.
        root.set_inner_html("");
        yew::Renderer::<app::App>::with_root(root).render();
    }
}
