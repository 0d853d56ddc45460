// A text area for suites: completion at the cursor from the schema, by keyboard or mouse, and indentation.

import { act } from "/api.js";
import { announce, counted, fill, h, newId } from "/dom.js";

const WAIT = 120;

export function yamlEditor(label) {
  const list = h("ul", { id: newId("offers"), class: "offers", role: "listbox", "aria-label": "Completions", hidden: true });
  const area = h("textarea", {
    class: "code yaml", rows: 20, "aria-label": label, spellcheck: "false", wrap: "off", autocomplete: "off",
    "aria-autocomplete": "list", "aria-controls": list.id, "aria-haspopup": "listbox",
  });
  const node = h("div", { class: "yaml-box" }, area, list, h("p", { class: "note" }, "Ctrl Space offers keys and values. Ctrl S saves."));
  new Completion(area, list);
  return { node, area };
}

class Completion {
  constructor(area, list) {
    Object.assign(this, { area, list, items: [], chosen: 0, typed: "", asked: 0 });
    area.addEventListener("input", (event) => this.later(event));
    area.addEventListener("keydown", (event) => this.press(event));
    area.addEventListener("blur", () => this.close());
    area.addEventListener("click", () => this.close());
    area.addEventListener("scroll", () => this.close(), { passive: true });
  }

  // Letters and the space behind a colon open the list; whatever else closes it.
  later(event) {
    clearTimeout(this.timer);
    const before = this.area.value.slice(0, this.area.selectionStart);
    const wanted = event.inputType?.startsWith("insert") && /(?:[\w$.-]|: )$/.test(before) && event.inputType !== "insertFromPaste";
    if (wanted) this.timer = setTimeout(() => this.ask(), WAIT);
    else this.close();
  }

  async ask({ always = false } = {}) {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const line = before.split("\n").length - 1;
    const column = before.length - before.lastIndexOf("\n") - 1;
    const number = ++this.asked;
    const told = await act("complete_yaml", { text: this.area.value, line, column }).catch(() => ({ items: [], typed: "" }));
    if (number !== this.asked || this.area.value.slice(0, this.area.selectionStart) !== before || document.activeElement !== this.area) return;
    const whole = told.items.length === 1 && told.items[0].label === told.typed;
    if (!told.items.length || (whole && !always)) this.close();
    else this.open(told, line, column);
  }

  open(told, line, column) {
    Object.assign(this, { items: told.items, typed: told.typed, chosen: 0 });
    this.list.hidden = false;
    this.place(line, column);
    this.draw();
    announce(counted(this.items.length, "completion"));
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.items = [];
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  // Below the cursor, or above it where there is no room.
  place(line, column) {
    const style = getComputedStyle(this.area);
    const height = parseFloat(style.lineHeight);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontSize} ${style.fontFamily}`;
    const width = pen.measureText("m").width;
    const left = parseFloat(style.paddingLeft) + (column - this.typed.length) * width - this.area.scrollLeft;
    const top = parseFloat(style.paddingTop) + (line + 1) * height - this.area.scrollTop;
    this.list.style.left = `${Math.max(0, Math.min(left, this.area.clientWidth - 200))}px`;
    this.list.style.top = `${this.area.offsetTop + top + 4}px`;
  }

  draw() {
    fill(this.list, this.items.map((item, index) => h("li", {
      id: `${this.list.id}-${index}`, role: "option", "aria-selected": String(index === this.chosen), "data-offer": item.label,
      onmousedown: (event) => { event.preventDefault(); this.take(index); },
    }, h("code", {}, item.label), item.about && h("span", { class: "note" }, ` ${item.about}`))));
    this.area.setAttribute("aria-activedescendant", `${this.list.id}-${this.chosen}`);
    this.list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  press(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.ask({ always: true });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = this.items.length ? this.inList(event.key) : event.key === "Enter" && !event.shiftKey ? () => this.indent() : null;
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  inList(key) {
    const move = (step) => () => { this.chosen = (this.chosen + step + this.items.length) % this.items.length; this.draw(); };
    return { ArrowDown: move(1), ArrowUp: move(-1), Enter: () => this.take(this.chosen), Tab: () => this.take(this.chosen), Escape: () => this.close() }[key];
  }

  take(index) {
    const item = this.items[index];
    const end = this.area.selectionStart;
    this.area.setSelectionRange(end - this.typed.length, end);
    this.close();
    insert(item.insert);
    if (item.insert.endsWith(" ")) this.ask();
  }

  // A new line starts where the last one did, deeper after a key without a value.
  indent() {
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n").at(-1);
    const [, spaces, dash] = /^( *)(- )?/.exec(before);
    const deeper = /:\s*$/.test(before) ? "  " : "";
    insert(`\n${spaces}${dash && before.trim() !== "-" ? "  " : ""}${deeper}`);
  }
}

// As if it was typed, so that undo works.
function insert(text) {
  document.execCommand("insertText", false, text);
}
