// A server made from the code of one fix: node fix_server.cjs FOLDER-OF-PACKAGES 1|2 FILE [PORT]

const { createServer } = require("node:http");
const { createRequire } = require("node:module");
const { randomUUID } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const [folder, generation, file, port] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const z = load("zod");
const first = generation === "1";
const parts = first
  ? {
      ...load("@modelcontextprotocol/sdk/server/mcp.js"),
      ...load("@modelcontextprotocol/sdk/server/stdio.js"),
      ...load("@modelcontextprotocol/sdk/server/streamableHttp.js"),
    }
  : load("@modelcontextprotocol/server");
const code = readFileSync(file, "utf-8")
  .replace(/^import (\{.*\}) from (".*");$/gm, "const $1 = load($2);")
  .replace("8000", port ?? "8000");

const found = () => "found";
const sessions = new Map();

function made() {
  const server = new parts.McpServer({ name: "notes", version: "1.0.0" });
  if (code.includes("setRequestHandler")) {
    server.registerResource("note", "note://today", {}, async () => ({ contents: [] }));
  } else if (!code.includes("registerTool")) return ready(server);
  const names = "McpServer, z, load, find, run, server_, notes, minimum";
  const own = code.includes("const server =") ? "" : "const server = server_;";
  const build = new Function(...names.split(", "), `${own}\n${code}\nreturn server;`);
  return build(parts.McpServer, z, load, found, found, server, new Map([["note://today", "sunny"]]));
}

function ready(server) {
  server.registerTool("add", { inputSchema: z.object({ a: z.number() }) }, async ({ a }) => ({
    content: [{ type: "text", text: String(a) }],
  }));
  return server;
}

// The fix about sessions is the beginning of a handler.
const known = code.includes("sessions.get")
  ? new Function("sessions", "request", "response", `${code}\nreturn session ?? true;`)
  : (_, request) => sessions.get(request.headers["mcp-session-id"]) ?? true;

// The fix about resumed streams is a class.
const eventStore = code.startsWith("class Events") && new Function(`${code}\nreturn new Events();`);

const later = first ? undefined : load("@modelcontextprotocol/node").toNodeHandler;

async function handle(request, response) {
  if (!first) return later(parts.createMcpHandler(made))(request, response);
  const session = known(sessions, request, response);
  if (session === undefined) return undefined;
  if (session !== true) return session.handleRequest(request, response);
  const transport = new parts.StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: eventStore ? eventStore() : undefined,
    onsessioninitialized: (id) => sessions.set(id, transport),
    onsessionclosed: (id) => sessions.delete(id),
  });
  await made().connect(transport);
  return transport.handleRequest(request, response);
}

if (code.includes("createServer(")) {
  new Function("createServer", "load", "handle", code)(createServer, load, handle);
} else if (port !== undefined) {
  createServer(handle).listen(Number(port), "127.0.0.1");
} else if (first) {
  made().connect(new parts.StdioServerTransport());
} else {
  load("@modelcontextprotocol/server/stdio").serveStdio(made);
}
