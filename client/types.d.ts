// Written from crates/server/src/message/ and view/ by `RHINE_WRITE=1 cargo test -p server types`.

/**
 * `GET /api/matches/{id}/advice/{entries}`: what a bot would do there. Only for those who may know all.
 */
export type AdviceView = { at: number, 
/**
 * For whom; nobody if the match was over.
 */
seat: number | null, 
/**
 * The best first.
 */
best: Array<AdvisedView>, };

export type AdvisedView = { 
/**
 * In notation.
 */
action: string, 
/**
 * How much better the position is after it, as the game's own judgement counts.
 */
gain: number, 
/**
 * What would be told of it first.
 */
note: Note | null, };

export type Arrow = { from: Spot, to: Spot, 
/**
 * One of [`crate::recipes::ARROWS`].
 */
recipe: string, seat: Seat | null, 
/**
 * A word or a number on it.
 */
text: string, };

/**
 * How it is drawn.
 */
export type ArrowRecipe = "attack" | "move" | "mission" | "transfer";

/**
 * A drawing. `seat-0` and so on are the emblems of the sides.
 */
export type Art = { name: string, 
/**
 * A whole `<svg>` with a view box, or the inside of one, 24 by 24.
 */
svg: string, };

/**
 * Who must decide what, or how the game ended.
 */
export type Awaits = { "kind": "decision", seat: Seat, rule: Rule, question: string, } | { "kind": "over", winner: Seat | null, level: string, rule: Rule, };

/**
 * A state of a counter that must be seen: spent, out of supply, silenced.
 */
export type Badge = { name: string, 
/**
 * One of [`crate::recipes::BADGES`].
 */
recipe: string, about: string, };

/**
 * How it is drawn.
 */
export type BadgeRecipe = "spent" | "reduced" | "unsupplied" | "isolated" | "silent" | "marked" | "fuelled" | "reserve" | "dropped";

/**
 * What the phase strip shows.
 */
export type Banner = { turn: string, phase: string, seat: Seat | null, };

/**
 * What something asked, where it came from and what is left, a line each.
 */
export type Bill = { title: string, 
/**
 * The card that asked it.
 */
card: Thing | null, lines: Array<BillLine>, 
/**
 * How it ended, in a sentence.
 */
end: string, 
/**
 * Whether whoever paid has what he wanted.
 */
good: boolean, };

export type BillLine = { label: string, of: Array<Lot>, };

/**
 * What a newcomer reads before the first move: how long it takes, what a turn is, what wins and what to do first.
 */
export type Briefing = { 
/**
 * By their ids.
 */
scenarios: Array<string>, 
/**
 * 1 for a first game, 3 for those who know it well.
 */
hard: number, 
/**
 * `about two hours`.
 */
time: string, 
/**
 * What a turn consists of, in its order.
 */
turn: Array<string>, 
/**
 * For every side that takes part.
 */
sides: Array<Orders>, };

/**
 * The face of a card, as data.
 */
export type CardLook = { seat: Seat | null, 
/**
 * Over the name: `Pursuit`, `Armored division`.
 */
kind: string, 
/**
 * What it asks or gives: things with counts.
 */
strip: Array<Lot>, 
/**
 * Our words.
 */
text: string, 
/**
 * Names of arts in its corners.
 */
signs: Array<string>, };

/**
 * One way it can go.
 */
export type Chance = { label: string, ways: number, rule: Rule, 
/**
 * The label in words, if it is a code: `defender back 2`.
 */
says: string, 
/**
 * Who profits: above 0 whoever acts, below 0 the other side.
 */
worth: number, 
/**
 * The ways if the other side adds all it may, where that can be known.
 */
worst: number | null, };

/**
 * A table as printed. The scene and forecasts light cells of it.
 */
export type Chart = { name: string, rule: string, sure: boolean, heads: Array<Array<string>>, rows: Array<ChartRow>, remark: string, };

export type ChartCell = { chart: number, row: number, column: number, };

/**
 * A column of one of the kit's charts, under one of its lines of headings.
 */
