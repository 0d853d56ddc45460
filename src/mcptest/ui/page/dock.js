// The newest messages below the view, where there is room for them.

import { button, fill, h } from "/dom.js";
import { frameRow } from "/views/frame_row.js";
import { currentServer, go, place } from "/router.js";
import { on, store } from "/store.js";
import { virtualList } from "/virtual_list.js";

const VIEWS = new Set(["tools", "resources", "prompts", "apps", "skills"]);

export function dock(node) {
  const list = virtualList({
    label: "Newest messages", height: 28, follow: true, row: frameRow,
    open: (frame) => go("messages", [String(frame.number)]),
  });
  fill(node, h("div", { class: "dock-head" }, h("h2", {}, "Messages"), button("Open", () => go("messages"), { class: "quiet" })), list.node);
  const draw = () => {
    node.hidden = !VIEWS.has(place().view);
    if (!node.hidden) list.set(store.frames.filter((frame) => frame.server === currentServer()).slice(-500), -1);
  };
  on("frame", draw);
  window.addEventListener("hashchange", draw);
  draw();
}
