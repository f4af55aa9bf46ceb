//! Whole matches over real sockets, with the store on disk.

use crate::common::{Laid, Line, Person, lay, settings};
use referee::{Dice, Seeded};
use serde_json::json;

/// Two people at a match of ford: the one who opened it sits in the first seat.
fn two(laid: &Laid) -> (Person, Person, String) {
    let (ada, ben) = (Person::new(laid.address, "Ada"), Person::new(laid.address, "Ben"));
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
    let link = opened["seats"][1]["join"].as_str().expect("an open seat has a link");
    let joined = ben.post("/api/join", &json!({ "token": link.strip_prefix("/join/").unwrap() }));
    assert_eq!(joined.status, 200, "{}", joined.text());
    assert_eq!(joined.json()["seats"][1]["yours"], true);
    (ada, ben, opened["id"].as_str().unwrap().into())
}

/// Plays at random until the match is over or stands at `until`.
fn play_on(lines: &mut [Line; 2], dice: &mut Seeded, until: u64) {
    while !lines[0].over() && lines[0].seq() < until {
        let deciding = usize::from(lines[1].yours());
        assert!(lines[deciding].yours() && !lines[1 - deciding].yours());
        lines[deciding].play(dice);
        let seq = lines[deciding].seq();
        lines[1 - deciding].reach(seq);
    }
}

#[test]
fn two_people_play_a_whole_game_and_one_keeps_losing_the_line() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    // The table's dice are nobody's choice, so how long a game lasts and how often is rolled is not either.
    let whole = |seed| whole_game(&laid, seed).then_some(());
    (0..20).find_map(whole).expect("one game of twenty is no short one");
}

/// Whether the game was long enough to show something.
fn whole_game(laid: &Laid, seed: u64) -> bool {
    let (ada, ben, id) = two(laid);
    let mut dice = Seeded(11 + seed);
    let mut lines = [ada.connect(&id), ben.connect(&id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    let mut lost = 0;
    while !lines[0].over() {
        let seq = lines[0].seq();
        play_on(&mut lines, &mut dice, seq + 3);
        let (seen, entries) = (lines[1].seq(), lines[1].update["entries"].clone());
        lines[1] = ben.connect(&id);
        lines[1].hello(Some(seen));
        assert_eq!((lines[1].seq(), &lines[1].update["entries"]), (seen, &entries));
        assert_eq!(lines[1].update["told"], json!([]), "nothing happened meanwhile");
        lost += 1;
    }
    assert!(lines[0].update["dice"]["seed"].is_string());
    assert_eq!(lines[0].update["offers"], json!([]));
    // Both read the same story, and now that it is over every action in it.
    let stories = [&ada, &ben].map(|who| who.get(&format!("/api/matches/{id}/story")).json());
    assert_eq!(stories[0]["told"].as_array().unwrap().len(), lines[0].update["entries"].as_u64().unwrap() as usize);
    assert!(stories[0]["told"].as_array().unwrap().iter().all(|told| told["action"].is_string()));
    // The file holds under the rules, and every roll follows from the seed.
    let file = ben.get(&format!("/api/matches/{id}/file")).text();
    let shelf = shelf::Shelf::open(None).unwrap();
    let fair = server::dice::verify(&**shelf.game("ford").unwrap(), &file);
    let server::dice::Verified::Fair { rolls, elsewhere: 0, .. } = fair else { panic!("{fair:?}\n{file}") };
    let listed = ada.get("/api/matches").json();
    assert_eq!(listed["mine"][0]["outcome"], stories_outcome(&listed));
    assert!(listed["mine"][0]["awaits"].is_null());
    lost > 3 && rolls >= 5
}

fn stories_outcome(listed: &serde_json::Value) -> serde_json::Value {
    let outcome = listed["mine"][0]["outcome"].clone();
    assert!(outcome.is_string());
    outcome
}

#[test]
fn a_killed_table_comes_back_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let mut laid = lay(settings(dir.path()));
    let (mut ada, mut ben, id) = two(&laid);
    let mut dice = Seeded(5);
    let mut kills = 0;
    let mut lines = [ada.connect(&id), ben.connect(&id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    while !lines[0].over() && kills < 8 {
        let seq = lines[0].seq() + 1 + u64::from(dice.pick(5));
        play_on(&mut lines, &mut dice, seq);
        let before = [lines[0].update.clone(), lines[1].update.clone()];
        drop(laid);
        laid = lay(settings(dir.path()));
        kills += 1;
        (ada, ben) = (ada.at(laid.address), ben.at(laid.address));
        lines = [ada.connect(&id), ben.connect(&id)];
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        for (line, before) in lines.iter().zip(before) {
            for key in ["seq", "entries", "viewer", "yours", "scene", "awaits", "offers", "undo", "dice"] {
                assert_eq!(line.update[key], before[key], "{key}");
            }
        }
    }
    play_on(&mut lines, &mut dice, u64::MAX);
    assert!(lines[1].over());
}

#[test]
fn somebody_plays_against_a_bot_and_takes_back() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    // The table's dice are nobody's choice: a game may be over before anything is rolled, or taken back.
    (0..50).find_map(|seed| takes_back(&ada, seed).then_some(())).expect("one game of fifty is no short one");
}

/// Whether the game was long enough to show something.
fn takes_back(ada: &Person, seed: u64) -> bool {
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "bot", "name": "random" }]));
    let id = opened["id"].as_str().unwrap();
    let mut line = ada.connect(id);
    line.hello(None);
    let mut dice = Seeded(3 + seed);
    let mut undone = 0;
    for _ in 0..500 {
        while !line.yours() && !line.over() {
            line.until("update");
        }
        if line.over() {
            break;
        }
        if line.update["undo"] == "free" && dice.pick(3) == 0 {
            let (seq, entries) = (line.seq(), line.update["entries"].as_u64().unwrap());
            line.send(&json!({ "type": "undo", "seq": seq }));
            line.reach(seq + 1);
            assert!(line.update["entries"].as_u64().unwrap() < entries);
            assert!(line.yours());
            undone += 1;
        } else {
            line.play(&mut dice);
        }
    }
    assert!(line.over());
    let file = ada.get(&format!("/api/matches/{id}/file")).text();
    let shelf = shelf::Shelf::open(None).unwrap();
    let fair = server::dice::verify(&**shelf.game("ford").unwrap(), &file);
    assert!(matches!(fair, server::dice::Verified::Fair { elsewhere: 0, .. }), "{fair:?}");
    // A roll that was turned is found.
    let rolled = |at: &usize| file.as_bytes()[at + 3].is_ascii_digit() && !file[..*at].ends_with("\ndeal");
    let Some(at) = file.match_indices(" ! ").map(|(at, _)| at).filter(rolled).last() else { return false };
    let roll = file.as_bytes()[at + 3];
    let mut forged = file.clone().into_bytes();
    forged[at + 3] = if roll == b'1' { b'2' } else { b'1' };
    let forged = String::from_utf8(forged).unwrap();
    let found = server::dice::verify(&**shelf.game("ford").unwrap(), &forged);
    assert!(!matches!(found, server::dice::Verified::Fair { .. }), "{found:?}");
    undone > 2
}