export type ChartColumn = { chart: number, head: number, column: number, };

export type ChartRow = { head: string, cells: Array<string>, };

/**
 * Sides differ by shape as well as by colour.
 */
export type Corner = "round" | "clipped";

export type Counter = { 
/**
 * A key of this viewer's: the piece itself, unless identities are hidden.
 */
piece: Piece, 
/**
 * Index into the kit's faces.
 */
face: number, at: Spot, level: number, 
/**
 * Bits: indexes into the kit's badges.
 */
badges: number, 
/**
 * Figures in place of the printed ones, as this viewer knows them: what a chit says, or `?`.
 */
numbers: Array<string>, };

export type Cue = { "kind": "asked", "rule": Rule } | { "kind": "opened", "rule": Rule } | { "kind": "later", "rule": Rule } | { "kind": "noted", "rule": Rule } | { "kind": "over" };

/**
 * `GET /api/matches/{id}/curve`: how the score went, as whoever asks may know it.
 */
export type Curve = { 
/**
 * From the beginning to now, evenly spread; no more than can be drawn.
 */
points: Array<CurvePoint>, };

export type CurvePoint = { 
/**
 * After so many entries.
 */
at: number, turn: string, scores: Array<Score>, 
/**
 * Where the gauge of victory stood, in a game whose scores do not count for it.
 */
gauge: number | null, 
/**
 * What the position was worth to each seat, as the game's own judgement counts; nothing before the end.
 */
worth: Array<number>, };

/**
 * A kind of action: what it is called, what it costs or how far it goes, and which offers are it.
 */
export type Deed = { title: string, 
/**
 * What it costs and where it ends: `up to 4 of 7`. If nothing of it is offered: why.
 */
terms: string, 
/**
 * Name of an art, or empty.
 */
art: string, 
/**
 * Labels of offers.
 */
labels: Array<string>, };

export type DiceView = { 
/**
 * SHA-256 of the secret seed of all rolls, known before the first of them.
 */
hash: string, 
/**
 * The seed itself, once the match is over: anybody may check every roll.
 */
seed: string | null, 
/**
 * What people have added to it. Null in a match from before this was asked of them: do not send any.
 */
parts: Array<PartView> | null, };

export type Die = { sides: number, face: number, };

/**
 * A duty, in a few words, and at whom or with whom it is met.
 */
export type Due = { 
/**
 * `3 enemies must still be attacked`.
 */
text: string, on: Array<Ref>, };

/**
 * The printed side of a counter or card.
 */
export type Face = { seat: Seat | null, 
/**
 * One of [`crate::recipes::SYMBOLS`], or the name of an art; empty if the name stands there alone.
 */
symbol: string, 
/**
 * Size mark above the symbol: I, II, III, X, XX, XXX.
 */
size: string, 
/**
 * As it is typed; empty if that is the name on the face.
 */
key: string, 
/**
 * Left of the symbol, and right of it.
 */
name: string, parent: string, 
/**
 * One or two lines, as printed.
 */
numbers: Array<string>, 
/**
 * Tint of the symbol box as `#rrggbb`; empty for white.
 */
tint: string, 
/**
 * Colour of the counter as `#rrggbb`, where a side has several nations; empty for that of the side.
 */
body: string, 
/**
 * Spoken and on the hover card: `US infantry battalion 1/28`.
 */
about: string, 
/**
 * What it is worth, said after that: attack 2, defense 3, movement 7.
 */
figures: Array<Figure>, 
/**
 * Steps it has, and had at first: pips between its two figures, which then stand in one row.
 */
steps: [number, number] | null, };

/**
 * `GET /api/faces/{game}/{badges}`: every face drawn with these badges, as SVG about 0 0, 46 by 46.
 */
export type Faces = { badges: number, faces: Array<string>, };

export type Fact = { text: string, rule: Rule, };

/**
 * Every failure of an HTTP request: its status says which kind.
 */
export type Failure = { error: string, };

/**
 * A figure with its name, as on a tile.
 */
export type Figure = { name: string, value: string, };

