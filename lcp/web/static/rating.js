// Requests for the rated text: one for each change, after a delay, cancelled by the next one.

import { at } from "./dom.js";
import { send } from "./request.js";

// Milliseconds before the progress message appears.
const PATIENCE = 200;

export class Rating {
  /** `show` gets the answer for a change, `failed` an error; `settled` is called after each. */
  constructor({ show, failed, settled }) {
    this.show = show;
    this.failed = failed;
    this.settled = settled;
  }

  get isPending() {
    return Boolean(this.timer || this.current);
  }

  /** Ask for the rated text of the fields that a function returns, after a delay. */
  ask(fields, delay = 0) {
    this.cancel();
    this.timer = setTimeout(async () => {
      this.timer = null;
      const now = fields();
      const answer = await this.run("Rating…", async (signal) => {
        return (await send("/result", now, signal)).text();
      });
      if (answer !== null) this.show(answer, now);
      this.settled();
    }, delay);
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = null;
    this.current?.abort();
  }

  /** Run a request with a progress message; returns null if it fails or is cancelled. */
  async run(message, request) {
    this.current?.abort();
    const own = new AbortController();
    this.current = own;
    at("error").replaceChildren();
    const timer = setTimeout(() => progress(message), PATIENCE);
    try {
      return await request(own.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.failed(error);
      return null;
    } finally {
      clearTimeout(timer);
      if (this.current === own) {
        this.current = null;
        progress("");
      }
    }
  }
}

function progress(message) {
  at("progress").hidden = !message;
  at("progress").querySelector("[role=status]").textContent = message;
}
