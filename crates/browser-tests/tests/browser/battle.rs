//! One card for a whole fight: who attacks, which guns help, what the other side may add, and one confirmation.

use crate::common::{SCREEN, sit_down};
use browser_tests::player::{Asked, my_turn, taken};
use browser_tests::{Page, at_table, report};
use fantoccini::key::Key;
use serde_json::{Value, json};

/// A German gun can answer; two US guns and five points can help.
const HELPED: &str = "support 5
    US 1/8 at 2202
    US 2/8 at 2301
    US 44 at 1901
    US 20 at 1902
    GE 275F at 2302
    GE 275A at 2705
    US to attack";

/// A position in which somebody can attack, and the label of the offer.
struct Plain {
    game: &'static str,
    position: &'static str,
    label: &'static str,
}

const PLAIN: [Plain; 5] = [
    Plain { game: "hurtgen-forest", position: HELPED, label: "attack" },
    Plain {
        game: "ford",
        position: "US Able at 0303
            US Able chit 4
            GE Anton at 0304
            GE Anton chit 2
            support GE 0
            US to fight",
        label: "attack",
    },
    Plain {
        game: "operation-grenade",
        position: "US 115/29 at 1101
            GE 1157/363 at 1102
            US to attack",
        label: "attack",
    },
    Plain {
        game: "dday-to-the-rhine",
        position: "scenario campaign
            month Jul
            phase 4
            clear
            Allied RP 9
            US1 at 0813
            BR2 at 1013
            LXXXIV at 0914",
        label: "attack",
    },
    Plain {
        game: "road-to-the-rhine",
        position: "scenario bulge
            turn dec-3
            weather winter-storm
            GE Lehr at N2126 supplied
            GE 26VG at N2126
            AL US28 at N2025 reduced
            AL US101 at N1424
            GE to declare",
        label: "Attack",
    },
];

/// Where the first of the targets stands.
async fn target(asked: &Asked, label: &str) -> (usize, String) {
    let offer = asked.which(|offer| offer["label"].as_str().is_some_and(|text| text.starts_with(label)))[0];
    (offer, asked.offers()[offer]["about"].as_str().unwrap().to_owned())
}

/// Clicks the target, waits for the card.
async fn open(page: &Page, thing: &str) {
    page.click_thing(thing).await;
    card(page).await;
}

async fn card(page: &Page) {
    page.until_known(
        "the card is open",
        "return choice.open !== null && choice.answer !== null && document.querySelector('.card.odds .bars') !== null",
        Value::Null,
    )
    .await;
}

#[test]
fn a_plain_attack_takes_three_clicks_at_most() {
    at_table("plain-attacks", async |house| {
        let page = house.visitor(SCREEN).await;
        // What leaves no choice would play itself while one looks.
        page.see("const { set } = await import('/js/settings.js'); set('forced', false)").await;
        for Plain { game, position, label } in &PLAIN {
            sit_down(&page, game, position, "").await;
            let asked = my_turn(&page).await;
            // Who answers for the other side ends the attack of this one.
            let mine = asked.0["viewer"] == 0;
            let (_, thing) = target(&asked, label).await;
            page.rest().await;
            // The card of the only attack there is lies open by itself.
            let mut clicks = 0;
            if page.ask("return choice.offer === null", Value::Null).await == true {
                clicks += 1;
                page.click_thing(&thing).await;
            }
            card(&page).await;
            page.rest().await;
            page.picture(&format!("battle-{game}")).await;
            loop {
                let now = my_turn(&page).await;
                let done = page.ask("return known.told.some((t) => t.notes.some((n) => n.luck || n.shows.kind === 'roll' || n.shows.kind === 'throw')) || known.update.scene.arrows.some((a) => a.recipe === 'attack') || (args && known.update.viewer !== 0) || known.update.awaits.kind === 'over'", json!(mine)).await;
                if done == true {
                    break;
                }
                clicks += 1;
                assert!(
                    clicks <= 3,
                    "{game}: a plain attack takes more than three clicks; asked again: {}",
                    now.word("question")
                );
                page.click("#float [data-do=confirm]:not([disabled])").await;
                taken(&page, now.seq()).await;
                page.until_known("nothing more is on its way", "return !choice.sent", Value::Null).await;
            }
            report(&format!("{game}: a plain attack takes {clicks} clicks"));
        }
    });
}