/**
 * What the decision at hand is about, so that eyes can be led to it.
 */
export type Focus = { 
/**
 * In a sentence: who attacks whom and where, what is to be lost, what stands in the way. Empty if the
 * question says it all.
 */
text: string, 
/**
 * Places and pieces that must be in view, the most important first.
 */
on: Array<Ref>, 
/**
 * Who bears down on the first of them.
 */
by: Array<Ref>, };

/**
 * What an action would lead to, with exact chances.
 */
export type Forecast = { 
/**
 * For example "+4 on the woods line".
 */
title: string, 
/**
 * The arithmetic behind it, in the order of the book.
 */
sums: Array<Sum>, 
/**
 * The column of a chart that decides.
 */
chart: ChartColumn | null, 
/**
 * The possible outcomes; their `ways` add up to `of`.
 */
outcomes: Array<Chance>, of: number, 
/**
 * What may still change it, in one sentence.
 */
remark: string | null, };

/**
 * Something that would be asked after an answer, and what was added to it.
 */
export type Foreseen = { rule: Rule, question: string, label: string, open: Opening, pick: Pick, };

/**
 * Client to table, over the socket of one match.
 *
 * `seq` is the number of everything that ever happened in the match, take-backs included. It only grows,
 * so a message about an older one is stale and changes nothing. `tag` is the client's own: it comes back
 * with the answer.
 */
export type FromClient = { "type": "hello", seen: number | null, } | { "type": "open", tag: number, seq: number, offer: number, } | { "type": "ask", tag: number, seq: number, offer: number, pick: Pick, } | { "type": "ask_text", tag: number, text: string, } | { "type": "why_not", tag: number, seq: number, about: Ref, } | { "type": "reaching", tag: number, seq: number, spot: number, } | { "type": "play", seq: number, offer: number, pick: Pick, } | { "type": "undo", seq: number, } | { "type": "undo_answer", seq: number, agree: boolean, } | { "type": "resign", seq: number, } | { "type": "say", text: string, } | { "type": "overlay", tag: number, name: string, about: Ref, } | { "type": "note", text: string, } | { "type": "sketch", marks: Array<SketchMark>, } | { "type": "pace", pace: Pace, } | { "type": "foresee", tag: number, seq: number, offer: number, pick: Pick, then: Array<Pick>, } | { "type": "part", seat: number, part: string, };

export type GameView = { id: string, title: string, subtitle: string, imprint: string, rules_version: string, seats: Array<SeatLook>, scenarios: Array<ScenarioView>, 
/**
 * The game's own art called `cover`, if it has one: the inside of an `<svg>`.
 */
cover: string | null, 
/**
 * How to begin a guided first game, if there is one.
 */
training: TrainingView | null, 
/**
 * The levels of the bots, the easiest first.
 */
levels: Array<LevelView>, };

/**
 * The scale of levels by which a game is judged, and where it stands as things are.
 */
export type Gauge = { 
/**
 * What is measured.
 */
title: string, at: number, 
/**
 * `at` as a player writes it.
 */
shown: string, 
/**
 * From the lowest up.
 */
levels: Array<GaugeLevel>, 
/**
 * Whether scores do not count for it: then it tells how the match went, and they do not.
 */
alone: boolean, };

/**
 * From a figure on, whose level it is.
 */
export type GaugeLevel = { from: number, shown: string, name: string, seat: Seat | null, };

export type GroundLook = { name: string, 
/**
 * One of [`crate::recipes::GROUNDS`].
 */
recipe: string, 
/**
 * What it does in play, for the legend.
 */
effect: string, sure: boolean, };

/**
 * How it is drawn.
 */
export type GroundRecipe = "water" | "clear" | "plain" | "valley" | "marsh" | "mixed" | "grove" | "town" | "broken" | "rough" | "mountain" | "hilltop" | "woods" | "mud" | "flood" | "neutral";

/**
 * What begins with a note.
 */
export type Heading = "turn" | "phase" | "battle" | "other";

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

/**
 * Things of one kind that are counted, not named.
 */
