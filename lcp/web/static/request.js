// Requests to the server, and their errors.

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

/** Send a form; returns the response. */
export function send(path, fields, signal) {
  // Request errors as JSON rather than as a page.
  const headers = { Accept: "application/json" };
  return post(path, { body: new URLSearchParams(fields), headers, signal });
}

/** Send JSON to the API; returns its answer. */
export async function api(path, content, signal) {
  const headers = { "Content-Type": "application/json" };
  const response = await post(path, { body: JSON.stringify(content), headers, signal });
  return response.json();
}

/** Send a document; returns its text, format and title. Only the ending of its name is sent. */
export async function upload(file, signal) {
  const ending = /\.\w+$/.exec(file.name)?.[0] ?? "";
  const headers = { "Content-Type": "application/octet-stream" };
  const path = `/api/document?name=document${encodeURIComponent(ending)}`;
  const response = await post(path, { body: file, headers, signal });
  return response.json();
}
