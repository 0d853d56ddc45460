// The arguments of a tool, as a form or as JSON, checked while they are typed.

import { act } from "/api.js";
import { agree, attempt, button, fill, h, turns } from "/dom.js";
import { form } from "/form.js";

const kept = new Map(); // arguments that were typed and not sent yet; those of the last call come from the history

// The arguments, in step as a form and as JSON: both show one value.
export class Arguments {
  constructor(server, item) {
    Object.assign(this, { server, item, mode: "form", touched: false });
    this.key = `${server} ${item.name}`;
    this.begin = turns();
    this.place = h("div", {});
    this.problems = h("ul", { class: "field-errors", "aria-live": "polite" });
    this.toggle = button("JSON", () => this.turn(), { "data-key": "alt-j" });
    this.node = h("div", { class: "arguments" }, h("div", { class: "section-head" }, h("h2", {}, "Arguments"), this.toggle,
      button("Fill", attempt(() => this.example()), { "data-key": "f", title: "Fill in arguments that the schema accepts" }),
      button("Clear", () => { this.touched = false; this.use({}); })), this.place, this.problems);
    this.ready = this.load();
  }

  async load() {
    try {
      this.plan = await act("form", { server: this.server, tool: this.item.name });
    } catch (error) {
      this.plan = { form: { kind: "json" }, example: null, problem: error.message };
    }
    if (this.plan.form.kind !== "object") this.mode = "json";
    this.use(kept.get(this.key) ?? this.plan.last ?? {});
  }

  use(value) {
    this.value = value;
    if (this.mode === "form") {
      this.drawn = form(this.plan.form, value, () => this.typed(this.drawn.value()));
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
      this.typed(value);
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

  typed(value) {
    this.touched = true;
    this.keep(value);
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
    const [wrong, current] = [this.wrong(), this.begin()];
    const told = wrong.length ? { errors: [] } : await act("check", { server: this.server, tool: this.item.name, arguments: this.value }).catch(() => ({ errors: [] }));
    const untouched = !this.touched && !Object.keys(this.value).length; // nobody has to be told that an empty form is empty
    if (current()) this.show(wrong, untouched ? [] : told.errors); // else other arguments were typed meanwhile
    return { blocked: wrong.length > 0, errors: told.errors };
  }

  show(wrong, errors) {
    fill(this.problems, wrong.map((text) => h("li", { class: "blocks-call" }, text)), errors.map((one) => h("li", {}, one.pointer && h("code", {}, one.pointer), " ", one.message)));
  }

  // Whether they may be sent; what the schema refuses is asked about.
  async accepted() {
    await this.ready;
    this.touched = true;
    clearTimeout(this.timer);
    const told = await this.check();
    return !told.blocked && (!told.errors.length || agree("The arguments do not match the schema.", "Send them anyway"));
  }
}
