// @ts-check
// The lobby: the shelf, my matches, open tables, invitations and match files.
/** @import { GameView, MatchList, MatchView, ScenarioView, SeatWish, ShelfView } from "../types" */
import { api } from "./api.js";
import { cover } from "./covers.js";
import { $, esc, ico, put } from "./dom.js";
import { drawGlances, glanceOf } from "./glance.js";
import { startOffline } from "./offline.js";
import { keepLessons, set } from "./settings.js";

/** @type {ShelfView} */
let shelf = { games: [], bots: [] };
/** @type {MatchList} */
let matches = { mine: [], public: [] };
/** The match that is being given a name. */
let renaming = "";
/** The match that is about to be deleted. */
let deleting = "";
/** Whether what was put away is listed. */
let awayShown = false;

start().catch((problem) => notice(words(problem)));

async function start() {
  const me = await api.me();
  name(me.name);
  listen();
  startOffline();
  const token = /^\/join\/([^/]+)/.exec(location.pathname)?.[1];
  if (token) return accept(token);
  [shelf, matches] = await Promise.all([api.shelf(), api.matches()]);
  draw();
  setInterval(refresh, 6000);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
}

async function refresh() {
  if (document.hidden) return;
  matches = await api.matches();
  drawMatches();
}

function listen() {
  put($("light"), ico("sun"));
  $("light").addEventListener("click", () => set("chrome", document.documentElement.dataset["chrome"] === "dark" ? "light" : "dark"));
  const field = /** @type {HTMLInputElement} */ ($("name"));
  const rename = async () => {
    const wanted = field.value.trim();
    if (wanted) name((await api.rename(wanted)).name);
  };
  field.addEventListener("change", () => rename().catch((problem) => notice(words(problem))));
  $("me").addEventListener("submit", (event) => {
    event.preventDefault();
    field.blur();
  });
  $("shelf").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-way]") : null;
    if (button instanceof HTMLElement && button.dataset["way"] === "training") learn(button.dataset["game"] ?? "").catch((problem) => notice(words(problem)));
    else if (button instanceof HTMLElement) prepare(button.dataset["game"] ?? "", button.dataset["way"] ?? "bot");
  });
  $("join").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ ($("token")).value.trim();
    const token = text.split("/").filter(Boolean).at(-1);
    if (token) accept(token, $("join-trouble"));
  });
  $("open").addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-sit]") : null;
    if (!(button instanceof HTMLElement)) return;
    try {
      go(await api.sit(button.dataset["match"] ?? "", Number(button.dataset["sit"])));
    } catch (problem) {
      notice(words(problem));
    }
  });
  $("mine").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || button.closest("form")?.contains(button) && !("cancel" in button.dataset)) return;
    if ("away" in button.dataset) awayShown = !awayShown;
    if ("cancel" in button.dataset) renaming = "";
    const match = matches.mine.find((one) => one.id === button.dataset["match"]);
    if (match && button.dataset["tool"] === "rename") renaming = match.id;
    if (match && button.dataset["tool"] === "delete") deleting = match.id;
    if ("cancel" in button.dataset) deleting = "";
    if (match && button.dataset["tool"] === "forget") return void forget(match);
    if (match && button.dataset["tool"] === "away") return void mark(match, match.name, !match.archived);
    button.blur();
    drawMatches();
    /** @type {HTMLInputElement | null} */ ($("mine").querySelector("form input"))?.focus();
  });
  $("mine").addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const match = matches.mine.find((one) => one.id === form.dataset["rename"]);
    if (match) mark(match, String(new FormData(form).get("title") ?? ""), match.archived);
  });
  $("file").addEventListener("change", async (event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    try {
      go(await api.upload(await file.text()));
    } catch (problem) {
      // Where the eye is.
      $("file-trouble").textContent = words(problem);
    }
  });
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    const copy = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (copy instanceof HTMLElement) navigator.clipboard.writeText(copy.dataset["copy"] ?? "").then(() => (copy.textContent = "Copied"));
  });
}

/** @param {MatchView} match @param {string} title @param {boolean} archived */
async function mark(match, title, archived) {
  try {
    const changed = await api.mark(match.id, title, archived);
    matches.mine = matches.mine.map((one) => (one.id === changed.id ? changed : one));
    renaming = "";
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    drawMatches();
  } catch (problem) {
    notice(words(problem));
  }
}

