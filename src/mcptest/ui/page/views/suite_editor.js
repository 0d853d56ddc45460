// One suite: its tests, each with a run button, and its text with problems as you type.

import { act } from "/api.js";
import { announce, button, counted, fill, h, toast } from "/dom.js";

export function suiteEditor(suite, run, saved) {
  const problems = h("ul", { class: "field-errors", "aria-live": "polite", "data-problems": true });
  const tests = h("ul", { class: "plain tests" });
  const area = h("textarea", { class: "code yaml", rows: 20, "aria-label": `Text of ${suite.path}`, spellcheck: "false", wrap: "off" });
  const write = button("Save", () => store(), { disabled: true, class: "primary" });
  let known = { text: "", mark: "" };
  let timer = 0;

  function show(found) {
    fill(tests, found.tests.map((one) => h("li", {}, button("Run", () => run({ path: suite.path, filter: one.name }), { class: "quiet", "aria-label": `Run ${one.name}` }), " ", one.name)));
    fill(problems, found.problems.map((one) => h("li", {}, one.line ? button(`line ${one.line}`, () => jump(area, one.line), { class: "link" }) : null, " ", one.message, one.hint ? ` (${one.hint})` : "")));
  }

  async function check() {
    show(await act("validate", { path: suite.path, text: area.value }));
    write.disabled = area.value === known.text;
  }

  async function store() {
    try {
      known = await act("write", { path: suite.path, text: area.value, mark: known.mark });
      show(known);
      write.disabled = true;
      announce(`${suite.path} saved`);
      saved();
    } catch (error) {
      toast(error);
    }
  }

  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => check().catch(toast), 250);
  });
  area.addEventListener("keydown", (event) => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!write.disabled) store();
    }
  });
  act("suite", { path: suite.path }).then((found) => {
    known = found;
    area.value = found.text;
    show(found);
  }, toast);
  return h("section", { class: "card", "aria-label": suite.path, "data-open-suite": suite.path }, h("div", { class: "section-head" }, h("h2", {}, suite.path), button("Run", () => run({ path: suite.path }), { class: "primary" })),
    h("details", { open: true }, h("summary", {}, counted(suite.tests.length, "test")), tests), problems, area, h("div", { class: "buttons" }, write));
}

function jump(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = Math.max(0, (line - 5) * 20);
}
