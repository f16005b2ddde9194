// The meaning of a word in its sentence, and easier words for it.

import { button, make } from "./dom.js";

/** Elements for an answer of /api/substitutes; `sensed` and `replace` are called on a choice. */
export function substitutes(answer, { sensed, replace }) {
  const { senses, sense, substitutes: easier } = answer;
  if (!senses.length) return [make("p", "note", "WordNet does not contain this word.")];
  const chosen = senses.find(({ name }) => name === sense) ?? senses[0];
  const parts = [make("p", "definition", chosen.definition)];
  const others = senses.filter((other) => other !== chosen);
  if (others.length) parts.push(otherSenses(others, sensed));
  parts.push(make("h3", "", "Easier words"));
  if (!easier.length) return [...parts, make("p", "note", "None that fits here.")];
  const items = easier.map((substitute) => {
    const choice = button(substitute.form, () => replace(substitute));
    choice.append(" ", make("small", "", substitute.level ?? substitute.complexity.toFixed(2)));
    choice.title = `Replace the word (${substitute.gain.toFixed(2)} easier)`;
    return make("li", "", choice);
  });
  return [...parts, make("ul", "synonyms", ...items)];
}

/** The other senses of the word, to choose from. */
function otherSenses(senses, sensed) {
  const items = senses.map(({ name, definition }) => make("li", "", button(definition, () => sensed(name))));
  const number = senses.length === 1 ? "1 other meaning" : `${senses.length} other meanings`;
  return make("details", "senses", make("summary", "", number), make("ul", "", ...items));
}