/** @param {MatchView} match */
async function forget(match) {
  try {
    matches = await api.forget(match.id);
    notice("");
  } catch (problem) {
    notice(words(problem));
  }
  deleting = "";
  drawMatches();
}

/** @param {string} given */
function name(given) {
  const field = /** @type {HTMLInputElement} */ ($("name"));
  field.value = given;
  $("initial").textContent = given.charAt(0).toUpperCase() || "?";
}

/** @param {string} token @param {HTMLElement} [place] where to say what is wrong with it */
async function accept(token, place) {
  try {
    go(await api.join(token));
  } catch (problem) {
    const wrong = `This invitation cannot be used: ${words(problem)}`;
    if (place) return void (place.textContent = wrong);
    notice(wrong);
    [shelf, matches] = await Promise.all([api.shelf(), api.matches()]);
    draw();
  }
}

/** @param {MatchView} match */
const go = (match) => void (location.href = `/table/${encodeURIComponent(match.id)}`);

/** @param {unknown} problem */
const words = (problem) => (problem instanceof Error ? problem.message : String(problem));

/** @param {string} text */
function notice(text) {
  const place = $("notice");
  place.hidden = !text;
  place.textContent = text;
}

function draw() {
  put($("shelf"), shelf.games.map(card).join(""));
  drawMatches();
}

/** @param {GameView} game */
function card(game) {
  const [first] = game.scenarios;
  const most = Math.max(...game.scenarios.map((s) => s.seats.length));
  const [easiest] = [...game.scenarios].sort((a, b) => a.hard - b.hard);
  const time = easiest?.time ? `<li>${ico("clock")}${game.scenarios.length > 1 ? "from " : ""}${esc(easiest.time.split("; ")[1] ?? easiest.time)}</li>` : "";
  const rebuilt = game.scenarios.some((s) => s.reconstructed);
  const list = game.scenarios.length > 1 ? `${game.scenarios.length} scenarios` : (first?.title ?? "");
  /** @param {string} way @param {string} icon @param {string} label @param {string} title */
  const button = (way, icon, label, title, kind = "") => `<button class="btn ${kind}" data-game="${esc(game.id)}" data-way="${way}" title="${title}">${ico(icon)}${label}</button>`;
  return `<article class="game" aria-label="${esc(game.title)}"><div class="cover">${cover(game)}</div><div class="about"><h2>${esc(game.title)}</h2><p>${esc(first?.about ?? game.subtitle)}</p><ul class="facts"><li>${ico("seats")}1–${most}</li>${time}${dots(easiest?.hard ?? 0)}<li>${ico("flag")}${esc(list)}</li></ul>${rebuilt ? `<details class="soft"><summary><span class="doubt">partly rebuilt</span></summary>${esc(first?.reconstructed ?? "")}</details>` : `<p class="soft">${esc(game.imprint)}</p>`}</div><footer>${game.training ? button("training", "book", "Learn", "A guided first game", "accent") : ""}${button("bot", "bot", "Bot", "Play against the computer", game.training ? "" : "accent")}${button("hotseat", "seats", "Hotseat", "All players at one screen")}${button("invite", "invite", "Invite", "Send somebody a link")}</footer></article>`;
}

/** How hard it is, as dots. @param {number} hard */
function dots(hard) {
  const words = ["", "good for a first game", "for those who have played a little", "for those who know it well"][hard];
  return words ? `<li class="hard" title="${words}"><span class="sr">${words}</span>${[1, 2, 3].map((n) => `<i class="${n <= hard ? "on" : ""}" aria-hidden="true"></i>`).join("")}</li>` : "";
}

/** A guided first game, at once. @param {string} id */
async function learn(id) {
  const game = shelf.games.find((g) => g.id === id);
  const training = game?.training;
  if (!game || !training) return;
  const playing = game.scenarios.find((s) => s.id === training.scenario)?.seats ?? game.seats.map((_, i) => i);
  /** @type {SeatWish[]} */
  const seats = playing.map((i) => (i === training.seat ? { kind: "me" } : { kind: "bot", name: training.bot }));
  const match = await api.begin({ game: id, scenario: training.scenario, options: training.options, seats, public: false });
  keepLessons(match.id, []);
  go(match);
}

