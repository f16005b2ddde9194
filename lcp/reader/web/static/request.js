// Requests to the server, and their errors.

import { at } from "./dom.js";

// Milliseconds before the progress message appears.
const PATIENCE = 200;

export class Problem extends Error {
  constructor({ message, where, hint }, status = 0) {
    super(where ? `${where}: ${message}` : message);
    this.hint = hint ?? "";
    this.status = status;
  }
}

async function post(path, options) {
  let response;
  try {
    response = await fetch(path, { method: "POST", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({
      message: "The server is not responding.",
      hint: "Check that lcp serve is still running. Your text is still here.",
    });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  const { status } = response;
  const busy = { message: "The server is busy.", hint: "Try again in a few seconds." };
  const other = status === 503 ? busy : { message: `The server returned error ${status}.` };
  throw new Problem(answer?.error ?? other, status);
}

/** Send JSON; returns the response. */
export function send(path, content, signal) {
  const headers = { "Content-Type": "application/json" };
  return post(path, { body: JSON.stringify(content), headers, signal });
}

/** Send JSON to the API; returns its answer. */
export async function api(path, content, signal) {
  return (await send(path, content, signal)).json();
}

/** Send a document; returns the response. */
export function upload(path, file, signal) {
  const headers = { "Content-Type": "application/octet-stream" };
  return post(`${path}?name=${nameOf(file)}`, { body: file, headers, signal });
}

/** The fields of a request with a document. */
export async function documentOf(file) {
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(new Problem({ message: "The document cannot be read again.", hint: "Open it again." }));
  });
  reader.readAsDataURL(file);
  await read;
  return { name: nameOf(file), content: reader.result.split(",")[1] };
}

/** A name with the ending of a file's name, which is all that is sent of it. */
function nameOf(file) {
  return `document${/\.\w+$/.exec(file.name)?.[0] ?? ""}`;
}

/** Requests for the annotated text: one for each change, after a delay, cancelled by the next one. */
export class Requests {
  /** `show` gets the answer for a change, `failed` an error; `settled` is called after each. */
  constructor({ show, failed, settled }) {
    this.show = show;
    this.failed = failed;
    this.settled = settled;
  }

  get isPending() {
    return Boolean(this.timer || this.current);
  }

  /** Ask for the annotated text of the fields that a function returns, after a delay. */
  ask(fields, delay = 0) {
    this.cancel();
    this.timer = setTimeout(async () => {
      this.timer = null;
      const now = fields();
      const answer = await this.run("Reading the text…", async (signal) => {
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
    const controller = new AbortController();
    this.current = controller;
    at("error").replaceChildren();
    const timer = setTimeout(() => progress(message), PATIENCE);
    try {
      return await request(controller.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.failed(error);
      return null;
    } finally {
      clearTimeout(timer);
      if (this.current === controller) {
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
