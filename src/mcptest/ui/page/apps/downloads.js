// Files that an app offers: shown first, and saved only if a person agrees, under names that can do no harm.

import { AppError, INVALID_PARAMS } from "/apps/bridge.js";
import { ask } from "/apps/consent.js";
import { announce, bytes, counted, h, oneLine, save } from "/dom.js";

const MOST_FILES = 20;
const MOST_BYTES = 25e6; // of all files together
const LONGEST_NAME = 120;
const LONGEST_ENDING = 16;
const UNSAFE = /[/\\:*?"<>|]/g;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i; // devices of Windows

// `read(uri)` gives the contents of a resource of the server. The result is that of ui/download-file.
export async function download(contents, read) {
  if (!Array.isArray(contents) || !contents.length || contents.length > MOST_FILES) throw invalid(`contents must have between 1 and ${MOST_FILES} entries`);
  const found = [];
  for (const [index, item] of contents.entries()) found.push(...(await filesOf(item, index, read)));
  const size = found.reduce((sum, one) => sum + (one.data?.length ?? 0), 0);
  if (size > MOST_BYTES) throw new AppError(`the files have ${bytes(size)}, more than ${bytes(MOST_BYTES)}`);
  const title = `The app wants to download ${counted(found.length, "file")}`;
  if ((await ask(title, h("ul", { class: "plain" }, found.map(row)), [["save", "Download"]])) === null) return { isError: true };
  found.forEach(keep);
  announce(`${counted(found.length, "file")} downloaded`);
  return {};
}

// A link to the web opens in a tab of its own; any other is read from the server.
async function filesOf(item, index, read) {
  if (item?.type === "resource" && item.resource) return [fileOf(item.resource, index)];
  if (item?.type !== "resource_link" || typeof item.uri !== "string") throw invalid(`contents[${index}] is neither a resource nor a resource link`);
  const link = URL.canParse(item.uri) ? new URL(item.uri) : null;
  if (["http:", "https:"].includes(link?.protocol)) return [{ link: link.href }];
  const { contents } = await read(item.uri);
  return (Array.isArray(contents) ? contents : []).slice(0, MOST_FILES).map((one) => ({ ...fileOf(one, index), ...(typeof item.name === "string" && { name: safeName(item.name) }) }));
}

function fileOf({ uri, mimeType, text, blob }, index) {
  const file = { name: safeName(lastPart(String(uri ?? ""))), type: typeof mimeType === "string" ? mimeType : "" };
  if (typeof text === "string") return { ...file, data: new TextEncoder().encode(text) };
  try {
    return { ...file, data: Uint8Array.from(atob(blob.replace(/\s/g, "")), (one) => one.charCodeAt(0)) };
  } catch {
    throw invalid(`contents[${index}] has neither text nor a base64 blob`);
  }
}

function lastPart(uri) {
  const part = uri.split(/[?#]/)[0].split("/").filter(Boolean).pop() ?? "";
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// One name without a folder, hidden characters, leading dots or the name of a device; its ending stays in sight.
function safeName(text) {
  const plain = text.replace(INVISIBLE, "").replace(/\s+/g, " ").replace(UNSAFE, "_").replace(/^[. ]+|[. ]+$/g, "");
  const dot = plain.lastIndexOf(".");
  const ending = dot > 0 && plain.length - dot <= LONGEST_ENDING ? plain.slice(dot) : "";
  const name = plain.slice(0, plain.length - ending.length).slice(0, LONGEST_NAME - ending.length) + ending;
  return RESERVED.test(name) ? `_${name}` : name || "download";
}

function row({ link, name, type, data }) {
  if (link) return h("li", {}, h("code", {}, oneLine(link, 500)), h("span", { class: "note" }, " opens in a new tab"));
  return h("li", {}, h("code", {}, name), h("span", { class: "note" }, ` ${[bytes(data.length), oneLine(type, 80)].filter(Boolean).join(", ")}`));
}

// Saved as bytes of no known type, so that no browser opens it.
function keep({ link, name, data }) {
  if (link) window.open(link, "_blank", "noopener,noreferrer");
  else save(name, data, "application/octet-stream");
}

const invalid = (words) => new AppError(words, INVALID_PARAMS);
