// The list of views, with what waits in each.

import { fill, h } from "/dom.js";
import { address, currentServer, place } from "/router.js";
import { on, store } from "/store.js";

export const NAMES = {
  servers: "Server", tools: "Tools", resources: "Resources", prompts: "Prompts", apps: "Apps", skills: "Skills", tasks: "Tasks", messages: "Messages",
  inbox: "Inbox", tests: "Tests", audit: "Audit", history: "History",
};

// A view that only some servers have something for.
export const SHOWN = { skills: () => skillsOf(currentServer()) !== undefined, tasks: () => tasksOf(currentServer()) !== undefined };

const extension = (server, name) => store.servers.get(server)?.capabilities?.extensions?.[`io.modelcontextprotocol/${name}`];
export const skillsOf = (server) => extension(server, "skills");

// What a server says of its tasks: in a member of its own, or as an extension, which has no list and always cancels.
export function tasksOf(server) {
  if (extension(server, "tasks")) return { extension: true, cancel: true };
  return store.servers.get(server)?.capabilities?.tasks;
}

const COUNTS = {
  messages: () => store.frames.length, inbox: () => store.questions.size,
  history: () => store.calls.size,
};

// The links are made once, since messages that come must not take the focus away from them.
export function nav(node) {
  const links = Object.entries(NAMES).map(([name, label]) => link(name, label));
  let shown = "";
  const draw = () => {
    const { view } = place();
    for (const one of links) one.draw(view);
    if (view !== shown) node.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
    shown = view;
  };
  fill(node, links.map((one) => one.node));
  for (const topic of ["frame", "question", "call", "server"]) on(topic, draw);
  window.addEventListener("hashchange", draw);
  draw();
}

function link(name, label) {
  const waits = h("span", { class: "count" });
  const node = h("a", { "data-nav": name }, label, waits);
  return {
    node,
    draw(view) {
      node.hidden = view !== name && SHOWN[name]?.() === false;
      const count = COUNTS[name]?.() ?? 0;
      node.href = address(name);
      node.classList.toggle("urgent", name === "inbox" && count > 0);
      if (view === name) node.setAttribute("aria-current", "page");
      else node.removeAttribute("aria-current");
      waits.hidden = count === 0;
      waits.textContent = count.toLocaleString("en");
    },
  };
}
