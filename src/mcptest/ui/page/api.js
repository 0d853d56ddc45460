// The only way to the server: actions, the state, and one stream of events that resumes.

const KEY = "mcptest-token";

// The token comes in the fragment, which is never sent; it leaves the address at once.
export function takeToken() {
  const found = /^#token=([\w-]+)$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(KEY, found[1]);
    history.replaceState(null, "", "/");
  }
  return sessionStorage.getItem(KEY);
}

const headers = (more = {}) => ({ "X-Mcptest-Token": sessionStorage.getItem(KEY) ?? "", ...more });

export class ActionError extends Error {
  constructor({ code, message, hint, problems }) {
    super(message);
    Object.assign(this, { code, hint, problems: problems ?? [] });
  }
}

export async function act(name, request = {}) {
  let response;
  try {
    const more = { "Content-Type": "application/json" };
    response = await fetch(`/api/do/${name}`, { method: "POST", headers: headers(more), body: JSON.stringify(request) });
  } catch {
    throw new ActionError({ code: "page-offline", message: "mcptest does not respond", hint: "is it still running?" });
  }
  if (!response.ok) throw new ActionError({ code: `http-${response.status}`, message: (await response.text()).trim() });
  const told = await response.json();
  if (told.error) throw new ActionError(told.error);
  return told.value;
}

export async function readState() {
  const response = await fetch("/api/state", { headers: headers() });
  if (!response.ok) throw new ActionError({ code: `http-${response.status}`, message: (await response.text()).trim() });
  return response.json();
}

// Calls hear(kind, data) for every event after `last`, for ever; tell(isOpen) says how it stands.
export async function listen(last, hear, tell) {
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    await shown();
    const stop = new AbortController();
    const hide = () => document.hidden && stop.abort();
    document.addEventListener("visibilitychange", hide);
    try {
      const response = await fetch("/api/events", { headers: headers({ "Last-Event-ID": String(last) }), signal: stop.signal });
      if (response.ok) {
        tell(true);
        wait = 250;
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        last = await follow(reader, last, hear);
      }
    } catch {
      // the connection broke; the next one goes on where this one ended
    }
    document.removeEventListener("visibilitychange", hide);
    if (stop.signal.aborted) continue;
    tell(false);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

// A browser has six connections for one address, so a tab that nobody sees lets go of its own.
function shown() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}

async function follow(reader, last, hear) {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ done: true }));
    if (done) return last;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const event = parse(part);
      if (event.id) last = event.id;
      if (event.event === "reset") return hear("reset", {}) ?? last;
      if (event.event) hear(event.event, JSON.parse(event.data));
    }
  }
}

function parse(part) {
  const event = {};
  for (const line of part.split("\n")) {
    const cut = line.indexOf(": ");
    if (cut > 0) event[line.slice(0, cut)] = line.slice(cut + 2);
  }
  return event;
}
