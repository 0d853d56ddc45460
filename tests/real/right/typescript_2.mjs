// A right server on the McpServer of the official TypeScript SDK 2.x, with what it offers.
// node typescript_2.mjs FOLDER-OF-PACKAGES both|newest [PORT]; stdio where no port is named.
// One that speaks the newest revision alone rejects older clients.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve as absolute } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [folder, revisions, port] = process.argv.slice(2);
const { resolve } = createRequire(absolute(folder, "package.json"));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const sdk = await load("@modelcontextprotocol/server");
const catalog = JSON.parse(readFileSync(new URL("catalog.json", import.meta.url), "utf-8"));

const { inputRequired, inputResponse, ProtocolError } = sdk;
const text = (value) => ({ type: "text", text: value });
const invalid = (message, code = -32602, data = undefined) =>
  new ProtocolError(code, message, data);
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const URL_NEEDED = { requiredCapabilities: { elicitation: { url: {} } } };
const prompts = catalog.prompts.map((prompt) => prompt.name);
const clock = {
  name: "clock",
  inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: true },
};
const states = sdk.createRequestStateCodec({
  key: "a key that every process of this server knows",
  bind: (ctx) => ctx.mcpReq.method,
});
let written = false;
let handler;

const capabilitiesOf = (server, { mcpReq }) =>
  mcpReq.envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();

// Asks for one thing; the state says for which city, so that it fits no other call.
async function asking(ctx, key, request, city) {
  const requestState = await states.mint({ city }, ctx);
  return inputRequired({ inputRequests: { [key]: request }, requestState });
}

function answerTo(ctx, key, city) {
  if (ctx.mcpReq.requestState()?.city !== city) return undefined;
  return ctx.mcpReq.inputResponses?.[key];
}

const tell = {
  change_tools: (server) => server.sendToolListChanged(),
  change_prompts: (server) => server.sendPromptListChanged(),
  change_resources: (server) => server.sendResourceListChanged(),
  change_note: (server) => server.server.sendResourceUpdated({ uri: "note://today" }),
};
const notify = {
  change_tools: (to) => to.toolsChanged(),
  change_prompts: (to) => to.promptsChanged(),
  change_resources: (to) => to.resourcesChanged(),
  change_note: (to) => to.resourceUpdated("note://today"),
};

const running = {
  lookup: (server, ctx, { region }) => region,
  show_clock: () => "noon",
  broken: () => {
    throw new Error("the disk is full");
  },
  pause: async (server, { mcpReq }) => {
    await sleep(1000, undefined, { signal: mcpReq.signal });
    return "rested";
  },
  count: async (server, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [1, 2, 3]) {
      const params = { progressToken, progress, total: 3, message: `at ${progress}` };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    return "three";
  },
  talk: async (server, { mcpReq }) => {
    for (const level of LEVELS) await mcpReq.log(level, `this is ${level}`, "talk");
    return "said";
  },
  time_in: (server, ctx, { city }) => {
    const answer = answerTo(ctx, "zone", city);
    if (answer && answer.action !== "accept") return `noon in ${city}`;
    if (typeof answer?.content?.zone === "string") return `noon in ${answer.content.zone}`;
    const form = { message: "Which zone?", requestedSchema: catalog.form };
    return asking(ctx, "zone", inputRequired.elicit(form), city);
  },
  sign_in: (server, ctx) => {
    const answer = answerTo(ctx, "page", "");
    if (answer) return answer.action ?? "no answer";
    if (!capabilitiesOf(server, ctx)?.elicitation?.url) {
      throw invalid("URL elicitation", -32021, URL_NEEDED);
    }
    const page = { message: "Sign in.", url: "https://example.com/sign-in" };
    return asking(ctx, "page", inputRequired.elicitUrl(page), "");
  },
  where: (server, ctx) => {
    const answer = answerTo(ctx, "roots", "");
    if (answer) return (answer.roots ?? []).map((root) => root.uri).join(" ");
    return asking(ctx, "roots", inputRequired.listRoots(), "");
  },
  model_time: (server, ctx) => {
    const more = capabilitiesOf(server, ctx)?.sampling?.tools ? { tools: [clock] } : {};
    const ask = (round, ...later) => {
      const messages = [{ role: "user", content: text("What time is it?") }, ...later];
      const request = inputRequired.createMessage({ messages, maxTokens: 50, ...more });
      return asking(ctx, round, request, round);
    };
    const last = answerTo(ctx, "last", "last");
    if (last) return String(last.model);
    const first = answerTo(ctx, "first", "first");
    if (!first) return ask("first");
    const blocks = [first.content].flat();
    const uses = blocks.filter((block) => block?.type === "tool_use");
    if (uses.length === 0) return String(first.model);
    const results = uses.map(({ id }) => ({
      type: "tool_result",
      toolUseId: id,
      content: [text("noon")],
    }));
    const said = { role: "assistant", content: blocks };
    return ask("last", said, { role: "user", content: results });
  },
  write_slowly: async (server, { mcpReq }) => {
    written = false;
    await sleep(500, undefined, { signal: mcpReq.signal });
    written = true;
    return "done";
  },
  was_written: () => (written ? "it was written" : "not yet"),
};