export type Heap = { of: Ref, most: number, };

/**
 * So many things of a kind on a spot.
 */
export type HeapLook = { at: Spot, of: Thing, count: number, };

/**
 * Spaces with things in them: a card that carries supplies, a stock.
 */
export type Holder = { title: string, 
/**
 * Where it is, in a word or two.
 */
about: string, 
/**
 * What is special about it at the moment.
 */
state: Plate | null, 
/**
 * The counter whose card this is.
 */
piece: Piece | null, 
/**
 * The spaces, filled from the first.
 */
held: Array<Lot>, spaces: number, };

/**
 * `POST /api/join`: takes the seat of an inviting link; the answer is a `MatchView`.
 */
export type Join = { token: string, };

/**
 * Everything about a game that never changes.
 */
export type Kit = { 
/**
 * Left, top, width and height of the sheet.
 */
sheet_box: [number, number, number, number], 
/**
 * Hints for a guided first game; none if the game brings none.
 */
lessons: Array<Lesson>, 
/**
 * As on the command line and in match files: `hurtgen-forest`.
 */
id: string, title: string, subtitle: string, 
/**
 * Date of the rules: written into every match file.
 */
rules_version: string, seats: Array<SeatLook>, spots: Array<SpotLook>, grounds: Array<GroundLook>, lines: Array<LineLook>, 
/**
 * Rivers, roads and the like, each in the order in which it is drawn: water from spring to mouth.
 */
runs: Array<LineRun>, labels: Array<Label>, 
/**
 * A sentence in the margin of the sheet: scale, sources, what is reconstructed.
 */
imprint: string, 
/**
 * Metres from one spot to the next, for the scale bar; 0 if there is no scale.
 */
metres: number, faces: Array<Face>, 
/**
 * What else can be pointed at: decks, cards, kinds of supply.
 */
things: Array<ThingLook>, badges: Array<Badge>, tracks: Array<Track>, 
/**
 * The phases of a turn in their order, as the banner names them; empty if they are too many to show.
 */
phases: Array<[Seat, string]>, charts: Array<Chart>, 
/**
 * Boxes printed where the sheet is free, for what lies beside the map: a stock, the weather. The scene says what
 * lies in them.
 */
panels: Array<PanelLook>, rules: Array<RuleEntry>, 
/**
 * What `Game::overlay` answers.
 */
overlays: Array<OverlayLook>, 
/**
 * SVG symbols of the game's own, referred to by name: emblems, covers, card faces.
 */
art: Array<Art>, layout: Layout, 
/**
 * Whether one seat knows what another does not: then two people at one screen need a curtain.
 */
secrets: boolean, 
/**
 * What to read before the first move, for every scenario.
 */
briefings: Array<Briefing>, };

export type Label = { text: string, at: [number, number], turn: number, kind: LabelKind, 
/**
 * What an objective is worth, otherwise 0.
 */
points: number, };

export type LabelKind = "town" | "city" | "major_city" | "objective" | "water" | "region" | "height" | "place";

export type Lane = { between: [Spot, Spot], 
/**
 * Name of the art on it.
 */
recipe: string, seat: Seat | null, };

/**
 * How the map is looked at, and what stands on it.
 */
export type Layout = "field" | "network";

/**
 * One spot that can be reached, and the cheapest way into it.
 */
export type Leg = { spot: Spot, via: Spot, cost: number, 
/**
 * Whether a path may end here; if not, it can only be passed.
 */
end: boolean, 
/**
 * Whether a path must end here.
 */
stop: boolean, };

/**
 * A hint, shown once, when its cue comes.
 */
export type Lesson = { cue: Cue, title: string, text: string, 
/**
 * Where more of it is written.
 */
rule: Rule, };

/**
 * A level of bots in a game.
 */
export type LevelView = { 
/**
 * As in [`ShelfView::bots`].
 */
name: string, 
/**
 * How it plays, in a sentence.
 */
about: string, 
/**
 * Measured strength: `1240 ± 45 Elo · 400 games · 2026-11-16`. Empty if nothing was measured.
 */
strength: string, };

