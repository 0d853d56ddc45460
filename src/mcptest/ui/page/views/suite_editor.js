// One suite: its tests, each with a run button, and its text with problems as you type.

import { act } from "/api.js";
import { agree, announce, button, counted, fill, h, redraw, toast, turns } from "/dom.js";
import { yamlEditor } from "/yaml_editor.js";

const drafts = new Map(); // by path: what was typed and not saved yet, and the file that it was typed over

export function suiteEditor(suite, run, saved) {
  const problems = h("ul", { class: "field-errors", "aria-live": "polite", "data-problems": true });
  const tests = h("ul", { class: "plain tests" });
  const { node: editor, area } = yamlEditor(`Text of ${suite.path}`);
  const write = button("Save", () => store(), { disabled: true, class: "primary" });
  const discard = button("Discard changes", () => drop(), { hidden: true });
  const begin = turns();
  const count = h("summary", {}, counted(suite.tests.length, "test"));
  let known = { text: "", mark: "" };
  let timer = 0;

  function show(found) {
    fill(count, counted(found.tests.length, "test"));
    redraw(tests, () => fill(tests, found.tests.map((one) => h("li", {}, button("Run", () => run({ path: suite.path, filter: one.name }), { class: "quiet", "aria-label": `Run ${one.name}` }), " ", one.name))));
    redraw(problems, () => fill(problems, found.problems.map((one) => h("li", {}, one.line ? button(`line ${one.line}`, () => jump(area, one.line), { class: "link" }) : null, " ", one.message, one.hint ? ` (${one.hint})` : ""))));
  }

  // What is typed is kept until it is saved or dropped, also while another view is open.
  function keep() {
    const changed = area.value !== known.text;
    write.disabled = !changed;
    discard.hidden = !changed;
    if (changed) drafts.set(suite.path, { text: area.value, known });
    else drafts.delete(suite.path);
  }

  async function check() {
    const current = begin();
    const found = await act("validate", { path: suite.path, text: area.value });
    if (current()) show(found);
  }

  async function load() {
    const found = await act("suite", { path: suite.path });
    const draft = drafts.get(suite.path);
    known = draft?.known ?? found;
    area.value = draft?.text ?? found.text;
    area.readOnly = false;
    show(found);
    keep();
    if (draft) await check();
  }

  async function drop() {
    if (!(await agree(`Drop what was typed in ${suite.path} and read the file again?`, "Drop it"))) return;
    drafts.delete(suite.path);
    load().catch(toast);
  }

  async function store() {
    try {
      known = await act("write", { path: suite.path, text: area.value, mark: known.mark });
      begin();
      show(known);
      keep();
      announce(`${suite.path} saved`);
      saved();
    } catch (error) {
      toast(error);
    }
  }

  area.addEventListener("input", () => {
    keep();
    clearTimeout(timer);
    timer = setTimeout(() => check().catch(toast), 250);
  });
  area.addEventListener("keydown", (event) => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!write.disabled) store();
    }
  });
  area.readOnly = true; // until the file is there
  load().catch(toast);
  return h("section", { class: "card", "aria-label": suite.path, "data-open-suite": suite.path }, h("div", { class: "section-head" }, h("h2", {}, suite.path), button("Run", () => run({ path: suite.path }), { class: "primary" })),
    h("details", { open: true }, count, tests), problems, editor, h("div", { class: "buttons" }, write, discard));
}

function jump(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = Math.max(0, (line - 5) * 20);
}
