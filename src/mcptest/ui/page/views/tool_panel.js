// One tool: what it is, the arguments as a form or as JSON, the call and its response.

import { act } from "/api.js";
import { agree, announce, attempt, button, fill, h, milliseconds, reveal, tag } from "/dom.js";
import { appOf } from "/apps/tools.js";
import { callTools } from "/call_tools.js";
import { jsonView } from "/json_view.js";
import { resultView } from "/result.js";
import { go } from "/router.js";
import { on, request, store } from "/store.js";
import { Arguments } from "/views/tool_arguments.js";
import { CLASSES } from "/views/tool_class.js";

const TTL = 10 * 60 * 1000; // how long a server keeps a task and its result

export function toolPanel(server, item) {
  const result = h("div", { class: "card", "aria-label": "Response", "data-response": true }, h("p", { class: "note" }, "Call the tool to see its response."));
  const editor = new Arguments(server, item);
  const caller = new Caller(server, item, editor, result);
  return [h("div", { class: "back" }, button("‹ All tools", () => go("tools"), { class: "quiet" })), h("div", { class: "card" }, head(item), editor.node, caller.node), result];
}

export function head(item) {
  const [word, kind] = CLASSES[item.class];
  const raw = item.raw ?? {};
  return [
    h("div", { class: "panel-head" }, h("h1", {}, raw.title ?? item.name), tag(word, kind), hints(raw.annotations).map((text) => tag(text))),
    raw.title && h("p", { class: "note" }, h("code", {}, item.name)),
    h("p", { class: "note" }, `${item.reason} (${item.source})`),
    raw.description && h("p", { class: "description" }, raw.description),
    item.problem && h("p", { class: "problem" }, item.problem),
    h("details", {}, h("summary", {}, "Definition"), jsonView(raw, { depth: 2 })),
  ];
}

// What a tool says of itself, where it says so.
function hints(annotations) {
  const said = annotations && typeof annotations === "object" ? annotations : {};
  return [said.idempotentHint === true && "idempotent", said.openWorldHint === true && "open world", said.openWorldHint === false && "closed world"].filter(Boolean);
}

class Caller {
  constructor(server, item, editor, result) {
    Object.assign(this, { server, item, editor, result, number: null });
    this.call = button("Call", attempt(() => this.run()), { class: "primary", "data-key": "call", disabled: !item.name });
    this.cancel = button("Cancel", attempt(() => this.number !== null && act("cancel", { call: this.number })), { hidden: true });
    this.status = h("span", { class: "note", role: "status" });
    this.answer = button("Answer in the Inbox", () => go("inbox"), { hidden: true, "data-asks": true });
    const support = item.raw?.execution?.taskSupport;
    this.task = h("input", { type: "checkbox", checked: support === "required", disabled: support === "required" });
    const asTask = ["required", "optional"].includes(support) && store.servers.get(server)?.capabilities?.tasks;
    this.node = h("div", { class: "buttons" }, this.call, this.cancel, this.answer, appOf(item) && button("Open as app", () => go("apps", [item.name])), asTask && h("label", {}, this.task, " Run as task"), this.status);
  }

  async run() {
    if (this.running) return;
    if (await this.editor.accepted()) await this.send(false);
  }

  async send(confirmed) {
    const params = { name: this.item.name, arguments: this.editor.value, ...(this.task.checked ? { task: { ttl: TTL } } : {}) };
    this.number = null;
    this.busy(true);
    try {
      const call = await request(this.server, "tools/call", params, { confirmed, started: (number) => { this.number = number; } });
      fill(this.result, resultView(call), callTools(call));
      reveal(this.result);
      announce(`call ended, ${milliseconds(call.took_ms)}, ${call.status}`);
    } catch (error) {
      if (error.code !== "ui-needs-consent") throw error;
      if (await agree(`${error.message}.`, "Call it anyway")) await this.send(true);
    } finally {
      this.busy(false);
    }
  }

  // The focus stays on Call, or comes back to it from Cancel.
  busy(is) {
    const had = document.activeElement === this.cancel;
    this.running = is;
    this.call.setAttribute("aria-disabled", String(is));
    this.cancel.hidden = !is;
    if (had && !is) this.call.focus({ preventScroll: true });
    this.answer.hidden = true;
    clearInterval(this.timer);
    this.stop?.();
    fill(this.status);
    if (!is) return;
    const since = Date.now();
    let progress = "";
    this.stop = on("frame", (frames) => {
      const found = frames.findLast((frame) => frame?.method === "notifications/progress" && frame.server === this.server);
      if (found) progress = ` · ${progressOf(found.preview)}`;
    });
    this.timer = setInterval(() => {
      this.answer.hidden = ![...store.questions.values()].some((one) => one.server === this.server);
      const task = store.calls.get(this.number)?.task;
      const state = task ? ` · task ${task.status}${task.statusMessage ? `: ${task.statusMessage}` : ""}` : "";
      fill(this.status, `${((Date.now() - since) / 1000).toFixed(0)} s${progress}${state}`);
    }, 250);
  }
}

function progressOf(preview) {
  try {
    const { progress, total, message } = JSON.parse(preview).params;
    return [total ? `${progress}/${total}` : progress, message].filter((one) => one !== undefined).join(" ");
  } catch {
    return "progress";
  }
}
