// What is said of one word: its interval, the reasons in words, and easier synonyms.

import { api } from "./request.js";

// Milliseconds that the pointer rests on a word before its reasons are asked for.
const REST = 120;

// Reasons that are shown at once.
const FIRST = 4;

export class Details {
  constructor(section, map) {
    this.section = section;
    this.map = map;
    this.head = section.querySelector("h3");
    this.said = section.querySelector("#said");
    this.known = new Map();
    this.empty = [this.head.textContent, ...this.said.children];
    this.pinned = false;
    section.querySelector("#close").addEventListener("click", () => this.close());
    section.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Show a target after a moment, unless another one was chosen to stay. */
  point(target, stays = false) {
    clearTimeout(this.timer);
    if (!target || (this.pinned && !stays) || target === this.target) return;
    this.timer = setTimeout(() => this.#show(target), REST);
  }

  /** Show a target at once, let it stay, and go to what is said of it. */
  choose(target, { enter }) {
    clearTimeout(this.timer);
    this.pinned = true;
    if (target !== this.target) this.#show(target);
    if (enter) this.head.focus();
  }

  close() {
    this.asked?.abort();
    const back = this.section.contains(document.activeElement) && this.target;
    this.pinned = false;
    this.target = null;
    this.map.show(null);
    this.section.classList.remove("open");
    const [head, ...said] = this.empty;
    this.head.textContent = head;
    this.said.replaceChildren(...said);
    if (back) this.map.focus(back);
    // To come back to a word is not to point at it.
    clearTimeout(this.timer);
  }

  async #show(target) {
    this.asked?.abort();
    this.asked = new AbortController();
    this.target = target;
    this.map.show(target);
    const { text, said, low, high } = this.map.facts.get(target);
    this.head.textContent = text.replace(/\s+/g, " ");
    const value = make("p", "value", make("strong", "", said), low && `, 90 % interval ${low} to ${high}`);
    const reasons = make("div", "");
    const synonyms = make("div", "");
    const expression = this.#expression(target);
    this.said.replaceChildren(value, scale(target, low, high), ...expression, reasons, synonyms);
    this.section.classList.add("open");
    // On a narrow screen the details may have covered it.
    target.scrollIntoView({ block: "nearest" });
    await this.#fill(reasons, "Reasons", () => this.#ask("/api/explain", target), explained);
    await this.#fill(synonyms, "Easier synonyms", () => this.#ask("/api/rank", target), ranked);
  }

  /** Put in a part what is answered, or why there is no answer. */
  async #fill(part, title, ask, written) {
    const head = make("h4", "", title);
    part.replaceChildren(head, make("p", "note", "…"));
    try {
      part.replaceChildren(head, ...written(await ask()));
    } catch (fault) {
      if (fault.name === "AbortError") return;
      // What else a program could ask is no help here.
      const hint = fault.status === 400 ? "" : fault.hint;
      part.replaceChildren(head, make("p", "note", `${fault.message} ${hint}`));
    }
  }

  async #ask(path, target) {
    const key = `${path} ${target.id}`;
    if (!this.known.has(key)) {
      const content = {
        sentence: target.closest(".sentence").textContent,
        start: Number(target.dataset.start),
        end: Number(target.dataset.end),
      };
      this.known.set(key, await api(path, content, this.asked.signal));
    }
    return this.known.get(key);
  }

  #expression(word) {
    const expression = this.map.expressionOf(word);
    if (!expression) return [];
    const { text, said } = this.map.facts.get(expression);
    const button = make("button", "", `“${text}” together: ${said}`);
    button.type = "button";
    button.addEventListener("click", () => this.choose(expression, { enter: true }));
    return [make("p", "", button)];
  }
}

function explained({ explanations: [{ average, reasons }] }) {
  const most = Math.max(...reasons.map((reason) => Math.abs(reason.contribution)));
  const lines = reasons.map((reason) => line(reason, most));
  const start = `What moves it away from the average prediction, ${average.toFixed(2)}:`;
  const first = make("ul", "reasons", ...lines.slice(0, FIRST));
  const said = [make("p", "note", start), first];
  if (lines.length <= FIRST) return said;
  const summary = make("summary", "", `Smaller reasons: ${lines.length - FIRST}`);
  return [...said, make("details", "", summary, make("ul", "reasons", ...lines.slice(FIRST)))];
}

function line({ theme, text, contribution }, most) {
  const harder = contribution > 0;
  const amount = Math.abs(contribution);
  const by = amount < 0.005 ? "less than 0.01" : amount.toFixed(2);
  const bar = make("span", `bar ${harder ? "harder" : "easier"}`);
  bar.style.setProperty("--share", most ? amount / most : 0);
  const effect = make("span", "effect", `${harder ? "harder" : "easier"} by ${by}`);
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
  const found = rows.length
    ? make("table", "synonyms", make("tbody", "", ...rows))
    : make("p", "", "None of its synonyms is easier.");
  return [found, make("p", "note", notes.join(" "))];
}

/** The scale from 0 to 1 with the complexity and its interval; the line above says the same. */
function scale(target, low, high) {
  const drawn = make("div", "scale", make("span", "interval"), make("span", "point"));
  drawn.ariaHidden = "true";
  drawn.style.setProperty("--complexity", target.dataset.complexity);
  drawn.style.setProperty("--low", low ?? target.dataset.complexity);
  drawn.style.setProperty("--high", high ?? target.dataset.complexity);
  return drawn;
}

function make(tag, kind, ...content) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...content.filter((part) => part));
  return element;
}
