// A form drawn from the plan that the server side made of a schema.

import { button, fill, h, newId, put } from "/dom.js";

// Returns the node, the value and what is wrong; `changed` is called after every edit.
export function form(plan, value, changed) {
  const wrong = new Map();
  let current = value;
  const node = h("div", { class: "form" });
  put(node, field({ ...plan, required: true }, current, (next) => {
    current = next;
    changed?.();
  }, { wrong, path: "" }));
  return { node, value: () => current ?? {}, wrong: () => [...wrong.values()] };
}

function field(plan, value, change, context) {
  const draw = DRAW[plan.kind] ?? DRAW.json;
  if (plan.nullable) return nullable(plan, value, change, context, draw);
  return draw(plan, value, change, context);
}

function nullable(plan, value, change, context, draw) {
  const place = h("div", {});
  const redraw = (now) => fill(place, now === null ? h("span", { class: "note" }, "null") : draw({ ...plan, nullable: false }, now, change, context));
  const toggle = h("input", { type: "checkbox", checked: value === null, onchange: () => {
    const now = toggle.checked ? null : undefined;
    change(now);
    redraw(now);
  } });
  redraw(value);
  return h("div", { class: "nullable" }, place, h("label", { class: "small" }, toggle, " null"));
}

function labelled(plan, name, control, { group = false } = {}) {
  const id = control.id || newId("field");
  const about = [plan.description, limits(plan)].filter(Boolean).join(" · ");
  const label = group ? h("legend", {}, name, mark(plan)) : h("label", { for: id }, name, mark(plan));
  if (!control.id) control.id = id;
  const help = about && h("p", { class: "help", id: `${id}-help` }, about);
  if (help) control.setAttribute("aria-describedby", `${id}-help`);
  return h(group ? "fieldset" : "div", { class: "field", "data-field": name }, label, help, control);
}

const mark = (plan) => [plan.required && h("span", { class: "star", title: "required" }, " *"), h("span", { class: "kind" }, ` ${kindOf(plan)}`)];
const kindOf = (plan) => (plan.kind === "json" ? "JSON" : plan.kind === "choice" ? "one of" : plan.kind === "text" ? (plan.limits?.format ?? "text") : plan.kind);

function limits(plan) {
  const words = Object.entries(plan.limits ?? {}).filter(([name]) => name !== "format").map(([name, value]) => `${name} ${value}`);
  if (plan.default !== undefined) words.push(`default ${JSON.stringify(plan.default)}`);
  return words.join(", ");
}

// A text control whose content means a value, or is wrong.
function typed(plan, value, change, context, { read, write, long = false }) {
  const control = h(long ? "textarea" : "input", { id: newId("input"), value: value === undefined ? "" : write(value), autocomplete: "off", spellcheck: "false", ...(long ? { rows: 3 } : {}) });
  if (plan.kind === "number" || plan.kind === "integer") control.inputMode = "decimal";
  control.addEventListener("input", () => {
    const told = control.value === "" && !(plan.required && plan.kind === "text") ? undefined : read(control.value);
    const bad = told instanceof Error;
    control.setAttribute("aria-invalid", String(bad));
    if (bad) context.wrong.set(control.id, `${context.path || "arguments"}: ${told.message}`);
    else {
      context.wrong.delete(control.id);
      change(told);
    }
  });
  return control;
}

const number = (whole) => (text) => {
  const found = Number(text);
  const fits = text.trim() !== "" && Number.isFinite(found) && (!whole || Number.isInteger(found));
  return fits ? found : new Error(`${JSON.stringify(text)} is not ${whole ? "an integer" : "a number"}`);
};

const readJson = (text) => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return new Error(error.message);
  }
};

const json = (value) => JSON.stringify(value, null, 2);

function select(options, index, change) {
  const control = h("select", { id: newId("select"), onchange: () => change(Number(control.value)) },
    options.map((text, number) => h("option", { value: String(number), selected: number === index }, text)));
  return control;
}

