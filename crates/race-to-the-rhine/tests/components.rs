use race_to_the_rhine::components::{Components, files};

#[test]
fn the_box_can_be_read() {
    Components::read(&files()).unwrap();
}