export type LineLook = { name: string, 
/**
 * One of [`crate::recipes::LINES`].
 */
recipe: string, effect: string, sure: boolean, };

/**
 * How it is drawn.
 */
export type LineRecipe = "river" | "stream" | "canal" | "road" | "rail" | "trail" | "bridge" | "front" | "border" | "great-river" | "land" | "neutral" | "wood" | "hills" | "water" | "way" | "dotted-way";

export type LineRun = { 
/**
 * Index into `lines`.
 */
line: number, name: string, 
/**
 * Whose it is: nobody's and everybody's if empty.
 */
owners: Array<Seat>, through: Through, };

/**
 * So many of a thing.
 */
export type Lot = { thing: Thing, count: number, };

/**
 * What a throw was worth to a seat, against all that it could have been. Exact: the mean is `sum / of`, the mean of
 * the squares `squares / of`.
 */
export type Luck = { seat: Seat, got: number, of: number, sum: number, squares: number, };

/**
 * A marker on the map that is not a piece.
 */
export type Mark = { at: Spot, 
/**
 * One of [`crate::recipes::MARKS`], or the name of an art.
 */
recipe: string, seat: Seat | null, 
/**
 * A number or a word on it.
 */
text: string, };

/**
 * `POST /api/matches/{id}/mark`: what whoever asks calls a match, and whether it is put away; a `MatchView` comes back.
 */
export type MarkMatch = { name: string, archived: boolean, };

/**
 * How it is drawn.
 */
export type MarkRecipe = "target" | "path" | "flag" | "mine" | "blown" | "crowded" | "control" | "beach" | "drop" | "number" | "levy";

/**
 * A panel beside the map: a player's, or a common one.
 */
export type Mat = { seat: Seat | null, title: string, 
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
 * Open cards: kept or won.
 */
cards: Array<Thing>, };

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
 * How many decisions stand.
 */
decisions: number, 
/**
 * The turn and the phase; empty in a match of old.
 */
stands: string, 
/**
 * What whoever asks calls it; empty if nothing.
 */
name: string, 
/**
 * Whether whoever asks has put it away.
 */
archived: boolean, 
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
seats: Array<SeatWish>, public: boolean, 
/**
 * Without it the deal is by the table alone.
 */
dice?: OpenerPart, 
/**
 * A match that is over and is played again: who held a seat in it may be given one without a link, by those who
 * held one too.
 */
after?: string, };

/**
 * A sentence of the log.
 */
export type Note = { rule: Rule, text: string, shows: Shows, 
/**
 * Seen once: the log will not have it.
 */
passing: boolean, 
/**
 * What begins with it.
 */
heading: Heading | null, 
/**
 * What the dice in it were worth to whoever hoped for them.
 */
luck: Luck | null, 
/**
 * What it cost, if that is worth a card.
 */
bill: Bill | null, };

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
to: Spot | null, 
/**
 * If it ends a phase or a turn: how many things would be left undone.
 */
ends: number | null, 
/**
 * Null if it is large: ask with `open`.
 */
open: Opening | null, };

/**
 * What whoever opens a match adds to the secret of its dice.
 */
export type OpenerPart = { 
/**
 * Of the secret, as `GET /api/dice` has said it.
 */
hash: string, 
/**
 * 64 hex digits in lower case, at random.
 */
part: string, };

/**
 * What is still to be chosen in an offer.
 */
