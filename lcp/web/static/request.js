// Requests to the server that this page comes from, and what goes wrong with them.

export class Problem extends Error {
  constructor({ message, where, hint }, status = 0) {
    super(where ? `${where}: ${message}` : message);
    this.hint = hint ?? "";
    this.status = status;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { method: "POST", ...options });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem({
      message: "The server does not answer.",
      hint: "Is lcp serve still running? Your text is still here.",
    });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  const { status } = response;
  throw new Problem(answer?.error ?? { message: `The server answers ${status}.` }, status);
}

/** Send fields as a form does; gives the response. */
export function send(path, fields, signal) {
  // Errors come as JSON, not as a page.
  const headers = { Accept: "application/json" };
  return ask(path, { body: new URLSearchParams(fields), headers, signal });
}

/** Send JSON to the API; gives what it answers. */
export async function api(path, content, signal) {
  const headers = { "Content-Type": "application/json" };
  const response = await ask(path, { body: JSON.stringify(content), headers, signal });
  return response.json();
}
