// Which words are marked: those above the level of the dial, or from a complexity. As `Marks` in heatmap.py.

import { at } from "./dom.js";

export const LEVELS = ["A1", "A2", "B1", "B2", "C1", "C2"];
const STEPS = 5;

export class Marking {
  /** The controls of a form; `changed` is called when the marks must change. */
  constructor(form, changed) {
    this.form = form;
    this.field = at("threshold");
    this.threshold = Number(this.field.value);
    form.addEventListener("change", (event) => {
      if (event.target.name === "above") changed();
    });
    this.field.addEventListener("input", () => this.#set(this.field.value, changed));
    at("slider").addEventListener("input", () => {
      this.field.value = at("slider").value;
      this.#set(this.field.value, changed);
    });
  }

  /** The level above which words are marked; empty to mark by complexity. */
  get above() {
    return this.form.elements.above?.value ?? "";
  }

  /** The strength of the mark of a word, from 1 to 5; 0 if it is not marked. */
  step({ level, complexity }) {
    if (this.above) {
      const index = LEVELS.indexOf(level);
      return index > LEVELS.indexOf(this.above) ? index : 0;
    }
    return complexity >= this.threshold ? strength(complexity) : 0;
  }

  /** The strengths in use, each with its level or range of complexity. */
  legend() {
    if (this.above) {
      const first = LEVELS.indexOf(this.above) + 1;
      return LEVELS.slice(first).map((level, index) => [first + index, level]);
    }
    const limits = [0, 0.2, 0.3, 0.4, 0.5, 1];
    const rows = [];
    for (let step = strength(this.threshold); step <= STEPS; step += 1) {
      const low = Math.max(this.threshold, limits[step - 1]);
      rows.push([step, `${brief(low)}–${brief(limits[step])}`]);
    }
    return rows;
  }

  #set(value, changed) {
    const valid = value !== "" && this.field.validity.valid;
    this.field.ariaInvalid = String(!valid);
    at("wrong").textContent = valid ? "" : "Enter a number from 0 to 1.";
    if (!valid) return;
    this.threshold = Number(value);
    at("slider").value = value;
    const byComplexity = this.form.querySelector("[name=above][value='']");
    if (byComplexity) byComplexity.checked = true;
    changed();
  }
}

function strength(complexity) {
  return Math.min(Math.max(Math.floor(complexity * 10 + 1e-9), 1), STEPS);
}

function brief(number) {
  return String(Number(number.toPrecision(3)));
}
