// Tests: the suites of the folder, run one or all, live, and edited with validation.

import { act } from "/api.js";
import { arrange, attempt, button, counted, fill, h, redraw, tag, toast, turns } from "/dom.js";
import { go } from "/router.js";
import { store } from "/store.js";
import { JobPanel } from "/views/job_panel.js";
import { suiteEditor } from "/views/suite_editor.js";

export function tests() {
  const list = h("ul", { class: "suites plain" });
  const panel = h("div", { class: "panel" });
  const all = button("Run all", attempt(() => run({})), { "data-key": "a" });
  const node = h("div", { class: "split" }, h("div", { class: "side card" }, h("div", { class: "section-head" }, h("h1", {}, "Tests"), all),
    h("p", { class: "note" }, `Suites in ${store.folder}`), list), panel);
  let where = { parts: [], query: new URLSearchParams() };
  let job = null;
  let editor = null; // stays with what was typed while its suite is open
  const begin = turns();
  const back = h("div", { class: "back" }, button("‹ All suites", () => go("tests"), { class: "quiet" }));

  async function run(request) {
    const started = await act("run", request);
    go("tests", request.path ? [request.path] : [], { job: String(started.number) });
  }

  async function load() {
    const { suites } = await act("suites");
    redraw(list, () => fill(list, suites.map((one) => h("li", { class: one.path === where.parts[0] ? "here" : "" },
      button(one.path, () => go("tests", [one.path]), { class: "link", "data-suite": one.path }), " ", one.problems.length ? tag(counted(one.problems.length, "problem"), "failed") : tag(counted(one.tests.length, "test"))))));
    all.disabled = !suites.length;
    if (!suites.length) fill(list, h("li", { class: "note" }, "No suites yet. Call a tool and select Save as test."));
    return suites;
  }

  async function show() {
    const current = begin();
    const suites = await load();
    if (!current()) return; // another suite was opened meanwhile
    const suite = suites.find((one) => one.path === where.parts[0]);
    const number = Number(where.query.get("job"));
    node.classList.toggle("chosen", Boolean(suite || number));
    const parts = [back];
    if (job?.number !== number) {
      job?.leave();
      job = number ? new JobPanel(number, attempt(run)) : null;
    }
    if (job) parts.push(job.node);
    if (!suite) editor = null;
    else if (editor?.path !== suite.path) editor = { path: suite.path, node: suiteEditor(suite, attempt(run), () => load().catch(toast)) };
    if (editor) parts.push(editor.node);
    if (!suite && !job) parts.push(suites.length ? h("p", { class: "card empty" }, "Choose a suite, or run all.") : first());
    arrange(panel, parts);
  }
  return { node, leave() { begin(); job?.leave(); }, moved(now) { where = now; show().catch(toast); } };
}


const first = () => h("div", { class: "card empty" }, h("p", {}, "A call that you save becomes the first test of a suite."), h("p", {}, button("Show the tools", () => go("tools"), { class: "primary" })));