#[test]
fn nobody_looks_for_the_mine_by_taking_back_from_a_bot() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "bot", "name": "random" }]));
    let mut line = ada.connect(opened["id"].as_str().unwrap());
    line.hello(None);
    while !line.yours() {
        line.until("update");
    }
    // Wherever the first unit goes, she learns whether the mine lies there.
    let mut dice = Seeded(1);
    let (offer, pick) = std::iter::repeat_with(|| line.choose(&mut dice)).find(|(offer, _)| *offer == 0).unwrap();
    let seq = line.seq();
    line.send(&json!({ "type": "play", "seq": seq, "offer": offer, "pick": pick }));
    line.reach(seq + 1);
    let (seq, entries) = (line.seq(), line.update["entries"].clone());
    assert_eq!(line.update["undo"], "no");
    line.send(&json!({ "type": "undo", "seq": seq }));
    let refused = line.until("refused");
    assert_eq!(refused["kind"], "cannot_undo");
    assert!(refused["why"].as_str().unwrap().contains("hidden"), "{refused}");
    assert_eq!(line.update["entries"], entries);
}

#[test]
fn one_person_holds_all_seats() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let id = ada.open("hurtgen-forest", "historical", &json!([{ "kind": "me" }, { "kind": "me" }]))["id"].clone();
    let id = id.as_str().unwrap();
    let mut line = ada.connect(id);
    line.hello(None);
    let mut dice = Seeded(9);
    let mut viewers = [false; 2];
    for _ in 0..150 {
        if line.over() {
            break;
        }
        assert!(line.yours());
        viewers[usize::try_from(line.update["viewer"].as_u64().unwrap()).unwrap()] = true;
        line.play(&mut dice);
    }
    // Scrubbing and branching.
    let entries = line.update["entries"].as_u64().unwrap();
    let half = ada.get(&format!("/api/matches/{id}/at/{}", entries / 2)).json();
    assert_eq!(half["at"], entries / 2);
    let now = ada.get(&format!("/api/matches/{id}/at/{entries}")).json();
    assert_eq!(now["scene"], line.update["scene"]);
    assert_eq!(ada.get(&format!("/api/matches/{id}/at/{}", entries + 1)).status, 404);
    let branch = ada.post(&format!("/api/matches/{id}/branch"), &json!({ "at": entries / 2 })).json();
    let mut other = ada.connect(branch["id"].as_str().unwrap());
    other.hello(None);
    assert_eq!(other.update["scene"], half["scene"]);
    assert_eq!(other.update["told"].as_array().unwrap().len() as u64, entries / 2);
    other.play(&mut dice);
    // The file can be taken elsewhere.
    let file = ada.get(&format!("/api/matches/{id}/file")).text();
    let ben = Person::new(laid.address, "Ben");
    let loaded = ben.post("/api/upload", &json!({ "text": file }));
    assert_eq!(loaded.status, 200, "{}", loaded.text());
    let mut theirs = ben.connect(loaded.json()["id"].as_str().unwrap());
    theirs.hello(None);
    assert_eq!(theirs.update["scene"], line.update["scene"]);
    assert_eq!(ben.post("/api/upload", &json!({ "text": "game ford\nnonsense" })).status, 400);
    // All of it can be taken back, with nobody to ask.
    for _ in 0..5 {
        let seq = line.seq();
        line.send(&json!({ "type": "undo", "seq": seq }));
        line.reach(seq + 1);
    }
    assert_eq!(line.update["entries"].as_u64().unwrap(), entries - 5);
    let kept = line.update["scene"].clone();
    drop(line);
    drop(laid);
    let laid = lay(settings(dir.path()));
    let mut line = ada.at(laid.address).connect(id);
    line.hello(None);
    assert_eq!(line.update["scene"], kept);
    assert!(viewers[0]);
}

