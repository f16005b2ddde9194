// Documents that are chosen or dropped anywhere on the page.

import { at, formatted } from "./dom.js";
import { Problem } from "./request.js";

export class Files {
  /** `load` gets the text of a document, `failed` a problem; `limit` counts characters. */
  constructor(limit, { load, failed }) {
    this.limit = limit;
    this.load = load;
    this.failed = failed;
    at("file").addEventListener("change", () => {
      this.#read(at("file").files[0]);
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
      this.#read(event.dataTransfer.files[0]);
    });
  }

  choose() {
    at("file").click();
  }

  /** Return whether a text is short enough; report a problem if not. */
  fits(text) {
    const characters = text.length > this.limit ? [...text].length : text.length;
    if (characters > this.limit) this.#refuse(`The text has ${formatted(characters)} characters.`);
    return characters <= this.limit;
  }

  async #read(file) {
    if (!file) return;
    // Check the size before reading: a character has at most four bytes.
    if (file.size > 4 * this.limit) return this.#refuse(`The file has ${formatted(file.size)} bytes.`);
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      const message = "The file is not UTF-8 text.";
      return this.failed(new Problem({ message, hint: "Save it as plain text in UTF-8." }));
    }
    if (this.fits(text)) this.load(text);
  }

  #refuse(message) {
    const hint = `The limit is ${formatted(this.limit)} characters. lcp annotate has no limit.`;
    this.failed(new Problem({ message, hint }));
  }
}
