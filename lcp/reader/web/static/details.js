// Details of one word: its meaning, easier words, and the reasons for its complexity.

import { button, make, reveal } from "./dom.js";
import { api } from "./request.js";

export class Details {
  /**
   * The details of the words of a heat map. `context` has the text's readers, the known words,
   * whether there are synonyms, and replace(target, substitute).
   */
  constructor(section, map, context) {
    this.section = section;
    this.map = map;
    this.context = context;
    this.head = section.querySelector("h2");
    this.content = section.querySelector("#content");
    this.answers = new Map();
    this.empty = section.empty ??= [this.head.textContent, ...this.content.children];
    this.pinned = false;
    this.stop = new AbortController();
    const { signal } = this.stop;
    section.querySelector("#close").addEventListener("click", () => this.close(), { signal });
    section.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    }, { signal });
  }

  /** Show a target that the mouse or the keyboard points at; the mouse does not change a pinned one. */
  preview(target, { byKeyboard = false } = {}) {
    if (this.isQuiet || (this.pinned && !byKeyboard) || target === this.target) return;
    this.#show(target);
  }

  /** Show a target and pin it; optionally move the focus to its details. */
  pin(target, { focus }) {
    this.pinned = true;
    if (target !== this.target) this.#show(target);
    if (focus) this.head.focus();
  }

  close() {
    this.request?.abort();
    const back = this.section.contains(document.activeElement) && this.target;
    this.pinned = false;
    this.target = null;
    this.map.show(null);
    this.section.classList.remove("open");
    const [head, ...content] = this.empty;
    this.head.textContent = head;
    this.content.replaceChildren(...content);
    // Moving the focus back to the word must not open its details again.
    if (back) this.quietly(() => this.map.focus(back));
  }

  /** Move the focus with a function, without a preview of the word that gets it. */
  quietly(move) {
    this.isQuiet = true;
    move();
    this.isQuiet = false;
  }

  /** Stop listening, because the heat map is replaced. */
  end() {
    this.request?.abort();
    this.stop.abort();
  }

  async #show(target) {
    this.request?.abort();
    this.request = new AbortController();
    this.target = target;
    this.map.show(target);
    const fact = this.map.facts.get(target);
    this.head.textContent = fact.text.replace(/\s+/g, " ");
    const level = fact.level && `${fact.level}, `;
    const facts = make("p", "facts", level, fact.rank);
    const meaning = make("div", "");
    const reasons = make("div", "");
    const actions = make("p", "toolbar", ...this.#expression(target), this.#knowledge(fact));
    this.content.replaceChildren(facts, meaning, actions, reasons);
    this.section.classList.add("open");
    this.section.scrollTop = 0;
    // On a narrow screen the details can cover the word.
    reveal(target, "nearest");
    const parts = [this.#explain(reasons, target, fact)];
    if (this.context.synonyms) parts.unshift(this.#offer(meaning, target));
    await Promise.all(parts);
  }

  /** Fill a part with the meaning of a target and easier words, in a sense or in the likeliest. */
  #offer(part, target, sense) {
    const choices = {
      sensed: (name) => this.#offer(part, target, name),
      replace: (substitute) => this.context.replace(target, substitute),
    };
    const ask = () => this.#ask("/api/substitutes", target, sense && { sense });
    return this.#fill(part, ask, (answer) => substitutes(answer, choices));
  }

  #explain(part, target, fact) {
    return this.#fill(part, () => this.#ask("/api/explain", target), ({ explanations: [answer] }) => {
      const numbers = make("details", "", make("summary", "", "Numbers"));
      numbers.append(...withNumbers(answer, fact));
      return [...inPlainWords(answer), numbers];
    });
  }

  /** Fill a part with an answer of the server, or with its error. */
  async #fill(part, ask, render) {
    if (!part.hasChildNodes()) part.replaceChildren(make("p", "note", "Loading…"));
    try {
      part.replaceChildren(...render(await ask()));
    } catch (error) {
      if (error.name === "AbortError") return;
      // Hints for bad requests address programs.
      const hint = error.status === 400 ? "" : error.hint;
      part.replaceChildren(make("p", "note", `${error.message} ${hint}`));
    }
  }

  async #ask(path, target, options = {}) {
    const key = `${path} ${target.id} ${options.sense ?? ""}`;
    if (!this.answers.has(key)) {
      const body = {
        sentence: target.closest(".sentence").textContent,
        start: Number(target.dataset.start),
        end: Number(target.dataset.end),
        // For a split expression, only its words.
        ...(target.dataset.target && { target: target.dataset.target }),
        readers: this.context.readers,
        ...options,
      };
      this.answers.set(key, await api(path, body, this.request.signal));
    }
    return this.answers.get(key);
  }

  #expression(word) {
    const expression = this.map.expressionOf(word);
    if (!expression) return [];
    const { text, value } = this.map.facts.get(expression);
    const show = () => this.pin(expression, { focus: true });
    return [button(`Expression “${text}”: ${value}`, show)];
  }

  #knowledge(fact) {
    const { known } = this.context;
    const text = () => (known.has(fact) ? "I do not know this word" : "I know this word");
    const toggle = button(text(), () => {
      known.toggle(fact);
      toggle.textContent = text();
    });
    return toggle;
  }
}

