// The TypeScript SDK's client with several servers at once: the same as paired_sdk.py.
// paired_sdk.cjs MODULES BURST ROUNDS TOOL TARGET...
const { createRequire } = require("node:module");
const [modules, ...given] = process.argv.slice(2);
const [burst, rounds, tool, ...targets] = given.map((word) => JSON.parse(word));
const load = createRequire(modules + "/x.js");
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");

function transport(target) {
  if (typeof target === "string") return new StreamableHTTPClientTransport(new URL(target));
  return new StdioClientTransport({ command: target[0], args: target.slice(1), stderr: "ignore" });
}

async function seconds(client, calls) {
  const begun = process.hrtime.bigint();
  for (let n = 0; n < calls; n++) await client.callTool(tool);
  return Number(process.hrtime.bigint() - begun) / 1e9 / calls;
}

(async () => {
  const clients = [];
  for (const target of targets) {
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(transport(target));
    await seconds(client, 300);
    clients.push(client);
  }
  const told = [];
  for (let round = 0; round < rounds; round++) {
    const taken = [];
    for (let n = 0; n < clients.length; n++) {
      const place = round % 2 ? clients.length - 1 - n : n;
      taken[place] = await seconds(clients[place], burst);
    }
    told.push(taken);
  }
  for (const client of clients) await client.close();
  process.stdout.write(JSON.stringify(told) + "\n");
})();
