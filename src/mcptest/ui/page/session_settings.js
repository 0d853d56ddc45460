// What goes with every request to a server, and what the next session declares.

import { act } from "/api.js";
import { connect } from "/bar.js";
import { announce, attempt, button, fill, h, newId } from "/dom.js";

// The node is kept for each server, with what was typed: the card around it is drawn again at any time.
const nodes = new Map();

export function sessionSettings(server) {
  const key = JSON.stringify([server.name, server.declarable]);
  if (!nodes.has(key)) nodes.set(key, made(server));
  return nodes.get(key);
}

function made(server) {
  const id = newId("meta");
  const area = h("textarea", { class: "code", id, rows: 3, spellcheck: "false", value: JSON.stringify(server.settings.meta, null, 2) });
  const wrong = h("p", { class: "field-errors", role: "status" });
  const boxes = server.declarable.map((name) => ({ name, box: h("input", { type: "checkbox", value: name, checked: !server.settings.withheld.includes(name) }) }));
  const apply = attempt(async () => {
    const meta = read(area.value);
    fill(wrong, meta instanceof Error && meta.message);
    area.setAttribute("aria-invalid", String(meta instanceof Error));
    if (meta instanceof Error) return;
    const told = await act("session_settings", { server: server.name, meta, withheld: boxes.filter(({ box }) => !box.checked).map(({ name }) => name) });
    announce("settings applied");
    if (told.state === "open" && !declares(told)) connect(server.name, told.revision);
  });
  return h("details", { class: "settings" }, h("summary", {}, "Session settings"), h("div", { class: "form" },
    h("div", { class: "field" }, h("label", { for: id }, "_meta of every request"), h("p", { class: "help" }, "A JSON object. What the protocol requires stays as it is."), area, wrong),
    h("fieldset", { class: "field" }, h("legend", {}, "Declared to the server"), h("p", { class: "help" }, "A server may offer other tools to a client that declares less. A change reconnects."),
      h("div", { class: "checks" }, boxes.map(({ name, box }) => h("label", { class: "small" }, box, " ", name)))),
    h("div", { class: "buttons" }, button("Apply", apply))));
}

function read(text) {
  try {
    const value = JSON.parse(text || "{}");
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : new Error("expected a JSON object");
  } catch (error) {
    return error;
  }
}

// Whether the open session declared what is chosen now.
function declares({ declared, declarable, settings }) {
  const now = new Set([...Object.keys(declared), ...Object.keys(declared.extensions ?? {})]);
  return declarable.every((name) => now.has(name) !== settings.withheld.includes(name));
}
