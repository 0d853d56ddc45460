// A server on the official TypeScript SDK 1.x that uses what the small one does not: a tool that
// runs as a task, sampling with tools, progress, a changing tool list, and resumable streams.
// node rich_server.cjs FOLDER-OF-PACKAGES [PORT]

const { createServer } = require("node:http");
const { createRequire } = require("node:module");
const { randomUUID } = require("node:crypto");
const { join } = require("node:path");

const [folder, port] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const { McpServer } = load("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = load("@modelcontextprotocol/sdk/server/stdio.js");
const { StreamableHTTPServerTransport } = load(
  "@modelcontextprotocol/sdk/server/streamableHttp.js",
);
const { InMemoryTaskStore } = load(
  "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js",
);
const guards = load("@modelcontextprotocol/node");

const annotations = { readOnlyHint: true };
const text = (value) => ({ type: "text", text: value });
const clock = { name: "clock", description: "Tells the time.", inputSchema: { type: "object" } };
const question = { role: "user", content: text("What time is it?") };

function rich() {
  const server = new McpServer(
    { name: "rich", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
      },
      taskStore: new InMemoryTaskStore(),
    },
  );
  server.registerTool("model_time", { description: "Asks the model.", annotations }, async () => {
    const ask = (messages) =>
      server.server.createMessage({
        messages,
        maxTokens: 50,
        tools: [{ ...clock, annotations }],
      });
    const first = await ask([question]);
    const content = Array.isArray(first.content) ? first.content : [first.content];
    const results = content
      .filter((block) => block.type === "tool_use")
      .map((use) => ({ type: "tool_result", toolUseId: use.id, content: [text("noon")] }));
    if (results.length === 0) return { content: [text(first.model)] };
    const last = await ask([
      question,
      { role: "assistant", content },
      { role: "user", content: results },
    ]);
    return { content: [text(last.model)] };
  });
  server.registerTool("count", { description: "Counts.", annotations }, async (extra) => {
    const progressToken = extra._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      if (progressToken === undefined) break;
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress, total: 3 },
      });
    }
    return { content: [text("three")] };
  });
  server.registerTool("reconnect", { description: "Reconnects.", annotations }, async (extra) => {
    extra.closeSSEStream?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { content: [text("back")] };
  });
  server.registerTool("change_tools", { description: "Tells of a change." }, async () => {
    server.sendToolListChanged();
    return { content: [text("changed")] };
  });
  server.experimental.tasks.registerToolTask(
    "work",
    { description: "Works.", annotations, execution: { taskSupport: "optional" } },
    {
      createTask: async ({ taskStore, taskRequestedTtl }) => {
        const task = await taskStore.createTask({ ttl: taskRequestedTtl, pollInterval: 50 });
        setTimeout(async () => {
          try {
            await taskStore.storeTaskResult(task.taskId, "completed", { content: [text("done")] });
          } catch {
            // The client cancelled it.
          }
        }, 100);
        return { task };
      },
      getTask: async ({ taskId, taskStore }) => taskStore.getTask(taskId),
      getTaskResult: async ({ taskId, taskStore }) => taskStore.getTaskResult(taskId),
    },
  );
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
    await rich().connect(transport);
    return transport.handleRequest(request, response);
  }).listen(Number(port), "127.0.0.1");
}

port === undefined ? rich().connect(new StdioServerTransport()) : serve();
