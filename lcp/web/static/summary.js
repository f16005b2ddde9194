// The summary of a text, the bars of the dial and the list of the hardest words. The words that
// the reader knows count as words of level A1, as in lcp profile --known.

import { at, formatted, make } from "./dom.js";
import { LEVELS } from "./marking.js";

// Share of the running words that a reader must know (Laufer & Ravenhorst-Kalovski 2010).
const REQUIRED = 0.95;

/** Show the summary for the facts of a heat map, given the marking and the known words. */
export function summarise(facts, marking, known) {
  const words = [...facts.values()].filter((fact) => !fact.expression && !fact.name);
  const counts = Object.fromEntries(LEVELS.map((level) => [level, 0]));
  counts.A1 += Number(at("summary").dataset.easy);
  for (const word of words) counts[known.has(word) ? "A1" : (word.level ?? "A1")] += 1;
  const total = Object.values(counts).reduce((a, b) => a + b) || 1;
  const marked = words.filter((fact) => fact.complex);
  const share = marked.length / total;
  const distinct = new Set(marked.map((fact) => fact.lemma)).size;
  const level = words.some((word) => word.level) ? textLevel(counts, total) : "";
  const parts = [
    level,
    `${percent(share)} ${marking.describe()}`,
    `${formatted(distinct)} hard ${distinct === 1 ? "word" : "words"}`,
  ];
  at("summary").textContent = parts.filter(Boolean).join(" · ");
  showBars(counts, total);
  showLegend(marking.legend());
}

/** Show the hardest words that the reader does not know. */
export function showHardest(map, known, shown) {
  let left = shown;
  for (const row of document.querySelectorAll("#hardest tbody tr")) {
    const target = at(row.querySelector("a").hash.slice(1));
    const fact = map.facts.get(target);
    row.hidden = left === 0 || (fact && known.has(fact));
    left -= !row.hidden;
  }
}

function textLevel(counts, total) {
  let covered = 0;
  return LEVELS.find((level) => {
    covered += counts[level];
    // Rounded, so that 19 of 20 words are 95%.
    return Number((covered / total).toFixed(9)) >= REQUIRED;
  });
}

function showBars(counts, total) {
  const highest = Math.max(...Object.values(counts)) / total;
  for (const bar of document.querySelectorAll(".dial .share")) {
    const share = counts[bar.dataset.level] / total;
    bar.textContent = counts[bar.dataset.level] ? percent(share) : "";
    // The square root keeps small shares visible beside the share of A1.
    bar.style.setProperty("--share", Math.sqrt(share / highest));
  }
}

function showLegend(rows) {
  const items = rows.map(([step, name]) => make("li", "", make("span", `s${step}`, name)));
  at("legend").replaceChildren(...items);
}

function percent(share) {
  return share > 0 && share < 0.01 ? "<1%" : `${Math.floor(100 * share + 0.5)}%`;
}
