// @ts-check
// The rulebook in our own words, to search and to open at a number.
/** @import { RuleEntry } from "../types" */
import { chip, esc } from "./dom.js";
import { known } from "./state.js";

/** What is looked for and what was opened. */
export const looking = { words: "", rule: "" };

export function rulesHtml() {
  return `<div class="searching"><input class="field" type="search" id="rule-search" placeholder="Search the rules   /" aria-label="Search the rules" value="${esc(looking.words)}"></div><ol class="rules" id="rule-list">${rulesList()}</ol>`;
}

export function rulesList() {
  const words = looking.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = known.kit.rules.filter((rule) => {
    const text = `${rule.id} ${rule.title} ${rule.text} ${rule.ruling ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.map((rule) => entry(rule, words)).join("") || '<li class="empty">No rule has these words.</li>';
}

/** @param {RuleEntry} rule @param {string[]} words */
function entry(rule, words) {
  const see = rule.see.length ? ` <small>See ${rule.see.map(chip).join(" ")}</small>` : "";
  const ruling = rule.ruling ? `<p class="ruling"><b>Ruling.</b> ${marked(rule.ruling, words)}</p>` : "";
  const doubt = rule.reconstructed ? ' <span class="doubt">rebuilt</span>' : "";
  return `<li class="${rule.kind === "heading" ? "heading" : ""} ${rule.id === looking.rule ? "found" : ""}" data-rule-entry="${esc(rule.id)}"><h3><span class="chip">${esc(rule.id)}</span>${marked(rule.title, words)}${doubt}</h3>${rule.text ? `<p>${marked(rule.text, words)}${see}</p>` : see}${ruling}</li>`;
}

/** @param {string} text @param {string[]} words */
function marked(text, words) {
  let out = esc(text);
  for (const word of words)
    if (word.length > 1) out = out.replace(new RegExp(`(${esc(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})(?![^<]*>)`, "gi"), "<mark>$1</mark>");
  return out;
}
