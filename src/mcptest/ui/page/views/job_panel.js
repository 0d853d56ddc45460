// A run as it goes: progress, every failure with its difference, and the reports.

import { act } from "/api.js";
import { arrange, attempt, button, counted, fill, h, milliseconds, redraw, save, tag } from "/dom.js";
import { differenceView } from "/difference.js";
import { jsonView } from "/json_view.js";
import { outsideLink } from "/result.js";
import { currentServer } from "/router.js";
import { saveTest } from "/save_test.js";
import { on, store } from "/store.js";
import { sendDialog } from "/views/send_dialog.js";

const ORDER = ["failed", "errored", "warned", "passed", "skipped"];
const FORMATS = { html: "text/html", json: "application/json", junit: "application/xml", markdown: "text/markdown", sarif: "application/json", text: "text/plain" };

export class JobPanel {
  constructor(number, again) {
    Object.assign(this, { number, again, filter: "", format: "html" });
    this.head = h("div", { class: "job-head" });
    this.rows = h("div", { class: "cases" });
    this.node = h("section", { class: "card job", "data-job": number, "aria-label": "Run" }, this.head, this.rows);
    this.drawn = new Map();
    this.stops = [on("job", () => this.draw()), on("job-event", (told) => told.some((one) => one.number === number) && this.draw())];
    this.load();
  }

  async load() {
    const later = []; // events that overtake the response
    store.jobEvents.set(this.number, later);
    try {
      const job = await act("job", { job: this.number });
      const known = store.jobs.get(this.number);
      if (!known || known.state === "running") store.jobs.set(this.number, { ...job, events: undefined });
      job.events.forEach((event, index) => { later[index] = event; });
    } catch (error) {
      fill(this.node, h("p", { class: "problem" }, error.message));
      return;
    }
    this.draw();
  }

  leave() {
    this.stops.forEach((stop) => stop());
    store.jobEvents.delete(this.number);
  }

  draw() {
    const job = store.jobs.get(this.number);
    const events = (store.jobEvents.get(this.number) ?? []).filter(Boolean);
    if (!job) return;
    const started = events.find((event) => event.event === "run-started");
    const finished = events.find((event) => event.event === "run-finished");
    const cases = events.filter((event) => event.event === "case-finished").map((event) => event.case);
    this.node.dataset.jobState = job.state;
    redraw(this.head, () => fill(this.head, this.title(job), progress(cases, started, job), grade(finished), counts(cases, this.filter, (status) => { this.filter = this.filter === status ? "" : status; this.draw(); }),
      job.problem && h("pre", { class: "problem text" }, job.problem), this.buttons(job, cases)));
    this.drawCases(cases);
  }

  title(job) {
    const word = { running: "running…", finished: job.exit_code === 0 ? "passed" : "failed", stopped: "stopped", failed: "could not run" }[job.state];
    const kind = { running: "", finished: job.exit_code === 0 ? "passed" : "failed", stopped: "skipped", failed: "failed" }[job.state];
    return h("div", { class: "panel-head" }, h("h2", {}, job.title), h("span", { class: `status ${kind}`, role: "status", "data-job-word": word }, word), h("span", { class: "note" }, job.ended ? milliseconds(job.ended - job.started) : ""));
  }

  buttons(job, cases) {
    const failed = cases.filter((one) => one.status === "failed" || one.status === "errored");
    const format = h("select", { "aria-label": "Format of the report", onchange: () => { this.format = format.value; } }, Object.keys(FORMATS).map((name) => h("option", { value: name, selected: name === this.format }, name)));
    const download = attempt(async () => {
      const told = await act("report", { job: job.number, format: format.value });
      save(`mcptest-${job.kind}.${{ junit: "xml", markdown: "md", text: "txt", sarif: "sarif" }[format.value] ?? format.value}`, told.text, FORMATS[format.value]);
    });
    if (job.state === "running") return h("div", { class: "buttons" }, button("Stop", attempt(() => act("stop", { job: job.number }))));
    return h("div", { class: "buttons" }, button("Run again", () => this.again(job.repeat)),
      job.kind === "run" && failed.length > 0 && button(`Run ${counted(failed.length, "failed test")}`, () => this.again({ ...job.repeat, filter: `re:^(${failed.map((one) => one.name.replace(/[^\w]/g, (char) => `\\x${char.codePointAt(0).toString(16).padStart(2, "0")}`).slice(0, 400)).join("|")})$` })),
      job.state !== "failed" && [format, button("Save report", download)]);
  }

