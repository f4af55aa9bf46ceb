//! Rule cases as scripts: a position, what is played with which rolls, and what must follow.
//!
//! ```text
//! game hurtgen-forest
//! case 5.14, 6.1  A unit may not leave an enemy-controlled hex
//!   scenario historical ! 1,2             # begin a scenario, with the rolls of its deal, or
//!   position                              # the lines up to `play`, as Game::set_up reads them
//!     US 1/28 at 0819
//!     US to move
//!   play
//!   US move 1/28 0718      refused 5.14   # an action; what must follow, after two spaces or on the next lines
//!   US attack 275F with 1/28 ! 6   noted 7.62.a D2
//!   GE asked 7.7 Retreat                  # who is awaited, by which rule, a part of the question
//! ```
//!
//! `#` begins a comment. Indentation is free. What may be expected:
//!
//! | | |
//! |---|---|
//! | `refused RULE words` | the action before it is refused under this rule (`refused turn`: it is not that seat's decision) |
//! | `noted RULE words` | a public note of the last action has this rule and contains the words; `not noted` |
//! | `told SEAT RULE words` | the same for what this seat alone may read; `not told` |
//! | `SEAT asked RULE words` | this seat is awaited, by this rule; the question contains the words |
//! | `offered words` | an offer to the awaited seat begins with the words, in notation or by its label; `not offered` |
//! | `open words : a b` | the opening of that offer contains these; `= a b` exactly these; `not open` none of these |
//! | `expect line` | a line of the position; `expect not` |
//! | `forecast action : words 1/6` | the odds of an outcome; without a fraction: words of its title, sums or remark; `not forecast` |
//! | `over SEAT level RULE` | the game is over; `over nobody` for a draw |
//! | `undo SEAT` | takes the last decision back; `undo SEAT refused` |

mod expect;
mod harness;
mod run;
mod script;

pub use harness::cases_main;
pub use run::run_cases;
pub use script::{Case, Script};

use std::fmt;

/// A case that did not go as its script says, or a script that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// The line as it stands in the script.
    pub script: String,
    pub expected: String,
    pub found: String,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { file, line, script, expected, found } = self;
        writeln!(f, "{file}:{line}: {}", script.trim())?;
        writeln!(f, "  expected  {expected}")?;
        write!(f, "  found     {found}")
    }
}

impl std::error::Error for Report {}

/// How one case went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseResult {
    /// The rules it carries and its title, as in the script.
    pub name: String,
    pub line: usize,
    pub result: Result<(), Report>,
}
