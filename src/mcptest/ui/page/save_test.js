// The dialog that turns a call, a sequence of calls or a finding into a test: choose the suite, the name and the assertions.

import { act } from "/api.js";
import { attempt, button, fill, h, newId, put, toast, turns } from "/dom.js";
import { go } from "/router.js";

const NEW = "mcptest.yml";

// `what` is {call}, {calls} or {finding}, as the action takes it.
export const saveTest = attempt(async (what) => {
  const { suites } = await act("suites");
  const sound = suites.filter((one) => !one.problems.length);
  const paths = [...new Set([...sound.map((one) => one.path), NEW, ...suites.map((one) => one.path)])];
  const made = new SaveDialog(what, paths);
  await made.refresh({ first: true });
  document.body.append(made.node);
  made.node.showModal();
});

class SaveDialog {
  constructor(what, paths) {
    this.what = what;
    this.chosen = null;
    this.begin = turns();
    const list = newId("paths");
    this.path = h("input", { id: newId("path"), value: paths[0], list, onchange: () => this.refresh({ first: true }) });
    this.name = h("input", { id: newId("name"), oninput: () => this.later() });
    this.assertions = h("div", { class: "assertions" });
    this.yaml = h("pre", { class: "text", "data-yaml": true, tabIndex: 0, "aria-label": "The test as YAML" });
    this.about = h("p", { class: "note" });
    this.node = h("dialog", { class: "card save", "aria-label": "Save as test", onclose: () => this.node.remove() }, h("h2", {}, "Save as test"),
      h("div", { class: "field" }, h("label", { for: this.path.id }, "Suite"), this.path, h("datalist", { id: list }, paths.map((value) => h("option", { value })))),
      h("div", { class: "field" }, h("label", { for: this.name.id }, "Name"), this.name),
      what.call && h("fieldset", { class: "field" }, h("legend", {}, "Assertions"), this.assertions), this.about, this.yaml,
      h("div", { class: "buttons" }, button("Save", () => this.write(false), { class: "primary" }), button("Save and run", () => this.write(true)), button("Cancel", () => this.node.close())));
  }

  request(more = {}) {
    const request = { ...this.what, path: this.path.value, ...more };
    if (this.name.value && !more.first) request.name = this.name.value;
    if (this.chosen) request.chosen = [...this.chosen];
    delete request.first;
    return request;
  }

  async refresh({ first = false } = {}) {
    const current = this.begin();
    try {
      const draft = await act("draft", this.request({ first }));
      if (!current()) return;
      if (first) this.name.value = draft.name;
      if (!this.chosen && draft.assertions) this.showAssertions(draft.assertions);
      fill(this.yaml, draft.yaml);
      fill(this.about, explain(this.what, draft), draft.new_file ? ` ${draft.path} is a new file.` : ` The test goes to the end of its block in ${draft.path}.`);
    } catch (error) {
      if (current()) fill(this.yaml, error.message);
    }
  }

  showAssertions(assertions) {
    this.chosen = new Set(assertions.keys());
    fill(this.assertions, assertions.map((one, index) => {
      const box = h("input", { type: "checkbox", checked: true, onchange: () => {
        this.chosen[box.checked ? "add" : "delete"](index);
        this.refresh();
      } });
      return h("label", { class: "assertion" }, box, h("span", {}, h("code", {}, one.target), " ", JSON.stringify(one.matcher)));
    }));
    if (!assertions.length) put(this.assertions, h("p", { class: "note" }, "None: the test passes when the call succeeds."));
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), 200);
  }

  async write(runs) {
    try {
      const saved = await act("draft", this.request({ write: true }));
      const job = runs ? await act("run", { path: saved.path, filter: saved.name }) : null;
      this.node.close();
      go("tests", [saved.path], job ? { job: String(job.number) } : {});
    } catch (error) {
      toast(error);
    }
  }
}

function explain(what, draft) {
  if (what.finding) return "The test fails until the server is fixed.";
  if (what.calls) return "Each call is a step. A value that a later call uses is captured. The shape of each response is pinned.";
  if (draft.seen_twice) return "Two responses were compared: what changed is not pinned.";
  return "One response was seen: only its shape and what repeats an argument are pinned.";
}
