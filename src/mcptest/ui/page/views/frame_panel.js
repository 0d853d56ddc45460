// One message: its JSON, its raw text, what HTTP said, and what can be done with it.

import { act } from "/api.js";
import { announce, attempt, button, bytes, clock, fill, h, milliseconds, tag } from "/dom.js";
import { differenceView } from "/difference.js";
import { jsonView, longText } from "/json_view.js";
import { headersView } from "/headers_view.js";
import { tabbed } from "/result.js";
import { go } from "/router.js";
import { store } from "/store.js";
import { title } from "/views/frame_row.js";
import { sendDialog } from "/views/send_dialog.js";

export async function framePanel(number, state) {
  const frame = await act("frame", { number });
  const parsed = parse(frame.text);
  const compared = h("div", {});
  const tabs = { ...(parsed === undefined ? {} : { JSON: () => jsonView(parsed, { depth: 4 }) }), Raw: () => h("pre", { class: "text" }, longText(frame.text, 256 * 1024)), ...(frame.http.length ? { Headers: () => headersView(frame.http) } : {}) };
  return [
    h("div", { class: "back" }, button("‹ All messages", () => go("messages"), { class: "quiet" })),
    h("div", { class: "card", "data-open-frame": number },
      h("div", { class: "panel-head" }, h("h1", {}, title(frame)), tag(frame.direction === "sent" ? "sent" : frame.direction === "received" ? "received" : frame.direction)),
      h("p", { class: "note" }, [clock(frame.at), frame.server, `session ${frame.session}`, bytes(frame.size), frame.stream, milliseconds(frame.took_ms)].filter(Boolean).join(" · ")),
      frame.problem && h("p", { class: "problem" }, `${frame.problem} (${frame.code})`),
      frame.cut && h("p", { class: "note" }, "Only the first MiB is kept."),
      h("div", { class: "buttons" }, actions(frame, parsed, state, compared)), compared, tabbed(tabs)),
  ];
}

function actions(frame, parsed, state, compared) {
  const other = pair(frame);
  return [
    frame.direction === "sent" && button("Edit and send", () => sendDialog(frame.server, withFreshId(parsed) ?? frame.text), { "data-key": "e" }),
    other && button(frame.answers ? "Show the request" : "Show the response", () => go("messages", [String(other)])),
    pinButton(frame.number),
    button(state.marked && state.marked.number !== frame.number ? `Compare with ${state.marked.number}` : "Compare…", () => compare(frame, state, compared)),
  ];
}

// A pinned message stays when the others are cleared or grow too many.
function pinButton(number) {
  const word = () => (store.pinned.has(number) ? "Unpin" : "Pin");
  const shown = button(word(), attempt(async () => {
    const pinned = !store.pinned.has(number);
    await act("pin", { number, pinned });
    store.pinned[pinned ? "add" : "delete"](number);
    shown.textContent = word();
    announce(pinned ? "pinned" : "no longer pinned");
  }), { "data-key": "i" });
  return shown;
}

function compare(frame, state, compared) {
  if (!state.marked || state.marked.number === frame.number) {
    state.marked = { number: frame.number, text: frame.text };
    fill(compared, h("p", { class: "note", role: "status" }, "Marked. Open another message and choose “Compare with…”."));
    return;
  }
  fill(compared, h("p", { class: "note" }, `Message ${state.marked.number} and message ${frame.number}:`), differenceView(pretty(state.marked.text), pretty(frame.text)));
  state.marked = null;
}

function pair(frame) {
  if (frame.answers) return frame.answers;
  return store.frames.find((one) => one.answers === frame.number)?.number;
}

const pretty = (text) => {
  const parsed = parse(text);
  return parsed === undefined ? text : JSON.stringify(parsed, null, 2);
};

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withFreshId(message) {
  if (!message || typeof message !== "object" || !("id" in message)) return undefined;
  return JSON.stringify({ ...message, id: `again-${Date.now()}` }, null, 2);
}
