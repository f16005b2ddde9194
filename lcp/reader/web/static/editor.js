// The text, to read or to edit in place. While it is edited, the marked text below the field shows
// the same characters; paragraphs that change lose their marks until they are annotated again.

import { at } from "./dom.js";

// Number of versions, so that long texts do not fill the memory.
const LIMIT = 100;

export class Editor {
  /** The section of the text; `changed` is called when the text changes, `left` after editing. */
  constructor(section, { changed, left }) {
    this.section = section;
    this.field = at("text");
    this.annotated = at("annotated");
    this.changed = changed;
    this.left = left;
    this.history = new History(this.text);
    // An example is replaced by what is pasted.
    this.isExample = false;
    this.field.addEventListener("input", () => {
      this.isExample = false;
      this.mirror();
      changed();
    });
    this.field.addEventListener("paste", () => {
      if (this.isExample) this.field.select();
    });
    this.field.addEventListener("blur", () => {
      // The focus is still here if the window lost it.
      if (document.activeElement !== this.field) this.close();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close({ focus: true });
    });
    this.annotated.addEventListener("click", (event) => this.#clicked(event));
    this.annotated.addEventListener("dblclick", (event) => {
      const word = event.target.closest("[data-complexity]");
      if (word) this.open(...this.spanOf(word));
    });
    at("edit").addEventListener("click", () => this.toggle());
    this.#show(false);
  }

  get text() {
    return this.field.value;
  }

  get isOpen() {
    return this.section.classList.contains("editing") && document.activeElement === this.field;
  }

  /** Edit the text, with a selection or with the caret at a position. */
  open(start = this.text.length, end = start) {
    this.#show(true);
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(start, end);
  }

  /** Stop editing; optionally move the focus away from the field. */
  close({ focus = false } = {}) {
    if (!at("edit").matches("[aria-pressed=true]")) return;
    this.history.record(this.text);
    this.#show(false);
    this.left({ focus });
  }

  toggle() {
    if (at("edit").matches("[aria-pressed=true]")) this.close({ focus: true });
    else this.open();
  }

  /** Replace the text by another one, which can be undone. */
  set(text, { isExample = false } = {}) {
    this.history.record(this.text);
    this.#put(text);
    // The field has changed the line ends.
    this.history.record(this.text);
    this.isExample = isExample;
    this.changed();
  }

  /** Replace a part of the text, which can be undone. */
  replace(start, end, text) {
    this.set(this.text.slice(0, start) + text + this.text.slice(end));
  }

  /** Go back by a version (-1) or forward (1). */
  undo(step) {
    this.history.record(this.text);
    const text = this.history.move(step);
    if (text === undefined) return;
    this.#put(text);
    this.changed();
  }

  /** Take over a newly annotated text. */
  attach() {
    this.mirrored = this.#map.textContent;
    this.mirror();
  }

  /** Show the characters of the field in the marked text. */
  mirror() {
    const map = this.#map;
    const { text } = this;
    if (!map || text === this.mirrored) return;
    const [start, end] = changedSpan(this.mirrored, text);
    const added = text.length - this.mirrored.length;
    const paragraphs = [...map.children];
    const replaced = [];
    let position = 0;
    let first = null;
    let rest = "";
    for (const paragraph of paragraphs) {
      const after = position + paragraph.textContent.length;
      if (after >= start && (position <= end || !rest.endsWith("\n"))) {
        first ??= position;
        rest = text.slice(first, after + added);
        replaced.push(paragraph);
      }
      position = after;
    }
    const plain = document.createElement("p");
    plain.dir = "auto";
    plain.textContent = rest;
    if (replaced.length) replaced[0].before(plain);
    else map.append(plain);
    for (const paragraph of replaced) paragraph.remove();
    this.mirrored = text;
  }

  /** The span of an element in the text. */
  spanOf(element) {
    const before = document.createRange();
    before.setStart(this.#map, 0);
    before.setEndBefore(element);
    const start = before.toString().length;
    return [start, start + element.textContent.length];
  }

  get #map() {
    return this.annotated.querySelector(".text");
  }

  #put(text) {
    this.field.value = text;
    this.isExample = false;
    this.mirror();
    this.#show(this.isOpen);
  }

  #clicked(event) {
    // On a touch screen, a tap beside a word would open the keyboard.
    if (event.pointerType === "touch" || event.target.closest("[data-complexity], [data-of]")) return;
    if (getSelection().isCollapsed) this.open(this.#offsetAt(event));
  }

  #offsetAt({ clientX, clientY }) {
    const place = document.caretPositionFromPoint?.(clientX, clientY);
    const range = place ? null : document.caretRangeFromPoint?.(clientX, clientY);
    const node = place?.offsetNode ?? range?.startContainer;
    if (!node || !this.#map.contains(node)) return this.text.length;
    const before = document.createRange();
    before.setStart(this.#map, 0);
    before.setEnd(node, place?.offset ?? range.startOffset);
    return before.toString().length;
  }

  #show(open) {
    at("edit").ariaPressed = String(open);
    at("edit").textContent = open ? "Done" : "Edit";
    // An empty text is always ready for typing.
    this.section.classList.toggle("editing", open || !this.text);
    this.annotated.inert = open || !this.text;
  }
}

/** The span of the old text that differs from the new one. */
function changedSpan(old, text) {
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && old.at(-1 - same) === text.at(-1 - same)) same += 1;
  return [start, old.length - same];
}

/** Earlier versions of the text. */
class History {
  constructor(text) {
    this.versions = [text];
    this.index = 0;
  }

  /** Record a version; versions that were undone are dropped. */
  record(text) {
    if (text === this.versions[this.index]) return;
    this.versions.splice(this.index + 1, Infinity, text);
    if (this.versions.length > LIMIT) this.versions.shift();
    this.index = this.versions.length - 1;
  }

  /** The version `step` away from the current one, which it becomes; undefined if there is none. */
  move(step) {
    const text = this.versions[this.index + step];
    if (text !== undefined) this.index += step;
    return text;
  }

  /** The version that is current. */
  get current() {
    return this.versions[this.index];
  }

  has(step) {
    return this.versions[this.index + step] !== undefined;
  }
}
