// A right server on the low-level Server of the official TypeScript SDK 1.x, with all it offers.
// node typescript_1.cjs FOLDER-OF-PACKAGES [PORT]; stdio where no port is named.

const { createServer } = require("node:http");
const { createRequire } = require("node:module");
const { randomUUID } = require("node:crypto");
const { join } = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const catalog = require("./catalog.json");

const [folder, port] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const sdk = (name) => load(`@modelcontextprotocol/sdk/${name}.js`);
const types = sdk("types");
const { Server } = sdk("server/index");
const { AjvJsonSchemaValidator } = sdk("validation/ajv-provider");
const { InMemoryTaskStore } = sdk("experimental/tasks/stores/in-memory");
const guards = load("@modelcontextprotocol/node");

const text = (value) => ({ type: "text", text: value });
const invalid = (message, code = -32602, data = undefined) =>
  new types.McpError(code, message, data);
const tools = catalog.tools.filter((tool) => tool.name !== "end_subscriptions");
const prompts = catalog.prompts.map((prompt) => prompt.name);
const readOnly = { readOnlyHint: true };
const clock = { name: "clock", inputSchema: { type: "object" }, annotations: readOnly };
const ajv = new AjvJsonSchemaValidator();
let written = false;

// Some entries at a time; the cursor is the index of the first.
function page(entries, params, size) {
  const first = Number(params?.cursor ?? 0);
  if (!(first >= 0 && first < entries.length)) throw invalid("unknown cursor");
  const end = first + size;
  return [entries.slice(first, end), end < entries.length ? { nextCursor: String(end) } : {}];
}

const changing = {
  change_tools: (server) => server.sendToolListChanged(),
  change_prompts: (server) => server.sendPromptListChanged(),
  change_resources: (server) => server.sendResourceListChanged(),
  change_note: (server, { watched }) =>
    watched.has("note://today") && server.sendResourceUpdated({ uri: "note://today" }),
  finish_sign_in: (server, { started }) =>
    started.has("mail") && server.createElicitationCompletionNotifier("mail")(),
};

const running = {
  lookup: (server, extra, { region }) => region,
  show_clock: () => "noon",
  count: async (server, { _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [1, 2, 3]) {
      const params = { progressToken, progress, total: 3, message: `at ${progress}` };
      await sendNotification({ method: "notifications/progress", params });
    }
    return "three";
  },
  broken: () => {
    throw new Error("the disk is full");
  },
  pause: async (server, { signal }) => {
    await sleep(1000, undefined, { signal });
    return "rested";
  },
  talk: async (server, { session, sendNotification }) => {
    const levels = types.LoggingLevelSchema.options;
    for (const level of levels.slice(levels.indexOf(session.level))) {
      const params = { level, logger: "talk", data: `this is ${level}` };
      await sendNotification({ method: "notifications/message", params });
    }
    return "said";
  },
  time_in: async (server, extra, { city }) => {
    if (!server.getClientCapabilities()?.elicitation) return `noon in ${city}`;
    const form = { mode: "form", message: "Which zone?", requestedSchema: catalog.form };
    const { action } = await server.elicitInput(form, { relatedRequestId: extra.requestId });
    return `noon in ${city} (${action})`;
  },
  sign_in: async (server, extra) => {
    if (!server.getClientCapabilities()?.elicitation?.url) return "this needs URL elicitation";
    const url = "https://example.com/sign-in";
    const asked = { mode: "url", message: "Sign in.", url, elicitationId: "sign-in" };
    return (await server.elicitInput(asked, { relatedRequestId: extra.requestId })).action;
  },
  read_mail: (server, { session }) => {
    if (!server.getClientCapabilities()?.elicitation?.url) return "this needs URL elicitation";
    session.started.add("mail");
    const url = "https://example.com/mail";
    const asked = { mode: "url", message: "Sign in.", url, elicitationId: "mail" };
    throw new types.UrlElicitationRequiredError([asked]);
  },
  where: async (server, { requestId }) => {
    if (!server.getClientCapabilities()?.roots) return "nowhere";
    const { roots } = await server.listRoots(undefined, { relatedRequestId: requestId });
    return roots.map((root) => root.uri).join(" ");
  },
  model_time: async (server, { requestId }) => {
    const { sampling } = server.getClientCapabilities() ?? {};
    if (!sampling) return "no model";
    const more = sampling.tools ? { tools: [clock] } : {};
    const ask = (...later) => {
      const messages = [{ role: "user", content: text("What time is it?") }, ...later];
      const params = { messages, maxTokens: 50, ...more };
      return server.createMessage(params, { relatedRequestId: requestId });
    };
    const first = await ask();
    const blocks = [first.content].flat();
    const uses = blocks.filter((block) => block.type === "tool_use");
    if (uses.length === 0) return first.model;
    const results = uses.map(({ id }) => ({
      type: "tool_result",
      toolUseId: id,
      content: [text("noon")],
    }));
    const said = { role: "assistant", content: blocks };
    return (await ask(said, { role: "user", content: results })).model;
  },
  write_slowly: async () => {
    written = false;
    await sleep(500);
    written = true;
    return "done";
  },
  was_written: () => (written ? "it was written" : "not yet"),
  reconnect: async (server, { closeSSEStream }) => {
    closeSSEStream?.();
    await sleep(200);
    return "back";
  },
};

