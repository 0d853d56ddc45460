// Single keys outside of fields, and the list of them.

import { isFull } from "/apps/full_screen.js";
import { button, h } from "/dom.js";
import { currentServer, go } from "/router.js";
import { connect } from "/bar.js";
import { NAMES, SHOWN } from "/nav.js";

const views = Object.keys(NAMES).filter((name) => !(name in SHOWN)); // those of every server
const click = (mark) => () => document.querySelector(`[data-key="${mark}"]`)?.click();
const focus = (selector) => () => document.querySelector(selector)?.focus();

const KEYS = {
  "/": ["Filter the list", focus("[data-filter]")],
  l: ["Go to the list", focus(".list")],
  f: ["Fill in example arguments", click("f")],
  s: ["Save the call as a test", click("s")],
  x: ["Add the call to a sequence, or remove it", click("x")],
  c: ["Copy the call as a command", click("c")],
  e: ["Edit and send the message", click("e")],
  i: ["Pin the message, or unpin it", click("i")],
  p: ["Pause the messages", click("p")],
  a: ["Run all suites", click("a")],
  u: ["Audit the server", click("u")],
  r: ["Reconnect", () => connect(currentServer())],
  "?": ["Show the keys", () => showKeys()],
};

export function keys() {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || isFull()) return; // nothing behind a dialog or an app can be meant
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      click("call")();
      event.preventDefault();
      return;
    }
    if (event.key === "j" && event.altKey) {
      click("alt-j")();
      event.preventDefault();
      return;
    }
    const busy = event.target.closest?.("input, textarea, select, dialog");
    if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const number = Number(event.key);
    if (/^\d$/.test(event.key) && views[(number + 9) % 10]) go(views[(number + 9) % 10]);
    else if (event.key in KEYS && !event.defaultPrevented) KEYS[event.key][1]();
    else return;
    event.preventDefault();
  });
}

function showKeys() {
  const rows = [["1–9, 0", "Go to a view"], ["j k ↑ ↓", "Move in a list"], ["Enter", "Open the row"], ["Ctrl Enter", "Call the tool"], ["Alt J", "Switch between form and JSON"], ["Ctrl Space", "Complete in the suite editor"],
    ...Object.entries(KEYS).map(([key, [about]]) => [key, about])];
  const dialog = h("dialog", { class: "card keys", "aria-label": "Keys", onclose: () => dialog.remove() }, h("div", { class: "section-head" }, h("h2", {}, "Keys"), button("Close", () => dialog.close())),
    h("table", {}, h("tbody", {}, rows.map(([key, about]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, about))))));
  document.body.append(dialog);
  dialog.showModal();
}