/** Scenario, side, opponent. @param {string} id @param {string} way */
function prepare(id, way) {
  const game = shelf.games.find((g) => g.id === id);
  if (!game) return;
  // At one screen or by link there must be somebody else.
  const fitting = game.scenarios.filter((scenario) => way === "bot" || scenario.seats.length > 1);
  const scenarios = fitting.map(
    (scenario, i) =>
      `<label class="choice"><input type="radio" name="scenario" value="${esc(scenario.id)}" ${i ? "" : "checked"}><span><b>${esc(scenario.title)}</b><small>${[scenario.turns === 1 ? "1 turn" : `${scenario.turns} turns`, players(scenario), scenario.time, ["", "for a first game", "", "for experts"][scenario.hard]].filter(Boolean).map(esc).join(" · ")}</small><span class="more">${esc(scenario.about)}</span>${scenario.balance ? `<span class="soft more">${esc(scenario.balance)}</span>` : ""}${scenario.reconstructed ? `<span class="soft more"><span class="doubt">rebuilt</span> ${esc(scenario.reconstructed)}</span>` : ""}</span></label>`,
  );
  const bots = [...game.levels].reverse().map(({ name, about, strength }) => `<option value="${esc(name)}" title="${esc([about, strength].filter(Boolean).join(" "))}">${esc(name.charAt(0).toUpperCase() + name.slice(1))}${strength ? ` · ${esc(strength.split(" · ")[0] ?? "")}` : ""}</option>`);
  const head = { bot: "Play against the computer", hotseat: "All players, one screen", invite: "Invite by link" }[way] ?? "";
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  put(
    dialog,
    `<form id="new"><header><div><h2 id="dialog-head">${esc(game.title)}</h2><p class="soft">${head}</p></div><button class="btn quiet" type="button" id="close">Close</button></header><fieldset class="scenarios"><legend>Scenario</legend>${scenarios.join("")}</fieldset><div id="sides"></div>${way === "bot" ? `<label class="line" id="opponent">Opponent <select class="field" name="bot">${bots.join("")}</select></label><p class="soft" id="bot-about"></p>` : ""}<div id="mixed"></div><div id="options"></div>${way === "invite" ? '<label class="line"><input type="checkbox" name="public"> Show it under the open tables, so that anybody may sit down or watch</label>' : ""}<p class="soft"><a href="/print.html?game=${encodeURIComponent(game.id)}">Map, counters, charts and a roster to print</a></p><p id="trouble" role="alert"></p><footer class="row"><button class="btn accent wide">${way === "invite" ? "Make the invitation" : "Begin"}</button></footer></form>`,
  );
  const form = /** @type {HTMLFormElement} */ ($("new"));
  const follow = () => {
    const scenario = fitting.find((s) => s.id === new FormData(form).get("scenario"));
    if (scenario) follows(game, scenario, way);
  };
  const list = /** @type {HTMLSelectElement | null} */ (form.querySelector("[name=bot]"));
  const tell = () => {
    const level = game.levels.find((one) => one.name === list?.value);
    if (list) $("bot-about").textContent = [level?.about, level?.strength].filter(Boolean).join(" Measured: ");
  };
  list?.addEventListener("change", tell);
  tell();
  for (const radio of form.querySelectorAll("[name=scenario]")) radio.addEventListener("change", follow);
  follow();
  dialog.showModal();
  $("close").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(game, way, new FormData(form)).catch((problem) => ($("trouble").textContent = words(problem)));
  });
}

/** @param {ScenarioView} scenario */
const players = (scenario) => (scenario.seats.length === 1 ? "solitaire" : `${scenario.seats.length} sides`);

/** What depends on the scenario: who takes part, against whom, and what may be switched on. @param {GameView} game @param {ScenarioView} scenario @param {string} way */
function follows(game, scenario, way) {
  const alone = scenario.seats.length < 2;
  const sides = scenario.seats.map((at, i) => {
    const seat = game.seats[at];
    return `<label class="side"><input type="radio" name="side" value="${at}" ${i ? "" : "checked"}><span class="flag corner-${seat?.corner}" data-css="--side:${esc(seat?.colours[0])};--side-stripe:${esc(seat?.colours[1])}"></span>${esc(seat?.name)}</label>`;
  });
  put($("sides"), way === "hotseat" ? "" : `<fieldset><legend>You play</legend><div class="row">${sides.join("")}</div></fieldset>`);
  const opponent = document.getElementById("opponent");
  if (opponent) opponent.hidden = $("bot-about").hidden = alone;
  const wishes = [["me", "Me"], ["open", "Somebody with a link"], ...[...shelf.bots].reverse().map((bot) => [`bot ${bot}`, `The bot ${bot}`])];
  const rows = scenario.seats.map((at) => `<label class="line"><span>${esc(game.seats[at]?.name)}</span><select class="field" name="seat-${at}"><option value="">as above</option>${wishes.map(([value, say]) => `<option value="${esc(value)}">${esc(say)}</option>`).join("")}</select></label>`);
  put($("mixed"), alone ? "" : `<details><summary>Seats one by one</summary>${rows.join("")}</details>`);
  $("mixed").querySelector("details")?.addEventListener("toggle", () => $("mixed").scrollIntoView({ block: "nearest" }));
  const boxes = scenario.options.map((option) => `<label class="option"><input type="checkbox" name="option" value="${esc(option.id)}"> ${esc(option.about)}</label>`);
  put($("options"), boxes.length ? `<fieldset><legend>Options</legend>${boxes.join("")}</fieldset>` : "");
}

