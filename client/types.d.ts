// Written from crates/server/src/message/ and view/ by `RHINE_WRITE=1 cargo test -p server types`.

export type Arrow = { from: number, to: number, 
/**
 * attack, move, mission, transfer: how it is drawn.
 */
recipe: string, seat: number | null, 
/**
 * A word or a number on it.
 */
text: string, };

/**
 * How it is drawn.
 */
export type ArrowRecipe = "attack" | "move" | "mission" | "transfer";

export type Art = { name: string, svg: string, };

/**
 * Who must decide what, or how the game ended.
 */
export type Awaits = { "kind": "decision", seat: number, rule: string, question: string, } | { "kind": "over", winner: number | null, level: string, rule: string, };

export type Badge = { name: string, recipe: string, about: string, };

/**
 * How it is drawn.
 */
export type BadgeRecipe = "spent" | "reduced" | "unsupplied" | "isolated" | "silent" | "marked";

export type Banner = { turn: string, phase: string, seat: number | null, };

/**
 * The face of a card.
 */
export type CardLook = { seat: number | null, 
/**
 * Over the name.
 */
kind: string, 
/**
 * What it asks or gives: things with counts.
 */
strip: Array<Lot>, text: string, 
/**
 * Names of arts in its corners.
 */
signs: Array<string>, };

export type Chance = { label: string, ways: number, rule: string, };

export type Chart = { name: string, rule: string, sure: boolean, heads: Array<Array<string>>, rows: Array<ChartRow>, remark: string, };

export type ChartCell = { chart: number, row: number, column: number, };

export type ChartRow = { head: string, cells: Array<string>, };

export type Corner = "round" | "clipped";

export type Counter = { piece: number, 
/**
 * Index into the kit's faces.
 */
face: number, at: number, level: number, 
/**
 * Bits: indexes into the kit's badges.
 */
badges: number, 
/**
 * Figures in place of the printed ones; empty if those hold.
 */
numbers: Array<string>, };

export type Cue = { "kind": "asked", rule: string, } | { "kind": "noted", rule: string, } | { "kind": "over" };

export type DiceView = { 
/**
 * SHA-256 of the secret seed of all rolls, known before the first of them.
 */
hash: string, 
/**
 * The seed itself, once the match is over: anybody may check every roll.
 */
seed: string | null, };

export type Die = { sides: number, face: number, };

export type Face = { seat: number | null, symbol: string, size: string, 
/**
 * The name in notation.
 */
key: string, name: string, parent: string, numbers: Array<string>, tint: string, 
/**
 * Spoken and on the hover card.
 */
about: string, };

/**
 * `GET /api/faces/{game}/{badges}`: every face drawn with these badges, as SVG about 0 0, 46 by 46.
 */
export type Faces = { badges: number, faces: Array<string>, };

export type Fact = { text: string, rule: string, };

/**
 * Every failure of an HTTP request: its status says which kind.
 */
export type Failure = { error: string, };

/**
 * What the decision at hand is about, so that eyes can be led to it.
 */
export type Focus = { 
/**
 * In a sentence: who attacks whom and where, what stands in the way. Empty if the question says it all.
 */
text: string, 
/**
 * What must be in view, the most important first.
 */
on: Array<Ref>, 
/**
 * Who bears down on the first of them.
 */
by: Array<Ref>, };

/**
 * Exact odds before a player commits.
 */
export type Forecast = { title: string, sums: Array<Sum>, chart: ForecastChart | null, 
/**
 * Their `ways` add up to `of`.
 */
outcomes: Array<Chance>, of: number, remark: string | null, };

/**
 * Indexes into the kit's charts and the columns of that chart.
 */
export type ForecastChart = { chart: number, 
/**
 * Which line of its headings counts.
 */
head: number, column: number, };

/**
 * Client to table, over the socket of one match.
 *
 * `seq` is the number of everything that ever happened in the match, take-backs included. It only grows,
 * so a message about an older one is stale and changes nothing. `tag` is the client's own: it comes back
 * with the answer.
 */
export type FromClient = { "type": "hello", seen: number | null, } | { "type": "open", tag: number, seq: number, offer: number, } | { "type": "ask", tag: number, seq: number, offer: number, pick: Pick, } | { "type": "ask_text", tag: number, text: string, } | { "type": "why_not", tag: number, seq: number, about: Ref, } | { "type": "play", seq: number, offer: number, pick: Pick, } | { "type": "undo", seq: number, } | { "type": "undo_answer", seq: number, agree: boolean, } | { "type": "say", text: string, } | { "type": "overlay", tag: number, name: string, about: Ref, } | { "type": "note", text: string, };

