// The server: how it is reached, what it says of itself, and its stderr as it comes.

import { button, fill, h, tag } from "/dom.js";
import { connect } from "/bar.js";
import { jsonView } from "/json_view.js";
import { resultView, tabbed } from "/result.js";
import { currentServer, go, place } from "/router.js";
import { on, request, store } from "/store.js";

const MOST_LINES = 500;
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

export function servers() {
  const node = h("div", { class: "columns" });
  const card = h("section", { class: "card", "aria-label": "Server" });
  const errors = h("pre", { class: "text log", tabIndex: 0, "aria-label": "stderr" });
  const list = h("section", { class: "card", "aria-label": "Servers" });
  fill(node, h("div", { class: "stack" }, card, list), h("section", { class: "card" }, h("h2", {}, "stderr"), errors));
  const draw = () => {
    fill(card, details(store.servers.get(currentServer())));
    list.hidden = store.servers.size < 2;
    fill(list, h("h2", {}, "Servers"), h("ul", { class: "plain" }, [...store.servers.values()].map(entry)));
  };
  const log = () => {
    const lines = store.frames.filter((frame) => frame.kind === "stderr" && frame.server === currentServer()).slice(-MOST_LINES);
    const stays = errors.scrollTop + errors.clientHeight >= errors.scrollHeight - 20;
    fill(errors, lines.length ? lines.map((frame) => frame.preview).join("") : "Nothing so far.");
    if (stays) errors.scrollTop = errors.scrollHeight;
  };
  const stops = [on("server", draw), on("frame", log)];
  draw();
  log();
  return { node, leave: () => stops.forEach((stop) => stop()) };
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
    server.error && h("div", { class: "problem" }, h("p", {}, server.error.message), server.error.hint && h("p", {}, server.error.hint)),
    server.state === "open" ? facts(server) : button("Connect", () => connect(server.name), { class: "primary", disabled: server.state === "opening" }),
  ];
}

function facts(server) {
  const rows = [["Revision", server.revision], ["Era", server.era], ["Transport", server.transport], ["Also speaks", server.speaks?.filter((one) => one !== server.revision).join(", ")]];
  const offers = Object.keys(server.capabilities ?? {});
  return [
    h("dl", { class: "facts" }, rows.filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("div", { class: "buttons" }, ["tools", "resources", "prompts"].filter((name) => offers.includes(name)).map((name) => button(`Show ${name}`, () => go(name))), extras(server)),
    tabbed({
      Capabilities: () => jsonView(server.capabilities ?? {}),
      ...(server.instructions ? { Instructions: () => h("pre", { class: "text" }, server.instructions) } : {}),
      Info: () => jsonView(info(server)),
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
  const send = (method, params) => async () => {
    const call = await request(server.name, method, params);
    fill(place, resultView(call));
  };
  const level = h("select", { "aria-label": "Log level", onchange: () => send("logging/setLevel", { level: level.value })() }, h("option", { value: "" }, "log level"), LEVELS.map((name) => h("option", { value: name }, name)));
  return [server.era === "handshake" && button("Ping", send("ping", {})), server.capabilities?.logging && level, place];
}