/** @param {GameView} game @param {string} way @param {FormData} form */
async function begin(game, way, form) {
  const scenario = String(form.get("scenario"));
  const playing = game.scenarios.find((s) => s.id === scenario)?.seats ?? [];
  const side = Number(form.get("side") ?? playing[0] ?? 0);
  /** @type {SeatWish[]} */
  const seats = playing.map((at) => {
    const own = String(form.get(`seat-${at}`) ?? "");
    if (own === "me" || own === "open") return { kind: own };
    if (own.startsWith("bot ")) return { kind: "bot", name: own.slice(4) };
    if (way === "hotseat" || at === side) return { kind: "me" };
    return way === "bot" ? { kind: "bot", name: String(form.get("bot")) } : { kind: "open" };
  });
  const match = await api.begin({ game: game.id, scenario, options: form.getAll("option").map(String), seats, public: form.get("public") !== null });
  const links = match.seats.filter((seat) => seat.join);
  if (!links.length) return go(match);
  const rows = links.map((seat) => {
    const link = new URL(seat.join ?? "", location.href).href;
    return `<p>For <b>${esc(game.seats[seat.seat]?.several ? "the " : "")}${esc(game.seats[seat.seat]?.name ?? "")}</b>:</p><div class="line"><input class="field" readonly value="${esc(link)}" aria-label="Invitation"><button class="btn" type="button" data-copy="${esc(link)}">Copy</button></div>`;
  });
  put($("dialog"), `<h2 id="dialog-head">Send this link to one person</h2><p class="soft">It works once, for whoever opens it first.</p>${rows.join("")}<footer class="row"><a class="btn accent wide" href="/table/${encodeURIComponent(match.id)}">To the table</a></footer>`);
}

function drawMatches() {
  const [kept, away] = [matches.mine.filter((match) => !match.archived), matches.mine.filter((match) => match.archived)];
  const list = kept.map(mine).join("") || '<p class="soft">None yet. Take a game from the shelf.</p>';
  const more = away.length ? `<button class="btn quiet small" data-away aria-expanded="${awayShown}">${awayShown ? "Hide what is put away" : `Put away: ${away.length}`}</button>${awayShown ? away.map(mine).join("") : ""}` : "";
  // Nothing is drawn away from under somebody who is typing.
  if (!$("mine").contains(document.activeElement) || !$("mine").querySelector("form")) put($("mine"), list + more);
  drawGlances($("mine"));
  put($("open"), matches.public.map(open).join("") || '<p class="soft">Nobody is waiting for a player just now.</p>');
  // Who has begun something finds it first.
  document.querySelector("main")?.classList.toggle("playing", kept.length > 0);
  document.title = matches.mine.some((match) => match.your_turn) ? "● Rhine" : "Rhine";
}

/** @param {MatchView} match */
function art(match) {
  const game = shelf.games.find((g) => g.id === match.game);
  return game ? cover(game) : "";
}

/** @param {MatchView} match */
const thumb = (match) => `<span class="thumb" aria-hidden="true">${art(match)}</span>`;

/** @param {number} time */
function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 60 * 36 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}

/** @param {MatchView} match @param {number} seat */
const side = (match, seat) => shelf.games.find((g) => g.id === match.game)?.seats[seat]?.name ?? `seat ${seat + 1}`;

/** The same in a sentence. @param {MatchView} match @param {number} seat */
const the = (match, seat) => `${shelf.games.find((g) => g.id === match.game)?.seats[seat]?.several ? "the " : ""}${side(match, seat)}`;