export type GameView = { id: string, title: string, subtitle: string, imprint: string, rules_version: string, seats: Array<SeatLook>, scenarios: Array<ScenarioView>, 
/**
 * The game's own art called `cover`, if it has one: the inside of an `<svg>`.
 */
cover: string | null, 
/**
 * How to begin a guided first game, if there is one.
 */
training: TrainingView | null, };

/**
 * How it is drawn.
 */
export type GroundRecipe = "water" | "clear" | "plain" | "valley" | "marsh" | "mixed" | "grove" | "town" | "broken" | "rough" | "mountain" | "hilltop" | "woods" | "mud" | "flood";

/**
 * `GET /health`: 200 if all is well, 503 if nothing can be kept.
 */
export type Health = { 
/**
 * `ok` or `standstill`.
 */
status: string, 
/**
 * Why nothing can be kept just now.
 */
trouble: string | null, version: string, 
/**
 * Matches that are awake.
 */
matches: number, sockets: number, 
/**
 * Connections of all kinds.
 */
connections: number, };

export type Heap = { of: Ref, most: number, };

export type HeapLook = { at: number, 
/**
 * Index into the kit's things.
 */
of: number, count: number, };

/**
 * Spaces with things in them, filled from the first.
 */
export type Holder = { title: string, about: string, 
/**
 * What is special about it at the moment.
 */
state: Plate | null, 
/**
 * The counter whose card this is.
 */
piece: number | null, held: Array<Lot>, spaces: number, };

/**
 * `POST /api/join`: takes the seat of an inviting link; the answer is a `MatchView`.
 */
export type Join = { token: string, };

/**
 * Everything about a game that never changes.
 */
export type Kit = { id: string, title: string, subtitle: string, rules_version: string, imprint: string, 
/**
 * Metres from one spot to the next; 0 if there is no scale.
 */
metres: number, 
/**
 * Left, top, width and height of the sheet.
 */
sheet_box: [number, number, number, number], seats: Array<SeatLook>, spots: Array<SpotLook>, grounds: Array<Look>, lines: Array<Look>, runs: Array<LineRun>, labels: Array<Label>, faces: Array<Face>, 
/**
 * What else can be pointed at: decks, cards, kinds of supply.
 */
things: Array<ThingLook>, badges: Array<Badge>, tracks: Array<Track>, charts: Array<Chart>, rules: Array<RuleEntry>, overlays: Array<OverlayLook>, art: Array<Art>, layout: Layout, 
/**
 * Whether one seat knows what another does not: then two people at one screen need a curtain.
 */
secrets: boolean, 
/**
 * Hints for a guided first game; none if the game brings none.
 */
lessons: Array<Lesson>, };

export type Label = { text: string, at: [number, number], turn: number, kind: LabelKind, 
/**
 * What an objective is worth, otherwise 0.
 */
points: number, };

export type LabelKind = "town" | "objective" | "water" | "region" | "height" | "place";

export type Lane = { between: [number, number], 
/**
 * Name of the art on it.
 */
recipe: string, seat: number | null, };

/**
 * How the map is looked at, and what stands on it.
 */
export type Layout = "field" | "network";

export type Leg = { spot: number, via: number, cost: number, 
/**
 * A path may end here; otherwise the spot can only be passed.
 */
end: boolean, 
/**
 * A path must end here.
 */
stop: boolean, };

/**
 * A hint, shown once, when its cue comes.
 */
export type Lesson = { cue: Cue, title: string, text: string, rule: string, };

/**
 * How it is drawn.
 */
export type LineRecipe = "river" | "stream" | "road" | "rail" | "trail" | "bridge" | "front" | "border" | "great-river" | "land" | "neutral" | "wood" | "water" | "way" | "dotted-way";

export type LineRun = { 
/**
 * Index into `lines`.
 */
line: number, name: string, 
/**
 * Whose it is, as seats: nobody's and everybody's if empty.
 */
owners: Array<number>, through: Through, };

/**
 * A ground or a line in the legend.
 */
export type Look = { name: string, recipe: string, effect: string, sure: boolean, };

/**
 * So many of a thing.
 */
export type Lot = { 
/**
 * Index into the kit's things.
 */
thing: number, count: number, };

export type Mark = { at: number, recipe: string, seat: number | null, 
/**
 * A number or a word on it.
 */
text: string, };

/**
 * How it is drawn.
 */
export type MarkRecipe = "target" | "path" | "flag" | "mine" | "blown" | "crowded" | "control" | "beach" | "drop" | "number" | "levy";

/**
 * A panel beside the map: a player's, or a common one.
 */
