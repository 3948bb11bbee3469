//! web
fn main() {}