export type Opening = { "kind": "nothing" } | { "kind": "path", from: Spot, budget: number, 
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
 * What one side is told before the first move.
 */
export type Orders = { seat: Seat, 
/**
 * What wins.
 */
aim: string, 
/**
 * The first things to do.
 */
first: Array<string>, };

/**
 * How a match came to be.
 */
export type Origin = "dealt" | "branched" | "uploaded";

/**
 * How it is drawn.
 */
export type OverlayIcon = "zones" | "reach" | "lines" | "range" | "layers";

/**
 * Something that can be laid over the map.
 */
export type OverlayLook = { 
/**
 * As it is asked for: `us-zones`.
 */
name: string, 
/**
 * On its button: `US zones`.
 */
title: string, about: string, 
/**
 * One of [`crate::recipes::OVERLAYS`].
 */
icon: string, };

/**
 * How fast bots play.
 */
export type Pace = "at_once" | "fast" | "watch";

/**
 * What lies in a panel.
 */
export type Panel = { 
/**
 * Beside its title: `13 of 25`.
 */
says: string, 
/**
 * Lines of spaces, each with the things that lie in it and room for as many as `of` says.
 */
rows: Array<Array<Tally>>, 
/**
 * Who stands at which column of its chart.
 */
markers: Array<[Seat, number]>, };

/**
 * A box on the sheet: left, top, width and height, in its units.
 */
export type PanelLook = { title: string, at: [number, number, number, number], 
/**
 * The chart that is printed in it.
 */
chart: number | null, };

/**
 * What somebody has added to the secret of the dice.
 */
export type PartView = { 
/**
 * Null for whoever opened the match, before the deal.
 */
seat: number | null, 
/**
 * It counts from this roll on, of all that were ever made in the match.
 */
from: number, part: string, };

/**
 * What was chosen in an offer.
 */
export type Pick = "nothing" | { "path": Array<Spot> } | { "some": Array<Ref> } | { "amount": number } | { "counts": Array<number> };

/**
 * A counter, a block or a card.
 */
export type Piece = number;

/**
 * A deck: cards face down, perhaps with one that this viewer has seen.
 */
export type Pile = { deck: Thing, count: number, discards: number, 
/**
 * The top card, if this viewer knows it.
 */
top: Thing | null, 
/**
 * Whose markers lie on it.
 */
marked: Array<Seat>, 
/**
 * Name of the art on those markers, or empty.
 */
marker: string, };

/**
 * A word that matters, on a plate of its own: ready, used, grounded.
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
 * One of [`crate::recipes::PRINTS`], or the name of an art.
 */
recipe: string, seat: Seat | null, };

/**
 * How it is drawn.
 */
export type PrintRecipe = "town" | "city" | "major-city" | "port" | "fort" | "beach" | "trench" | "works" | "base" | "medal" | "flag" | "blockade" | "limited" | "limited-once";

/**
 * `GET /api/dice`: the secret of the dice of a match that is yet to be opened.
 */
export type Promised = { hash: string, };

/**
 * Whatever a player can point at.
 * Over the wire a spot is `s12`, a piece `p34`, another thing `t5`, and nothing is `null`.
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
 * A list to jump from: `May still move`, `Must attack`.
 */
export type Roster = { title: string, of: Array<Ref>, };

/**
 * A numbered case of a rulebook, such as `Rule("7.74")`.
 */
export type Rule = string;

export type RuleCited = { id: string, title: string, text: string, };

/**
 * One numbered case in our own words.
 */
export type RuleEntry = { id: string, title: string, text: string, kind: RuleKind, see: Array<string>, 
/**
 * Our decision where the book is silent or contradicts itself.
 */
ruling: string | null, 
/**
 * The figures behind it are ours, because the printed chart or map is lost.
 */
reconstructed: boolean, };

/**
 * What kind of statement a numbered case makes.
 */
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
 * How long it takes: `about two hours`. Empty if nobody has said.
 */
time: string, 
/**
 * From 1, for a first game, to 3; 0 if nobody has said.
 */
hard: number, 
/**
 * How games between bots of one level ended. Empty if that was not measured.
 */
balance: string, 
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
tracks: Array<number>, 
/**
 * The first and the last space of the first track that this scenario plays; nothing: all of them.
 */
span: [number, number] | null, marks: Array<Mark>, banner: Banner, scores: Array<Score>, 
/**
 * Lines such as "Ground Support: 15 of 20 left".
 */
facts: Array<Fact>, 
/**
 * What lies on spots without being a piece: barrels, crates.
 */
heaps: Array<HeapLook>, 
/**
 * What lies on the way between two spots: a truck.
 */