export type Mat = { seat: number | null, title: string, 
/**
 * One line under the title.
 */
about: string, 
/**
 * What `about` is at the moment.
 */
state: Plate | null, 
/**
 * Whether its player is to move.
 */
active: boolean, tallies: Array<Tally>, holders: Array<Holder>, piles: Array<Pile>, 
/**
 * Open cards, as things: kept or won.
 */
cards: Array<number>, };

/**
 * `GET /api/matches`.
 */
export type MatchList = { 
/**
 * Those in which I hold a seat or which I opened, the latest first.
 */
mine: Array<MatchView>, 
/**
 * Public ones of others, to join or to watch.
 */
public: Array<MatchView>, };

/**
 * A match, without what happens in it.
 */
export type MatchView = { id: string, game: string, 
/**
 * Of the game.
 */
title: string, scenario: string, scenario_title: string, options: Array<string>, seats: Array<SeatView>, seq: number, 
/**
 * The awaited seat; null if the match is over.
 */
awaits: number | null, 
/**
 * How it ended, for example "US: decisive victory"; null while it runs.
 */
outcome: string | null, your_turn: boolean, 
/**
 * Open seats may be taken from the lobby, and anybody may watch.
 */
public: boolean, origin: Origin, 
/**
 * Unix milliseconds.
 */
created: number, 
/**
 * Of the last decision.
 */
moved: number, dice_hash: string, };

/**
 * What the viewer may do about the last decision.
 */
export type MayUndo = "no" | "free" | "ask";

/**
 * `GET /api/me`; also the answer to `POST /api/me`.
 */
export type Me = { 
/**
 * Empty if no name was given yet.
 */
name: string, };

/**
 * `POST /api/matches/{id}/branch`: a new match that begins as this one entries_after after `at` entries.
 */
export type NewBranch = { at: number, 
/**
 * Otherwise as they were: bots stay, every other seat is mine.
 */
seats: Array<SeatWish> | null, };

/**
 * `POST /api/matches`; the answer is a `MatchView`.
 */
export type NewMatch = { game: string, scenario: string, options: Array<string>, 
/**
 * One for each seat of the scenario.
 */
seats: Array<SeatWish>, public: boolean, };

/**
 * A sentence of the log.
 */
export type Note = { rule: string, text: string, shows: Shows, 
/**
 * Seen once: the log will not have it.
 */
passing: boolean, };

/**
 * One thing the awaited seat may do. It is named by its place in the list.
 */
export type Offer = { about: Ref, label: string, 
/**
 * In notation, without what is still to be chosen.
 */
text: string, 
/**
 * A spot that means this offer too: where it leads.
 */
to: number | null, 
/**
 * If it ends a phase or a turn: how many things would be left undone.
 */
ends: number | null, 
/**
 * Null if it is large: ask with `open`.
 */
open: Opening | null, };

/**
 * What is still to be chosen in an offer.
 */
export type Opening = { "kind": "nothing" } | { "kind": "path", from: number, budget: number, 
/**
 * How many parts of cost and budget make one point as it is printed; 0 if nothing is counted.
 */
scale: number, 
/**
 * In the order they were found: `via` always stands before `spot`, or is `from`.
 */
legs: Array<Leg>, } | { "kind": "some", of: Array<Ref>, must: number, least: number, most: number, loose: boolean, } | { "kind": "amount", least: number, most: number, } | { "kind": "counts", of: Array<Heap>, least: number, most: number, };

export type OptionView = { id: string, about: string, };

/**
 * How a match came to be.
 */
export type Origin = "dealt" | "branched" | "uploaded";

/**
 * How it is drawn.
 */
export type OverlayIcon = "zones" | "reach" | "lines" | "range" | "layers";

export type OverlayLook = { name: string, 
/**
 * On its button.
 */
title: string, icon: string, about: string, };

/**
 * What was chosen in an offer.
 */
export type Pick = "nothing" | { "path": Array<number> } | { "some": Array<Ref> } | { "amount": number } | { "counts": Array<number> };

/**
 * A deck: cards face down, perhaps with one that this viewer has seen.
 */
export type Pile = { 
/**
 * Index into the kit's things, as `top`.
 */
deck: number, count: number, discards: number, top: number | null, 
/**
 * Seats whose markers lie on it.
 */
marked: Array<number>, 
/**
 * Name of the art on those markers, or empty.
 */
marker: string, };

/**
 * A word that matters, on a plate of its own.
 */
export type Plate = { text: string, 
/**
 * Whether it is as its player wants it.
 */
good: boolean, };

/**
 * A printed sign on a spot.
 */
