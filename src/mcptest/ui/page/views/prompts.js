// Prompts: arguments with completion, and the messages that they give.

import { agree, attempt, button, fill, h, reveal, turns } from "/dom.js";
import { callTools } from "/call_tools.js";
import { completing } from "/completing.js";
import { jsonView } from "/json_view.js";
import { resultView } from "/result.js";
import { go } from "/router.js";
import { request } from "/store.js";
import { catalogRow } from "/views/catalog_list.js";
import { catalogView } from "/views/catalog_view.js";

export function prompts() {
  return catalogView({
    noun: "prompt", kinds: ["prompts"], nameOf: (item) => item.raw?.name, make: (server, item) => promptPanel(server, item.raw),
    text: (item) => `${item.raw?.name ?? ""} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""}`,
    row: (item) => catalogRow(item.raw?.title ?? item.raw?.name ?? "(no name)", item.raw?.description),
  });
}

function promptPanel(server, raw) {
  const result = h("div", { class: "card", "data-response": true }, h("p", { class: "note" }, "Get the prompt to see its messages."));
  const values = {};
  const listed = Array.isArray(raw.arguments) ? raw.arguments : [];
  const begin = turns();
  const ask = attempt(async () => {
    const missing = listed.filter((one) => one?.required && !values[one.name]).map((one) => one.name);
    if (missing.length && !(await agree(`Missing: ${missing.join(", ")}.`, "Send it anyway"))) return;
    const current = begin();
    const call = await request(server, "prompts/get", { name: raw.name, arguments: { ...values } });
    if (!current()) return;
    fill(result, resultView(call), callTools(call));
    reveal(result);
  });
  const fields = listed.filter((one) => typeof one?.name === "string").map((one) => completing(one.name, { type: "ref/prompt", name: raw.name }, server, values, () => {}, one));
  return [
    h("div", { class: "back" }, button("‹ All prompts", () => go("prompts"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, raw.title ?? raw.name), raw.description && h("p", { class: "description" }, raw.description), fields,
      h("div", { class: "buttons" }, button("Get", ask, { class: "primary", "data-key": "call" })), h("details", {}, h("summary", {}, "Definition"), jsonView(raw))),
    result,
  ];
}
