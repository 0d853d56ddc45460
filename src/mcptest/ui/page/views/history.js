// History: every call of this start and of earlier ones, to look at, repeat or save as a test, alone or several in order.

import { act } from "/api.js";
import { agree, announce, attempt, button, clock, counted, fill, h, milliseconds, redraw, tag } from "/dom.js";
import { callTools, savable } from "/call_tools.js";
import { jsonView } from "/json_view.js";
import { resultView, statusTag } from "/result.js";
import { go } from "/router.js";
import { saveTest } from "/save_test.js";
import { on, repeat, store } from "/store.js";
import { virtualList } from "/virtual_list.js";
import { catalogRow } from "/views/catalog_list.js";

const picked = new Set(); // the calls of a sequence

export function calls() {
  const sequence = h("div", { class: "buttons", "data-sequence": true });
  const count = h("p", { class: "note" });
  const panel = h("div", { class: "panel" });
  const list = virtualList({
    label: "Calls", height: 54, open: (call) => go("history", [String(call.number)]),
    row: (call) => catalogRow(call.subject ?? call.method, [when(call), store.servers.size > 1 && call.server, call.method, milliseconds(call.took_ms)].filter(Boolean).join(" · "), picked.has(call.number) && tag("in sequence"), statusTag(call)),
  });
  const node = h("div", { class: "split" }, h("div", { class: "side card" }, h("h1", {}, "History"), count, sequence, list.node), panel);
  let where = { parts: [] };
  let seen = ""; // of the call in sight
  const draw = () => {
    const all = [...store.calls.values()].reverse();
    redraw(count, () => fill(count, counted(all.length, "call"), all.length > 0 && [" ", button("Clear the history", clear, { class: "quiet" })], note() && h("p", {}, note())));
    list.set(all, all.findIndex((call) => call.number === Number(where.parts[0])));
    redraw(sequence, () => fill(sequence, picked.size > 0 && [
      button(`Save ${counted(picked.size, "call")} as test`, () => saveTest({ calls: [...picked] }), { "data-focus": "save" }),
      button("Clear the sequence", () => { picked.clear(); draw(); reopen(); }, { class: "quiet" })]));
    if (where.parts[0] && seen && seen !== stateOf(where)) reopen(); // it has ended
  };
  const reopen = () => {
    const number = Number(where.parts[0]);
    const current = () => node.isConnected && Number(where.parts[0]) === number;
    seen = stateOf(where);
    if (number) attempt(() => show(number, panel, pick, current))();
  };
  const pick = (call) => {
    picked[picked.has(call.number) ? "delete" : "add"](call.number);
    announce(`${counted(picked.size, "call")} in the sequence`);
    draw();
    reopen();
  };
  const stop = on("call", draw);
  return {
    node, leave: stop,
    moved(now) {
      where = now;
      draw();
      const number = Number(where.parts[0]);
      node.classList.toggle("chosen", Boolean(number));
      if (number) reopen();
      else fill(panel, h("p", { class: "card empty" }, store.calls.size ? "Choose a call." : "Nothing was called yet."));
    },
  };
}

const clear = attempt(async () => {
  if (await agree("Delete all calls of the history, also from the folder?", "Delete them")) await act("clear_history");
});

const note = () => store.history.problem ?? (store.history.keeps ? "" : "Calls are not stored.");

// A call of today has a time, an older one also a date.
const when = (call) => {
  const at = new Date(call.started);
  const date = at.toDateString() === new Date().toDateString() ? "" : `${at.toLocaleDateString("en-CA")} `;
  return `${date}${clock(call.started).slice(0, 8)}`;
};

async function show(number, panel, pick, current) {
  const call = await act("call", { call: number });
  if (!current()) return; // another call was opened meanwhile
  const again = attempt(async (confirmed = false) => {
    try {
      const made = await repeat(call.number, { confirmed });
      go("history", [String(made.number)]);
    } catch (error) {
      if (error.code !== "ui-needs-consent") throw error;
      if (await agree(`${error.message}.`, "Call it anyway")) await again(true);
    }
  });
  redraw(panel, () => fill(panel, h("div", { class: "back" }, button("‹ All calls", () => go("history"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, call.subject ?? call.method), h("p", { class: "note" }, `${when(call)} · ${call.server} · ${call.method}`), jsonView(call.params),
      h("div", { class: "buttons" }, call.status === "running" ? button("Cancel", attempt(() => act("cancel", { call: call.number }))) : button("Call again", () => again()),
        savable(call) && button(picked.has(call.number) ? "Remove from the sequence" : "Add to a sequence", () => pick(call), { "data-key": "x" }), call.method === "tools/call" && button("Open the tool", () => go("tools", [call.subject], { server: call.server })))),
    h("div", { class: "card" }, resultView(call), callTools(call))));
}

const stateOf = (where) => store.calls.get(Number(where.parts[0]))?.status ?? "";
