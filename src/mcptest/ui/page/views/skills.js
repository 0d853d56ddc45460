// Skills: what a server with the skills extension teaches an agent, file by file.

import { attempt, button, bytes, counted, fill, h, tag, turns } from "/dom.js";
import { jsonView } from "/json_view.js";
import { skillsOf } from "/nav.js";
import { resultView } from "/result.js";
import { go } from "/router.js";
import { request } from "/store.js";
import { catalogRow } from "/views/catalog_list.js";
import { catalogView } from "/views/catalog_view.js";

const nameOf = (item) => item.raw?.uri ?? "";
const said = (item) => item.raw?.frontmatter ?? {};
const filesOf = (raw) => (Array.isArray(raw.resources) ? raw.resources : []);

export function skills() {
  return catalogView({
    noun: "skill", kinds: ["skills"], nameOf, make: skillPanel,
    text: (item) => `${nameOf(item)} ${said(item).name ?? ""} ${said(item).description ?? ""}`,
    row: (item) => catalogRow(said(item).name ?? nameOf(item), said(item).description, tag(counted(filesOf(item.raw ?? {}).length, "file"))),
  });
}

function skillPanel(server, item) {
  const raw = item.raw ?? {};
  const begin = turns();
  const result = h("div", { class: "card", "data-response": true }, h("p", { class: "note" }, "Read a file of the skill to see it."));
  const send = (method, params, check) => attempt(async () => {
    const current = begin();
    const call = await request(server, method, params);
    const checked = check && (await check(call));
    if (current()) fill(result, checked, resultView(call));
  });
  const folder = nameOf(item).replace(/\/SKILL\.md$/, "");
  return [
    h("div", { class: "back" }, button("‹ All skills", () => go("skills"), { class: "quiet" })),
    h("div", { class: "card" }, h("h1", {}, said(item).name ?? nameOf(item)), h("p", { class: "note" }, h("code", {}, nameOf(item))), said(item).description && h("p", { class: "description" }, said(item).description),
      h("div", { class: "buttons" }, button("Read SKILL.md", send("resources/read", { uri: raw.uri }, digestOf(filesOf(raw).find((one) => one?.uri === raw.uri))), { class: "primary", "data-key": "call" }), button("Get the entry", send("skills/get", { uri: raw.uri })),
        skillsOf(server)?.directoryRead === true && button("List the directory", send("resources/directory/read", { uri: folder }))),
      h("h2", {}, "Files"), files(raw, send), h("details", {}, h("summary", {}, "Definition"), jsonView(raw, { depth: 2 }))),
    result,
  ];
}

function files(raw, send) {
  const listed = filesOf(raw);
  if (!listed.length) return h("p", { class: "note" }, "The skill lists no files.");
  return h("ul", { class: "plain" }, listed.map((one) => h("li", {}, button(String(one?.uri), send("resources/read", { uri: one?.uri }, digestOf(one)), { class: "link" }), " ", h("span", { class: "note" }, Number.isFinite(one?.size) ? bytes(one.size) : ""))));
}

// Whether a file is the one that the list promises.
function digestOf(file) {
  if (typeof file?.digest !== "string") return undefined;
  return async (call) => {
    const content = call.answer?.result?.contents?.[0];
    const data = typeof content?.text === "string" ? new TextEncoder().encode(content.text) : typeof content?.blob === "string" ? decoded(content.blob) : null;
    if (!data) return null;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    const found = `sha256:${[...hash].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
    return found === file.digest ? h("p", { class: "status passed", "data-digest": "ok" }, "matches the digest in the list") : h("div", { class: "problem", "data-digest": "wrong" }, h("p", {}, `The list has ${file.digest}, the file has ${found}.`));
  };
}

function decoded(blob) {
  try {
    return Uint8Array.from(atob(blob), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}
