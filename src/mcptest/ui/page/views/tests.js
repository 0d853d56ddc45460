// Tests: the suites of the folder, run one or all, live, and edited with validation.

import { act } from "/api.js";
import { attempt, button, counted, fill, h, tag, toast } from "/dom.js";
import { go } from "/router.js";
import { store } from "/store.js";
import { JobPanel } from "/views/job_panel.js";
import { suiteEditor } from "/views/suite_editor.js";

export function tests() {
  const list = h("ul", { class: "suites plain" });
  const panel = h("div", { class: "panel" });
  const node = h("div", { class: "split" }, h("div", { class: "side card" }, h("div", { class: "section-head" }, h("h1", {}, "Tests"), button("Run all", attempt(() => run({})), { "data-key": "a" })),
    h("p", { class: "note" }, `Suites in ${store.folder}`), list), panel);
  let where = { parts: [], query: new URLSearchParams() };
  let job = null;
  let editor = null;

  async function run(request) {
    const started = await act("run", request);
    go("tests", request.path ? [request.path] : [], { job: String(started.number) });
  }

  async function load() {
    const { suites } = await act("suites");
    fill(list, suites.map((one) => h("li", { class: one.path === where.parts[0] ? "here" : "" },
      button(one.path, () => go("tests", [one.path]), { class: "link", "data-suite": one.path }), " ", one.problems.length ? tag(counted(one.problems.length, "problem"), "failed") : tag(counted(one.tests.length, "test")))));
    if (!suites.length) fill(list, h("li", { class: "note" }, "No suites yet. Call a tool and choose “Save as test”."));
    return suites;
  }

  async function show() {
    const suites = await load();
    const suite = suites.find((one) => one.path === where.parts[0]);
    const number = Number(where.query.get("job"));
    node.classList.toggle("chosen", Boolean(suite || number));
    const parts = [h("div", { class: "back" }, button("‹ All suites", () => go("tests"), { class: "quiet" }))];
    job?.leave();
    job = number ? new JobPanel(number, attempt(run)) : null;
    if (job) parts.push(job.node);
    if (suite) {
      editor = suiteEditor(suite, attempt(run), () => load().catch(toast));
      parts.push(editor);
    }
    if (!suite && !job) parts.push(h("p", { class: "card empty" }, suites.length ? "Choose a suite, or run all." : "Nothing to run."));
    fill(panel, parts);
  }
  return { node, leave: () => job?.leave(), moved(now) { where = now; show().catch(toast); } };
}