#[test]
fn a_roll_is_taken_back_only_if_the_other_agrees() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, ben, mut id) = two(&laid);
    let sit = |id: &str| {
        let mut lines = [ada.connect(id), ben.connect(id)];
        lines.iter_mut().for_each(|line| drop(line.hello(None)));
        lines
    };
    let mut lines = sit(&id);
    let mut dice = Seeded(2);
    // On to a decision that cannot be taken back freely, by whoever made it.
    let decided = loop {
        if lines[0].over() {
            // Nothing was rolled in this one: the dice are nobody's choice.
            let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
            let token = opened["seats"][1]["join"].as_str().unwrap().strip_prefix("/join/").unwrap().to_string();
            assert_eq!(ben.post("/api/join", &json!({ "token": token })).status, 200);
            id = opened["id"].as_str().unwrap().into();
            lines = sit(&id);
        }
        let deciding = usize::from(lines[1].yours());
        lines[deciding].play(&mut dice);
        let seq = lines[deciding].seq();
        lines[1 - deciding].reach(seq);
        if lines[deciding].update["undo"] == "ask" {
            break deciding;
        }
    };
    let (seq, entries) = (lines[decided].seq(), lines[decided].update["entries"].clone());
    let story = ada.get(&format!("/api/matches/{id}/story")).json();
    for agree in [false, true] {
        lines[decided].send(&json!({ "type": "undo", "seq": seq }));
        let asked = loop {
            let table = lines[1 - decided].until("table");
            if !table["undo"].is_null() {
                break table;
            }
        };
        assert_eq!(asked["undo"]["waiting"], json!([1 - decided]));
        // Nobody answers for another.
        lines[decided].send(&json!({ "type": "undo_answer", "seq": seq, "agree": true }));
        assert_eq!(lines[decided].until("refused")["kind"], "cannot_undo");
        lines[1 - decided].send(&json!({ "type": "undo_answer", "seq": seq, "agree": agree }));
        if !agree {
            lines[decided].until("undo_declined");
            assert_eq!(lines[decided].update["entries"], entries);
        }
    }
    lines[decided].reach(seq + 1);
    assert_eq!(lines[decided].update["entries"].as_u64().unwrap() + 1, entries.as_u64().unwrap());
    assert!(lines[decided].yours());
    let after = ada.get(&format!("/api/matches/{id}/story")).json();
    let told = story["told"].as_array().unwrap();
    assert_eq!(after["told"].as_array().unwrap().as_slice(), &told[..told.len() - 1]);
}

