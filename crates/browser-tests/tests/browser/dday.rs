//! The campaign's first month, for both sides, by clicks.

use crate::common::{PHONE, SCREEN, begin_scenario};
use browser_tests::player::{Asked, my_turn};
use browser_tests::{Page, Player, at_table, report};
use serde_json::Value;

const GAME: &str = "D-Day to the Rhine";
/// What a side does of each kind in a month, at most.
const ENOUGH: usize = 3;

fn labelled(asked: &Asked, label: &str) -> Vec<usize> {
    asked.which(|offer| offer["label"] == label)
}

/// How often a side did something in this month.
#[derive(Default)]
struct Deeds(Vec<(u64, &'static str)>);

impl Deeds {
    fn count(&self, seat: u64, deed: &str) -> usize {
        self.0.iter().filter(|done| **done == (seat, deed)).count()
    }

    /// Arrivals first, then attacks, then moves; what is asked in between is answered.
    fn choose(&mut self, player: &mut Player, asked: &Asked, seat: u64) -> usize {
        for deed in ["land here", "bring in", "attack", "move", "motorized move", "rail move"] {
            let offers = labelled(asked, deed);
            if !offers.is_empty() && self.count(seat, deed) < ENOUGH {
                self.0.push((seat, deed));
                return offers[player.pick(offers.len())];
            }
        }
        let ends = asked.which(|offer| {
            offer["label"]
                .as_str()
                .is_some_and(|label| label.starts_with("end ") || label == "done" || label == "go on")
        });
        ends.first().copied().unwrap_or_else(|| player.eager(asked))
    }
}

/// The resource points of both sides stand at the head of the table, as the scene has them.
async fn budget_in_sight(page: &Page) {
    let script = "const [, allied, german] = known.shown.scene.tracks; const text = document.querySelector('#top .phase').innerText.replace(/\\s+/g, ' ');
        return [`Allied RP ${allied}`, `German RP ${german}`].filter((words) => !text.includes(words)).map((words) => `${words} is missing in ${text}`)";
    let missing = page.ask(script, Value::Null).await;
    assert_eq!(missing, serde_json::json!([]), "the budget is out of sight");
}

#[test]
fn june_is_played_for_both_sides() {
    at_table("dday", async |house| {
        let page = house.visitor(SCREEN).await;
        begin_scenario(&page, GAME, "campaign", "hotseat", 0, "").await;
        let (mut player, mut deeds) = (Player::new(44), Deeds::default());
        my_turn(&page).await;
        page.rest().await;
        page.picture("dday-board").await;
        let (mut pictured, mut decisions) = (false, 0);
        let june = loop {
            let asked = my_turn(&page).await;
            if asked.over() || asked.turn() > 0 {
                break asked;
            }
            budget_in_sight(&page).await;
            decisions += 1;
            assert!(decisions < 200, "June never ends: {:#?}", player.played);
            let seat = asked.0["viewer"].as_u64().unwrap();
            let offer = deeds.choose(&mut player, &asked, seat);
            if asked.offers()[offer]["label"] == "attack" && !pictured {
                pictured = true;
                player.begin(&page, &asked, offer).await;
                page.until("the dice are off the table", "return !document.querySelector('#toast .say')").await;
                page.until("the odds are shown", "return document.querySelector('.card.odds .bars') !== null").await;
                page.rest().await;
                page.picture("dday-attack").await;
            }
            player.answer(&page, &asked, offer).await;
        };
        assert!(!june.over(), "the landings failed: choose another seed");
        report(&format!("June 1944 for both sides: {decisions} clicked decisions"));
        for seat in [0, 1] {
            let moved =
                ["move", "motorized move", "rail move"].iter().map(|deed| deeds.count(seat, deed)).sum::<usize>();
            assert!(moved > 0, "seat {seat} did not move: {:#?}", player.played);
        }
        assert_eq!(deeds.count(0, "land here"), 2, "{:#?}", player.played);
        assert!(pictured, "nobody attacked: {:#?}", player.played);
        page.picture("dday-july").await;
    });
}

#[test]
fn the_campaign_fits_on_a_phone() {
    at_table("dday-phone", async |house| {
        let page = house.visitor(PHONE).await;
        page.become_phone(PHONE.0, PHONE.1).await;
        begin_scenario(&page, GAME, "normandy", "bot", 0, "easy").await;
        let asked = my_turn(&page).await;
        let mut player = Player::new(3);
        let offer = player.eager(&asked);
        player.answer(&page, &asked, offer).await;
        my_turn(&page).await;
        page.rest().await;
        page.picture("dday-phone").await;
        let wide = page.see("return document.documentElement.scrollWidth <= innerWidth").await;
        assert_eq!(wide, true, "the page is wider than the phone");
    });
}
