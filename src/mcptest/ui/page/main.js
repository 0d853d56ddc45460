// Starts the page: the token, the state, the frame around the views, and the keys.

import { takeToken } from "/api.js";
import { fill, h } from "/dom.js";
import { bar } from "/bar.js";
import { dock } from "/dock.js";
import { keys } from "/keys.js";
import { NAMES, nav } from "/nav.js";
import { place } from "/router.js";
import { start } from "/store.js";
import { themeButton } from "/theme.js";
import { apps } from "/views/apps.js";
import { audit } from "/views/audit.js";
import { calls } from "/views/history.js";
import { inbox } from "/views/inbox.js";
import { messages } from "/views/messages.js";
import { prompts } from "/views/prompts.js";
import { resources } from "/views/resources.js";
import { servers } from "/views/servers.js";
import { skills } from "/views/skills.js";
import { tasks } from "/views/tasks.js";
import { tests } from "/views/tests.js";
import { tools } from "/views/tools.js";

const VIEWS = { servers, tools, resources, prompts, apps, skills, tasks, messages, inbox, tests, audit, history: calls };
const main = document.getElementById("main");
let shown = { view: null };

// A view is drawn anew when its name or its server changes; else it is told where it is.
function route() {
  const where = place();
  const name = where.view in VIEWS ? where.view : "servers";
  const server = where.query.get("server");
  if (shown.view === name && shown.server === server) {
    shown.made.moved?.(where);
    return;
  }
  shown.made?.leave?.();
  const made = VIEWS[name](where);
  shown = { view: name, server, made };
  document.body.dataset.view = name;
  document.title = `${name} · mcptest`;
  document.getElementById("title").textContent = NAMES[name];
  fill(main, made.node);
  made.moved?.(where);
}

async function begin() {
  if (!takeToken()) throw new Error("This page needs the link that mcptest ui printed.");
  await start();
  fill(document.getElementById("bar"), bar());
  document.querySelector(".top").append(themeButton());
  nav(document.getElementById("nav"));
  dock(document.getElementById("dock"));
  keys();
  window.addEventListener("hashchange", route);
  route();
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

begin().catch((error) => {
  fill(main, h("div", { class: "card problem" }, h("h1", {}, "The page could not start"), h("p", {}, error.message), h("p", {}, "Open the link in the terminal again.")));
});
