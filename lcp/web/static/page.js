// The page of lcp serve. Without it the form is sent and the page written anew.

import { Details } from "./details.js";
import { HeatMap } from "./heatmap.js";
import { Problem, send } from "./request.js";

const EXAMPLE = `The old lighthouse was renovated last summer. Volunteers scraped the paint off the railings, mended the spiral staircase and replaced the corroded hinges of every door. Some inhabitants regarded the endeavour with scepticism, but their apprehension vanished when the beam swept across the bay again.

Biologists came too. The bioluminescence of the plankton depends on luciferase, an enzyme whose concentration oscillates with a circadian rhythm, and they wanted to know whether artificial illumination perturbs it.`;

// Milliseconds before a wait is worth telling of.
const WAIT = 200;

const at = (id) => document.getElementById(id);
const form = at("rate");
const text = at("text");
const result = at("result");
const most = Number(form.dataset.characters);

let rated = null;
let asked = null;

for (const id of ["open", "example"]) at(id).hidden = false;
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => {
  take(at("file").files[0]);
  at("file").value = "";
});
at("example").addEventListener("click", () => {
  text.value = EXAMPLE;
  rate();
});
at("cancel").addEventListener("click", () => asked?.abort());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name === "format") download(event.submitter.value);
  else rate();
});
text.addEventListener("input", told);
// A browser may need minutes to show a text of millions of characters.
text.addEventListener("paste", (event) => {
  if (!fits(event.clipboardData.getData("text/plain"))) event.preventDefault();
});

// A file may fall anywhere; a piece of text falls into the field by itself.
const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!holdsFile(event)) return;
  event.preventDefault();
  text.classList.add("over");
});
for (const name of ["dragleave", "drop"]) {
  addEventListener(name, () => text.classList.remove("over"));
}
addEventListener("drop", (event) => {
  if (!holdsFile(event)) return;
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});

if (at("rated")) {
  rated = { content: text.value, mwe: Boolean(form.elements.mwe?.checked) };
  enliven();
}

/** Read a file into the field, and rate it. */
async function take(file) {
  if (!file) return;
  // Before it is read: a character takes at most four bytes.
  if (file.size > 4 * most) return refuse(`The file has ${counted(file.size)} bytes.`);
  let content;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    const message = "The file is not text in UTF-8.";
    return fail(new Problem({ message, hint: "Save it as plain text in UTF-8." }));
  }
  if (!fits(content)) return;
  text.value = content;
  await rate();
}

/** Whether a text is short enough; if not, say so. */
function fits(content) {
  const characters = content.length > most ? [...content].length : content.length;
  if (characters > most) refuse(`The text has ${counted(characters)} characters.`);
  return characters <= most;
}

function refuse(message) {
  const hint = `At most ${counted(most)} characters fit. lcp annotate takes a file of any size.`;
  fail(new Problem({ message, hint }));
}

function counted(number) {
  return number.toLocaleString("en");
}

/** What is sent. */
function fields(content, mwe) {
  return { text: content, threshold: at("threshold")?.value ?? "", mwe };
}

async function rate() {
  const content = text.value;
  const mwe = Boolean(form.elements.mwe?.checked);
  const response = await waiting("Rating …", async (signal) => {
    return (await send("/result", fields(content, mwe), signal)).text();
  });
  if (response === null) return;
  // The server escapes the text.
  result.innerHTML = response;
  rated = { content, mwe };
  enliven();
  at("rated").focus({ preventScroll: true });
  at("rated").scrollIntoView();
}

async function download(format) {
  const given = { ...fields(rated.content, rated.mwe), format };
  const file = await waiting("Writing …", async (signal) => {
    return (await send("/download", given, signal)).blob();
  });
  if (file === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `complexity.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Wait for what is asked, say so, and tell what goes wrong; null where nothing came. */
async function waiting(told, ask) {
  asked?.abort();
  const own = new AbortController();
  asked = own;
  at("error").replaceChildren();
  const timer = setTimeout(() => progress(told), WAIT);
  try {
    return await ask(own.signal);
  } catch (fault) {
    if (fault.name !== "AbortError") fail(fault);
    return null;
  } finally {
    clearTimeout(timer);
    if (asked === own) progress("");
  }
}

function progress(told) {
  at("progress").hidden = !told;
  at("progress").querySelector("[role=status]").textContent = told;
}

function fail(problem) {
  const line = document.createElement("p");
  const what = document.createElement("strong");
  what.textContent = problem.message;
  line.append(what, ` ${problem.hint ?? ""}`);
  at("error").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

/** Say where what is shown is not of the text as it stands. */
function told() {
  if (at("stale") && rated) at("stale").hidden = text.value === rated.content;
}

/** Bring the words, the threshold and the list of a result to life. */
function enliven() {
  const map = new HeatMap(result.querySelector(".text"), {
    pointed: (target) => details.point(target, target?.matches(":focus-visible")),
    left: () => details.close(),
    chosen: (target) => details.choose(target, { enter: target.matches(":focus-visible") }),
  });
  const details = new Details(at("details"), map);
  at("details").hidden = false;
  for (const id of ["slider", "choices", "point"]) at(id).hidden = false;
  at("apply").hidden = true;

  const mark = (value) => {
    at("marks").textContent = counted(map.mark(value));
    at("slider").value = value;
    for (const choice of at("choices").children) {
      choice.ariaPressed = String(Number(choice.value) === value);
    }
  };
  const field = at("threshold");
  field.addEventListener("input", () => {
    const right = field.value !== "" && field.validity.valid;
    field.ariaInvalid = String(!right);
    at("wrong").textContent = right ? "" : "The threshold is a number from 0 to 1.";
    if (right) mark(Number(field.value));
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
    details.choose(target, { enter: false });
  });
}
