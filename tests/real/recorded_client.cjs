// A client on the TypeScript SDK: makes the calls it is told to, and prints what came back.
// recorded_client.cjs MODULES CALLS TARGET...: CALLS is JSON, TARGET an address or a command.
const { createRequire } = require("node:module");
const [modules, calls, ...target] = process.argv.slice(2);
const load = createRequire(modules + "/x.js");
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { SSEClientTransport } = load("@modelcontextprotocol/sdk/client/sse.js");

function transport() {
  if (!target[0].startsWith("http")) {
    return new StdioClientTransport({ command: target[0], args: target.slice(1), stderr: "ignore" });
  }
  const url = new URL(target[0]);
  return target[0].endsWith("/sse") ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url);
}

(async () => {
  const client = new Client({ name: "recorded", version: "1" });
  await client.connect(transport());
  const tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
  const said = [client.getServerVersion().name, tools];
  for (const [name, args] of JSON.parse(calls)) {
    said.push(await client.callTool({ name, arguments: args }));
  }
  await client.close();
  process.stdout.write(JSON.stringify(said) + "\n");
})();
