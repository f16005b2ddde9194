// The words that the reader knows. The browser keeps the list.

import { at, formatted } from "./dom.js";

const KEY = "lcp.known-words";

export class KnownWords {
  /** The list and its field; `changed` is called when the list changes. */
  constructor(changed) {
    this.changed = changed;
    this.words = new Set(stored());
    this.field = at("known-words");
    this.#show();
    this.field.addEventListener("change", () => {
      this.words = new Set(lines(this.field.value));
      this.#save();
    });
    // Another tab changed the list.
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      this.words = new Set(stored());
      this.#show();
      this.changed();
    });
  }

  /** Whether the list contains a word, by its lemma or its form. */
  has({ text, lemma }) {
    return this.words.has(lemma) || this.words.has(text.toLowerCase());
  }

  /** Add a word by its lemma, or remove it. */
  toggle(word) {
    if (this.has(word)) {
      this.words.delete(word.lemma);
      this.words.delete(word.text.toLowerCase());
    } else {
      this.words.add(word.lemma);
    }
    this.#save();
  }

  #save() {
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.words]));
    } catch {
      // Without storage the list lasts as long as the page.
    }
    this.#show();
    this.changed();
  }

  #show() {
    this.field.value = [...this.words].sort().join("\n");
    at("known-count").textContent = formatted(this.words.size);
  }
}

function stored() {
  try {
    const words = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return words.filter((word) => typeof word === "string");
  } catch {
    return [];
  }
}

function lines(text) {
  return text.toLowerCase().split("\n").map((line) => line.trim()).filter(Boolean);
}