lanes: Array<Lane>, 
/**
 * What lies in front of the players, and beside the map.
 */
mats: Array<Mat>, focus: Focus, 
/**
 * Spots whose ground is another now than the printed one, as indexes into the kit's grounds: flood, mud.
 */
grounds: Array<[Spot, number]>, 
/**
 * What has become of hexsides: a bridge that was blown, one that was built.
 */
sides: Array<SideMark>, 
/**
 * From place to place: missions, transfers, what is to be attacked.
 */
arrows: Array<Arrow>, 
/**
 * Who may still act, by what they may do.
 */
rosters: Array<Roster>, 
/**
 * The part of the sheet that is played on, if it is not the whole: left, top, width, height.
 */
part: [number, number, number, number] | null, 
/**
 * Lines that are in flood now, all of a kind: indexes into the kit's lines.
 */
swollen: Array<number>, 
/**
 * By what the game is judged, if that is one figure.
 */
gauge: Gauge | null, 
/**
 * What lies in the panels of the kit, in their order.
 */
panels: Array<Panel>, 
/**
 * What can be done in a turn of this kind, as a bar of buttons; empty if the offers say it all.
 */
deeds: Array<Deed>, 
/**
 * What is left to act with in this turn: actions.
 */
left: Tally | null, 
/**
 * What must be done before the phase can end.
 */
due: Due | null, };

export type Score = { seat: Seat, points: number, unit: string, };

/**
 * A place at the table, counted from 0.
 */
export type Seat = number;

export type SeatKind = "human" | "bot" | "open" | "absent";

/**
 * A side at the table.
 */
