// One message as a row.

import { bytes, clock, h, milliseconds, oneLine } from "/dom.js";
import { store } from "/store.js";

const ARROWS = { sent: "→", received: "←", stderr: "err", note: "·" };

export function frameRow(frame) {
  const odd = frame.code || frame.problem;
  const pinned = store.pinned.has(frame.number);
  return h("div", { class: `frame ${frame.direction} ${odd ? "odd" : ""} kind-${frame.kind}`, "data-frame": frame.number },
    h("span", { class: "at" }, clock(frame.at)),
    h("span", { class: "arrow", title: frame.direction }, ARROWS[frame.direction]),
    h("span", { class: "id" }, frame.id === null ? "" : oneLine(String(frame.id), 12)),
    h("span", { class: "what" }, pinned && h("span", { class: "pin", title: "pinned" }, "★ "), title(frame), subject(frame)),
    h("span", { class: "preview" }, odd ? oneLine(frame.problem ?? frame.code, 160) : oneLine(body(frame), 160)),
    h("span", { class: "took" }, milliseconds(frame.took_ms)),
    h("span", { class: "size" }, bytes(frame.size)));
}

export function title(frame) {
  if (frame.kind === "result" || frame.kind === "error") return `${frame.kind}${frame.method ? ` of ${oneLine(frame.method, 60)}` : ""}`;
  return oneLine(frame.method ?? frame.kind, 80);
}

// Which tool, prompt or resource a request is about.
function subject(frame) {
  if (frame.kind !== "request") return null;
  const found = /"params"\s*:\s*\{\s*"(?:name|uri)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(frame.preview);
  return found && h("span", { class: "subject" }, ` ${oneLine(JSON.parse(found[1]), 60)}`);
}

// What a message says, without the members that every message has.
function body(frame) {
  return frame.preview.replace(/^\{(?:\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|null)\s*,?)*\s*(?:"(?:params|result|error)"\s*:\s*)?/, "").replace(/^\}$/, "");
}
