// Questions about an app, one at a time. Nothing can be allowed in the first moment, so that a click meant for the app does not count.

import { button, h } from "/dom.js";

const GUARD = 500; // milliseconds
let before = Promise.resolve();

// `choices` are [value, label]; anything else, and closing the dialog, is null.
export function ask(title, parts, choices, refusal = "Deny") {
  const asked = before.then(() => shown(title, parts, choices, refusal));
  before = asked;
  return asked;
}

function shown(title, parts, choices, refusal) {
  return new Promise((resolve) => {
    const buttons = choices.map(([value, label], index) => button(label, () => dialog.close(value), { class: index ? "" : "primary", disabled: true, "data-choice": value }));
    const dialog = h("dialog", { class: "card ask", "aria-label": title, onclose: () => {
      dialog.remove();
      resolve(choices.some(([value]) => value === dialog.returnValue) ? dialog.returnValue : null);
    } }, h("h2", {}, title), parts, h("div", { class: "buttons" }, buttons, button(refusal, () => dialog.close(""), { autofocus: true })));
    document.body.append(dialog);
    dialog.showModal();
    setTimeout(() => buttons.forEach((one) => { one.disabled = false; }), GUARD);
  });
}