export type Print = { 
/**
 * How it is drawn, or the name of an art.
 */
recipe: string, seat: number | null, };

/**
 * How it is drawn.
 */
export type PrintRecipe = "city" | "major-city" | "port" | "fort" | "beach" | "trench" | "works" | "base" | "medal" | "flag" | "blockade" | "limited" | "limited-once";

/**
 * A spot (`s12`), a piece (`p34`), another thing (`t5`) or nothing (`null`).
 */
export type Ref = `s${number}` | `p${number}` | `t${number}` | null;

/**
 * Why not.
 */
export type Refused = { kind: RefusedKind, why: string, about: Ref, 
/**
 * The rule it stands on, with its title and our summary of it.
 */
rule: RuleCited | null, };

export type RefusedKind = "illegal" | "not_your_decision" | "no_such_offer" | "not_offered" | "cannot_undo" | "unreadable" | "at_a_loss";

/**
 * A list to jump from: who may still act.
 */
export type Roster = { title: string, of: Array<Ref>, };

export type RuleCited = { id: string, title: string, text: string, };

/**
 * A numbered case in our own words.
 */
export type RuleEntry = { id: string, title: string, text: string, kind: RuleKind, see: Array<string>, ruling: string | null, reconstructed: boolean, };

export type RuleKind = "enforced" | "definition" | "components" | "advice" | "heading";

export type Said = { 
/**
 * Counted from 0.
 */
n: number, 
/**
 * Unix milliseconds.
 */
at: number, 
/**
 * Null for a spectator.
 */
seat: number | null, name: string, text: string, };

export type ScenarioView = { id: string, title: string, about: string, reconstructed: string, turns: number, 
/**
 * Who takes part, of the game's seats.
 */
seats: Array<number>, options: Array<OptionView>, };

/**
 * Everything that changes, as one viewer sees it.
 */
export type Scene = { counters: Array<Counter>, 
/**
 * Marker positions, one for each track of the kit.
 */
tracks: Array<number>, marks: Array<Mark>, banner: Banner, scores: Array<Score>, facts: Array<Fact>, 
/**
 * What lies on spots without being a piece.
 */
heaps: Array<HeapLook>, 
/**
 * What lies on the way between two spots.
 */
lanes: Array<Lane>, 
/**
 * What lies in front of the players, and beside the map.
 */
mats: Array<Mat>, focus: Focus, 
/**
 * Spots with another ground than the printed one: spot, index into the kit's grounds.
 */
grounds: Array<[number, number]>, sides: Array<SideMark>, arrows: Array<Arrow>, rosters: Array<Roster>, };

export type Score = { seat: number, points: number, unit: string, };

export type SeatKind = "human" | "bot" | "open" | "absent";

export type SeatLook = { name: string, short: string, 
/**
 * Body and stripe of its counters, as `#rrggbb`.
 */
colours: [string, string], corner: Corner, };

export type SeatView = { seat: number, kind: SeatKind, 
/**
 * Of the person or the bot; empty while the seat is open.
 */
name: string, 
/**
 * Whether it is held by whoever asks.
 */
yours: boolean, 
/**
 * Whether somebody with this seat is connected; a bot always is.
 */
here: boolean, 
/**
 * The link that invites to this seat; only for whoever opened the match, while the seat is open.
 */
join: string | null, };

/**
 * Who is to take a seat of a new match.
 */
export type SeatWish = { "kind": "me" } | { "kind": "bot", name: string, } | { "kind": "open" };

/**
 * `POST /api/me`.
 */
export type SetName = { name: string, };

export type Shape = { "kind": "hex" } | { "kind": "pointed" } | { "kind": "oval" } | { "kind": "outline", points: Array<[number, number]>, } | { "kind": "box", width: number, height: number, };

/**
 * `GET /api/shelf`.
 */
export type ShelfView = { games: Array<GameView>, 
/**
 * Names of the bots, the simplest first.
 */
bots: Array<string>, };

export type Shows = { "kind": "nothing" } | { "kind": "path", piece: number, spots: Array<number>, } | { "kind": "roll", sides: number, face: number, dice: Array<Die>, cell: ChartCell | null, } | { "kind": "throw", dice: Array<SignedDie>, } | { "kind": "gone", piece: number, } | { "kind": "placed", piece: number, at: number, } | { "kind": "flash", about: Ref, };

/**
 * Something on the side between two spots that changes in play.
 */
export type SideMark = { between: [number, number], 
/**
 * blown, bridge: how it is drawn.
 */
recipe: string, seat: number | null, about: string, };

/**
 * How it is drawn.
 */
