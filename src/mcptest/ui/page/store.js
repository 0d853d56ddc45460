// What the page knows, kept up to date by events; views listen to topics.

import { act, listen, readState } from "/api.js";

const MOST_FRAMES = 20000;

export const store = {
  version: "", folder: "", revisions: [], online: false, history: {},
  servers: new Map(), frames: [], pinned: new Set(), questions: new Map(), rules: [], calls: new Map(), jobs: new Map(),
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

// Calls back at once, for events that do not belong to the state.
const immediate = new Map();
export function onEvent(kind, hear) {
  immediate.set(kind, [...(immediate.get(kind) ?? []), hear]);
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
    if (store.frames.length > MOST_FRAMES) store.frames.unshift(...store.frames.splice(0, MOST_FRAMES / 10).filter((one) => store.pinned.has(one.number)));
    if (data.method?.endsWith("list_changed") && data.direction === "received") relist(data.server);
    tell("frame", data);
  },
  cleared() {
    store.frames = store.frames.filter((one) => store.pinned.has(one.number));
    tell("frame", null);
  },
  pinned(data) {
    store.pinned = new Set(data.numbers);
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
  "calls-cleared"(data) {
    store.calls = new Map([...store.calls].filter(([number]) => data.kept.includes(number)));
    tell("call", null);
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
    const events = store.jobEvents.get(data.number);
    if (events) events[data.index] = data.event;
    tell("job-event", data);
  },
  "app-refused"(data) {
    tell("app-refused", data);
  },
  reset() {
    location.reload();
  },
};

// Views ask for their lists again when they hear of the server.
export function relist(server) {
  forgetLists(server);
  tell("server", store.servers.get(server));
}

function forgetLists(server) {
  for (const key of [...store.lists.keys()]) if (key.startsWith(`${server} `)) store.lists.delete(key);
}

export async function start() {
  const state = await readState();
  Object.assign(store, { version: state.version, folder: state.folder, revisions: state.revisions, rules: state.rules, history: state.history });
  store.frames = state.frames;
  store.pinned = new Set(state.pinned);
  for (const [name, key] of [["servers", "name"], ["questions", "number"], ["calls", "number"], ["jobs", "number"]])
    store[name] = new Map(state[name].map((one) => [one[key], one]));
  listen(state.last, (kind, data) => {
    EVENTS[kind]?.(data);
    for (const hear of immediate.get(kind) ?? []) hear(data);
  }, (online) => {
    store.online = online;
    tell("online", online);
  });
}

// What a server lists, asked for once a session: the whole list, or one page of it.
export function listing(server, kind, page = {}) {
  const key = `${server} ${kind} ${JSON.stringify(page)}`;
  if (!store.lists.has(key)) {
    const asked = act("list", { server, kind, ...page });
    asked.catch(() => store.lists.get(key) === asked && store.lists.delete(key));
    store.lists.set(key, asked);
  }
  return store.lists.get(key);
}

// Makes a request; the promise ends with the whole call. `started` gets its number.
export async function request(server, method, params, { confirmed = false, started } = {}) {
  return ended(await act("request", { server, method, params, confirmed }), started);
}

// Makes a call of the history again, with the arguments that it had.
export async function repeat(number, { confirmed = false } = {}) {
  return ended(await act("again", { call: number, confirmed }));
}

export async function ended(call, started) {
  started?.(call.number);
  await new Promise((resolve) => {
    const look = () => {
      if ((store.calls.get(call.number)?.status ?? "running") === "running") return;
      stop();
      resolve();
    };
    const stop = on("call", look);
    look();
  });
  return act("call", { call: call.number });
}
