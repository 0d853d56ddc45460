// History: every call of this start, to look at, repeat or save as a test.

import { act } from "/api.js";
import { attempt, button, clock, counted, fill, h, milliseconds } from "/dom.js";
import { callTools } from "/call_tools.js";
import { jsonView } from "/json_view.js";
import { resultView, statusTag } from "/result.js";
import { go } from "/router.js";
import { on, request, store } from "/store.js";
import { virtualList } from "/virtual_list.js";
import { catalogRow } from "/views/catalog_list.js";

export function calls() {
  const count = h("p", { class: "note" });
  const panel = h("div", { class: "panel" });
  const list = virtualList({
    label: "Calls", height: 54, open: (call) => go("history", [String(call.number)]),
    row: (call) => catalogRow(call.subject ?? call.method, `${clock(call.started)} · ${call.server} · ${call.method} · ${milliseconds(call.took_ms)}`, statusTag(call)),
  });
  const node = h("div", { class: "split" }, h("div", { class: "side card" }, h("h1", {}, "History"), count, list.node), panel);
  let where = { parts: [] };
  const draw = () => {
    const all = [...store.calls.values()].reverse();
    fill(count, counted(all.length, "call"));
    list.set(all, all.findIndex((call) => call.number === Number(where.parts[0])));
  };
  const stop = on("call", draw);
  return {
    node, leave: stop,
    moved(now) {
      where = now;
      draw();
      const number = Number(where.parts[0]);
      node.classList.toggle("chosen", Boolean(number));
      if (number) attempt(() => show(number, panel))();
      else fill(panel, h("p", { class: "card empty" }, store.calls.size ? "Choose a call." : "Nothing was called yet."));
    },
  };
}

async function show(number, panel) {
  const call = await act("call", { call: number });
  const again = attempt(async () => {
    const made = await request(call.server, call.method, call.params);
    go("history", [String(made.number)]);
  });
  fill(panel, h("div", { class: "back" }, button("‹ All calls", () => go("history"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, call.subject ?? call.method), h("p", { class: "note" }, `${clock(call.started)} · ${call.server} · ${call.method}`), jsonView(call.params),
      h("div", { class: "buttons" }, button("Call again", again), call.method === "tools/call" && button("Open the tool", () => go("tools", [call.subject], { server: call.server })))),
    h("div", { class: "card" }, resultView(call), callTools(call)));
}
