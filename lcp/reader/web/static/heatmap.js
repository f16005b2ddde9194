// The words of the heat map: their accessible names, their marks, and keyboard navigation.

import { at, reveal } from "./dom.js";

export class HeatMap {
  /** The heat map in an element; `on` has callbacks focused(target), left() and chosen(target). */
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.targets = [...element.querySelectorAll("[data-complexity]")];
    this.facts = new Map(this.targets.map((target) => [target, facts(target)]));
    this.words = this.targets.filter((target) => !target.classList.contains("expression"));
    this.indexes = new Map(this.words.map((word, index) => [word, index]));
    for (const word of this.words) word.tabIndex = -1;
    this.#stop(this.words[0]);
    for (const target of this.targets) this.#label(target);
    element.addEventListener("click", (event) => {
      const part = event.target.closest("[data-of]");
      const target = part ? at(part.dataset.of) : event.target.closest("[data-complexity]");
      if (target && getSelection().isCollapsed) this.on.chosen(target);
    });
    element.addEventListener("focusin", (event) => this.#focused(event.target));
    element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Mark each target with the strength, from 0 to 5, that a function returns for its facts. */
  mark(strength) {
    for (const [target, fact] of this.facts) {
      const step = strength(fact);
      if (step === fact.step) continue;
      const expression = !this.indexes.has(target);
      if (fact.step && !expression) target.classList.remove(`s${fact.step}`);
      if (step && !expression) target.classList.add(`s${step}`);
      target.classList.toggle("hard", step > 0);
      for (const part of this.#parts(target)) part.className = target.className;
      Object.assign(fact, { step, hard: step > 0 });
      this.#label(target);
    }
  }

  /** Make a word the only one that the Tab key reaches. */
  #stop(word) {
    const last = this.tabStop;
    if (!word || word === last) return;
    this.tabStop = word;
    word.tabIndex = 0;
    this.#label(word);
    if (!last) return;
    last.tabIndex = -1;
    this.#label(last);
  }

  /**
   * Name a target for screen readers. Only marked words and the one with the focus are buttons: the
   * others are read as running text.
   */
  #label(target) {
    const { text, value, level, hard } = this.facts.get(target);
    const single = this.indexes.has(target);
    if (!hard && target !== this.tabStop) {
      target.removeAttribute("role");
      target.removeAttribute("aria-label");
      return;
    }
    target.setAttribute("role", single ? "button" : "group");
    target.setAttribute("aria-label", `${text}, ${level ?? value}${hard ? ", marked" : ""}`);
  }

  /** The other parts of an expression that is apart. */
  #parts(target) {
    return this.element.querySelectorAll(`[data-of="${target.id}"]`);
  }

  /** The expression that contains a word, or null. */
  expressionOf(word) {
    return word.parentElement.closest(".expression");
  }

  /** Highlight the target whose details are shown; null for none. */
  show(target) {
    for (const part of this.element.querySelectorAll("[aria-current]")) {
      part.removeAttribute("aria-current");
    }
    for (const part of target ? [target, ...this.#parts(target)] : []) {
      part.setAttribute("aria-current", "true");
    }
    this.shown = target;
  }

  /** Move the focus to a word, or to the first word of an expression. */
  focus(target) {
    const word = this.indexes.has(target) ? target : this.words.find((each) => target.contains(each));
    this.#stop(word);
    word.focus({ preventScroll: true });
    return word;
  }

  #focused(word) {
    if (!this.indexes.has(word)) return;
    this.#stop(word);
    if (word.matches(":focus-visible")) this.on.focused(word);
  }

  #pressed(event) {
    if (!this.indexes.has(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = this.indexes.get(event.target);
    const next = getComputedStyle(event.target.closest("p")).direction === "rtl" ? -1 : 1;
    const steps = {
      ArrowRight: () => this.words[index + next],
      ArrowLeft: () => this.words[index - next],
      ArrowDown: () => this.#inLine(index, 1),
      ArrowUp: () => this.#inLine(index, -1),
      Home: () => this.words[0],
      End: () => this.words.at(-1),
      n: () => this.words.find((word, i) => i > index && this.facts.get(word).hard),
      p: () => this.words.findLast((word, i) => i < index && this.facts.get(word).hard),
    };
    if (event.key === "Enter" || event.key === " ") this.on.chosen(event.target);
    else if (event.key === "Escape") this.on.left();
    else if (Object.hasOwn(steps, event.key)) this.#move(steps[event.key]());
    else return;
    event.preventDefault();
  }

  #move(word) {
    if (!word) return;
    this.focus(word);
    reveal(word, "nearest");
  }

  /** The word nearest to another in the next (or previous) line that has words. */
  #inLine(index, step) {
    const from = this.words[index].getBoundingClientRect();
    let nearest, line;
    for (let i = index + step; this.words[i]; i += step) {
      const box = this.words[i].getBoundingClientRect();
      if (Math.abs(box.top - from.top) < from.height / 2) continue;
      line ??= box.top;
      if (Math.abs(box.top - line) > box.height / 2) break;
      const distance = Math.abs(box.left + box.width / 2 - from.left - from.width / 2);
      if (!nearest || distance < nearest.distance) nearest = { word: this.words[i], distance };
    }
    return nearest?.word;
  }
}

function facts(target) {
  const { value, low, high, level, rank } = target.dataset;
  const text = target.dataset.target ?? target.textContent;
  return {
    text,
    value,
    low,
    high,
    level,
    rank,
    complexity: Number(target.dataset.complexity),
    lemma: target.dataset.lemma ?? text.toLowerCase(),
    words: Number(target.dataset.words ?? 1),
    hard: target.classList.contains("hard"),
    step: Number(/\bs(\d)\b/.exec(target.className)?.[1] ?? target.matches(".hard")),
  };
}
