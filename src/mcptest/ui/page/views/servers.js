// The server: how it is reached, what it says of itself, and its stderr as it comes.

import { act } from "/api.js";
import { attempt, button, clock, fill, h, redraw, tag } from "/dom.js";
import { connect } from "/bar.js";
import { copyButton } from "/call_tools.js";
import { jsonView } from "/json_view.js";
import { listen, listens, stopListening } from "/listening.js";
import { tasksOf } from "/nav.js";
import { resultView, tabbed } from "/result.js";
import { currentServer, go, place } from "/router.js";
import { saveMock } from "/save_mock.js";
import { sessionSettings } from "/session_settings.js";
import { asksToSignIn, signIn } from "/sign_in.js";
import { on, request, store } from "/store.js";

const MOST_LINES = 500;
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

export function servers() {
  const node = h("div", { class: "columns" });
  const card = h("section", { class: "card", "aria-label": "Server" });
  const errors = h("pre", { class: "text log", tabIndex: 0, "aria-label": "stderr" });
  const list = h("section", { class: "card", "aria-label": "Servers" });
  const process = h("section", { class: "card" }, h("h2", {}, "stderr"), errors);
  const said = h("pre", { class: "text log", tabIndex: 0, "aria-label": "Log messages" });
  fill(node, h("div", { class: "stack" }, card, list), h("div", { class: "stack" }, process, h("section", { class: "card" }, h("h2", {}, "Log messages"), said)));
  const ifChanged = (place, seen, parts) => {
    const now = JSON.stringify(seen);
    if (place.seen === now) return; // an open tab and what was unfolded stay
    place.seen = now;
    redraw(place, () => fill(place, parts()));
  };
  const draw = () => {
    const server = store.servers.get(currentServer());
    ifChanged(card, server ?? null, () => details(server));
    process.hidden = Boolean(server?.auth); // a server at a URL has no stderr here
    list.hidden = store.servers.size < 2;
    ifChanged(list, [...store.servers.values()].map((one) => [one.name, one.state]), () => [h("h2", {}, "Servers"), h("ul", { class: "plain" }, [...store.servers.values()].map(entry))]);
  };
  const log = () => {
    const mine = store.frames.filter((frame) => frame.server === currentServer());
    show(errors, mine.filter((frame) => frame.kind === "stderr").slice(-MOST_LINES).map((frame) => frame.preview));
    show(said, mine.filter((frame) => frame.method === "notifications/message").slice(-MOST_LINES).map(logLine));
  };
  const stops = [on("server", draw), on("frame", log)];
  draw();
  log();
  return { node, leave: () => stops.forEach((stop) => stop()) };
}

// Follows the end, unless somebody has scrolled up.
function show(place, lines) {
  const stays = place.scrollTop + place.clientHeight >= place.scrollHeight - 20;
  fill(place, lines.length ? lines.join("").split("\n").slice(-MOST_LINES).join("\n") : "Nothing so far.");
  if (stays) place.scrollTop = place.scrollHeight;
}

function logLine(frame) {
  try {
    const { level, logger, data } = JSON.parse(frame.preview).params;
    return `${clock(frame.at).slice(0, 8)} ${level}${logger ? ` ${logger}` : ""}: ${typeof data === "string" ? data : JSON.stringify(data)}\n`;
  } catch {
    return `${clock(frame.at).slice(0, 8)} ${frame.preview}\n`;
  }
}

function entry(server) {
  return h("li", {}, button(server.name, () => { location.hash = `#/${place().view}?${new URLSearchParams({ server: server.name })}`; }, { class: "link" }), " ",
    tag(server.state === "open" ? "connected" : "not connected", server.state === "open" ? "passed" : ""), h("p", { class: "note" }, h("code", {}, server.address)));
}

function details(server) {
  if (!server) return h("p", {}, "No server was named.");
  const info = server.info ?? {};
  return [
    h("h1", {}, info.title ?? info.name ?? server.name, info.version ? h("span", { class: "note" }, ` ${info.version}`) : null),
    h("p", { class: "note" }, h("code", {}, server.address)),
    server.error && trouble(server),
    server.state === "open" ? facts(server) : button("Connect", () => connect(server.name), { class: asksToSignIn(server) ? "" : "primary", disabled: server.state === "opening" }),
    signIn(server), sessionSettings(server),
  ];
}

// A server that can be signed in to here needs none of the options that the error names for the command line.
function trouble(server) {
  const all = [h("p", {}, server.error.message), server.error.hint && h("p", {}, server.error.hint)];
  return h("div", { class: "problem" }, asksToSignIn(server) ? [h("p", {}, "The server requires authorization (HTTP 401). Sign in below."), h("details", {}, h("summary", {}, "Details"), all)] : all);
}

function facts(server) {
  const rows = [["Revision", server.revision], ["Era", server.era], ["Transport", server.transport], ["Also speaks", server.speaks?.filter((one) => one !== server.revision).join(", ")]];
  const offers = Object.keys(server.capabilities ?? {});
  return [
    h("dl", { class: "facts" }, rows.filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("div", { class: "buttons" }, ["tools", "resources", "prompts", "tasks"].filter((name) => offers.includes(name) || (name === "tasks" && tasksOf(server.name))).map((name) => button(`Show ${name}`, () => go(name))), button("Save as mock", () => saveMock(server.name)), copyButton("client config", server.config), extras(server)),
    tabbed({
      Capabilities: () => jsonView(server.capabilities ?? {}),
      ...(server.instructions ? { Instructions: () => h("pre", { class: "text" }, server.instructions) } : {}),
      Info: () => jsonView(info(server)),
      "Client capabilities": () => jsonView(server.declared ?? {}),
    }),
  ];
}

const info = (server) => ({ serverInfo: server.info, protocolVersion: server.revision });

// The last result stays when the card is drawn again, which a server's list does at any time.
const results = new Map();

function extras(server) {
  const key = `${server.name} ${server.revision}`;
  const place = results.get(key) ?? h("span", {});
  results.set(key, place);
  const send = (method, params) => attempt(async () => {
    const call = await request(server.name, method, params);
    fill(place, resultView(call));
  });
  const level = h("select", { "aria-label": "Log level", onchange: () => (server.era === "handshake" ? send("logging/setLevel", { level: level.value })() : perCall(server.name, level.value)) }, h("option", { value: "" }, "Log level"), LEVELS.map((name) => h("option", { value: name }, name)));
  return [server.era === "handshake" && button("Ping", send("ping", {})), server.era === "stateless" && changes(server), server.capabilities?.logging && level, place];
}

// Without a session, the level goes with each call.
const perCall = attempt((server, level) => act("log_level", { server, level }));

// Without a session, a server tells of changed lists only while somebody listens.
function changes(server) {
  const wanted = Object.fromEntries(["tools", "resources", "prompts"].filter((kind) => server.capabilities?.[kind]?.listChanged).map((kind) => [`${kind}ListChanged`, true]));
  if (!Object.keys(wanted).length) return null;
  const word = () => (listens(server.name, "lists") ? "Stop listening" : "Listen for changes");
  const shown = button(word(), attempt(async () => {
    if (listens(server.name, "lists")) await stopListening(server.name, "lists");
    else await listen(server.name, "lists", wanted, () => { shown.textContent = word(); }).finally(() => { shown.textContent = word(); });
  }), { "data-focus": "listen" });
  return shown;
}
