// A response: every kind of content, the structured part with its check, and the raw JSON.

import { button, bytes, fill, h, milliseconds, put, tag, visible } from "/dom.js";
import { headersView } from "/headers_view.js";
import { jsonView, longText } from "/json_view.js";
import { go } from "/router.js";

const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const LARGEST_MEDIA = 12e6;
const LONGEST = 256 * 1024;

export const STATUS = {
  ok: ["ok", "passed"], "tool-error": ["tool error", "failed"], error: ["error response", "failed"],
  failed: ["no response", "failed"], cancelled: ["cancelled", "skipped"], running: ["running…", ""],
};

export function statusTag(call) {
  const [word, kind] = STATUS[call.status];
  return h("span", { class: `status ${kind}`, "data-status": call.status }, word);
}

export function resultView(call) {
  const answer = call.answer ?? {};
  const head = h("div", { class: "result-head" }, h("h2", {}, "Response"), statusTag(call), h("span", { class: "note" }, milliseconds(call.took_ms)));
  const tabs = tabsOf(answer);
  return h("div", { class: "result", "data-result": call.status }, head, trouble(call, answer), tabs && tabbed(tabs), stderr(answer));
}

function trouble(call, answer) {
  const words = [];
  if (call.status === "failed" && !answer.error) words.push(answer.problem, answer.ending && `The server ${answer.ending}.`);
  if (answer.error) words.push(answer.error.message, answer.error.hint);
  if (call.status !== "running" && !call.answer && call.status !== "cancelled") words.push("The response is no longer kept.");
  const shown = words.filter(Boolean);
  return shown.length ? h("div", { class: "problem" }, shown.map((text) => h("p", {}, text))) : null;
}

function tabsOf(answer) {
  const result = answer.result;
  if (answer.rpc_error !== undefined) return { Error: () => jsonView(answer.rpc_error) };
  if (result === undefined) return null;
  const tabs = {};
  const blocks = result?.content ?? result?.contents ?? result?.messages;
  if (Array.isArray(blocks)) tabs.Content = () => h("div", { class: "blocks" }, blocks.length ? blocks.map(block) : h("p", { class: "note" }, "The content is empty."));
  if (result && typeof result === "object" && "structuredContent" in result) tabs.Structured = () => h("div", {}, check(answer), jsonView(result.structuredContent));
  else if (answer.schema_errors?.length) tabs.Structured = () => check(answer);
  tabs.Raw = () => jsonView(result, { depth: 2 });
  if (answer.notifications?.length) tabs[`Notifications ${answer.notifications.length}`] = () => jsonView(answer.notifications, { depth: 2 });
  if (answer.http) tabs.Headers = () => headersView([{ direction: "received", line: String(answer.http.status), headers: answer.http.headers }]);
  return tabs;
}

function check(answer) {
  if (answer.schema_errors === null || answer.schema_errors === undefined) return h("p", { class: "note" }, "The tool has no outputSchema.");
  if (!answer.schema_errors.length) return h("p", { class: "status passed", "data-schema": "ok" }, "matches the outputSchema");
  return h("div", { class: "problem", "data-schema": "wrong" }, h("p", {}, "Does not match the outputSchema:"), h("ul", {}, answer.schema_errors.map((text) => h("li", {}, text))));
}

export function tabbed(tabs) {
  const names = Object.keys(tabs);
  const place = h("div", { class: "tab-panel", role: "tabpanel", tabIndex: 0 });
  const row = h("div", { class: "tabs", role: "tablist" });
  const show = (name, focus) => {
    for (const one of row.children) {
      const here = one.dataset.tab === name;
      one.setAttribute("aria-selected", String(here));
      one.tabIndex = here ? 0 : -1;
      if (here && focus) one.focus();
    }
    fill(place, tabs[name]());
  };
  for (const name of names) put(row, button(name, () => show(name), { role: "tab", "data-tab": name }));
  row.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const now = names.indexOf(event.target.dataset.tab);
    show(names[(now + step + names.length) % names.length], true);
  });
  show(names[0]);
  return h("div", {}, row, place);
}

export function block(one) {
  const content = one?.content && one.role ? one.content : one;
  const who = one?.role ? tag(one.role) : null;
  const blocks = Array.isArray(content) ? content : [content];
  return h("div", { class: "block" }, who, blocks.map(drawn));
}

function drawn(one) {
  switch (one?.type) {
    case "image": return media(one, "img");
    case "audio": return media(one, "audio");
    case "resource_link": return h("p", {}, tag("link"), " ", one.title ?? one.name ?? "", " ", resourceLink(one.uri));
    case "resource": return contents(one.resource ?? {});
    default: break;
  }
  if (typeof one?.text === "string" && (one.type === "text" || one.type === undefined)) return one.uri ? contents(one) : text(one.text);
  if (typeof one?.blob === "string") return contents(one);
  return jsonView(one);
}

function contents(one) {
  const about = h("p", { class: "note" }, one.uri ?? "", one.mimeType ? ` · ${one.mimeType}` : "");
  if (typeof one.text === "string") return h("div", {}, about, text(one.text));
  if (IMAGES.has(one.mimeType)) return h("div", {}, about, media({ data: one.blob, mimeType: one.mimeType }, "img"));
  return h("div", {}, about, h("p", {}, `${bytes(Math.floor((one.blob?.length ?? 0) * 0.75))} of binary data`));
}

const text = (value) => h("pre", { class: "text" }, longText(value, LONGEST));

function media(one, kind) {
  const type = String(one.mimeType ?? "").toLowerCase();
  const known = kind === "img" ? IMAGES.has(type) : /^audio\/[\w.+-]+$/.test(type);
  const size = typeof one.data === "string" ? one.data.length : 0;
  if (!known || size > LARGEST_MEDIA || !/^[A-Za-z0-9+/=\s]*$/.test(one.data ?? "")) return h("p", { class: "note" }, `${visible(type || "unknown type")}, ${bytes(Math.floor(size * 0.75))}, not shown`);
  const source = `data:${type};base64,${one.data}`;
  return kind === "img" ? h("img", { src: source, alt: `image from the server, ${type}`, class: "shown" }) : h("audio", { controls: true, src: source });
}

// A resource of the server opens in the page; nothing else becomes a link unless it is http.
export function resourceLink(uri) {
  return button(String(uri), () => go("resources", [String(uri)]), { class: "link" });
}

export function outsideLink(address, text = address) {
  let parsed;
  try {
    parsed = new URL(address);
  } catch {
    return h("code", {}, address);
  }
  if (!["http:", "https:"].includes(parsed.protocol)) return h("code", {}, address);
  return h("a", { href: parsed.href, rel: "noopener noreferrer", target: "_blank" }, text);
}

function stderr(answer) {
  return answer.stderr ? h("details", { class: "stderr" }, h("summary", {}, "stderr during the call"), h("pre", { class: "text" }, longText(answer.stderr))) : null;
}
