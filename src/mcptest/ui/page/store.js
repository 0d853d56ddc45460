// What the page knows, kept up to date by events; views listen to topics.

import { act, listen, readState } from "/api.js";

const MOST_FRAMES = 20000;

export const store = {
  version: "", folder: "", revisions: [], online: false,
  servers: new Map(), frames: [], questions: new Map(), rules: [], calls: new Map(), jobs: new Map(),
  lists: new Map(), // "server kind" → the promise of a listing
  jobEvents: new Map(), // number → events, for jobs that somebody looks at
};

const listeners = new Map();
const due = new Map();

// Calls back at most once a frame of the screen; returns how to stop.
export function on(topic, hear) {
  if (!listeners.has(topic)) listeners.set(topic, new Set());
  listeners.get(topic).add(hear);
  return () => listeners.get(topic).delete(hear);
}

function tell(topic, detail) {
  if (due.has(topic)) {
    due.get(topic).push(detail);
    return;
  }
  due.set(topic, [detail]);
  setTimeout(() => {
    const details = due.get(topic);
    due.delete(topic);
    for (const hear of [...(listeners.get(topic) ?? [])]) hear(details);
  }, 30);
}

const EVENTS = {
  server(data) {
    const before = store.servers.get(data.name);
    if (before?.session !== data.session || data.state !== "open") forgetLists(data.name);
    store.servers.set(data.name, data);
    tell("server", data);
  },
  frame(data) {
    store.frames.push(data);
    if (store.frames.length > MOST_FRAMES) store.frames.splice(0, MOST_FRAMES / 10);
    if (data.method?.endsWith("list_changed") && data.direction === "received") relist(data);
    tell("frame", data);
  },
  cleared() {
    store.frames.length = 0;
    tell("frame", null);
  },
  question(data) {
    store.questions.set(data.number, data);
    tell("question", data);
  },
  answered(data) {
    store.questions.delete(data.number);
    tell("question", data);
  },
  rules(data) {
    store.rules = data.rules;
    tell("question", data);
  },
  call(data) {
    store.calls.set(data.number, data);
    tell("call", data);
  },
  job(data) {
    store.jobs.set(data.number, data);
    tell("job", data);
  },
  "job-event"(data) {
    store.jobEvents.get(data.number)?.push(data.event);
    tell("job-event", data);
  },
  reset() {
    location.reload();
  },
};

function relist(frame) {
  forgetLists(frame.server);
  tell("server", store.servers.get(frame.server));
}

function forgetLists(server) {
  for (const key of [...store.lists.keys()]) if (key.startsWith(`${server} `)) store.lists.delete(key);
}

export async function start() {
  const state = await readState();
  Object.assign(store, { version: state.version, folder: state.folder, revisions: state.revisions, rules: state.rules });
  store.frames = state.frames;
  for (const [name, key] of [["servers", "name"], ["questions", "number"], ["calls", "number"], ["jobs", "number"]])
    store[name] = new Map(state[name].map((one) => [one[key], one]));
  listen(state.last, (kind, data) => EVENTS[kind]?.(data), (online) => {
    store.online = online;
    tell("online", online);
  });
}

// What a server lists, asked for once a session.
export function listing(server, kind) {
  const key = `${server} ${kind}`;
  if (!store.lists.has(key)) {
    const asked = act("list", { server, kind });
    asked.catch(() => store.lists.delete(key));
    store.lists.set(key, asked);
  }
  return store.lists.get(key);
}

// Makes a request; the promise ends with the whole call. `started` gets its number.
export async function request(server, method, params, { confirmed = false, started } = {}) {
  const call = await act("request", { server, method, params, confirmed });
  started?.(call.number);
  await new Promise((resolve) => {
    const ended = () => {
      if ((store.calls.get(call.number)?.status ?? "running") === "running") return;
      stop();
      resolve();
    };
    const stop = on("call", ended);
    ended();
  });
  return act("call", { call: call.number });
}
