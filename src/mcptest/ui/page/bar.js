// The line at the top: which server, its state, its revision, and how to connect.

import { act } from "/api.js";
import { announce, attempt, button, fill, h, redraw, tag, toast } from "/dom.js";
import { currentServer, go, place } from "/router.js";
import { on, store } from "/store.js";

const STATES = { closed: "not connected", opening: "connecting…", open: "connected", lost: "the server ended" };

// The Server view shows by itself what went wrong.
export async function connect(server, revision) {
  try {
    await act("connect", { server, ...(revision ? { revision } : {}) });
    announce(`connected to ${server}`);
  } catch (error) {
    if (place().view === "servers" && currentServer() === server && !error.code?.startsWith("ui-")) announce(`not connected: ${error.message}`);
    else toast(error);
  }
}

export const disconnect = attempt((server) => act("disconnect", { server }));

export function bar() {
  const node = h("div", { class: "bar-inside" });
  let drawn = null;
  const draw = () => {
    const now = JSON.stringify([current(), store.online, [...store.servers.keys()]]);
    if (now === drawn) return; // an open list of revisions stays open
    drawn = now;
    redraw(node, () => fill(node, picker(), state(), revision(), buttons(), store.online ? null : tag("mcptest does not respond", "failed")));
  };
  on("server", draw);
  on("online", draw);
  window.addEventListener("hashchange", draw);
  draw();
  return node;
}

const current = () => store.servers.get(currentServer());

function picker() {
  const select = h("select", { id: "server", "aria-label": "Server", onchange: () => {
    const { view } = place();
    location.hash = `#/${view}?${new URLSearchParams({ server: select.value })}`;
  } }, [...store.servers.values()].map((one) => h("option", { value: one.name, selected: one.name === currentServer() }, one.name)));
  return select;
}

function state() {
  const server = current();
  const kind = { open: "passed", lost: "failed", opening: "warned" }[server?.state] ?? "";
  return h("span", { class: `state ${kind}`, "data-state": server?.state }, h("span", { class: "dot", "aria-hidden": "true" }), STATES[server?.state] ?? "");
}

function revision() {
  const server = current();
  const select = h("select", { id: "revision", "aria-label": "Revision", onchange: () => connect(server.name, select.value) },
    h("option", { value: "" }, "newest revision"),
    store.revisions.map((name) => h("option", { value: name, selected: server?.state === "open" && server?.revision === name }, name)));
  return select;
}

function buttons() {
  const server = current();
  if (!server) return null;
  const open = server.state === "open";
  const wanted = () => document.getElementById("revision").value;
  return [
    button(open ? "Reconnect" : "Connect", () => server.state === "opening" || connect(server.name, wanted()), { class: open ? "" : "primary", "aria-disabled": server.state === "opening" ? "true" : null, "data-focus": "connect" }),
    (open || server.state === "opening") && button(open ? "Disconnect" : "Cancel", () => disconnect(server.name), { "data-focus": "disconnect" }),
  ];
}

export function notConnected(server) {
  return h("div", { class: "card empty" }, h("p", {}, `${server} is not connected.`), button("Connect", () => connect(server), { class: "primary" }), " ",
    button("Show the server", () => go("servers")));
}