function chosen(values, plan, value, change) {
  const options = [...values];
  const names = options.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const index = options.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return select(["–", ...names], index + 1, (number) => change(number ? options[number - 1] : undefined));
}

const DRAW = {
  text: (plan, value, change, context) => typed(plan, value, change, context, { read: (text) => text, write: (one) => (typeof one === "string" ? one : json(one)), long: (value?.length ?? 0) > 60 }),
  number: (plan, value, change, context) => typed(plan, value, change, context, { read: number(false), write: String }),
  integer: (plan, value, change, context) => typed(plan, value, change, context, { read: number(true), write: String }),
  json: (plan, value, change, context) => typed(plan, value, change, context, { read: readJson, write: json, long: true }),
  boolean: (plan, value, change) => chosen([true, false], plan, value, change),
  enum: (plan, value, change) => chosen(plan.values, plan, value, change),
  null: () => h("span", { class: "note" }, "null"),
  const(plan, value, change) {
    if (value === undefined && plan.required) queueMicrotask(() => change(plan.value));
    return h("code", {}, JSON.stringify(plan.value));
  },
  object: drawObject,
  array: drawArray,
  choice: drawChoice,
};

function drawObject(plan, value, change, context) {
  const current = value && typeof value === "object" && !Array.isArray(value) ? { ...value } : {};
  if (!plan.fields?.length) return context.path ? DRAW.json({ kind: "json" }, value, change, context) : h("p", { class: "note" }, "No arguments.");
  const set = (name) => (next) => {
    if (next === undefined) delete current[name];
    else current[name] = next;
    change(Object.keys(current).length || plan.required ? { ...current } : undefined);
  };
  const box = h("div", { class: "fields" });
  for (const one of plan.fields) {
    const path = `${context.path}/${one.name}`;
    put(box, labelled(one, one.name, field(one, current[one.name], set(one.name), { ...context, path }), { group: ["object", "array", "choice"].includes(one.kind) }));
  }
  return box;
}

function drawArray(plan, value, change, context) {
  const items = Array.isArray(value) ? [...value] : [];
  const box = h("div", { class: "items" });
  const tell = () => change(items.length || plan.required ? items.filter((one) => one !== undefined) : undefined);
  const redraw = () => fill(box, items.map(drawItem), button("Add", add, { class: "quiet" }));
  const drawItem = (item, index) => h("div", { class: "item" },
    field({ ...plan.item, required: true }, item, (next) => { items[index] = next; tell(); }, { ...context, path: `${context.path}/${index}` }),
    button("Remove", () => { items.splice(index, 1); tell(); redraw(); }, { class: "quiet", "aria-label": `Remove item ${index + 1}` }));
  const add = () => {
    items.push(plan.item.kind === "text" ? "" : undefined);
    tell();
    redraw();
    box.querySelector(".item:last-of-type :is(input, textarea, select)")?.focus();
  };
  redraw();
  return box;
}

function drawChoice(plan, value, change, context) {
  const place = h("div", {});
  const draw = (index, now) => fill(place, field({ ...plan.choices[index], required: plan.required }, now, change, context));
  const names = plan.choices.map((one, index) => one.title ?? (one.kind === "const" ? JSON.stringify(one.value) : `${index + 1}: ${kindOf(one)}`));
  const index = Math.max(0, plan.choices.findIndex((one) => suits(one, value)));
  const picker = select(names, index, (number) => {
    change(plan.choices[number].kind === "const" ? plan.choices[number].value : undefined);
    draw(number, undefined);
  });
  picker.setAttribute("aria-label", "Which form");
  draw(index, value);
  return h("div", { class: "choice" }, picker, place);
}

function suits(plan, value) {
  if (value === undefined) return false;
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (plan.kind === "const") return JSON.stringify(plan.value) === JSON.stringify(value);
  if (plan.kind === "object") return kind === "object" && (plan.fields ?? []).every((one) => !one.required || one.name in value);
  return { text: "string", number: "number", integer: "number", boolean: "boolean", null: "null", array: "array" }[plan.kind] === kind;
}