async function call(server, name, given, ctx) {
  if (name === "media") return { content: catalog.media };
  if (name === "forecast") {
    const found = { ...given, degrees: 21.5 };
    const _meta = { "example.com/source": "right" };
    return { content: [text(JSON.stringify(found))], structuredContent: found, _meta };
  }
  if (name in tell) {
    await (handler ? notify[name](handler.notify) : tell[name](server));
    return { content: [text("changed")] };
  }
  const result = await running[name](server, ctx, given);
  return typeof result === "string" ? { content: [text(result)] } : result;
}

function read(uri) {
  if (uri in catalog.contents) return { contents: [{ uri, ...catalog.contents[uri] }] };
  const name = /^note:\/\/(by-name|of-day)\/(\w+)$/.exec(uri)?.[2];
  if (name === undefined) throw new sdk.ResourceNotFoundError(uri);
  if (name === "broken") throw invalid("the disk is full", -32603);
  return { contents: [{ uri, mimeType: "text/plain", text: `note ${name}` }] };
}

function prompt({ params: { name, arguments: given } }) {
  if (name === "broken_prompt") throw invalid("the disk is full", -32603);
  const greeted = name === "greet" && typeof given?.name === "string";
  if (!greeted && name !== "describe") throw invalid("unknown prompt, or no name");
  const blocks = greeted ? [text(`Say hello to ${given.name}.`)] : catalog.media;
  const messages = blocks.map((content) => ({ role: "user", content }));
  return { description: "A prompt.", messages };
}

function complete({ params: { ref, argument } }) {
  if (ref.type === "ref/prompt" && !prompts.includes(ref.name)) throw invalid("unknown prompt");
  const values = ["alpha", "beta"].filter((name) => name.startsWith(argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
}

// The SDK lists everything at once; the cursor is the index of the first entry of a page.
function inPages(server, method, key, size, entries) {
  server.server.setRequestHandler(method, ({ params }) => {
    const first = Number(params?.cursor ?? 0);
    if (!(first >= 0 && first < entries.length)) throw invalid("unknown cursor");
    const end = first + size;
    const more = end < entries.length ? { nextCursor: String(end) } : {};
    return { [key]: entries.slice(first, end), ...more };
  });
}

// Older clients subscribe in another way, which the SDK leaves to the author.
function right({ era }) {
  const changes = { listChanged: true };
  const capabilities = {
    ...{ tools: changes, prompts: changes, resources: { ...changes, subscribe: era === "modern" } },
    ...{ logging: {}, completions: {} },
  };
  const info = { name: "right-typescript-2", title: "Right", version: "1.0.0" };
  const more = { websiteUrl: "https://example.com/", icons: catalog.icons };
  const server = new sdk.McpServer(
    { ...info, ...more },
    {
      capabilities,
      instructions: "Call a tool.",
      cacheHints: { "tools/list": { ttlMs: 1000, cacheScope: "public" } },
      requestState: { verify: states.verify },
    },
  );
  const own = catalog.tools.filter(({ name }) => name in running || name in tell);
  const plain = catalog.tools.filter(({ name }) => name === "media" || name === "forecast");
  const tools = [...plain, ...own];
  for (const { name, inputSchema, outputSchema, ...rest } of tools) {
    const config = { ...rest, inputSchema: sdk.fromJsonSchema(inputSchema) };
    if (outputSchema) config.outputSchema = sdk.fromJsonSchema(outputSchema);
    server.registerTool(name, config, (given, ctx) => call(server, name, given, ctx));
  }
  const on = (method, handle) => server.server.setRequestHandler(method, handle);
  inPages(server, "tools/list", "tools", 9, tools);
  inPages(server, "resources/list", "resources", 1, catalog.resources);
  inPages(server, "resources/templates/list", "resourceTemplates", 1, catalog.resourceTemplates);
  inPages(server, "prompts/list", "prompts", 2, catalog.prompts);
  on("resources/read", ({ params }) => read(params.uri));
  on("prompts/get", prompt);
  on("completion/complete", complete);
  return server;
}

if (port === undefined) {
  const legacy = revisions === "both" ? "serve" : "reject";
  (await load("@modelcontextprotocol/server/stdio")).serveStdio(right, { legacy });
} else {
  const guards = await load("@modelcontextprotocol/node");
  const host = guards.localhostHostValidation();
  const origin = guards.localhostOriginValidation();
  const legacy = revisions === "both" ? "stateless" : "reject";
  handler = sdk.createMcpHandler(right, { legacy });
  const handle = guards.toNodeHandler(handler);
  createServer((request, response) => {
    if (host(request, response) && origin(request, response)) handle(request, response);
  }).listen(Number(port), "127.0.0.1");
}
