//! A panic inside a game is a finding, not the end of the program.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: RefCell<String> = const { RefCell::new(String::new()) };
}

static HOOK: Once = Once::new();

/// Runs `work`; a panic in it becomes its message and place, and nothing is printed.
///
/// Whatever `work` was changing may be half changed afterwards: look at it only to report.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                CAUGHT.set(info.to_string().replace('\n', " "));
            } else {
                others(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(outer);
    result.map_err(|_| CAUGHT.take())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_becomes_its_message_and_place() {
        let caught = super::catch(|| panic!("the {} is out of order", "lift")).unwrap_err();
        assert!(caught.contains("the lift is out of order") && caught.contains("quiet.rs"), "{caught}");
        assert_eq!(super::catch(|| 7), Ok(7));
    }
}
