// The list of views, with what waits in each.

import { fill, h } from "/dom.js";
import { address, place } from "/router.js";
import { on, store } from "/store.js";

export const NAMES = {
  servers: "Server", tools: "Tools", resources: "Resources", prompts: "Prompts", messages: "Messages",
  inbox: "Inbox", tests: "Tests", audit: "Audit", history: "History",
};

const COUNTS = {
  messages: () => store.frames.length, inbox: () => store.questions.size,
  history: () => store.calls.size,
};

export function nav(node) {
  const draw = () => {
    const { view } = place();
    fill(node, Object.entries(NAMES).map(([name, label]) => link(name, label, view === name)));
  };
  for (const topic of ["frame", "question", "call", "server"]) on(topic, draw);
  window.addEventListener("hashchange", draw);
  draw();
}

function link(name, label, here) {
  const count = COUNTS[name]?.() ?? 0;
  const urgent = name === "inbox" && count > 0;
  return h("a", { href: address(name), "data-nav": name, "aria-current": here ? "page" : null, class: urgent ? "urgent" : "" }, label,
    count > 0 && h("span", { class: "count" }, ` ${count.toLocaleString("en")}`));
}
