// Where a text gets hard: a bar for each part of it, as high as the share of words that are marked.

import { at, make } from "./dom.js";

// Largest number of parts, and smallest number of words of a part and of parts worth showing.
const PARTS = 60;
const WORDS = 12;
const WORTHWHILE = 5;

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

/** Parts of whole sentences with about the same number of rated words. */
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
    part.marked += map.facts.get(word).complex;
  }
  return parts.map(({ sentence, words, marked }) => ({ sentence, share: marked / words }));
}
