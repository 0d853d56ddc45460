// Audit and grade: live progress, and the findings in place.

import { act } from "/api.js";
import { attempt, button, clock, fill, h, redraw } from "/dom.js";
import { currentServer, go } from "/router.js";
import { on, store } from "/store.js";
import { JobPanel } from "/views/job_panel.js";

export function audit() {
  const past = h("ul", { class: "plain" });
  const place = h("div", {});
  let job = null;
  const start = (what) => attempt(async (request) => {
    const begun = await act("audit", request?.server ? request : { server: currentServer(), what });
    go("audit", [String(begun.number)]);
  });
  const node = h("div", { class: "stack narrow" }, h("section", { class: "card" }, h("h1", {}, "Audit"),
    h("p", {}, "An audit checks revisions, rules, schemas, valid calls, bad input, security and a short fuzz. A grade checks the rules of the newest revision alone."),
    h("p", { class: "note" }, "Destructive tools are never called, mutating ones at most once."),
    h("div", { class: "buttons" }, button("Audit the server", () => start("audit")(), { class: "primary", "data-key": "u" }), button("Grade the server", () => start("grade")())), past), place);
  const draw = () => {
    const found = [...store.jobs.values()].filter((one) => one.kind !== "run").reverse();
    redraw(past, () => fill(past, found.map((one) => h("li", {}, button(`${clock(one.started).slice(0, 8)} ${one.title}`, () => go("audit", [String(one.number)]), { class: "link" }), h("span", { class: "note" }, ` ${one.state}`)))));
  };
  const stop = on("job", draw);
  return {
    node, leave() { stop(); job?.leave(); },
    moved(where) {
      draw();
      const number = Number(where.parts[0]);
      if (number && job?.number === number) return;
      job?.leave();
      job = number ? new JobPanel(number, (repeat) => start(repeat.what)(repeat)) : null;
      fill(place, job?.node);
    },
  };
}
