// Details of one word: its interval, the reasons for its complexity, and easier synonyms.

import { api } from "./request.js";

// Milliseconds that the pointer rests on a word before its details are requested.
const DELAY = 120;

// Number of reasons that are not collapsed.
const EXPANDED = 4;

export class Details {
  constructor(section, map, readers) {
    this.section = section;
    this.map = map;
    this.readers = readers;
    this.head = section.querySelector("h3");
    this.content = section.querySelector("#content");
    this.answers = new Map();
    this.empty = [this.head.textContent, ...this.content.children];
    this.pinned = false;
    section.querySelector("#close").addEventListener("click", () => this.close());
    section.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Show a target after a delay, unless another one is pinned. */
  point(target, byKeyboard = false) {
    // Scrolling to a focused word can move the text away from a resting pointer.
    if (!target && this.byKeyboard) return;
    clearTimeout(this.timer);
    this.byKeyboard = byKeyboard;
    if (!target || (this.pinned && !byKeyboard) || target === this.target) return;
    this.timer = setTimeout(() => this.#show(target), DELAY);
  }

  /** Show a target at once and pin it; optionally move the focus to its details. */
  pin(target, { focus }) {
    clearTimeout(this.timer);
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
    if (back) this.map.focus(back);
    // Moving the focus back to the word must not open its details again.
    clearTimeout(this.timer);
  }

  async #show(target) {
    this.request?.abort();
    this.request = new AbortController();
    this.target = target;
    this.map.show(target);
    const { text, value, low, high, level, rank } = this.map.facts.get(target);
    this.head.textContent = text.replace(/\s+/g, " ");
    const interval = low && `, 90% interval ${low} to ${high}`;
    const summary = make("p", "value", make("strong", "", value), interval);
    const place = make("p", "", level && `CEFR ${level}, `, rank, ".");
    const reasons = make("div", "");
    const synonyms = make("div", "");
    const expression = this.#expression(target);
    this.content.replaceChildren(summary, scale(target, low, high), place, ...expression, reasons, synonyms);
    this.section.classList.add("open");
    // On a narrow screen the details can cover the word.
    target.scrollIntoView({ block: "nearest" });
    await this.#fill(reasons, "Reasons", () => this.#ask("/api/explain", target), explained);
    await this.#fill(synonyms, "Easier synonyms", () => this.#ask("/api/rank", target), ranked);
  }

  /** Fill a part with an answer of the server, or with its error. */
  async #fill(part, title, ask, render) {
    const head = make("h4", "", title);
    part.replaceChildren(head, make("p", "note", "Loading…"));
    try {
      part.replaceChildren(head, ...render(await ask()));
    } catch (error) {
      if (error.name === "AbortError") return;
      // Hints for bad requests address programs.
      const hint = error.status === 400 ? "" : error.hint;
      part.replaceChildren(head, make("p", "note", `${error.message} ${hint}`));
    }
  }

  async #ask(path, target) {
    const key = `${path} ${target.id}`;
    if (!this.answers.has(key)) {
      const body = {
        sentence: target.closest(".sentence").textContent,
        start: Number(target.dataset.start),
        end: Number(target.dataset.end),
        readers: this.readers,
      };
      this.answers.set(key, await api(path, body, this.request.signal));
    }
    return this.answers.get(key);
  }

  #expression(word) {
    const expression = this.map.expressionOf(word);
    if (!expression) return [];
    const { text, value } = this.map.facts.get(expression);
    const button = make("button", "", `Expression “${text}”: ${value}`);
    button.type = "button";
    button.addEventListener("click", () => this.pin(expression, { focus: true }));
    return [make("p", "", button)];
  }
}

function explained({ explanations: [{ average, reasons }] }) {
  const largest = Math.max(...reasons.map((reason) => Math.abs(reason.contribution)));
  const items = reasons.map((reason) => item(reason, largest));
  const intro = make("p", "note", `Compared with the average prediction, ${average.toFixed(2)}:`);
  const expanded = make("ul", "reasons", ...items.slice(0, EXPANDED));
  if (items.length <= EXPANDED) return [intro, expanded];
  const summary = make("summary", "", `Smaller reasons (${items.length - EXPANDED})`);
  const collapsed = make("ul", "reasons", ...items.slice(EXPANDED));
  return [intro, expanded, make("details", "", summary, collapsed)];
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

function ranked({ candidates, notes }) {
  const easier = candidates.filter((candidate) => candidate.difference < 0);
  const rows = easier.map(({ candidate, complexity, difference }) => {
    const head = make("th", "", candidate);
    head.scope = "row";
    const less = make("td", "", `${(-difference).toFixed(2)} easier`);
    return make("tr", "", head, make("td", "", complexity.toFixed(2)), less);
  });
  const list = rows.length
    ? make("table", "synonyms", make("tbody", "", ...rows))
    : make("p", "", "No synonym is easier.");
  return [list, make("p", "note", notes.join(" "))];
}

/** Draw the complexity and its interval on the scale from 0 to 1; hidden from screen readers. */
function scale(target, low, high) {
  const drawing = make("div", "scale", make("span", "interval"), make("span", "point"));
  drawing.ariaHidden = "true";
  drawing.style.setProperty("--complexity", target.dataset.complexity);
  drawing.style.setProperty("--low", low ?? target.dataset.complexity);
  drawing.style.setProperty("--high", high ?? target.dataset.complexity);
  return drawing;
}

function make(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.filter((part) => part));
  return element;
}
