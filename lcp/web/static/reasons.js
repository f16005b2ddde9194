// Why a word has its complexity: in plain words, and with all numbers.

import { make } from "./dom.js";

/** Elements for an explanation of /api/explain. */
export function inPlainWords({ plain }) {
  if (!plain.length) return [make("p", "note", "Nothing about this word stands out.")];
  return [true, false].flatMap((harder) => {
    const texts = plain.filter((reason) => reason.harder === harder);
    const items = texts.map(({ text }) => make("li", "", text));
    const title = harder ? "What makes it harder" : "What makes it easier";
    return items.length ? [make("h3", "", title), make("ul", "reasons", ...items)] : [];
  });
}

/** The complexity, its interval and the contribution of every theme. */
export function withNumbers({ average, reasons }, { value, low, high, complexity }) {
  const largest = Math.max(...reasons.map((reason) => Math.abs(reason.contribution)));
  const interval = low && `, 90% interval ${low} to ${high}`;
  return [
    make("p", "facts", `Complexity ${value}`, interval),
    scale(complexity, low, high),
    make("p", "note", `Compared with the average prediction, ${average.toFixed(2)}:`),
    make("ul", "numbers", ...reasons.map((reason) => item(reason, largest))),
  ];
}

function item({ theme, text, contribution }, largest) {
  const direction = contribution > 0 ? "harder" : "easier";
  const amount = Math.abs(contribution);
  const by = amount < 0.005 ? "less than 0.01" : amount.toFixed(2);
  const bar = make("span", `bar ${direction}`);
  bar.style.setProperty("--share", largest ? amount / largest : 0);
  const effect = make("span", "effect", `${direction} by ${by}`);
  return make("li", "", bar, make("span", "", make("b", "", theme), `: ${text}; `, effect));
}

/** Draw the complexity and its interval on the scale from 0 to 1; hidden from screen readers. */
function scale(complexity, low, high) {
  const drawing = make("div", "scale", make("span", "interval"), make("span", "point"));
  drawing.ariaHidden = "true";
  drawing.style.setProperty("--complexity", complexity);
  drawing.style.setProperty("--low", low ?? complexity);
  drawing.style.setProperty("--high", high ?? complexity);
  return drawing;
}
