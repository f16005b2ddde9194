// The words of the heat map: their names, their marks, and the keys that go from one to the next.

// What a title says: complexity and its name, and the limits.
const SAID = /([\d.]+, [a-z]+(?: [a-z]+)?)(?: \(([\d.]+) to ([\d.]+)\))?/;

export class HeatMap {
  /** The heat map in an element; `on` has functions for pointed(target), left() and chosen(target). */
  constructor(element, on) {
    this.element = element;
    this.on = on;
    for (const told of element.querySelectorAll(".told")) told.remove();
    this.targets = [...element.querySelectorAll("[data-complexity]")];
    this.facts = new Map(this.targets.map((target) => [target, facts(target)]));
    this.words = this.targets.filter((target) => !target.classList.contains("expression"));
    this.places = new Map(this.words.map((word, place) => [word, place]));
    for (const target of this.targets) {
      target.removeAttribute("title");
      const single = this.places.has(target);
      target.setAttribute("role", single ? "button" : "group");
      if (single) target.tabIndex = -1;
      name(target, this.facts.get(target));
    }
    if (this.words.length) this.words[0].tabIndex = 0;
    this.stop = this.words[0];
    element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.on.pointed(targetOf(event));
    });
    element.addEventListener("pointerleave", () => this.on.pointed(null));
    element.addEventListener("click", (event) => {
      const target = targetOf(event);
      if (target && getSelection().isCollapsed) this.on.chosen(target);
    });
    element.addEventListener("focusin", (event) => this.#entered(event.target));
    element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Mark what is complex from the threshold on; gives how many targets are. */
  mark(threshold) {
    let marked = 0;
    for (const [target, known] of this.facts) {
      const complex = known.complexity >= threshold;
      marked += complex;
      if (complex === known.complex) continue;
      known.complex = complex;
      target.classList.toggle("complex", complex);
      name(target, known);
    }
    return marked;
  }

  /** The expression that a word is in, or null. */
  expressionOf(word) {
    return word.parentElement.closest(".expression");
  }

  /** Show which target is spoken of; null for none. */
  show(target) {
    this.shown?.removeAttribute("aria-current");
    target?.setAttribute("aria-current", "true");
    this.shown = target;
  }

  /** Put the focus on a target, or on the first word of an expression. */
  focus(target) {
    const word = this.places.has(target) ? target : target.querySelector("[role=button]");
    word.focus();
    return word;
  }

  #entered(word) {
    if (!this.places.has(word)) return;
    this.stop.tabIndex = -1;
    word.tabIndex = 0;
    this.stop = word;
    if (word.matches(":focus-visible")) this.on.pointed(word);
  }

  #pressed(event) {
    if (!this.places.has(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.places.get(event.target);
    const next = getComputedStyle(event.target.closest("p")).direction === "rtl" ? -1 : 1;
    const steps = {
      ArrowRight: () => this.words[at + next],
      ArrowLeft: () => this.words[at - next],
      ArrowDown: () => this.#inLine(at, 1),
      ArrowUp: () => this.#inLine(at, -1),
      Home: () => this.words[0],
      End: () => this.words.at(-1),
      n: () => this.words.find((word, place) => place > at && this.facts.get(word).complex),
      p: () => this.words.findLast((word, place) => place < at && this.facts.get(word).complex),
    };
    if (event.key === "Enter" || event.key === " ") this.on.chosen(event.target);
    else if (event.key === "Escape") this.on.left();
    else if (Object.hasOwn(steps, event.key)) steps[event.key]()?.focus();
    else return;
    event.preventDefault();
  }

  /** The word nearest below or above a word, in the next line that has one. */
  #inLine(at, step) {
    const from = this.words[at].getBoundingClientRect();
    let nearest, line;
    for (let place = at + step; this.words[place]; place += step) {
      const box = this.words[place].getBoundingClientRect();
      if (Math.abs(box.top - from.top) < from.height / 2) continue;
      line ??= box.top;
      if (Math.abs(box.top - line) > box.height / 2) break;
      const far = Math.abs(box.left + box.width / 2 - from.left - from.width / 2);
      if (!nearest || far < nearest.far) nearest = { word: this.words[place], far };
    }
    return nearest?.word;
  }
}

function facts(target) {
  const [, said, low, high] = SAID.exec(target.title);
  return {
    text: target.textContent,
    said,
    low,
    high,
    complexity: Number(target.dataset.complexity),
    complex: target.classList.contains("complex"),
  };
}

function name(target, { text, said, complex }) {
  target.setAttribute("aria-label", `${text}, ${said}${complex ? ", complex" : ""}`);
}

function targetOf(event) {
  return event.target.closest("[data-complexity]");
}
