// One tool: what it is, the arguments as a form or as JSON, the call and its response.

import { act } from "/api.js";
import { agree, announce, attempt, button, fill, h, milliseconds, tag } from "/dom.js";
import { callTools } from "/call_tools.js";
import { form } from "/form.js";
import { jsonView } from "/json_view.js";
import { resultView } from "/result.js";
import { go } from "/router.js";
import { on, request } from "/store.js";
import { CLASSES } from "/views/tools.js";

const kept = new Map(); // the last arguments of each tool, until the page is closed

export function toolPanel(server, item) {
  const result = h("div", { class: "card", "aria-label": "Response", "data-response": true }, h("p", { class: "note" }, "Call the tool to see its response."));
  const editor = new Arguments(server, item);
  const caller = new Caller(server, item, editor, result);
  return [h("div", { class: "back" }, button("‹ All tools", () => go("tools"), { class: "quiet" })), h("div", { class: "card" }, head(item), editor.node, caller.node), result];
}

function head(item) {
  const [word, kind] = CLASSES[item.class];
  const raw = item.raw ?? {};
  return [
    h("div", { class: "panel-head" }, h("h1", {}, raw.title ?? item.name), tag(word, kind)),
    raw.title && h("p", { class: "note" }, h("code", {}, item.name)),
    h("p", { class: "note" }, `${item.reason} (${item.source})`),
    raw.description && h("p", { class: "description" }, raw.description),
    item.problem && h("p", { class: "problem" }, item.problem),
    h("details", {}, h("summary", {}, "Definition"), jsonView(raw, { depth: 2 })),
  ];
}

// The arguments, in step as a form and as JSON: both show one value.
class Arguments {
  constructor(server, item) {
    Object.assign(this, { server, item, mode: "form", errors: [] });
    this.key = `${server} ${item.name}`;
    this.place = h("div", {});
    this.problems = h("ul", { class: "field-errors", "aria-live": "polite" });
    this.toggle = button("JSON", () => this.turn(), { "data-key": "alt-j" });
    this.node = h("div", { class: "arguments" }, h("div", { class: "section-head" }, h("h2", {}, "Arguments"), this.toggle,
      button("Fill", attempt(() => this.example()), { "data-key": "f", title: "Fill in arguments that the schema accepts" }),
      button("Clear", () => this.use({}))), this.place, this.problems);
    this.ready = this.load();
  }

  async load() {
    try {
      this.plan = await act("form", { server: this.server, tool: this.item.name });
    } catch (error) {
      this.plan = { form: { kind: "json" }, example: null, problem: error.message };
    }
    if (this.plan.form.kind !== "object") this.mode = "json";
    this.use(kept.get(this.key) ?? {});
  }

  use(value) {
    this.value = value;
    if (this.mode === "form") {
      this.drawn = form(this.plan.form, value, () => this.keep(this.drawn.value()));
      fill(this.place, this.drawn.node);
    } else {
      const text = JSON.stringify(value, null, 2);
      this.area = h("textarea", { class: "code", rows: Math.min(20, text.split("\n").length + 2), value: text, "aria-label": "Arguments as JSON", spellcheck: "false", oninput: () => this.read() });
      this.wrongJson = null;
      fill(this.place, this.area);
    }
    this.toggle.textContent = this.mode === "form" ? "JSON" : "Form";
    this.keep(value);
  }

  read() {
    try {
      const value = JSON.parse(this.area.value);
      if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error("the arguments must be an object");
      this.wrongJson = null;
      this.keep(value);
    } catch (error) {
      this.wrongJson = error.message;
      fill(this.problems, h("li", {}, error.message));
    }
  }

  turn() {
    if (this.wrong().length) return;
    this.mode = this.mode === "form" && this.plan.form.kind === "object" ? "json" : this.mode === "json" && this.plan.form.kind === "object" ? "form" : "json";
    this.use(this.value);
  }

  async example() {
    this.all = !this.all;
    const made = await act("form", { server: this.server, tool: this.item.name, all: this.all });
    if (made.example === null) throw new Error(made.problem);
    this.use(made.example);
  }

  keep(value) {
    this.value = value;
    kept.set(this.key, value);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 150);
  }

  // What is not even a value blocks the call; what the schema refuses is shown, and may be sent.
  wrong() {
    return [this.wrongJson, ...(this.mode === "form" && this.drawn ? this.drawn.wrong() : [])].filter(Boolean);
  }

  async check() {
    const wrong = this.wrong();
    if (!wrong.length) {
      const told = await act("check", { server: this.server, tool: this.item.name, arguments: this.value }).catch(() => ({ errors: [] }));
      this.errors = told.errors;
    }
    fill(this.problems, wrong.map((text) => h("li", { class: "blocks-call" }, text)), this.errors.map((one) => h("li", {}, one.pointer && h("code", {}, one.pointer), " ", one.message)));
    return wrong.length === 0;
  }
}

class Caller {
  constructor(server, item, editor, result) {
    Object.assign(this, { server, item, editor, result, number: null });
    this.call = button("Call", attempt(() => this.run()), { class: "primary", "data-key": "call", disabled: !item.name });
    this.cancel = button("Cancel", attempt(() => act("cancel", { call: this.number })), { hidden: true });
    this.status = h("span", { class: "note", role: "status" });
    this.node = h("div", { class: "buttons" }, this.call, this.cancel, this.status);
  }

  async run() {
    await this.editor.ready;
    if (!(await this.editor.check())) return;
    if (this.editor.errors.length && !(await agree("The arguments do not match the schema.", "Send them anyway"))) return;
    await this.send(false);
  }

  async send(confirmed) {
    const params = { name: this.item.name, arguments: this.editor.value };
    this.busy(true);
    try {
      const call = await request(this.server, "tools/call", params, { confirmed, started: (number) => { this.number = number; } });
      fill(this.result, resultView(call), callTools(call));
      announce(`call ended, ${milliseconds(call.took_ms)}, ${call.status}`);
    } catch (error) {
      if (error.code !== "ui-needs-consent") throw error;
      if (await agree(`${error.message}.`, "Call it anyway")) await this.send(true);
    } finally {
      this.busy(false);
    }
  }

  busy(is) {
    this.call.disabled = is;
    this.cancel.hidden = !is;
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
    this.timer = setInterval(() => fill(this.status, `${((Date.now() - since) / 1000).toFixed(0)} s${progress}`), 250);
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
