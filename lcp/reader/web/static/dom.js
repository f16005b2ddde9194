// Elements of the page.

export const at = (id) => document.getElementById(id);

/** Create an element with a class and content; empty parts of the content are left out. */
export function make(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.filter((part) => part));
  return element;
}

/** Create a button that runs a function. */
export function button(text, run) {
  const element = make("button", "", text);
  element.type = "button";
  element.addEventListener("click", run);
  return element;
}

/** Scroll to an element. Paragraphs off screen get their height when they come near: then again. */
export function reveal(element, block, times = 4) {
  element.scrollIntoView({ block });
  if (times) requestAnimationFrame(() => reveal(element, block, times - 1));
}

export function formatted(number) {
  return number.toLocaleString("en");
}