  drawCases(cases) {
    const wanted = cases.filter((one) => (this.filter ? one.status === this.filter : one.status !== "skipped" || cases.length <= 50))
      .sort((one, two) => ORDER.indexOf(one.status) - ORDER.indexOf(two.status)).slice(0, 400);
    arrange(this.rows, wanted.map((one) => {
      if (!this.drawn.has(one.id)) this.drawn.set(one.id, caseView(one, this.number));
      return this.drawn.get(one.id);
    }));
  }
}

function progress(cases, started, job) {
  const total = started?.cases ?? 0;
  if (job.state !== "running") return null;
  return h("div", { class: "progress" }, h("progress", { max: total || undefined, value: total ? cases.length : undefined, "aria-label": "Progress" }), h("span", { class: "note" }, `${cases.length}${total ? ` of ${total}` : ""}`));
}

function grade(finished) {
  const found = finished?.run?.compliance;
  if (!found) return null;
  const sections = Object.entries(found.sections ?? {});
  return h("div", { class: "grade" }, h("span", { class: `letter g-${String(found.grade ?? "none")[0].toLowerCase()}`, "aria-label": "Grade" }, found.grade ?? "–"),
    h("div", {}, h("p", {}, `${found.score} points at ${String(found.spec_version).replace(/^v/, "")}`), h("p", { class: "note" }, sections.map(([name, one]) => `${name} ${one.score}`).join(" · ")),
      found.next_grade && h("p", { class: "note" }, `Fix for ${found.next_grade.grade}: ${found.next_grade.rules.join(", ")}`)));
}

function counts(cases, filter, choose) {
  return h("div", { class: "counts" }, ORDER.map((status) => [status, cases.filter((one) => one.status === status).length]).filter(([, count]) => count)
    .map(([status, count]) => button(`${count} ${status}`, () => choose(status), { class: `chip ${status}`, "aria-pressed": String(filter === status), "data-count": status, "data-focus": status })));
}

const COMMON = new Set(["tools", "compliance"]); // whose names say what they are about

function caseView(one, job) {
  const bad = one.findings?.length > 0;
  const head = [h("span", { class: `status ${one.status}` }, one.status), " ", h("span", { class: "name" }, one.name), " ", COMMON.has(one.lane) ? null : [tag(one.lane), " "], h("span", { class: "note" }, one.status === "skipped" ? (one.skip?.detail ?? "") : milliseconds(one.duration_ms))];
  if (!bad) return h("div", { class: "case", "data-case": one.name, "data-case-status": one.status }, head);
  return h("details", { class: "case", open: one.status === "failed", "data-case": one.name, "data-case-status": one.status }, h("summary", {}, head), one.findings.map((found, index) => finding(found, { job, case: one.id, index })));
}

function finding(one, place) {
  const both = one.expected !== undefined && one.expected !== null && one.actual !== undefined;
  return h("div", { class: "finding" }, h("p", {}, tag(one.id), " ", one.message), one.help && !(both && one.help.startsWith("--- ")) && h("p", { class: "note description" }, one.help), one.spec && h("p", { class: "note" }, outsideLink(one.spec)),
    one.where && h("p", { class: "note" }, `${one.where.file}:${one.where.line}:${one.where.column}`),
    both && comparison(one.expected, one.actual),
    one.request && h("div", { class: "buttons" }, button("Run this again", () => sendDialog(currentServer(), JSON.stringify({ ...one.request, id: `again-${Date.now()}` }, null, 2))),
      one.savable && store.jobs.get(place.job)?.kind !== "run" && button("Save as test", () => saveTest({ finding: place }))),
    (one.request || one.reply) && h("details", {}, h("summary", {}, "Request and response"), one.request && jsonView(one.request, { depth: 2 }), one.reply && jsonView(one.reply, { depth: 2 })));
}

// A value against a value is a difference; what a matcher or a rule wants stands beside what came.
function comparison(expected, actual) {
  if (expected && typeof expected === "object" && "exact" in expected) return differenceView(JSON.stringify(expected.exact, null, 2), JSON.stringify(actual, null, 2), "− expected, + received");
  return h("dl", { class: "compared" }, [["Expected", expected], ["Received", actual]].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, jsonView(value, { depth: 2 })))));
}
