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

export function formatted(number) {
  return number.toLocaleString("en");
}
