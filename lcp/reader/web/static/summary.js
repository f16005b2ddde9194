// The summary of a text, the bars of the dial and the list of the hardest words. The words that
// the reader knows count as words of level A1, as in lcp profile --known-words.

import { at, formatted, make } from "./dom.js";
import { LEVELS } from "./marking.js";

// Largest number of parts of a text, and smallest number of words of a part and of parts worth showing.
const PARTS = 60;
const WORDS = 12;
const WORTHWHILE = 5;

/** Show the summary for the facts of a heat map, given the marking and the known words. */
export function summarise(facts, marking, known) {
  const total = Number(at("summary").dataset.words);
  const words = [...facts.values()].filter((fact) => fact.words && !known.has(fact));
  const counts = Object.fromEntries(LEVELS.map((level) => [level, 0]));
  for (const { level, words: size } of words) if (level) counts[level] += size;
  // The other words are function words and words that the reader knows.
  counts.A1 += total - number(words);
  const marked = words.filter((fact) => fact.hard);
  const share = number(marked) / (total || 1);
  const hard = hardWords(words, marking.threshold);
  const distinct = new Set(marked.map((fact) => fact.lemma)).size;
  const parts = [
    at("summary").dataset.level,
    counted(hard, "hard word"),
    marking.above && `${counted(distinct, "word")} above ${marking.above}`,
    `${percent(share)} marked`,
  ];
  at("summary").textContent = parts.filter(Boolean).join(" · ");
  showBars(counts, total || 1);
  showLegend(marking.legend());
}

/** The number of running words in words and expressions. */
function number(facts) {
  return facts.reduce((sum, { words }) => sum + words, 0);
}

/** The number of words whose mean complexity reaches a threshold, as in lcp profile. */
function hardWords(words, threshold) {
  const means = new Map();
  for (const { lemma, complexity } of words) {
    const mean = means.get(lemma) ?? { sum: 0, count: 0 };
    means.set(lemma, { sum: mean.sum + complexity, count: mean.count + 1 });
  }
  return [...means.values()].filter(({ sum, count }) => sum / count >= threshold).length;
}

function counted(number, noun) {
  return `${number ? formatted(number) : "no"} ${noun}${number === 1 ? "" : "s"}`;
}

/** Show the hardest words that the reader does not know, by what the marks go by. */
export function showHardest(map, marking, known, shown) {
  const section = at("hardest");
  section.classList.toggle("by-level", Boolean(marking.above));
  const rows = [...section.querySelectorAll("tbody tr")];
  const order = ({ dataset: { level, complexity } }) => [
    marking.above ? LEVELS.indexOf(level) : 0,
    Number(complexity),
  ];
  rows.sort((a, b) => {
    const [[level, complexity], [otherLevel, otherComplexity]] = [order(b), order(a)];
    return level - otherLevel || complexity - otherComplexity;
  });
  section.querySelector("tbody")?.append(...rows);
  let left = shown;
  for (const row of rows) {
    const target = at(row.querySelector("a").hash.slice(1));
    const fact = map.facts.get(target);
    row.hidden = left === 0 || (fact && known.has(fact));
    left -= !row.hidden;
  }
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

/** Show where the text gets hard: a bar for each part, as high as its share of marked words. */
export function showAlong(map) {
  const parts = partsOf(map);
  const strip = at("along");
  strip.hidden = parts.length < WORTHWHILE;
  if (strip.hidden) return strip.replaceChildren();
  const highest = Math.max(...parts.map(({ share }) => share), 0.01);
  const bars = parts.map(({ share, sentence }) => {
    const bar = make("span", "");
    bar.style.setProperty("--share", share / highest);
    bar.title = `${Math.round(100 * share)}% of these words are marked`;
    bar.sentence = sentence;
    return bar;
  });
  strip.replaceChildren(...bars);
  const hardest = parts.findIndex(({ share }) => share === highest) + 1;
  strip.ariaLabel =
    `Share of marked words along the text, in ${parts.length} parts: ` +
    `at most ${Math.round(100 * highest)}%, in part ${hardest}.`;
}

/** Parts of whole sentences with about the same number of annotated words. */
function partsOf(map) {
  const size = Math.max(WORDS, map.words.length / PARTS);
  const parts = [];
  let part = null;
  for (const word of map.words) {
    const sentence = word.closest(".sentence");
    if (!part || (part.words >= size && sentence !== part.last)) {
      part = { sentence, words: 0, marked: 0 };
      parts.push(part);
    }
    part.last = sentence;
    part.words += 1;
    part.marked += map.facts.get(word).hard;
  }
  return parts.map(({ sentence, words, marked }) => ({ sentence, share: marked / words }));
}
