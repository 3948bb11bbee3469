//! When the program stops: what happened, the link to the state, and a report to copy.

use std::panic::PanicHookInfo;

use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

use crate::texts;

/// Shows the crash in the page from now on. The program cannot go on after a panic, so this uses
/// the plain document and nothing of the page's own state.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        let report = report(info);
        gloo::console::error!(&report);
        show(&report);
    }));
}

fn report(info: &PanicHookInfo) -> String {
    let link = window().location().href().unwrap_or_default();
    let browser = window().navigator().user_agent().unwrap_or_default();
    texts::crash_report(&info.to_string(), &link, &browser)
}

fn show(report: &str) {
    let Some(panel) = document().get_element_by_id("crash") else {
        return;
    };
    if let Some(text) = document()
        .get_element_by_id("crash-report")
        .and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok())
    {
        text.set_value(report);
    }
    // The attribute exists in the document that the page was loaded from.
    let _ = panel.remove_attribute("hidden");
}
