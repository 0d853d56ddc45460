// One message as a row.

import { bytes, clock, h, milliseconds, oneLine } from "/dom.js";

const ARROWS = { sent: "→", received: "←", stderr: "err", note: "·" };

export function frameRow(frame) {
  const odd = frame.code || frame.problem;
  return h("div", { class: `frame ${frame.direction} ${odd ? "odd" : ""} kind-${frame.kind}`, "data-frame": frame.number },
    h("span", { class: "at" }, clock(frame.at)),
    h("span", { class: "arrow", title: frame.direction }, ARROWS[frame.direction]),
    h("span", { class: "id" }, frame.id === null ? "" : oneLine(String(frame.id), 12)),
    h("span", { class: "what" }, title(frame)),
    h("span", { class: "preview" }, odd ? oneLine(frame.problem ?? frame.code, 160) : oneLine(frame.preview, 160)),
    h("span", { class: "took" }, milliseconds(frame.took_ms)),
    h("span", { class: "size" }, bytes(frame.size)));
}

export function title(frame) {
  if (frame.kind === "result" || frame.kind === "error") return `${frame.kind}${frame.method ? ` of ${oneLine(frame.method, 60)}` : ""}`;
  return oneLine(frame.method ?? frame.kind, 80);
}