/** Who sits on the other side, in a word or two. @param {MatchView} match */
function against(match) {
  const others = match.seats.filter((seat) => !seat.yours && seat.kind !== "absent");
  if (!others.length) return match.seats.filter((seat) => seat.yours).length > 1 ? "at one screen" : "solitaire";
  const [first] = others;
  if (others.length > 1 && others.every((seat) => seat.kind === "bot" && seat.name === first?.name)) return `against ${others.length} bots, ${first?.name}`;
  return `against ${others.map((seat) => (seat.kind === "bot" ? `the bot ${seat.name}` : seat.kind === "open" ? "an open seat" : seat.name || side(match, seat.seat))).join(" and ")}`;
}

/** @param {MatchView} match */
function mine(match) {
  const yours = match.seats.filter((seat) => seat.yours);
  const role = yours.length > 1 ? "" : yours[0] ? `you are ${the(match, yours[0].seat)}, ` : "watching, ";
  const waits = match.awaits === null ? undefined : match.seats[match.awaits];
  const open = match.seats.find((seat) => seat.kind === "open");
  const whose = match.outcome ?? (match.your_turn ? "Your turn" : open ? `${side(match, open.seat)}: open seat` : waits?.kind === "bot" ? "The bot is thinking" : waits?.name || "Waiting");
  const act = match.outcome ? "Look" : match.your_turn ? "Play" : "Open";
  const id = esc(match.id);
  const name = match.name || match.title;
  const about = `${match.name ? `${match.title} · ` : ""}${match.scenario_title}`;
  const since = match.outcome ? `ended ${ago(match.moved)}` : `since ${ago(match.moved).replace(" ago", "")}`.replace("since just now", "just now");
  const decisions = match.decisions === 1 ? "1 decision" : `${match.decisions} decisions`;
  if (renaming === match.id) return `<form class="match rename" data-rename="${id}"><input class="field" name="title" maxlength="60" value="${esc(match.name)}" placeholder="${esc(match.title)}" aria-label="Name of the match"><button class="btn accent small">Keep</button><button class="btn quiet small" type="button" data-cancel>Back</button></form>`;
  // What nobody else needs.
  const alone = match.seats.every((seat) => seat.yours || seat.kind !== "human") || match.outcome !== null;
  if (deleting === match.id) return `<div class="match rename" role="alert"><span>Delete <b>${esc(name)}</b> for good?</span><button class="btn accent small" data-tool="forget" data-match="${id}">Delete</button><button class="btn quiet small" data-cancel>Back</button></div>`;
  const tools = `<span class="tools"><button class="btn quiet small" data-tool="rename" data-match="${id}" title="Give it a name">Rename</button><button class="btn quiet small" data-tool="away" data-match="${id}" title="${match.archived ? "Back into the list" : "Out of the list; nothing is lost"}">${match.archived ? "Take back" : "Put away"}</button>${alone ? `<button class="btn quiet small" data-tool="delete" data-match="${id}" title="For good, after a question">Delete</button>` : ""}</span>`;
  return `<div class="mine ${match.your_turn ? "yours" : ""}"><a class="match ${match.your_turn ? "yours" : ""}" href="/table/${encodeURIComponent(match.id)}"><span class="thumb glance" aria-hidden="true" data-glance="${id}" data-game="${esc(match.game)}" data-at="${match.decisions}">${glanceOf(match) ?? art(match)}</span><span><b>${esc(name)}</b><small>${esc(about)}</small><small>${esc(role)}${esc(against(match))}</small></span><span class="turn"><b>${esc(whose)}</b><small>${esc(match.stands)}</small><small>${decisions}, ${since}</small></span><span class="go">${act}</span></a>${tools}</div>`;
}

/** @param {MatchView} match */
function open(match) {
  const free = match.seats.filter((seat) => seat.kind === "open");
  const host = match.seats.find((seat) => seat.kind === "human")?.name || "somebody";
  const sits = free.map((seat) => `<button class="btn small" data-match="${esc(match.id)}" data-sit="${seat.seat}">Sit as ${esc(side(match, seat.seat))}</button>`).join("");
  return `<div class="table-row">${thumb(match)}<span><b>${esc(match.title)}</b><small>${esc(host)} · ${esc(match.scenario_title)}</small></span><span class="row">${sits}<a class="btn small quiet" href="/table/${encodeURIComponent(match.id)}">Watch</a></span></div>`;
}
