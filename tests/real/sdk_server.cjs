// A small server on the official TypeScript SDK, 1.x or 2.x, over stdio or HTTP.
// node sdk_server.cjs FOLDER-OF-PACKAGES 1|2 [PORT]

const { createServer } = require("node:http");
const { createRequire } = require("node:module");
const { randomUUID } = require("node:crypto");
const { join } = require("node:path");

const [folder, generation, port] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const z = load("zod");

function small({ McpServer, ResourceTemplate }) {
  const server = new McpServer({ name: "small", version: "1.0.0" });
  server.registerTool(
    "add",
    {
      description: "Add two numbers.",
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ result: z.number() }),
    },
    async ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
      structuredContent: { result: a + b },
    }),
  );
  server.registerResource(
    "greeting",
    new ResourceTemplate("greeting://{name}", { list: undefined }),
    { description: "A greeting." },
    async (uri, { name }) => ({ contents: [{ uri: uri.href, text: `hello, ${name}` }] }),
  );
  server.registerResource("note", "note://today", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/plain", text: "sunny" }],
  }));
  const argsSchema = generation === "1" ? { code: z.string() } : z.object({ code: z.string() });
  server.registerPrompt(
    "review",
    { description: "Ask for a review.", argsSchema },
    ({ code }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Please review: ${code}` } }],
    }),
  );
  return server;
}

async function first() {
  const parts = {
    ...load("@modelcontextprotocol/sdk/server/mcp.js"),
    ...load("@modelcontextprotocol/sdk/server/stdio.js"),
    ...load("@modelcontextprotocol/sdk/server/streamableHttp.js"),
  };
  if (port === undefined) return small(parts).connect(new parts.StdioServerTransport());
  const sessions = new Map();
  serve(port, async (request, response) => {
    const known = sessions.get(request.headers["mcp-session-id"]);
    if (known) return known.handleRequest(request, response);
    if (request.headers["mcp-session-id"]) return refuse(response, 404, "no such session");
    const transport = new parts.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
      onsessionclosed: (id) => sessions.delete(id),
    });
    await small(parts).connect(transport);
    return transport.handleRequest(request, response);
  });
}

function second() {
  const parts = load("@modelcontextprotocol/server");
  if (port === undefined) {
    return load("@modelcontextprotocol/server/stdio").serveStdio(() => small(parts));
  }
  const handler = parts.createMcpHandler(() => small(parts));
  serve(port, load("@modelcontextprotocol/node").toNodeHandler(handler));
}

function serve(number, handle) {
  const guards = load("@modelcontextprotocol/node");
  const host = guards.localhostHostValidation();
  const origin = guards.localhostOriginValidation();
  createServer((request, response) => {
    if (!host(request, response) || !origin(request, response)) return;
    if (request.url !== "/mcp") return refuse(response, 404, "nothing is here");
    handle(request, response);
  }).listen(Number(number), "127.0.0.1");
}

function refuse(response, status, message) {
  const error = { code: -32000, message };
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}

generation === "1" ? first() : second();
