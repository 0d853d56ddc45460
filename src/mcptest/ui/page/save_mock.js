// The dialog that turns what was seen of a server into a mock.

import { act } from "/api.js";
import { announce, attempt, button, counted, fill, h, newId, toast } from "/dom.js";
import { longText } from "/json_view.js";

export const saveMock = attempt(async (server) => {
  const path = h("input", { id: newId("path"), value: `${server.replace(/[^\w.-]+/g, "-")}.mock.yml`, onchange: () => refresh() });
  const about = h("p", { class: "note", role: "status" });
  const yaml = h("pre", { class: "text", "data-yaml": true, tabIndex: 0, "aria-label": "The mock as YAML" });
  const refresh = attempt(async () => {
    const made = await act("save_mock", { server, path: path.value });
    fill(yaml, longText(made.yaml, 20000));
    fill(about, explain(made), h("code", {}, ` mcptest mock --tools-from ${made.path}`));
  });
  const write = async () => {
    try {
      const made = await act("save_mock", { server, path: path.value, write: true });
      announce(`${made.path} saved`);
      dialog.close();
    } catch (error) {
      toast(error);
    }
  };
  const dialog = h("dialog", { class: "card save", "aria-label": "Save as mock", onclose: () => dialog.remove() }, h("h2", {}, "Save as mock"),
    h("div", { class: "field" }, h("label", { for: path.id }, "File"), path), about, yaml,
    h("div", { class: "buttons" }, button("Save", write, { class: "primary" }), button("Cancel", () => dialog.close())));
  await refresh();
  document.body.append(dialog);
  dialog.showModal();
});

function explain({ seen, total, left_out: left }) {
  const unseen = seen < total - left.length ? " Call the others first to give them a response." : "";
  const without = left.length ? ` Left out: ${left.slice(0, 5).join(", ")}${left.length > 5 ? "…" : ""}.` : "";
  return `${seen} of ${counted(total, "entry", "entries")} have a response that was seen.${unseen}${without} Serve it with`;
}