export type SideRecipe = "blown" | "bridge" | "swollen";

/**
 * A die with a sign instead of pips.
 */
export type SignedDie = { seat: number, art: string, };

/**
 * `POST /api/matches/{id}/sit`: takes an open seat of a public match; the answer is a `MatchView`.
 */
export type Sit = { seat: number, };

export type SpotLook = { name: string, 
/**
 * Centre in map units.
 */
at: [number, number], shape: Shape, 
/**
 * Index into `grounds`.
 */
ground: number, about: string, 
/**
 * False where the sheet is reconstructed.
 */
sure: boolean, 
/**
 * Whose colours an area bears, as seats.
 */
owners: Array<number>, prints: Array<Print>, };

/**
 * `GET /api/matches/{id}/at/{n}`: how the match entries_after after n entries.
 */
export type Standing = { at: number, entries: number, viewer: number | null, scene: Scene, awaits: Awaits, };

/**
 * `GET /api/matches/{id}/story?from=0`.
 */
export type Story = { seq: number, entries: number, told_from: number, told: Array<Told>, };

export type Sum = { label: string, amount: number, rule: string, };

/**
 * How it is drawn.
 */
export type SymbolRecipe = "infantry" | "mechanized" | "motorized" | "armor" | "recon" | "mech-recon" | "cavalry" | "artillery" | "heavy-artillery" | "sp-artillery" | "rocket-artillery" | "mortar" | "anti-tank" | "sp-anti-tank" | "anti-air" | "engineer" | "paratroop" | "airborne" | "glider" | "mountain" | "machinegun" | "commando" | "headquarters" | "supply" | "transport" | "medical" | "signal" | "bridge" | "air" | "naval" | "fort" | "garrison" | "leader" | "hidden";

/**
 * A number with its name.
 */
export type Tally = { 
/**
 * Name of an art, or empty.
 */
art: string, label: string, count: number, of: number | null, };

/**
 * Something that is neither a place nor a counter.
 */
export type ThingLook = { name: string, 
/**
 * Name of an art, or empty.
 */
art: string, about: string, 
/**
 * Its printed face, if it is a card.
 */
card: CardLook | null, deck: boolean, };

export type Through = { "spots": Array<number> } | { "sides": Array<[number, number]> } | "ground";

/**
 * Table to client.
 */
export type ToClient = { "type": "welcome", match: MatchView, chat: Array<Said>, 
/**
 * The private notes of this person.
 */
note: string, } | { "type": "table", seats: Array<SeatView>, undo: UndoAsked | null, watching: number, } | { "type": "update" } & Update | { "type": "opened", tag: number, seq: number, offer: number, open: Opening, } | { "type": "reason", tag: number, seq: number, refusal: Refused | null, } | { "type": "answer", tag: number, seq: number, lawful: boolean, forecast: Forecast | null, refusal: Refused | null, } | { "type": "refused" } & Refused | { "type": "stale", seq: number, } | { "type": "overlay", tag: number, seq: number, name: string, refs: Array<Ref>, } | { "type": "said" } & Said | { "type": "undo_declined", by: number, } | { "type": "note_kept" } | { "type": "error", what: string, } | { "type": "standstill", what: string | null, } | { "type": "ended", what: string, };

/**
 * One decision and what followed.
 */
export type Told = { 
/**
 * Counted from 0.
 */
entry: number, seat: number, 
/**
 * In notation. Null while the match runs, unless it is the viewer's own.
 */
action: string | null, notes: Array<Note>, };

export type Track = { name: string, spaces: Array<string>, };

export type TrainingView = { scenario: string, options: Array<string>, 
/**
 * The learner's seat.
 */
seat: number, 
/**
 * Who plays all others.
 */
bot: string, };

export type UndoAsked = { seq: number, by: number, 
/**
 * Seats that have not answered yet.
 */
waiting: Array<number>, };

/**
 * The match as one viewer sees it now.
 */
export type Update = { seq: number, 
/**
 * How many decisions stand.
 */
entries: number, 
/**
 * Through whose eyes; null for a spectator.
 */
viewer: number | null, 
/**
 * Whether the seat of `viewer` is awaited, so that there are offers.
 */
yours: boolean, scene: Scene, awaits: Awaits, offers: Array<Offer>, 
/**
 * The log from entry `told_from` on (counted from 0) reads as follows; what the page had there is void.
 */
told_from: number, told: Array<Told>, undo: MayUndo, dice: DiceView, };

/**
 * `POST /api/upload`: a match from a match file. Without seats, all of them are mine.
 */
export type Upload = { text: string, seats: Array<SeatWish> | null, };
