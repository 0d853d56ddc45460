// One app: the arguments of its tool, its frame, and everything that it said.

import { act } from "/api.js";
import { appOf } from "/apps/tools.js";
import { ask } from "/apps/consent.js";
import { agree, attempt, button, bytes, clock, counted, fill, h, put, tag } from "/dom.js";
import { callTools } from "/call_tools.js";
import { jsonView } from "/json_view.js";
import { OpenApp } from "/apps/open_app.js";
import { block, resultView } from "/result.js";
import { go } from "/router.js";
import { request } from "/store.js";
import { Arguments } from "/views/tool_arguments.js";
import { head } from "/views/tool_panel.js";

const MOST_MESSAGES = 200;
const MOST_TEXT = 20000; // characters of one string of a message that is kept
const WORDS = { connectDomains: "Connect to", resourceDomains: "Load files from", frameDomains: "Show pages from", baseUriDomains: "Resolve addresses against" };
let open = null; // one app at a time runs

export function appPanel(server, item) {
  const editor = new Arguments(server, item);
  const stage = h("div", { class: "card app", "data-stage": true }, h("p", { class: "note" }, "Open the app to call its tool and see the result here."));
  const status = h("span", { class: "note", role: "status" });
  const run = button("Open app", attempt(async () => {
    if (!(await editor.accepted())) return;
    run.disabled = true;
    try {
      await show(server, item, editor.value, stage, status);
    } finally {
      run.disabled = false;
    }
  }), { class: "primary", "data-key": "call" });
  return [h("div", { class: "back" }, button("‹ All apps", () => go("apps"), { class: "quiet" })),
    h("div", { class: "card" }, head(item), h("p", { class: "note" }, h("code", {}, appOf(item))), editor.node, h("div", { class: "buttons" }, run, button("Show the tool", () => go("tools", [item.name])), status)), stage];
}

async function show(server, item, given, stage, status) {
  fill(status, "reading the app…");
  const read = await act("read_app", { server, uri: appOf(item) }).finally(() => fill(status));
  const outside = read.asks ? await grant(read) : "no";
  if (outside === null) return;
  const running = await act("run_app", { app: read.app, outside: outside === "yes" });
  if (open) await open.close();
  const view = new Stage(stage, read, running, !read.asks || outside === "yes");
  const app = open = new OpenApp(item, read.app, running, view);
  view.show(app);
  app.setInput(given);
  await call(server, item, given, app, view);
}

// Once more where a person has to confirm a destructive tool.
async function call(server, item, given, app, view, confirmed = false) {
  try {
    const done = await request(server, "tools/call", { name: item.name, arguments: given }, { confirmed });
    view.response(done);
    const failed = done.answer?.result === undefined;
    app.setResult(failed ? ["ui/notifications/tool-cancelled", { reason: done.answer?.rpc_error?.message ?? done.status }] : ["ui/notifications/tool-result", done.answer.result]);
  } catch (error) {
    if (error.code !== "ui-needs-consent") throw error;
    if (await agree(`${error.message}.`, "Call it anyway")) await call(server, item, given, app, view, true);
    else app.setResult(["ui/notifications/tool-cancelled", { reason: "the user denied the call" }]);
  }
}

function grant(read) {
  const rows = Object.entries(WORDS).filter(([kind]) => read.sources[kind]?.length);
  const parts = [h("p", {}, "The app declares hosts or permissions that it needs:"),
    h("dl", { class: "asked" }, rows.map(([kind, words]) => [h("dt", {}, words), read.sources[kind].map((one) => h("dd", {}, h("code", {}, one)))]), read.permissions.length > 0 && [h("dt", {}, "Use"), read.permissions.map((one) => h("dd", {}, one))]),
    read.refused.length > 0 && h("p", { class: "note" }, `Never granted: ${read.refused.join(", ")}`)];
  return ask("Open the app?", parts, [["no", "Open without them"], ["yes", "Open with them"]], "Cancel");
}

// What is in sight of an app that runs.
class Stage {
  constructor(node, read, running, granted) {
    Object.assign(this, { node, read, running, messages: 0 });
    this.log = h("ol", { class: "plain bridge", "aria-label": "Bridge messages" });
    this.count = h("summary", {}, "Messages of the app");
    this.state = tag("waiting for ui/initialize", "warned");
    this.model = h("div", { "data-model": true });
    this.seen = new Set();
    this.refusals = h("div", { class: "problem", hidden: true, "data-refused": true }, h("p", {}, granted ? "The browser blocked what the app does not declare in _meta.ui.csp of its resource:" : "The browser blocked what you did not grant:"), h("ul", { class: "plain" }));
    this.answer = h("details", { hidden: true }, h("summary", {}, "Response of the tool"));
  }

  show(app) {
    this.app = app;
    const policy = h("details", {}, h("summary", {}, "What it may reach"), h("p", { class: "note" }, `${bytes(this.read.size)} of HTML, in a frame without an origin.`), h("pre", { class: "text" }, this.running.policy.replaceAll("; ", "\n")), this.read.refused.length > 0 && h("p", { class: "problem" }, `Not a source that can be granted: ${this.read.refused.join(", ")}`));
    this.end = button("Close app", attempt(() => app.close()));
    put(app.node, h("div", { class: "section-head" }, h("h2", {}, `App of ${app.item.raw?.title ?? app.item.name}`), this.state, app.full.toggle, this.end), app.frame);
    fill(this.node, app.node, this.refusals, this.model, this.answer, h("details", {}, this.count, this.log), policy);
  }

  response(call) {
    this.answer.hidden = false;
    fill(this.answer, h("summary", {}, "Response of the tool"), resultView(call), callTools(call));
  }

  context(params) { fill(this.model, h("h3", {}, "For the model"), jsonView(params, { depth: 3 })); }

  said(params) { fill(this.model, h("h3", {}, "Message for the chat"), (Array.isArray(params.content) ? params.content : [params.content]).map(block)); }

  refused(reports) {
    for (const { directive, address } of reports) {
      const words = `${address} (${directive})`;
      if (this.seen.has(words)) continue;
      this.seen.add(words);
      this.refusals.hidden = false;
      put(this.refusals.lastChild, h("li", {}, h("code", {}, words)));
    }
  }

  logged(direction, message) {
    if (message.method === "ui/notifications/initialized") this.state.remove();
    this.messages += 1;
    fill(this.count, `${counted(this.messages, "message")} between app and page`);
    const word = message.method ?? (message.error ? "error" : "result");
    put(this.log, h("li", { "data-bridge": direction }, h("span", { class: "note" }, `${clock(Date.now())} ${direction === "sent" ? "→" : "←"} `), tag(word), jsonView(shortened(message), { depth: 1 })));
    if (this.log.childElementCount > MOST_MESSAGES) this.log.firstChild.remove();
  }

  ended(why) {
    if (open === this.app) open = null;
    this.end.remove();
    this.state.remove();
    put(this.node, h("p", { class: "note", "data-ended": true }, why));
  }
}

const shortened = (message) => JSON.parse(JSON.stringify(message, (_, value) => (typeof value === "string" && value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}… (${value.length.toLocaleString("en")} characters)` : value)));
