// Send a message exactly as typed; it may be wrong on purpose.

import { act } from "/api.js";
import { agree, button, fill, h, toast } from "/dom.js";
import { jsonView } from "/json_view.js";

export function sendDialog(server, text) {
  const area = h("textarea", { class: "code", rows: 12, value: text, "aria-label": "Message", spellcheck: "false" });
  const about = h("p", { class: "note", role: "status" });
  const answer = h("div", {});
  const look = () => fill(about, problem(area.value) ?? "A JSON-RPC message.");
  area.addEventListener("input", look);
  const send = async (confirmed = false) => {
    try {
      const told = await act("send", { server, text: area.value, confirmed });
      fill(answer, h("h3", {}, `Response: ${told.kind}`), jsonView(told.result ?? told.rpc_error ?? told.problem));
    } catch (error) {
      if (error.code === "ui-needs-consent" && !confirmed && (await agree(`${error.message}.`, "Send it anyway"))) await send(true);
      else toast(error);
    }
  };
  const dialog = h("dialog", { class: "card send", "aria-label": "Send a message", onclose: () => dialog.remove() }, h("h2", {}, `Send to ${server}`), area, about,
    h("div", { class: "buttons" }, button("Send as it is", () => send(), { class: "primary" }), button("Close", () => dialog.close())), answer);
  document.body.append(dialog);
  dialog.showModal();
  look();
}

function problem(text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch (error) {
    return `Not JSON: ${error.message}`;
  }
  if (message?.jsonrpc !== "2.0") return "Not a JSON-RPC 2.0 message.";
  return null;
}