// A task that ends by itself, unless the client cancels it.
async function begun(name, { taskStore, taskRequestedTtl }) {
  const task = await taskStore.createTask({ ttl: taskRequestedTtl, pollInterval: 50 });
  const failed = name === "fail_as_task";
  const result = { content: [text(failed ? "the disk is full" : "worked")], isError: failed };
  const finish = async () => {
    const { status } = await taskStore.getTask(task.taskId);
    if (status !== "working") return;
    await taskStore.storeTaskResult(task.taskId, failed ? "failed" : "completed", result);
  };
  setTimeout(finish, name === "work_slowly" ? 1000 : 100).unref();
  return { task };
}

async function call(server, session, { params }, extra) {
  const { name, arguments: given = {}, task } = params;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw invalid("unknown tool");
  const support = tool.execution?.taskSupport ?? "forbidden";
  if (support === (task ? "forbidden" : "required")) throw invalid("not in this way", -32601);
  if (task) return begun(name, extra);
  const { valid, errorMessage } = ajv.getValidator(tool.inputSchema)(given);
  if (!valid) return { content: [text(errorMessage)], isError: true };
  if (name === "media") return { content: catalog.media };
  if (name === "forecast") {
    const found = { ...given, degrees: 21.5 };
    const _meta = { "example.com/source": "right" };
    return { content: [text(JSON.stringify(found))], structuredContent: found, _meta };
  }
  if (name in changing) await changing[name](server, session);
  if (name in changing || support !== "forbidden") return { content: [text("done")] };
  try {
    return { content: [text(await running[name](server, { ...extra, session }, given))] };
  } catch (error) {
    if (error instanceof types.UrlElicitationRequiredError) throw error;
    return { content: [text(error.message)], isError: true };
  }
}

function read({ params: { uri } }) {
  if (uri in catalog.contents) return { contents: [{ uri, ...catalog.contents[uri] }] };
  const name = /^note:\/\/(by-name|of-day)\/(\w+)$/.exec(uri)?.[2];
  if (name === undefined) throw invalid("unknown resource", -32002, { uri });
  if (name === "broken") throw invalid("the disk is full", -32603);
  return { contents: [{ uri, mimeType: "text/plain", text: `note ${name}` }] };
}

function prompt({ params: { name, arguments: given } }) {
  if (name === "broken_prompt") throw invalid("the disk is full", -32603);
  const greeted = name === "greet" && given?.name !== undefined;
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

function right() {
  const changes = { listChanged: true };
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  const capabilities = {
    ...{ tools: changes, prompts: changes, resources: { ...changes, subscribe: true } },
    ...{ logging: {}, completions: {}, tasks },
  };
  const info = { name: "right-typescript-1", title: "Right", version: "1.0.0" };
  const more = { websiteUrl: "https://example.com/", icons: catalog.icons };
  const options = { capabilities, taskStore: new InMemoryTaskStore(), instructions: "Call a tool." };
  const server = new Server({ ...info, ...more }, options);
  const session = { watched: new Set(), started: new Set(), level: "debug" };
  const on = (name, handler) => server.setRequestHandler(types[`${name}RequestSchema`], handler);
  const listed = (name, key, entries, size) =>
    on(name, ({ params }) => {
      const [found, following] = page(entries, params, size);
      return { [key]: found, ...following };
    });
  listed("ListTools", "tools", tools, 9);
  listed("ListResources", "resources", catalog.resources, 1);
  listed("ListResourceTemplates", "resourceTemplates", catalog.resourceTemplates, 1);
  listed("ListPrompts", "prompts", catalog.prompts, 2);
  on("CallTool", (request, extra) => call(server, session, request, extra));
  on("ReadResource", read);
  on("GetPrompt", prompt);
  on("Complete", complete);
  on("SetLevel", ({ params }) => ((session.level = params.level), {}));
  on("Subscribe", ({ params }) => (session.watched.add(params.uri), {}));
  on("Unsubscribe", ({ params }) => (session.watched.delete(params.uri), {}));
  return server;
}

// Replays what followed an event on its own stream, as the interface of the SDK asks.
class Events {
  kept = [];

  async storeEvent(streamId, message) {
    const id = `${streamId}_${this.kept.length}`;
    this.kept.push({ id, streamId, message });
    return id;
  }

  async replayEventsAfter(lastEventId, { send }) {
    const place = this.kept.findIndex((event) => event.id === lastEventId);
    const { streamId } = this.kept[place];
    for (const event of this.kept.slice(place + 1)) {
      const own = event.streamId === streamId && Object.keys(event.message).length > 0;
      if (own) await send(event.id, event.message);
    }
    return streamId;
  }

  async getStreamIdForEventId(eventId) {
    return this.kept.find((event) => event.id === eventId)?.streamId;
  }
}

function serve() {
  const { StreamableHTTPServerTransport } = sdk("server/streamableHttp");
  const sessions = new Map();
  const host = guards.localhostHostValidation();
  const origin = guards.localhostOriginValidation();
  createServer(async (request, response) => {
    if (!host(request, response) || !origin(request, response)) return;
    const id = request.headers["mcp-session-id"];
    if (sessions.has(id)) return sessions.get(id).handleRequest(request, response);
    if (id) {
      const error = { code: -32000, message: "unknown session" };
      response.writeHead(404, { "content-type": "application/json" });
      return response.end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new Events(),
      retryInterval: 500,
      onsessioninitialized: (name) => sessions.set(name, transport),
      onsessionclosed: (name) => sessions.delete(name),
    });
    await right().connect(transport);
    return transport.handleRequest(request, response);
  }).listen(Number(port), "127.0.0.1");
}

port === undefined ? right().connect(new (sdk("server/stdio").StdioServerTransport)()) : serve();
