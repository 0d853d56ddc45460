// The list at the left of tools, resources and prompts: a filter, and rows for any number of entries.

import { button, counted, fill, h, oneLine } from "/dom.js";
import { currentServer } from "/router.js";
import { relist } from "/store.js";
import { virtualList } from "/virtual_list.js";

export function catalogList({ noun, row, open, text }) {
  let items = [];
  const count = h("p", { class: "note", "aria-live": "polite" });
  const filter = h("input", { type: "search", placeholder: `Filter ${noun}s`, "aria-label": `Filter ${noun}s`, "data-filter": true, oninput: () => show(),
    onkeydown: (event) => { if (event.key === "ArrowDown") { list.node.focus(); list.choose(0); event.preventDefault(); } } });
  const list = virtualList({ label: `${noun}s`, height: 54, row, open });
  const pages = h("div", { class: "buttons pages" });
  let marked = null;
  function show() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = items.filter((item) => { const said = text(item).toLowerCase(); return words.every((word) => said.includes(word)); });
    fill(count, found.length === items.length ? counted(items.length, noun) : `${found.length} of ${counted(items.length, noun)}`);
    list.set(found, found.findIndex((item) => item === marked));
  }
  return {
    node: h("div", { class: "side card" }, filter, h("div", { class: "section-head" }, count, button("Refresh", () => relist(currentServer()), { class: "quiet", title: "Ask the server for its list again" })), pages, list.node),
    pages,
    draw: show,
    set(more) { items = more; show(); },
    mark(item, reveals) { marked = item; show(); if (reveals) list.reveal(); },
    get items() { return items; },
  };
}

export function catalogRow(title, about, ...marks) {
  return h("div", {}, h("div", { class: "row-title" }, h("span", { class: "name" }, oneLine(title, 120)), ...marks), h("div", { class: "row-about" }, oneLine(about ?? "", 160)));
}
