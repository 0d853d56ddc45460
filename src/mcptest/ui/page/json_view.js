// A JSON value as a tree that opens on demand, so that large values stay cheap.

import { button, fill, h, put, visible } from "/dom.js";

const MOST_CHILDREN = 200;
const MOST_TEXT = 2000;
const OPEN_TO = 3;

export function jsonView(value, { depth = OPEN_TO } = {}) {
  return h("div", { class: "json" }, node(value, depth));
}

function node(value, depth, key) {
  const name = key === undefined ? [] : [h("span", { class: "j-key" }, JSON.stringify(key)), ": "];
  if (value === null || typeof value !== "object") return h("div", { class: "j-row" }, name, scalar(value));
  const entries = Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (!entries.length) return h("div", { class: "j-row" }, name, h("span", { class: "j-mark" }, open + close));
  return branch(name, entries, open, close, depth);
}

function branch(name, entries, open, close, depth) {
  const many = `${entries.length} ${open === "[" ? (entries.length === 1 ? "item" : "items") : entries.length === 1 ? "member" : "members"}`;
  const inside = h("div", { class: "j-inside" });
  const details = h("details", { open: depth > 0 }, h("summary", {}, name, h("span", { class: "j-mark" }, open), h("span", { class: "j-count" }, ` ${many} ${close}`)), inside, h("div", { class: "j-mark j-close" }, close));
  const draw = () => {
    if (details.open && !inside.childNodes.length) children(inside, entries, 0, depth - 1, open === "{");
  };
  details.addEventListener("toggle", draw);
  draw();
  return details;
}

function children(inside, entries, from, depth, named) {
  for (const [key, value] of entries.slice(from, from + MOST_CHILDREN))
    put(inside, node(value, depth, named ? key : undefined));
  const left = entries.length - from - MOST_CHILDREN;
  if (left <= 0) return;
  const more = button(`Show ${Math.min(left, MOST_CHILDREN)} more of ${left}`, () => {
    more.remove();
    children(inside, entries, from + MOST_CHILDREN, depth, named);
  }, { class: "quiet" });
  put(inside, more);
}

function scalar(value) {
  if (typeof value !== "string") return h("span", { class: `j-${value === null ? "null" : typeof value}` }, String(value));
  return h("span", { class: "j-string" }, longText(JSON.stringify(value)));
}

// Text that may be very long: its beginning, and the rest on demand.
export function longText(text, most = MOST_TEXT) {
  if (text.length <= most) return [visible(text)];
  const rest = h("span", {});
  put(rest, "… ", button(`Show all ${text.length.toLocaleString("en")} characters`, () => fill(rest, text.slice(most)), { class: "quiet" }));
  return [visible(text.slice(0, most)), rest];
}
