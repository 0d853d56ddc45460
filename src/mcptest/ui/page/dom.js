// Elements from plain calls. Text from anywhere becomes a text node, never markup.

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/g;

// Control, direction and zero-width characters as escapes, by the rule of the terminal output.
export function visible(text) {
  return String(text).replace(HIDDEN, (found) => {
    const code = found.codePointAt(0);
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  });
}

export function oneLine(text, limit = 200) {
  const flat = visible(String(text).replace(/\n/g, "\\n").replace(/\t/g, "\\t"));
  return flat.length <= limit ? flat : `${flat.slice(0, limit)}…`;
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open", "selected", "readOnly", "tabIndex"]);

// h("button", {class: "primary", onclick: act}, "Call")
export function h(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  return put(element, ...children);
}

export function put(element, ...children) {
  for (const child of children.flat(4)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren();
  return put(element, ...children);
}

// Puts children in this order and leaves alone those that are in place, so that focus and scrolling stay.
export function arrange(element, children) {
  children.forEach((child, index) => {
    if (element.childNodes[index] !== child) element.insertBefore(child, element.childNodes[index] ?? null);
  });
  while (element.childNodes.length > children.length) element.lastChild.remove();
}

// Draws a part of the page again; the control that had the focus gets it back, or the one in its place.
export function redraw(element, draw) {
  const had = element.contains(document.activeElement) ? markOf(document.activeElement) : null;
  draw();
  if (had === null || element.contains(document.activeElement)) return;
  [...element.querySelectorAll(FOCUSABLE)].find((one) => markOf(one) === had && !one.disabled)?.focus({ preventScroll: true });
}

const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";
const markOf = (one) => one.dataset.focus || one.dataset.key || one.getAttribute("aria-label") || one.textContent;

// Numbers the beginnings of something; only the newest one may still draw.
export function turns() {
  let newest = 0;
  return () => {
    const mine = ++newest;
    return () => mine === newest;
  };
}

let last = 0;
export const newId = (word) => `${word}-${++last}`;

export const button = (label, onclick, options = {}) =>
  h("button", { type: "button", onclick, ...options }, label);

export const tag = (text, kind = "") => h("span", { class: `tag ${kind}` }, text);

export function announce(text) {
  document.getElementById("live").textContent = visible(text);
}

// An error that the user should see; it stays until it is closed or eight seconds have passed.
export function toast(error) {
  const words = error.hint ? `${error.message} (${error.hint})` : error.message;
  const shown = h("div", { class: "toast" }, h("span", {}, words));
  put(shown, button("Close", () => shown.remove(), { class: "quiet" }));
  document.getElementById("toasts").append(shown);
  setTimeout(() => shown.remove(), 8000);
}

// Runs work on behalf of a control, and shows what went wrong.
export const attempt = (work) => async (...given) => {
  try {
    return await work(...given);
  } catch (error) {
    toast(error);
    return undefined;
  }
};

// Brings a response into sight where it is below the window, as on a phone.
export function reveal(node) {
  if (node.getBoundingClientRect().top > window.innerHeight - 120) node.scrollIntoView({ block: "start" });
}

// A question in the page; true where the user agrees. Going to another view is a no.
export function agree(text, yes) {
  return new Promise((resolve) => {
    const leave = () => dialog.close("no");
    const dialog = h("dialog", { class: "card ask", "aria-label": "Confirm", onclose: () => {
      dialog.remove();
      window.removeEventListener("hashchange", leave);
      resolve(dialog.returnValue === "yes");
    } }, h("p", {}, text), h("div", { class: "buttons" }, button(yes, () => dialog.close("yes"), { class: "primary", "data-agree": true }), button("Cancel", () => dialog.close("no"), { autofocus: true })));
    document.body.append(dialog);
    window.addEventListener("hashchange", leave);
    dialog.showModal();
  });
}

export function save(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export const bytes = (count) =>
  count < 1000 ? `${count} B` : count < 1e6 ? `${(count / 1000).toFixed(1)} KB` : `${(count / 1e6).toFixed(1)} MB`;

export const milliseconds = (count) =>
  count === null || count === undefined ? "" : count < 1000 ? `${Math.round(count)} ms` : `${(count / 1000).toFixed(1)} s`;

export const clock = (at) => {
  const time = new Date(at);
  const part = (value, width = 2) => String(value).padStart(width, "0");
  return `${part(time.getHours())}:${part(time.getMinutes())}:${part(time.getSeconds())}.${part(time.getMilliseconds(), 3)}`;
};

export const counted = (count, noun, many = `${noun}s`) => `${count} ${count === 1 ? noun : many}`;
