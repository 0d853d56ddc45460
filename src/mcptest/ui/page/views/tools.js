// Tools: the list, the form of one, and what came of calling it.

import { notConnected } from "/bar.js";
import { fill, h, tag, toast } from "/dom.js";
import { currentServer, go } from "/router.js";
import { listing, on, store } from "/store.js";
import { catalogList, catalogRow } from "/views/catalog_list.js";
import { toolPanel } from "/views/tool_panel.js";

export const CLASSES = {
  ReadOnly: ["read-only", "passed"], ReadOnlyPresumed: ["presumed read-only", ""], Mutating: ["mutating", "warned"], Destructive: ["destructive", "failed"],
};

export function tools() {
  const node = h("div", { class: "split" });
  const panel = h("div", { class: "panel" });
  let shown = null;
  const list = catalogList({
    noun: "tool", text: (item) => `${item.name} ${item.raw?.title ?? ""} ${item.raw?.description ?? ""} ${CLASSES[item.class][0]}`,
    row: (item) => catalogRow(item.name || "(no name)", item.raw?.description, tag(...CLASSES[item.class]), item.problem && tag("!", "warned")),
    open: (item) => go("tools", [item.name]),
  });
  let session = null;
  async function load() {
    const server = store.servers.get(currentServer());
    if (server?.state !== "open") {
      session = null;
      if (server?.state !== "lost" || !shown) fill(node, notConnected(server?.name ?? ""));
      return;
    }
    const wanted = await listing(server.name, "tools");
    if (session === wanted) return;
    session = wanted;
    fill(node, list.node, panel);
    list.set(wanted.items);
    if (wanted.problem) toast({ message: `the list is not complete: ${wanted.problem}` });
    show();
  }
  function show() {
    const name = where.parts[0];
    const item = list.items.find((one) => one.name === name);
    if (!list.items.length) fill(panel, h("p", { class: "card empty" }, "The server lists no tools."));
    else if (!item) fill(panel, h("p", { class: "card empty" }, name ? `The server has no tool ${name}.` : "Choose a tool."));
    else if (shown !== item) fill(panel, toolPanel(currentServer(), item));
    node.classList.toggle("chosen", Boolean(item));
    shown = item ?? null;
    list.mark(item);
  }
  let where = { parts: [] };
  const stop = on("server", () => load().catch(toast));
  return {
    node, leave: stop,
    moved(now) {
      where = now;
      if (session) show();
      else load().catch(toast);
    },
  };
}
