// Earlier versions of the text.

// Number of versions, so that long texts do not fill the memory.
const LIMIT = 100;

export class History {
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
