// Messages: every frame of every session, filtered and searched; look at one, compare two, send again.

import { act } from "/api.js";
import { attempt, button, counted, fill, h, save, turns } from "/dom.js";
import { currentServer, go } from "/router.js";
import { on, store } from "/store.js";
import { virtualList } from "/virtual_list.js";
import { frameRow } from "/views/frame_row.js";
import { framePanel } from "/views/frame_panel.js";
import { sendDialog } from "/views/send_dialog.js";

const KINDS = { "": "all messages", request: "requests", notification: "notifications", result: "results", error: "error responses", log: "log messages", progress: "progress", stderr: "stderr", note: "notes", odd: "problems", pinned: "pinned" };

const KINDS_BY = {
  odd: (frame) => Boolean(frame.code || frame.problem), log: (frame) => frame.method === "notifications/message",
  progress: (frame) => frame.method === "notifications/progress", pinned: (frame) => store.pinned.has(frame.number),
};

const filters = new Map(); // by server, for as long as the page is open

export function messages() {
  const home = currentServer();
  const state = { kind: "", text: "", server: home, ...filters.get(home), found: new Set(), searched: 0, paused: false, marked: null };
  const begin = turns();
  const count = h("span", { class: "note", role: "status" });
  const detail = h("div", { class: "panel" });
  const list = virtualList({ label: "Messages", height: 28, follow: true, row: frameRow, open: (frame) => go("messages", [String(frame.number)]) });
  let shown = [];
  const fits = (frame) => (!state.server || frame.server === state.server)
    && (!state.kind || (KINDS_BY[state.kind]?.(frame) ?? frame.kind === state.kind))
    && (!state.text || `${frame.method ?? ""} ${frame.id ?? ""} ${frame.preview} ${frame.problem ?? ""}`.toLowerCase().includes(state.text) || state.found.has(frame.number));
  const search = wholeSearch(state, () => draw());
  function draw() {
    if (state.paused) return;
    search();
    const open = list.chosen();
    shown = store.frames.filter(fits);
    list.set(shown, open ? shown.indexOf(open) : -1);
    fill(count, shown.length === store.frames.length ? counted(shown.length, "message") : `${shown.length.toLocaleString("en")} of ${counted(store.frames.length, "message")}`);
  }
  const set = (name) => (event) => {
    state[name] = name === "text" ? event.target.value.toLowerCase() : event.target.value;
    if (name === "text") Object.assign(state, { found: new Set(), searched: 0 });
    filters.set(home, { kind: state.kind, text: state.text, server: state.server });
    draw();
  };
  const pause = button("Pause", () => {
    state.paused = !state.paused;
    pause.setAttribute("aria-pressed", String(state.paused));
    pause.textContent = state.paused ? "Resume" : "Pause";
    draw();
  }, { "data-key": "p", "aria-pressed": "false" });
  const saveAll = async () => {
    const told = await act("export_frames", { numbers: shown.map((frame) => frame.number) });
    save("messages.json", JSON.stringify(told.messages, null, 2), "application/json");
  };
  const toolbar = h("div", { class: "toolbar" },
    h("select", { "aria-label": "Kind of message", onchange: set("kind") }, Object.entries(KINDS).map(([value, name]) => h("option", { value, selected: value === state.kind }, name))),
    store.servers.size > 1 && h("select", { "aria-label": "Server of the messages", onchange: set("server") }, h("option", { value: home }, home), h("option", { value: "", selected: state.server === "" }, "all servers")),
    h("input", { type: "search", placeholder: "Search", value: state.text, "aria-label": "Search the messages", "data-filter": true, oninput: set("text") }),
    pause, button("Send", () => sendDialog(currentServer(), JSON.stringify({ jsonrpc: "2.0", id: "1", method: "ping" }, null, 2))),
    button("Clear", attempt(() => act("clear_frames"))),
    button("Save", attempt(saveAll)), count);
  const node = h("div", { class: "split messages" }, h("div", { class: "side wide card" }, toolbar, list.node), detail);
  const stop = on("frame", draw);
  draw();
  return {
    node, leave: stop,
    moved(where) {
      const number = Number(where.parts[0]);
      node.classList.toggle("chosen", Boolean(number));
      const index = shown.findIndex((frame) => frame.number === number);
      if (index >= 0) list.choose(index);
      const current = begin();
      if (number) attempt(async () => {
        const parts = await framePanel(number, state);
        if (current()) fill(detail, parts); // else another message was opened meanwhile
      })();
      else fill(detail, h("p", { class: "card empty" }, "Choose a message."));
    },
  };
}

// A row has only the beginning of its message, so the server searches the rest; what is new is searched once.
function wholeSearch(state, draw) {
  let timer = 0;
  const ask = attempt(async () => {
    const { text, searched } = state;
    const told = await act("search", { text, after: searched });
    if (state.text !== text) return;
    state.searched = told.last;
    for (const number of told.numbers) state.found.add(number);
    draw();
  });
  return () => {
    clearTimeout(timer);
    const newest = store.frames.at(-1)?.number ?? 0;
    if (state.text && newest > state.searched) timer = setTimeout(ask, 150);
  };
}
