// The page of lcp serve.

import { Details } from "./details.js";
import { at, formatted, reveal } from "./dom.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { HeatMap } from "./heatmap.js";
import { KnownWords } from "./known.js";
import { Marking } from "./marking.js";
import { Pointing } from "./pointing.js";
import { Problem, Requests, documentOf, send, upload } from "./request.js";
import { showAlong, showHardest, summarise } from "./summary.js";

// Milliseconds without a change before a text is annotated; more for a long one.
const DELAY = 250;
const LONGEST_DELAY = 2000;
// Parts of the page that depend on the text.
const PARTS = ["verdict", "annotated", "marking", "hardest", "counts"];
// Rows of the list of the hardest words, as the server shows them.
const SHOWN = document.querySelectorAll("#hardest tbody tr:not([hidden])").length || 15;

const form = at("form");
const example = at("text").defaultValue;

const editor = new Editor(at("editor"), {
  changed: () => annotate(Math.min(DELAY + editor.text.length / 200, LONGEST_DELAY)),
  left: ({ focus }) => {
    if (requests.timer) annotate();
    if (focus) focusText();
    // A text that is not annotated yet has no words.
    movesFocus = focus && !isCurrent();
  },
});
const marking = new Marking(form, () => mark());
const known = new KnownWords(() => mark());
const requests = new Requests({ show, failed, settled: () => showState() });
const limits = { characters: Number(form.dataset.characters), document: Number(form.dataset.document) };
const files = new Files(limits, { load, failed });

// What is shown: the fields that were annotated, and the parts that react to the user.
let annotated = null;
let view = null;
// The document whose text is shown, and this text.
let opened = null;
// Whether the focus moves from the button that edits the text to the words once they are annotated.
let movesFocus = false;

/** The fields that decide which words are annotated. */
function fields() {
  return {
    text: editor.text,
    ...(at("expressions") && { expressions: at("expressions").checked ? "yes" : "no" }),
    names: form.elements.names.checked,
    readers: form.elements.readers?.value ?? "",
  };
}

function withMarks(content) {
  return { ...content, above: marking.above, threshold: marking.threshold };
}

function annotate(delay = 0) {
  requests.ask(() => withMarks(fields()), delay);
  showState();
}

/** Load a document into the field. */
async function load(file) {
  // The request of an edit would cancel this one.
  requests.cancel();
  const document = await requests.run("Reading the document…", async (signal) => {
    return (await upload("/api/document", file, signal)).json();
  });
  if (!document) return showState();
  editor.set(document.text);
  opened = { file, text: editor.text };
  showState();
  say(document.notes.join(" "));
}

/** Show the answer for a text: its marks, the summary and the list. */
function show(html, asked) {
  // The server escapes the text.
  const parts = document.createElement("template");
  parts.innerHTML = html;
  const focused = at("annotated").contains(document.activeElement) && document.activeElement.id;
  for (const id of PARTS) at(id).replaceChildren(...parts.content.getElementById(id).childNodes);
  annotated = asked;
  activate();
  if (focused !== false) focusText(at(focused));
  else if (movesFocus && document.activeElement === at("edit")) focusText();
  movesFocus = false;
}

/** Make the words of a result interactive. */
function activate() {
  const { target: last, pinned } = view?.details ?? {};
  view?.pointing.end();
  view?.details.end();
  const map = new HeatMap(at("map"), {
    focused: (target) => details.preview(target, { byKeyboard: true }),
    left: () => details.close(),
    chosen: (target) => details.pin(target, { focus: target.matches(":focus-visible") }),
  });
  const details = new Details(at("details"), map, {
    readers: annotated.readers,
    known,
    synonyms: form.dataset.synonyms === "true",
    replace,
  });
  const pointing = new Pointing(at("map"), at("details"), (target) => details.preview(target));
  view = { map, details, pointing };
  editor.attach();
  mark();
  // The details stay if their word is still there.
  const same = last && at(last.id);
  if (!same || same.textContent !== last.textContent) details.close();
  else if (pinned) details.pin(same, { focus: false });
  else details.preview(same);
}

/** Move the focus to a word, or to the button that edits the text. */
function focusText(word = view?.map.tabStop) {
  const target = word?.isConnected && editor.text ? word : view?.map.tabStop;
  const isWord = target?.isConnected && editor.text;
  if (isWord) view.details.quietly(() => target.focus());
  else at("edit").focus();
}

function mark() {
  if (!view) return;
  view.map.mark((fact) => (known.has(fact) ? 0 : marking.step(fact)));
  summarise(view.map.facts, marking, known);
  showHardest(view.map, marking, known, SHOWN);
  showAlong(view.map);
  showState();
}

/** Whether the marks are those of the current text and options. */
function isCurrent() {
  return annotated && Object.entries(fields()).every(([name, value]) => value === annotated[name]);
}

