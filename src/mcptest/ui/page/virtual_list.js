// A list of any length that draws only the rows in sight; arrows, Home, End and Enter work.

import { fill, h } from "/dom.js";

const SPARE = 6;

export function virtualList({ label, height, row, open, follow = false }) {
  const body = h("div", { class: "rows", role: "presentation" });
  const box = h("div", { class: "list", role: "listbox", "aria-label": label, tabIndex: 0 }, body);
  let items = [];
  let chosen = -1;
  let first = -1;
  let count = -1;

  const atEnd = () => box.scrollTop + box.clientHeight >= box.scrollHeight - height;

  function draw(again = false) {
    const from = Math.max(0, Math.floor(box.scrollTop / height) - SPARE);
    const many = Math.ceil(box.clientHeight / height) + 2 * SPARE;
    if (!again && from === first && many === count) return;
    [first, count] = [from, many];
    body.style.height = `${items.length * height}px`;
    fill(body, items.slice(from, from + many).map((item, offset) => drawRow(item, from + offset)));
  }

  function drawRow(item, index) {
    const found = row(item, index);
    found.classList.add("row");
    found.style.transform = `translateY(${index * height}px)`;
    found.style.height = `${height}px`;
    found.setAttribute("role", "option");
    found.id = `${body.id || (body.id = `rows-${Math.random().toString(36).slice(2)}`)}-${index}`;
    found.setAttribute("aria-selected", String(index === chosen));
    found.setAttribute("aria-setsize", String(items.length));
    found.setAttribute("aria-posinset", String(index + 1));
    found.addEventListener("click", () => choose(index, true));
    return found;
  }

  function choose(index, opens = false) {
    chosen = Math.max(-1, Math.min(items.length - 1, index));
    const top = chosen * height;
    if (chosen >= 0 && top < box.scrollTop) box.scrollTop = top;
    if (chosen >= 0 && top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
    draw(true);
    box.setAttribute("aria-activedescendant", `${body.id}-${chosen}`);
    if (opens && chosen >= 0) open(items[chosen], chosen);
  }

  const page = () => Math.max(1, Math.floor(box.clientHeight / height) - 1);
  const KEYS = {
    ArrowDown: () => chosen + 1, j: () => chosen + 1, ArrowUp: () => Math.max(0, chosen - 1), k: () => Math.max(0, chosen - 1),
    Home: () => 0, End: () => items.length - 1, PageDown: () => chosen + page(), PageUp: () => Math.max(0, chosen - page()),
  };
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (KEYS[event.key]) choose(KEYS[event.key]());
    else if (event.key === "Enter" && chosen >= 0) open(items[chosen], chosen);
    else return;
    event.preventDefault();
  });
  box.addEventListener("scroll", () => draw(), { passive: true });
  new ResizeObserver(() => draw(true)).observe(box);

  return {
    node: box,
    set(more, wanted = chosen) {
      const stays = follow && (atEnd() || !items.length);
      items = more;
      chosen = wanted;
      body.style.height = `${items.length * height}px`;
      if (stays) box.scrollTop = items.length * height;
      draw(true);
    },
    choose,
    reveal() {
      if (chosen >= 0) choose(chosen);
    },
    chosen: () => items[chosen],
    get size() { return items.length; },
  };
}
