//! The client and the migrations are compiled in; a new file among them must be seen.

fn main() {
    println!("cargo::rerun-if-changed=../../client");
    println!("cargo::rerun-if-changed=migrations");
}
