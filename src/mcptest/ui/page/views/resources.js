// Resources and templates: read them, with completion, and follow their changes.

import { notConnected } from "/bar.js";
import { attempt, button, fill, h, tag, toast } from "/dom.js";
import { callTools } from "/call_tools.js";
import { completing } from "/completing.js";
import { jsonView } from "/json_view.js";
import { resultView } from "/result.js";
import { currentServer, go } from "/router.js";
import { listing, on, request, store } from "/store.js";
import { catalogList, catalogRow } from "/views/catalog_list.js";

const nameOf = (item) => item.raw?.uri ?? item.raw?.uriTemplate ?? "";

export function resources() {
  const node = h("div", { class: "split" });
  const panel = h("div", { class: "panel" });
  const list = catalogList({
    noun: "resource", text: (item) => `${nameOf(item)} ${item.raw?.name ?? ""} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""}`,
    row: (item) => catalogRow(item.raw?.title ?? item.raw?.name ?? nameOf(item), nameOf(item), item.raw?.uriTemplate && tag("template"), item.raw?.mimeType && tag(item.raw.mimeType)),
    open: (item) => go("resources", [nameOf(item)]),
  });
  let session = null;
  let where = { parts: [] };
  async function load() {
    const server = store.servers.get(currentServer());
    if (server?.state !== "open") {
      session = null;
      fill(node, notConnected(server?.name ?? ""));
      return;
    }
    const [one, two] = await Promise.all([listing(server.name, "resources"), listing(server.name, "resources/templates")]);
    if (session === one) return;
    session = one;
    fill(node, list.node, panel);
    list.set([...one.items, ...two.items]);
    show();
  }
  function show() {
    const uri = where.parts[0];
    const item = list.items.find((other) => nameOf(other) === uri);
    node.classList.toggle("chosen", Boolean(uri));
    list.mark(item);
    if (uri) fill(panel, resourcePanel(currentServer(), item?.raw ?? { uri }));
    else fill(panel, h("p", { class: "card empty" }, list.items.length ? "Choose a resource." : "The server lists no resources."));
  }
  const stop = on("server", () => load().catch(toast));
  return { node, leave: stop, moved(now) { where = now; if (session) show(); else load().catch(toast); } };
}

function resourcePanel(server, raw) {
  const result = h("div", { class: "card", "data-response": true }, h("p", { class: "note" }, "Read the resource to see its contents."));
  const values = {};
  const uri = () => (raw.uriTemplate ? expand(raw.uriTemplate, values) : raw.uri);
  const shown = h("code", {}, uri());
  const read = attempt(async () => {
    const call = await request(server, "resources/read", { uri: uri() });
    fill(result, resultView(call), callTools(call));
  });
  const subscribes = store.servers.get(server)?.capabilities?.resources?.subscribe && store.servers.get(server)?.era === "handshake";
  const subscribe = (method) => attempt(async () => { const call = await request(server, method, { uri: uri() }); fill(result, resultView(call)); });
  const fields = variables(raw.uriTemplate ?? "").map((name) => completing(name, { type: "ref/resource", uri: raw.uriTemplate }, server, values, () => fill(shown, uri())));
  return [
    h("div", { class: "back" }, button("‹ All resources", () => go("resources"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, raw.title ?? raw.name ?? raw.uri ?? raw.uriTemplate), h("p", {}, shown), raw.description && h("p", { class: "description" }, raw.description), fields,
      h("div", { class: "buttons" }, button("Read", read, { class: "primary", "data-key": "call" }), subscribes && [button("Subscribe", subscribe("resources/subscribe")), button("Unsubscribe", subscribe("resources/unsubscribe"))]),
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
