// Details of one word: its meaning, easier words, and the reasons for its complexity.

import { button, make } from "./dom.js";
import { inPlainWords, withNumbers } from "./reasons.js";
import { api } from "./request.js";
import { substitutes } from "./substitutes.js";

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
    target.scrollIntoView({ block: "nearest" });
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
