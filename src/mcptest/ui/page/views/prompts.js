// Prompts: arguments with completion, and the messages that they give.

import { notConnected } from "/bar.js";
import { agree, attempt, button, fill, h, toast } from "/dom.js";
import { callTools } from "/call_tools.js";
import { completing } from "/completing.js";
import { jsonView } from "/json_view.js";
import { resultView } from "/result.js";
import { currentServer, go } from "/router.js";
import { listing, on, request, store } from "/store.js";
import { catalogList, catalogRow } from "/views/catalog_list.js";

export function prompts() {
  const node = h("div", { class: "split" });
  const panel = h("div", { class: "panel" });
  const list = catalogList({
    noun: "prompt", text: (item) => `${item.raw?.name ?? ""} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""}`,
    row: (item) => catalogRow(item.raw?.title ?? item.raw?.name ?? "(no name)", item.raw?.description),
    open: (item) => go("prompts", [item.raw?.name ?? ""]),
  });
  let session = null;
  let where = { parts: [] };
  async function load() {
    const server = store.servers.get(currentServer());
    if (server?.state !== "open") {
      session = null;
      fill(node, notConnected(server?.name ?? ""));
      return;
    }
    const wanted = await listing(server.name, "prompts");
    if (session === wanted) return;
    session = wanted;
    fill(node, list.node, panel);
    list.set(wanted.items);
    show();
  }
  function show() {
    const item = list.items.find((one) => one.raw?.name === where.parts[0]);
    node.classList.toggle("chosen", Boolean(item));
    list.mark(item);
    if (item) fill(panel, promptPanel(currentServer(), item.raw));
    else fill(panel, h("p", { class: "card empty" }, list.items.length ? "Choose a prompt." : "The server lists no prompts."));
  }
  const stop = on("server", () => load().catch(toast));
  return { node, leave: stop, moved(now) { where = now; if (session) show(); else load().catch(toast); } };
}

function promptPanel(server, raw) {
  const result = h("div", { class: "card", "data-response": true }, h("p", { class: "note" }, "Get the prompt to see its messages."));
  const values = {};
  const listed = Array.isArray(raw.arguments) ? raw.arguments : [];
  const ask = attempt(async () => {
    const missing = listed.filter((one) => one?.required && !values[one.name]).map((one) => one.name);
    if (missing.length && !(await agree(`Missing: ${missing.join(", ")}.`, "Send it anyway"))) return;
    const call = await request(server, "prompts/get", { name: raw.name, arguments: values });
    fill(result, resultView(call), callTools(call));
  });
  const fields = listed.filter((one) => typeof one?.name === "string").map((one) => completing(one.name, { type: "ref/prompt", name: raw.name }, server, values, () => {}, one));
  return [
    h("div", { class: "back" }, button("‹ All prompts", () => go("prompts"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, raw.title ?? raw.name), raw.description && h("p", { class: "description" }, raw.description), fields,
      h("div", { class: "buttons" }, button("Get", ask, { class: "primary", "data-key": "call" })), h("details", {}, h("summary", {}, "Definition"), jsonView(raw))),
    result,
  ];
}
