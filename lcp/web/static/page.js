// The page of lcp serve. Without JavaScript, the form is submitted and the page reloads.

import { Details } from "./details.js";
import { HeatMap } from "./heatmap.js";
import { Problem, send } from "./request.js";

const EXAMPLE = `The old lighthouse was renovated last summer. Volunteers scraped the paint off the railings, repaired the spiral staircase and replaced the corroded hinges of every door. Some inhabitants regarded the endeavour with scepticism, but their apprehension vanished when the beam swept across the bay again.

Biologists came too. The bioluminescence of the plankton depends on luciferase, an enzyme whose concentration oscillates with a circadian rhythm, and they wanted to know whether artificial illumination perturbs it.`;

// Milliseconds before the progress message appears.
const DELAY = 200;

const at = (id) => document.getElementById(id);
const form = at("rate");
const text = at("text");
const result = at("result");
const limit = Number(form.dataset.characters);

let rated = null;
let current = null;

for (const id of ["open", "example"]) at(id).hidden = false;
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => {
  load(at("file").files[0]);
  at("file").value = "";
});
at("example").addEventListener("click", () => {
  text.value = EXAMPLE;
  rate();
});
at("cancel").addEventListener("click", () => current?.abort());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name === "format") download(event.submitter.value);
  else rate();
});
text.addEventListener("input", () => {
  if (at("stale") && rated) at("stale").hidden = text.value === rated.content;
});
// A browser can take minutes to display millions of characters.
text.addEventListener("paste", (event) => {
  if (!fits(event.clipboardData.getData("text/plain"))) event.preventDefault();
});

// Files can be dropped anywhere on the page; the browser handles dropped text.
const hasFile = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  text.classList.add("over");
});
for (const name of ["dragleave", "drop"]) {
  addEventListener(name, () => text.classList.remove("over"));
}
addEventListener("drop", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  load(event.dataTransfer.files[0]);
});

if (at("rated")) {
  rated = { content: text.value, options: options() };
  activate();
}

/** Load a file into the field, and rate it. */
async function load(file) {
  if (!file) return;
  // Check the size before reading: a character has at most four bytes.
  if (file.size > 4 * limit) return refuse(`The file has ${formatted(file.size)} bytes.`);
  let content;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    const message = "The file is not UTF-8 text.";
    return fail(new Problem({ message, hint: "Save it as plain text in UTF-8." }));
  }
  if (!fits(content)) return;
  text.value = content;
  await rate();
}

/** Return whether a text is short enough; show an error if not. */
function fits(content) {
  const characters = content.length > limit ? [...content].length : content.length;
  if (characters > limit) refuse(`The text has ${formatted(characters)} characters.`);
  return characters <= limit;
}

function refuse(message) {
  const hint = `The limit is ${formatted(limit)} characters. lcp annotate has no limit.`;
  fail(new Problem({ message, hint }));
}

function formatted(number) {
  return number.toLocaleString("en");
}

function options() {
  return {
    mwe: Boolean(form.elements.mwe?.checked),
    rate_names: form.elements.rate_names.checked,
    readers: form.elements.readers?.value ?? "general",
  };
}

function fields(content, options) {
  return { text: content, threshold: at("threshold")?.value ?? "", ...options };
}

async function rate() {
  const content = text.value;
  const selected = options();
  const response = await waiting("Rating…", async (signal) => {
    return (await send("/result", fields(content, selected), signal)).text();
  });
  if (response === null) return;
  // The server escapes the text.
  result.innerHTML = response;
  rated = { content, options: selected };
  activate();
  at("rated").focus({ preventScroll: true });
  at("rated").scrollIntoView();
}

async function download(format) {
  const body = { ...fields(rated.content, rated.options), format };
  const file = await waiting("Preparing the download…", async (signal) => {
    return (await send("/download", body, signal)).blob();
  });
  if (file === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `complexity.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Run a request with a progress message; returns null if it fails or is cancelled. */
async function waiting(message, request) {
  current?.abort();
  const own = new AbortController();
  current = own;
  at("error").replaceChildren();
  const timer = setTimeout(() => progress(message), DELAY);
  try {
    return await request(own.signal);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
    return null;
  } finally {
    clearTimeout(timer);
    if (current === own) progress("");
  }
}

function progress(message) {
  at("progress").hidden = !message;
  at("progress").querySelector("[role=status]").textContent = message;
}

function fail(problem) {
  const line = document.createElement("p");
  const message = document.createElement("strong");
  message.textContent = problem.message;
  line.append(message, ` ${problem.hint ?? ""}`);
  at("error").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

/** Make the words, the threshold and the list of a result interactive. */
function activate() {
  const map = new HeatMap(result.querySelector(".text"), {
    pointed: (target) => details.point(target, target?.matches(":focus-visible")),
    left: () => details.close(),
    chosen: (target) => details.pin(target, { focus: target.matches(":focus-visible") }),
  });
  const details = new Details(at("details"), map, rated.options.readers);
  at("details").hidden = false;
  for (const id of ["slider", "choices", "point"]) at(id).hidden = false;
  at("apply").hidden = true;

  const mark = (value) => {
    at("marks").textContent = formatted(map.mark(value));
    at("slider").value = value;
    for (const choice of at("choices").children) {
      choice.ariaPressed = String(Number(choice.value) === value);
    }
  };
  const field = at("threshold");
  field.addEventListener("input", () => {
    const valid = field.value !== "" && field.validity.valid;
    field.ariaInvalid = String(!valid);
    at("wrong").textContent = valid ? "" : "Enter a number from 0 to 1.";
    if (valid) mark(Number(field.value));
  });
  const set = (value) => {
    field.value = value;
    field.dispatchEvent(new Event("input"));
  };
  at("slider").addEventListener("input", () => set(at("slider").value));
  at("choices").addEventListener("click", (event) => {
    const choice = event.target.closest("button");
    if (choice) set(choice.value);
  });
  mark(Number(field.value));

  at("hardest")?.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#w']");
    if (!link) return;
    event.preventDefault();
    const target = at(link.hash.slice(1));
    map.focus(target).scrollIntoView({ block: "center" });
    details.pin(target, { focus: false });
  });
}
