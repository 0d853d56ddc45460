// A client on the TypeScript SDK whose stream breaks during a call, and which resumes it.
// resuming_client.cjs MODULES URL: prints the result.
const { createRequire } = require("node:module");
const [modules, url] = process.argv.slice(2);
const load = createRequire(modules + "/x.js");
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { CallToolResultSchema } = load("@modelcontextprotocol/sdk/types.js");

const params = { name: "trigger-long-running-operation", arguments: { duration: 0.4, steps: 4 } };
const request = { method: "tools/call", params };

(async () => {
  const first = new Client({ name: "resuming", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await first.connect(transport);
  let last;
  const token = await new Promise((resolve) => {
    const options = { onprogress: () => last && resolve(last), onresumptiontoken: (seen) => (last = seen) };
    first.request(request, CallToolResultSchema, options).catch(() => {});
  });
  const { sessionId, protocolVersion } = transport;
  await first.close();

  const second = new Client({ name: "resuming", version: "1" });
  const again = new StreamableHTTPClientTransport(new URL(url), { sessionId });
  await second.connect(again);
  again.setProtocolVersion(protocolVersion);
  // This server sends what it has when it is asked again, and then nothing: so ask until it is all.
  let result;
  for (let tries = 0; result === undefined && tries < 40; tries += 1) {
    const options = { resumptionToken: token, timeout: 500 };
    result = await second.request(request, CallToolResultSchema, options).catch(() => undefined);
  }
  await second.close();
  process.stdout.write(JSON.stringify(result) + "\n");
})();