/** Show whether the marks are up to date, and what can be done. */
function showState() {
  at("annotated").ariaBusy = String(requests.isPending);
  at("stale").hidden = !annotated || isCurrent() || requests.isPending;
  at("undo").disabled = !editor.history.has(-1) && editor.text === editor.history.current;
  at("redo").disabled = !editor.history.has(1);
  for (const id of ["copy", "clear"]) at(id).disabled = !editor.text;
  at("example").hidden = Boolean(editor.text) || !example;
  const ending = opened?.text === editor.text && /\.\w+$/.exec(opened.file.name)?.[0].toLowerCase();
  const copies = [...at("copies").querySelectorAll("button")];
  for (const button of copies) button.hidden = !button.dataset.endings.split(",").includes(ending);
  at("copies").hidden = copies.every((button) => button.hidden);
}

function replace(target, { form: word, edit }) {
  // Words of an edited paragraph are gone until it is annotated again.
  if (!target.isConnected) return;
  const sentence = target.closest(".sentence");
  const [begin] = editor.spanOf(sentence);
  // The server counts characters, JavaScript counts UTF-16 units.
  const units = (count) => [...sentence.textContent].slice(0, count).join("").length;
  const replaced = target.textContent;
  editor.replace(begin + units(edit.start), begin + units(edit.end), edit.text);
  view.details.close();
  say(`Replaced “${replaced}” by “${word}”.`);
}

function say(message) {
  at("done").textContent = message;
}

function failed(problem) {
  const line = document.createElement("p");
  const message = document.createElement("strong");
  message.textContent = problem.message;
  line.append(message, ` ${problem.hint ?? ""}`);
  at("error").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

/** Save what a button stands for: the annotated text, its marked words, or a copy of the document. */
async function save({ name, value, dataset }) {
  const isCopy = name === "style";
  const { text, ...options } = withMarks(annotated);
  const body = { ...options, [name]: value };
  if (isCopy || ["words", "anki"].includes(value)) body.known_words = [...known.words];
  const file = await requests.run("Preparing the download…", async (signal) => {
    const source = isCopy ? await documentOf(opened.file) : { text };
    return (await send(isCopy ? "/copy" : "/download", { ...body, ...source }, signal)).blob();
  });
  if (file === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = isCopy ? opened.file.name.replace(/(\.\w+)$/, "-marked$1") : dataset.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(editor.text);
    say("Copied.");
  } catch {
    failed(new Problem({ message: "The browser does not allow copying.", hint: "Select the text and press Ctrl+C." }));
  }
}

function undo(step) {
  editor.undo(step);
  say("");
}

const actions = {
  undo: () => undo(-1),
  redo: () => undo(1),
  copy,
  clear: () => {
    editor.set("");
    editor.open();
  },
  open: () => files.choose(),
  example: () => editor.set(example, { isExample: true }),
  cancel: () => requests.cancel(),
  update: () => annotate(),
  print: () => print(),
};
for (const [id, action] of Object.entries(actions)) at(id).addEventListener("click", action);
// The field keeps the focus, so that a button of the toolbar does not end editing first.
document.querySelector(".toolbar").addEventListener("mousedown", (event) => event.preventDefault());

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (["format", "style"].includes(event.submitter?.name)) save(event.submitter);
});
form.addEventListener("change", (event) => {
  if (["expressions", "names", "readers"].includes(event.target.name)) annotate();
});
at("along").addEventListener("click", (event) => {
  if (event.target.sentence) reveal(event.target.sentence, "center");
});
at("hardest").addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#w']");
  if (!link) return;
  event.preventDefault();
  const target = at(link.hash.slice(1));
  if (!target) return;
  view.details.pin(target, { focus: false });
  reveal(view.map.focus(target), "center");
});
addEventListener("keydown", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  const inField = event.target.matches("input, textarea, select");
  if (event.key === "Enter" && (!inField || event.target === editor.field)) editor.toggle();
  else if (inField) return;
  else if (event.key.toLowerCase() === "z") undo(event.shiftKey ? 1 : -1);
  else if (event.key === "y") undo(1);
  else return;
  event.preventDefault();
});
// A browser can take minutes to display millions of characters.
addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain");
  const inField = event.target.matches?.("input, textarea");
  if (inField && event.target !== editor.field) return;
  if (inField && files.fits(text)) return;
  event.preventDefault();
  if (!inField && text && files.fits(text)) editor.set(text);
});

if (document.querySelector("#annotated [data-complexity]")) {
  annotated = { ...fields(), text: at("text").defaultValue };
  activate();
}
editor.isExample = Boolean(example) && editor.text === example;
// A browser can restore a text and options that differ from those of the server.
addEventListener("pageshow", () => {
  editor.mirror();
  if (!isCurrent()) annotate();
});