export type SeatLook = { 
/**
 * Who they are: `Germans`, `Patton`.
 */
name: string, 
/**
 * Before what is theirs: `German` movement; empty if that is the name.
 */
adjective: string, 
/**
 * Whether they are several: the Germans decide, Patton decides.
 */
several: boolean, 
/**
 * One word without spaces, used in notation: `US`, `GE`.
 */
short: string, 
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
export type SeatWish = { "kind": "me" } | { "kind": "bot", name: string, } | { "kind": "open" } | { "kind": "same", seat: number, };

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

export type Shows = { "kind": "nothing" } | { "kind": "path", piece: Piece, spots: Array<Spot>, } | { "kind": "roll", sides: number, face: number, dice: Array<Die>, cell: ChartCell | null, } | { "kind": "throw", dice: Array<SignedDie>, } | { "kind": "gone", piece: Piece, } | { "kind": "placed", piece: Piece, at: Spot, } | { "kind": "flash", about: Ref, };

/**
 * Something on the side between two spots that changes in play.
 */
export type SideMark = { between: [Spot, Spot], 
/**
 * One of [`crate::recipes::SIDES`].
 */
recipe: string, seat: Seat | null, 
/**
 * For the hover card and for screen readers.
 */
about: string, };

/**
 * How it is drawn.
 */
export type SideRecipe = "blown" | "bridge" | "swollen";

/**
 * A die with a sign instead of pips.
 */
export type SignedDie = { seat: Seat, art: string, 
/**
 * Whether it counts.
 */
counts: boolean, };

/**
 * `POST /api/matches/{id}/sit`: takes an open seat of a public match; the answer is a `MatchView`.
 */
export type Sit = { seat: number, };

/**
 * An arrow from place to place; from a place to itself it is a ring, and with words a note.
 */
export type SketchMark = { from: number, to: number, text: string, };

/**
 * Anywhere a piece can lie: a hex, an area, a box, a space of a track.
 */
export type Spot = number;

/**
 * Where a spot lies on the sheet. A hex is 80 wide: 40 from its centre to each corner, flat top.
 */
export type SpotLook = { name: string, 
/**
 * What people call it, if they call it anything: `Germeter`.
 */
called: string, at: [number, number], shape: Shape, 
/**
 * Index into `grounds`.
 */
ground: number, 
/**
 * For the hover card and for screen readers: `Germeter, town`.
 */
about: string, 
/**
 * False where the sheet is reconstructed.
 */
sure: boolean, 
/**
 * Whose colours an area bears, as seats; its ground says the rest.
 */
owners: Array<Seat>, 
/**
 * What is printed on it: a flag, a star, a medal.
 */
prints: Array<Print>, };

/**
 * `GET /api/matches/{id}/at/{n}`: how the match entries_after after n entries.
 */
export type Standing = { at: number, entries: number, viewer: number | null, scene: Scene, awaits: Awaits, };

/**
 * `GET /api/matches/{id}/story?from=0`.
 */
export type Story = { seq: number, entries: number, told_from: number, told: Array<Told>, };

export type Sum = { label: string, amount: number, rule: Rule, };

/**
 * How it is drawn.
 */
export type SymbolRecipe = "infantry" | "mechanized" | "motorized" | "armor" | "recon" | "mech-recon" | "cavalry" | "artillery" | "heavy-artillery" | "sp-artillery" | "rocket-artillery" | "mortar" | "anti-tank" | "sp-anti-tank" | "anti-air" | "engineer" | "paratroop" | "airborne" | "glider" | "mountain" | "machinegun" | "commando" | "headquarters" | "supply" | "transport" | "medical" | "signal" | "bridge" | "air" | "naval" | "fort" | "garrison" | "leader" | "hidden";

/**
 * `GET /api/table`.
 */
export type TableView = { 
/**
 * By this key the signatures of its match files are checked.
 */
key: string, };

/**
 * A number with its name: `trucks 4 of 9`.
 */
export type Tally = { 
/**
 * Name of an art, or empty.
 */
art: string, label: string, count: number, of: number | null, };

/**
 * Whatever else can be named: a deck, a card, a kind of supply. An index into the kit's things.
 */
export type Thing = number;

/**
 * Something that is neither a place nor a counter.
 */
export type ThingLook = { 
/**
 * As it is typed: `gas`, `Axis`, `275 Infanterie Div`.
 */
name: string, 
/**
 * Name of an art, or empty; of a deck, what is on its back.
 */
art: string, 
/**
 * For the hover card and for screen readers.
 */
about: string, 
/**
 * Its printed face, if it is a card.
 */
card: CardLook | null, 
/**
 * Whether it is a deck: cards lie in it, but it is not counted.
 */
deck: boolean, };

export type Through = { "spots": Array<Spot> } | { "sides": Array<[Spot, Spot]> } | "ground";

/**
 * Table to client.
 */
export type ToClient = { "type": "welcome", match: MatchView, chat: Array<Said>, 
/**
 * The private notes of this person.
 */
note: string, } | { "type": "table", seats: Array<SeatView>, undo: UndoAsked | null, watching: number, } | { "type": "update" } & Update | { "type": "opened", tag: number, seq: number, offer: number, open: Opening, } | { "type": "reason", tag: number, seq: number, refusal: Refused | null, } | { "type": "reaching", tag: number, seq: number, offers: Array<number>, } | { "type": "answer", tag: number, seq: number, lawful: boolean, forecast: Forecast | null, refusal: Refused | null, } | { "type": "foreseen", tag: number, seq: number, lawful: boolean, forecast: Forecast | null, refusal: Refused | null, then: Array<Foreseen>, } | { "type": "refused" } & Refused | { "type": "stale", seq: number, } | { "type": "overlay", tag: number, seq: number, name: string, refs: Array<Ref>, } | { "type": "said" } & Said | { "type": "sketch", by: number, name: string, marks: Array<SketchMark>, } | { "type": "undo_declined", by: number, } | { "type": "note_kept" } | { "type": "dice" } & DiceView | { "type": "error", what: string, } | { "type": "standstill", what: string | null, } | { "type": "again", id: string, by: string, } | { "type": "ended", what: string, };

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

/**
 * A row of spaces with a marker in it; the scene says where the marker stands.
 */
export type Track = { name: string, spaces: Array<string>, 
/**
 * What is printed on each space beside its name, and the name of an art; empty if nothing is.
 */
notes: Array<string>, signs: Array<string>, };

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