#[test]
fn guns_and_points_are_laid_beside_the_attack() {
    at_table("battle-card", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(&page, "hurtgen-forest", HELPED, "").await;
        let asked = my_turn(&page).await;
        let (_, thing) = target(&asked, "attack").await;
        open(&page, &thing).await;
        let mut clicks = 1;
        let plain = page
            .ask("return choice.answer.forecast.sums.reduce((sum, one) => sum + one.amount, 0)", Value::Null)
            .await
            .as_i64()
            .unwrap();
        let chosen = page.ask("return choice.chosen.size", Value::Null).await;
        assert_eq!(chosen, 2, "both who stand there attack unless one is left out");
        for gun in ["44", "20"] {
            let piece = page.ask("return known.update.scene.counters.find((c) => known.kit.faces[c.face].name === args || known.kit.faces[c.face].key === args).piece", json!(gun)).await;
            let pill = page.text(&format!("#float [data-lay='p{piece}']")).await;
            let printed = page
                .ask(
                    "return known.kit.faces[known.update.scene.counters.find((c) => c.piece === args).face].numbers[0]",
                    piece.clone(),
                )
                .await;
            assert!(pill.contains(printed.as_str().unwrap()), "`{pill}` does not say how strong the gun is");
            page.click(&format!("#float [data-lay='p{piece}']")).await;
            clicks += 1;
            page.until_known(
                "the gun is in",
                "return choice.then.some((part) => part.pick.some?.includes(args)) && choice.answer !== null",
                json!(format!("p{piece}")),
            )
            .await;
        }
        page.click("#float [data-do=lay-all]").await;
        clicks += 1;
        page.until_known(
            "the odds count it all",
            "return choice.answer.forecast.sums.reduce((sum, one) => sum + one.amount, 0) > args + 5",
            json!(plain),
        )
        .await;
        page.rest().await;
        page.picture("battle-card").await;
        // Who profits is told by colour and in words, and what the other side may still add as well.
        let card = page.see("const c = document.querySelector('.card.odds'); return { good: c.querySelectorAll('.bars .good').length, words: c.querySelector('.bars .good em')?.innerText ?? '', worst: c.querySelectorAll('.bars u').length, text: c.innerText }").await;
        assert!(card["good"].as_u64().unwrap() > 0 && card["words"].as_str().unwrap().contains("defender"), "{card}");
        assert!(
            card["worst"].as_u64().unwrap() > 0 && card["text"].as_str().unwrap().contains("275"),
            "the worst case is not told: {card}"
        );
        // Enter is the one confirmation.
        page.press(char::from(Key::Enter)).await;
        clicks += 1;
        page.until_known("the German is asked", "return known.update.viewer === 1 && !choice.sent", Value::Null).await;
        assert!(clicks <= 6, "{clicks} clicks");
        report(&format!("hurtgen-forest: an attack with two guns and five points takes {clicks} clicks"));
        let said =
            page.ask("return known.told.flatMap((t) => t.notes.map((n) => n.text)).join(' ')", Value::Null).await;
        for words in ["Barrage by", "5 Ground Support Points"] {
            assert!(said.as_str().unwrap().contains(words), "{said}");
        }
    });
}

#[test]
fn a_bombardment_is_judged_with_its_guns() {
    at_table("bombard", async |house| {
        let page = house.visitor(SCREEN).await;
        sit_down(
            &page,
            "hurtgen-forest",
            "support 0
            US 44 at 1901
            US 20 at 1902
            GE 275F at 2302
            US to attack",
            "",
        )
        .await;
        let asked = my_turn(&page).await;
        let (_, thing) = target(&asked, "bombard").await;
        open(&page, &thing).await;
        let sums = page.ask("return choice.answer.forecast.sums.map((sum) => sum.label)", Value::Null).await;
        assert!(sums.as_array().unwrap().iter().any(|label| label == "Barrage"), "the guns are not counted: {sums}");
        page.picture("battle-bombard").await;
        page.click("#float [data-do=confirm]").await;
        page.until_known(
            "it is rolled",
            "return known.told.some((t) => t.notes.some((n) => n.shows.kind === 'roll'))",
            Value::Null,
        )
        .await;
    });
}

#[test]
fn who_has_to_attack_cannot_be_left_out() {
    at_table("only", async |house| {
        let page = house.visitor(SCREEN).await;
        let alone = "scenario campaign
            month Jul
            phase 4
            clear
            Allied RP 9
            BR2 at 1013
            LXXXIV at 0914";
        sit_down(&page, "dday-to-the-rhine", alone, "").await;
        let asked = my_turn(&page).await;
        let (_, about) = target(&asked, "attack").await;
        open(&page, &about).await;
        page.click(".card.odds [data-toggle]").await;
        page.until("it is told why", "return document.querySelector('.card.tip .no') !== null").await;
        let card = page.see("const card = document.querySelector('.card.odds'); const go = card.querySelector('[data-do=confirm]'); return [card.querySelector('[data-toggle]').getAttribute('aria-pressed'), go.disabled, go.innerText.startsWith('None')]").await;
        assert_eq!(card, json!(["true", false, false]), "the only attacker was left out");
    });
}
