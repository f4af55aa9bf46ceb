//! The types of the client are written from these.

use super::*;
use crate::view;
use ts_rs::TS;

/// Collects a type and everything it is made of, each once.
struct Collect<'c>(&'c ts_rs::Config, std::collections::BTreeMap<String, String>);

impl ts_rs::TypeVisitor for Collect<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.1.contains_key(&T::ident(self.0)) {
            return;
        }
        let docs = T::docs().map(|docs| docs.trim_end().to_string() + "\n").unwrap_or_default();
        self.1.insert(T::ident(self.0), format!("{docs}export {}\n", T::decl(self.0)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn types() -> String {
    use ts_rs::TypeVisitor as _;
    let config = ts_rs::Config::new();
    let mut all = Collect(&config, Default::default());
    all.visit::<FromClient>();
    all.visit::<ToClient>();
    all.visit::<view::Kit>();
    all.visit::<ShelfView>();
    all.visit::<MatchList>();
    all.visit::<NewMatch>();
    all.visit::<NewBranch>();
    all.visit::<Upload>();
    all.visit::<Join>();
    all.visit::<Sit>();
    all.visit::<Me>();
    all.visit::<SetName>();
    all.visit::<Story>();
    all.visit::<Standing>();
    all.visit::<AdviceView>();
    all.visit::<Curve>();
    all.visit::<MarkMatch>();
    all.visit::<Failure>();
    all.visit::<Health>();
    all.visit::<Promised>();
    all.visit::<TableView>();
    all.visit::<Faces>();
    let recipes = [
        ("GroundRecipe", referee::recipes::GROUNDS),
        ("LineRecipe", referee::recipes::LINES),
        ("PrintRecipe", referee::recipes::PRINTS),
        ("MarkRecipe", referee::recipes::MARKS),
        ("SideRecipe", referee::recipes::SIDES),
        ("ArrowRecipe", referee::recipes::ARROWS),
        ("OverlayIcon", referee::recipes::OVERLAYS),
        ("BadgeRecipe", referee::recipes::BADGES),
        ("SymbolRecipe", referee::recipes::SYMBOLS),
    ];
    for (name, known) in recipes {
        let names = known.iter().map(|recipe| format!("{recipe:?}")).collect::<Vec<_>>().join(" | ");
        all.1.insert(name.into(), format!("/**\n * How it is drawn.\n */\nexport type {name} = {names};\n"));
    }
    let head = "// Written from crates/server/src/message/ and view/ by `RHINE_WRITE=1 cargo test -p server types`.\n";
    all.1.values().fold(head.to_string(), |text, decl| text + "\n" + decl)
}

#[test]
fn types_of_the_client_are_those_of_the_server() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../client/types.d.ts");
    if std::env::var_os("RHINE_WRITE").is_some() {
        std::fs::write(file, types()).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    assert!(kept == types(), "client/types.d.ts is old: RHINE_WRITE=1 cargo test -p server types");
}

#[test]
fn picks_read_as_the_protocol_writes_them() {
    let play = r#"{"type":"play","seq":412,"offer":0,"pick":{"some":["p34","s2"]}}"#;
    let read: FromClient = serde_json::from_str(play).unwrap();
    let refs = vec![Ref::Piece(referee::Piece(34)), Ref::Spot(referee::Spot(2))];
    assert_eq!(read, FromClient::Play { seq: 412, offer: 0, pick: Pick::Subset(refs) });
    for bad in [
        r#"{"type":"play","seq":1,"offer":0}"#,
        r#"{"type":"play","seq":1,"offer":0,"pick":"nothing","more":1}"#,
        r#"{"type":"play","seq":-1,"offer":0,"pick":"nothing"}"#,
        r#"{"type":"play","seq":1,"offer":0,"pick":{"some":["q1"]}}"#,
        r#"{"type":"play","seq":1,"offer":0,"pick":{"some":["p+1"]}}"#,
        r#"{"type":"take"}"#,
    ] {
        assert!(serde_json::from_str::<FromClient>(bad).is_err(), "{bad}");
    }
}