/// Whoever points at a place first is told who can go there, and nobody else.
#[test]
fn a_place_knows_who_can_go_there() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, ben, id) = two(&laid);
    let mut lines = [ada.connect(&id), ben.connect(&id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    // The mine is hidden first.
    let seq = lines[0].seq() + 1;
    play_on(&mut lines, &mut Seeded(1), seq);
    let [first, second] = &mut lines;
    let (line, other) = if first.yours() { (first, second) } else { (second, first) };
    let offers = line.update["offers"].as_array().unwrap().len();
    let mut places = std::collections::BTreeMap::<u64, Vec<usize>>::new();
    for offer in 0..offers {
        line.send(&json!({ "type": "open", "tag": 1, "seq": seq, "offer": offer }));
        let open = line.until("opened")["open"].clone();
        let legs = open["legs"].as_array().into_iter().flatten().filter(|leg| leg["end"] == true);
        let spots: std::collections::BTreeSet<u64> = legs.map(|leg| leg["spot"].as_u64().unwrap()).collect();
        spots.into_iter().for_each(|spot| places.entry(spot).or_default().push(offer));
    }
    assert!(places.len() > 5, "somebody can move: {places:?}");
    for (spot, wanted) in &places {
        line.send(&json!({ "type": "reaching", "tag": 2, "seq": seq, "spot": spot }));
        assert_eq!(line.until("reaching")["offers"], json!(wanted), "place {spot}");
    }
    line.send(&json!({ "type": "reaching", "tag": 3, "seq": seq, "spot": 60_000 }));
    assert_eq!(line.until("reaching")["offers"], json!([]));
    // Who does not decide learns nothing.
    other.send(&json!({ "type": "reaching", "tag": 4, "seq": seq, "spot": places.keys().next().unwrap() }));
    assert_eq!(other.until("reaching")["offers"], json!([]));
}

/// Who has played a match to its end may have it again with the same people, who hear of it and need no link. Nobody else may.
#[test]
fn a_match_is_played_again_by_the_same_people() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let (ada, ben, id) = two(&laid);
    let eve = Person::new(laid.address, "Eve");
    let mut lines = [ada.connect(&id), ben.connect(&id)];
    lines.iter_mut().for_each(|line| drop(line.hello(None)));
    // Sides are swapped: Ben has the first seat now.
    let seats = json!([{ "kind": "same", "seat": 1 }, { "kind": "me" }]);
    let wish = json!({ "game": "ford", "scenario": "dusk", "seats": seats, "after": id });
    let early = ada.post("/api/matches", &wish);
    assert_eq!(early.status, 403, "it is not over yet: {}", early.text());
    let seq = lines[1].seq();
    lines[1].send(&json!({ "type": "resign", "seq": seq }));
    while lines[0].update["awaits"]["kind"] != "over" {
        lines[0].until("update");
    }
    assert_eq!(eve.post("/api/matches", &wish).status, 403, "whoever did not play takes nobody to a table");
    let nobody = json!([{ "kind": "same", "seat": 7 }, { "kind": "me" }]);
    let wrong = json!({ "game": "ford", "scenario": "dusk", "seats": nobody, "after": id });
    assert_eq!(ada.post("/api/matches", &wrong).status, 400);
    let unnamed = json!({ "game": "ford", "scenario": "dusk", "seats": seats });
    assert_eq!(ada.post("/api/matches", &unnamed).status, 400, "again after what?");
    let again = ada.post("/api/matches", &wish);
    assert_eq!(again.status, 200, "{}", again.text());
    let again = again.json();
    let held = |view: &serde_json::Value| {
        view["seats"].as_array().unwrap().iter().map(|seat| seat["yours"] == true).collect::<Vec<_>>()
    };
    assert_eq!(held(&again), [false, true]);
    let told = lines[1].until("again");
    assert_eq!((&told["id"], &told["by"]), (&again["id"], &json!("Ada")));
    // Also who comes back later.
    let mut later = ben.connect(&id);
    later.hello(None);
    assert_eq!(later.until("again")["id"], again["id"]);
    let of_ben = ben.get(&format!("/api/matches/{}", again["id"].as_str().unwrap())).json();
    assert_eq!(held(&of_ben), [true, false]);
    let mut line = ben.connect(again["id"].as_str().unwrap());
    line.hello(None);
}

/// Where an address is shared, its page says what it is, and its picture is found from elsewhere.
#[test]
fn a_shared_address_says_what_it_leads_to() {
    let dir = tempfile::tempdir().unwrap();
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada \"<b>\" Lovelace");
    let opened = ada.open("ford", "dusk", &json!([{ "kind": "me" }, { "kind": "open" }]));
    let link = opened["seats"][1]["join"].as_str().unwrap();
    let stranger = Person::new(laid.address, "Eve");
    let id = opened["id"].as_str().unwrap();
    let picture = format!("og:image\" content=\"http://{}/preview.png\"", laid.address);
    for path in ["/", link, &format!("/table/{id}"), "/join/nothing-here", "/table/nothing-here"] {
        let page = stranger.get(path).text();
        assert!(page.contains(&picture), "{path}: {page}");
    }
    let invitation = stranger.get(link).text();
    assert!(
        invitation.contains("og:title\" content=\"Ada &quot;&lt;b&gt;&quot; Lovelace invites you to Ford\""),
        "{invitation}"
    );
    assert!(invitation.contains("Open the link and play the Germans."), "{invitation}");
    assert!(!stranger.get("/join/nothing-here").text().contains("invites you"));
    assert!(stranger.get(&format!("/table/{id}")).text().contains("og:title\" content=\"Ford: "));
}