/** Elements for an answer of /api/substitutes; `sensed` and `replace` are called on a choice. */
function substitutes(answer, { sensed, replace }) {
  const { senses, sense } = answer;
  const easier = answer.substitutes.filter((substitute) => substitute.easier);
  if (!senses.length) return [make("p", "note", "WordNet does not contain this word.")];
  const chosen = senses.filter(({ name }) => name === sense);
  const meant = chosen.length ? chosen : senses.filter(({ likely }) => likely);
  const meaning = meant.map(({ definition }) => definition).join("; or: ");
  const parts = [meaning ? make("p", "definition", meaning) : make("p", "note", "Which meaning fits is uncertain.")];
  const others = senses.filter((other) => !chosen.includes(other));
  if (others.length) parts.push(otherSenses(others, sensed, chosen.length ? " other" : ""));
  parts.push(make("h3", "", "Easier words"));
  if (!easier.length) return [...parts, make("p", "note", "None that fits here.")];
  const item = (substitute) => {
    const choice = button(substitute.form, () => replace(substitute));
    choice.append(" ", make("small", "", substitute.level ?? substitute.complexity.toFixed(2)));
    const fit = Math.round(100 * substitute.confidence);
    choice.title = `Replace the word (${substitute.gain.toFixed(2)} easier, confidence ${fit}%)`;
    return make("li", "", choice);
  };
  const [certain, doubtful] = [true, false].map((is) => easier.filter(({ probable }) => probable === is).map(item));
  if (certain.length) parts.push(make("ul", "synonyms", ...certain));
  if (doubtful.length) {
    const number = `${doubtful.length} that may not fit`;
    parts.push(make("details", "doubtful", make("summary", "", number), make("ul", "synonyms", ...doubtful)));
  }
  return parts;
}

/** The senses of the word, except the one that is shown, to choose from. */
function otherSenses(senses, sensed, other) {
  const items = senses.map(({ name, definition }) => make("li", "", button(definition, () => sensed(name))));
  const number = `${senses.length}${other} meaning${senses.length === 1 ? "" : "s"}`;
  return make("details", "senses", make("summary", "", number), make("ul", "", ...items));
}

/** Elements for an explanation of /api/explain. */
function inPlainWords({ plain }) {
  if (!plain.length) return [make("p", "note", "Nothing about this word stands out.")];
  return [true, false].flatMap((harder) => {
    const texts = plain.filter(({ contribution }) => contribution > 0 === harder);
    const items = texts.map(({ text }) => make("li", "", text));
    const title = harder ? "What makes it harder" : "What makes it easier";
    return items.length ? [make("h3", "", title), make("ul", "reasons", ...items)] : [];
  });
}

/** The complexity, its interval and the contribution of every theme. */
function withNumbers({ average, reasons }, { value, low, high, complexity }) {
  const largest = Math.max(...reasons.map((reason) => Math.abs(reason.contribution)));
  const interval = low && `, 90% interval ${low} to ${high}`;
  return [
    make("p", "facts", `Complexity ${value}`, interval),
    scale(complexity, low, high),
    make("p", "note", `Compared with the average prediction, ${average.toFixed(2)}:`),
    make("ul", "numbers", ...reasons.map((reason) => item(reason, largest))),
  ];
}

function item({ title, text, contribution }, largest) {
  const direction = contribution > 0 ? "harder" : "easier";
  const amount = Math.abs(contribution);
  const by = amount < 0.005 ? "less than 0.01" : amount.toFixed(2);
  const bar = make("span", `bar ${direction}`);
  bar.style.setProperty("--share", largest ? amount / largest : 0);
  const effect = make("span", "effect", `${direction} by ${by}`);
  return make("li", "", bar, make("span", "", make("b", "", title), `: ${text}; `, effect));
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
