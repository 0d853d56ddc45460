// Tasks: those that the server lists, or that calls of this page became, and what can be done with each.

import { act } from "/api.js";
import { notConnected } from "/bar.js";
import { announce, arrange, attempt, button, clock, counted, fill, h, redraw, reveal, tag, toast, turns } from "/dom.js";
import { jsonView } from "/json_view.js";
import { tasksOf } from "/nav.js";
import { resultView } from "/result.js";
import { currentServer, go } from "/router.js";
import { on, request, store } from "/store.js";

const MOST = 200;
const ENDED = { completed: "passed", failed: "failed", cancelled: "skipped" };
const KINDS = { ...ENDED, input_required: "warned" };
const OF_CALL = { ok: "completed", "tool-error": "failed", error: "failed", cancelled: "cancelled" };

export function tasks() {
  const server = currentServer();
  const count = h("span", { class: "note", role: "status" });
  const refresh = button("Refresh", () => load(), { title: "Ask the server for its list again" });
  const head = h("div", { class: "section-head" }, h("h1", {}, "Tasks ", count), refresh);
  const list = h("div", { class: "stack" });
  const begin = turns();
  const cards = new Map();
  const node = h("div", { class: "narrow stack" });
  let [listed, session, left, again] = [[], null, false, null];

  const load = attempt(async () => {
    clearTimeout(again);
    const known = store.servers.get(server);
    if (known?.state !== "open") return;
    const current = begin();
    session = known.session;
    const found = tasksOf(server)?.list ? await act("list", { server, kind: "tasks" }) : { items: [], problem: null };
    if (left || !current()) return;
    listed = found.items.map((one) => one.raw);
    if (found.problem) toast({ message: `the list is not complete: ${found.problem}` });
    draw();
  });

  const draw = () => {
    const known = store.servers.get(server);
    if (known?.state !== "open") return arrange(node, [notConnected(server)]);
    const found = merged(listed, callsOf(known));
    refresh.hidden = !tasksOf(server)?.list;
    fill(count, `${counted(found.length, "task")}${tasksOf(server)?.list ? "" : ", started by this page; a server cannot list its tasks in this revision"}`);
    const shown = found.slice(0, MOST).map((one) => {
      if (!cards.has(one.key)) cards.set(one.key, new TaskCard(server, load));
      return cards.get(one.key).draw(one);
    });
    arrange(list, shown.length ? shown : [h("p", { class: "card empty" }, "There are no tasks. A tool that supports tasks has “Run as task” beside “Call”.")]);
    return arrange(node, [head, list]);
  };

  // A status that changed is asked for with the others, a moment later.
  const soon = () => { clearTimeout(again); again = setTimeout(load, 300); };
  const stops = [
    on("server", () => { draw(); if (store.servers.get(server)?.session !== session) load(); }),
    on("call", (told) => { draw(); if (told.some((one) => one?.server === server && one.task)) soon(); }),
    on("frame", (told) => told.some((one) => one?.server === server && one.method === "notifications/tasks/status") && soon()),
  ];
  draw();
  load();
  return { node, leave: () => { left = true; clearTimeout(again); stops.forEach((stop) => stop()); } };
}

// The calls of this session that the server runs as tasks, by the id of the task.
function callsOf(server) {
  const mine = [...store.calls.values()].filter((call) => call.server === server.name && call.task && call.started >= server.since);
  return new Map(mine.map((call) => [call.task.taskId, call]));
}

// What the server lists goes before what a call saw of the same task; the newest is first.
function merged(listed, calls) {
  const found = listed.map((task) => ({ task, call: calls.get(task?.taskId) }));
  const known = new Set(found.map((one) => one.task?.taskId));
  for (const [id, call] of calls) if (!known.has(id)) found.push({ task: { ...call.task, status: statusOf(call) }, call });
  const began = (one) => Date.parse(one.task?.createdAt) || one.call?.started || 0;
  const seen = new Map();
  for (const one of found) {
    const id = String(one.task?.taskId);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    one.key = `${id} ${seen.get(id)}`;
  }
  return found.sort((one, other) => began(other) - began(one));
}

