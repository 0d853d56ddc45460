// Resources and templates: read them, with completion, and follow their changes.

import { attempt, button, fill, h, reveal, tag, turns } from "/dom.js";
import { callTools } from "/call_tools.js";
import { completing } from "/completing.js";
import { jsonView } from "/json_view.js";
import { listen, stopListening } from "/listening.js";
import { resultView } from "/result.js";
import { currentServer, go } from "/router.js";
import { on, request, store } from "/store.js";
import { catalogRow } from "/views/catalog_list.js";
import { catalogView } from "/views/catalog_view.js";

const nameOf = (item) => item.raw?.uri ?? item.raw?.uriTemplate ?? "";

const subscribed = new Set(); // of a session, which forgets them when it ends
const updated = new Set();
const keyOf = (server, uri) => `${server} ${store.servers.get(server)?.session} ${uri}`;

function marks(uri) {
  const key = keyOf(currentServer(), uri);
  return [updated.has(key) && tag("updated", "warned"), subscribed.has(key) && tag("subscribed", "passed")];
}

// Remembers what a server says has changed, until it is read again.
function noteUpdate(frame) {
  if (frame.method !== "notifications/resources/updated" || frame.direction !== "received") return false;
  try {
    updated.add(keyOf(frame.server, JSON.parse(frame.preview).params.uri));
    return true;
  } catch {
    return false;
  }
}

export function resources() {
  const view = catalogView({
    noun: "resource", kinds: ["resources", "resources/templates"], nameOf,
    make: (server, item, redraw) => resourcePanel(server, item.raw, redraw), unlisted: (uri) => ({ raw: { uri } }),
    text: (item) => `${nameOf(item)} ${item.raw?.name ?? ""} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""}`,
    row: (item) => catalogRow(item.raw?.title ?? item.raw?.name ?? nameOf(item), nameOf(item), marks(nameOf(item)), item.raw?.uriTemplate && tag("template"), item.raw?.mimeType && tag(item.raw.mimeType)),
  });
  const stop = on("frame", (frames) => frames.filter(Boolean).map(noteUpdate).some(Boolean) && view.draw());
  return { ...view, leave() { stop(); view.leave(); } };
}

function resourcePanel(server, raw, redraw) {
  const result = h("div", { class: "card", "data-response": true }, h("p", { class: "note" }, "Read the resource to see its contents."));
  const values = {};
  const uri = () => (raw.uriTemplate ? expand(raw.uriTemplate, values) : raw.uri);
  const shown = h("code", {}, uri());
  const begin = turns();
  const read = attempt(async () => {
    const [wanted, current] = [uri(), begin()];
    const call = await request(server, "resources/read", { uri: wanted });
    updated.delete(keyOf(server, wanted));
    redraw();
    if (!current()) return;
    fill(result, resultView(call), callTools(call));
    reveal(result);
  });
  const { capabilities, era } = store.servers.get(server) ?? {};
  const subscribes = capabilities?.resources?.subscribe;
  const subscribe = (method) => attempt(async () => {
    const [wanted, current] = [uri(), begin()];
    const call = await request(server, method, { uri: wanted });
    if (call.status === "ok") subscribed[method === "resources/subscribe" ? "add" : "delete"](keyOf(server, wanted));
    redraw();
    if (current()) fill(result, resultView(call));
  });
  const follow = attempt(async () => {
    const [wanted, current] = [uri(), begin()];
    const key = keyOf(server, wanted);
    const call = await listen(server, wanted, { resourceSubscriptions: [wanted] }, () => { subscribed.add(key); redraw(); });
    subscribed.delete(key);
    redraw();
    if (call && call.status !== "cancelled" && current()) fill(result, resultView(call));
  });
  const [begins, ends] = era === "stateless" ? [follow, attempt(() => stopListening(server, uri()))] : [subscribe("resources/subscribe"), subscribe("resources/unsubscribe")];
  const fields = variables(raw.uriTemplate ?? "").map((name) => completing(name, { type: "ref/resource", uri: raw.uriTemplate }, server, values, () => fill(shown, uri())));
  return [
    h("div", { class: "back" }, button("‹ All resources", () => go("resources"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, raw.title ?? raw.name ?? raw.uri ?? raw.uriTemplate), h("p", {}, shown), raw.description && h("p", { class: "description" }, raw.description), fields,
      h("div", { class: "buttons" }, button("Read", read, { class: "primary", "data-key": "call" }), subscribes && [button("Subscribe", begins), button("Unsubscribe", ends)]),
      h("details", {}, h("summary", {}, "Definition"), jsonView(raw))),
    result,
  ];
}

// RFC 6570 as far as servers use it: {name}, {+name}, {name*}, {?a,b}.
export function variables(template) {
  return [...template.matchAll(/\{[+#./;?&]?([^}]+)\}/g)].flatMap(([, names]) => names.split(",").map((name) => name.replace(/\*|:\d+$/g, "")));
}

export function expand(template, values) {
  return template.replace(/\{([+#./;?&]?)([^}]+)\}/g, (_, sign, names) => {
    const given = names.split(",").map((name) => name.replace(/\*|:\d+$/g, "")).filter((name) => values[name]);
    const encoded = (name) => (sign === "+" || sign === "#" ? encodeURI(values[name]) : encodeURIComponent(values[name]));
    if (sign === "?" || sign === "&") return given.length ? `${sign}${given.map((name) => `${name}=${encoded(name)}`).join("&")}` : "";
    return given.length ? `${sign === "+" ? "" : sign}${given.map(encoded).join(",")}` : `{${sign}${names}}`;
  });
}
