// What can be done with a finished call: save it as a test, copy it, send it elsewhere.

import { announce, attempt, button, h } from "/dom.js";
import { saveTest } from "/save_test.js";

export function callTools(call) {
  return h("div", { class: "buttons" },
    savable(call) && button("Save as test", () => saveTest({ call: call.number }), { "data-key": "s", class: "primary" }),
    Object.entries(call.snippets ?? {}).map(([name, text]) => copyButton(name, text, name === "command" ? "c" : null)));
}

const NAMES = { python: "Python" };

export const copyButton = (name, text, key = null) => button(`Copy ${NAMES[name] ?? name}`, attempt(() => copy(name, text)), { "data-key": key, "data-copy": text });

// Whether a test can repeat the call.
export const savable = (call) => ["ok", "tool-error", "error"].includes(call.status) && ["tools/call", "resources/read", "prompts/get"].includes(call.method);

async function copy(name, text) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${name} copied`);
  } catch {
    showText(name, text);
  }
}

function showText(name, text) {
  const area = h("textarea", { readOnly: true, rows: 6, value: text, "aria-label": name });
  const dialog = h("dialog", { class: "card", "aria-label": name, onclose: () => dialog.remove() }, h("h2", {}, name), area, button("Close", () => dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}