const statusOf = (call) => (call.task.status in ENDED ? call.task.status : (OF_CALL[call.status] ?? call.task.status));

// The node stays, with the response that was asked for, while the task goes on.
class TaskCard {
  constructor(server, changed) {
    Object.assign(this, { server, changed, seen: null });
    this.head = h("div", { class: "stack" });
    this.place = h("div", { "data-task-response": true });
    this.node = h("section", { class: "card task" }, this.head, this.place);
  }

  draw({ task, call }) {
    const now = JSON.stringify([task, call?.number, call?.status]);
    if (now === this.seen) return this.node;
    this.seen = now;
    const valid = typeof task?.taskId === "string";
    this.node.dataset.task = valid ? task.taskId : "";
    this.node.dataset.taskStatus = task?.status ?? "";
    redraw(this.head, () => fill(this.head, valid ? this.parts(task, call) : [h("p", { class: "problem" }, "This entry of the list is not a valid task."), jsonView(task)]));
    return this.node;
  }

  parts(task, call) {
    this.node.setAttribute("aria-label", `Task ${task.taskId}`);
    return [
      h("div", { class: "panel-head" }, h("h2", {}, call?.subject ?? task.taskId), h("span", { class: `status ${KINDS[task.status] ?? ""}` }, String(task.status).replace("_", " ")), call ? h("code", { class: "note" }, task.taskId) : tag("not started by this page")),
      task.statusMessage && h("p", {}, String(task.statusMessage)),
      h("dl", { class: "facts" }, facts(task, call).filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
      h("div", { class: "buttons" }, this.actions(task, call)),
    ];
  }

  actions(task, call) {
    const support = tasksOf(this.server) ?? {};
    const ended = task.status in ENDED;
    return [
      button(support.extension ? "Get status and result" : "Get status", this.ask("tasks/get", task)),
      !support.extension && ended && button("Get result", this.ask("tasks/result", task)),
      support.cancel && !ended && button("Cancel", this.ask("tasks/cancel", task)),
      task.status === "input_required" && [...store.questions.values()].some((one) => one.server === this.server) && button("Answer in the Inbox", () => go("inbox")),
      call && button("Open the call", () => go("history", [String(call.number)])),
    ];
  }

  ask(method, task) {
    return attempt(async () => {
      const done = await request(this.server, method, { taskId: task.taskId });
      announce(`${method}: ${done.status}`);
      fill(this.place, resultView(inner(done)));
      reveal(this.place);
      await this.changed();
    });
  }
}

// With the extension, the status of a task that ended holds what the call would have returned.
function inner(call) {
  const { result, error } = call.answer?.result ?? {};
  if (call.method !== "tasks/get" || (result === undefined && error === undefined)) return call;
  return { ...call, answer: { ...call.answer, result, ...(error === undefined ? {} : { rpc_error: error }) } };
}

function facts(task, call) {
  const kept = "ttl" in task ? task.ttl : task.ttlMs;
  return [
    ["Created", time(task.createdAt) ?? (call && time(call.started))], ["Last updated", time(task.lastUpdatedAt)],
    ["Time to live", kept === null ? "unlimited" : length(kept)], ["Poll every", length(task.pollInterval ?? task.pollIntervalMs)],
  ];
}

function time(said) {
  if (said === undefined || said === null) return null;
  const at = new Date(said);
  if (Number.isNaN(at.getTime())) return String(said);
  const today = at.toDateString() === new Date().toDateString();
  return `${today ? "" : `${at.toLocaleDateString("en-CA")} `}${clock(at).slice(0, 8)}`;
}

function length(count) {
  if (typeof count !== "number" || !Number.isFinite(count)) return null;
  if (count < 1000) return `${count} ms`;
  const units = [[3_600_000, "h"], [60_000, "min"], [1000, "s"]];
  const [size, unit] = units.find(([one]) => count >= one);
  return `${Math.round((count / size) * 10) / 10} ${unit}`;
}
