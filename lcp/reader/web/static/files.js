// Documents that are chosen or dropped anywhere on the page. The server returns their text.

import { at, formatted } from "./dom.js";
import { Problem } from "./request.js";

export class Files {
  /**
   * `limits` are the numbers of characters of a text and of bytes of a document; `load` gets a
   * document, `failed` a problem.
   */
  constructor(limits, { load, failed }) {
    this.limits = limits;
    this.load = load;
    this.failed = failed;
    at("file").addEventListener("change", () => {
      this.#take(at("file").files[0]);
      at("file").value = "";
    });
    const hasFile = (event) => event.dataTransfer?.types.includes("Files");
    const over = (isOver) => at("editor").classList.toggle("over", isOver);
    addEventListener("dragover", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      over(true);
    });
    for (const name of ["dragleave", "drop"]) addEventListener(name, () => over(false));
    addEventListener("drop", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      this.#take(event.dataTransfer.files[0]);
    });
  }

  choose() {
    at("file").click();
  }

  /** Return whether a text is short enough; report a problem if not. */
  fits(text) {
    const limit = this.limits.characters;
    const characters = text.length > limit ? [...text].length : text.length;
    if (characters > limit) this.#refuse(`The text has ${formatted(characters)} characters.`, `${formatted(limit)} characters`);
    return characters <= limit;
  }

  #take(file) {
    if (!file) return;
    const limit = this.limits.document;
    if (file.size <= limit) this.load(file);
    else this.#refuse(`The file has ${formatted(file.size)} bytes.`, `${formatted(limit)} bytes`);
  }

  #refuse(message, limit) {
    const hint = `The limit is ${limit}. lcp annotate has no limit.`;
    this.failed(new Problem({ message, hint }));
  }
}
