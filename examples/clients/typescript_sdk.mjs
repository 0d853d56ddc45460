// Drive the MCP TypeScript SDK through the steps of a scenario (npm install @modelcontextprotocol/sdk).
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as t from "@modelcontextprotocol/sdk/types.js";

const told = JSON.parse(readFileSync(process.env.MCPTEST_STEPS, "utf8"));
const { client: answers, timeout_ms: timeout } = told;
const listed = new Set();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const capabilities = {};
if (answers.roots) capabilities.roots = { listChanged: true };
if (answers.sampling) capabilities.sampling = answers.sampling.tools ? { tools: {} } : {};
if (answers.elicitation) {
  const modes = answers.elicitation.modes ?? ["form"];
  const declared = { form: { applyDefaults: true }, url: {} };
  capabilities.elicitation = Object.fromEntries(modes.map((mode) => [mode, declared[mode]]));
}
const client = new Client({ name: "example-client", version: "1.0.0" }, { capabilities });
if (answers.roots) client.setRequestHandler(t.ListRootsRequestSchema, () => ({ roots: answers.roots }));
if (answers.sampling)
  client.setRequestHandler(t.CreateMessageRequestSchema, async ({ params }) => {
    if (params.tools && !answers.sampling.tools) throw new t.McpError(-32602, "tools are not supported");
    await sleep(answers.sampling.delay_ms ?? 0);
    return { role: "assistant", content: { type: "text", text: "Four." }, model: "example" };
  });
if (answers.elicitation)
  client.setRequestHandler(t.ElicitRequestSchema, (request) => {
    const { action = "accept", content = {} } = answers.elicitation;
    return action === "accept" && request.params.mode !== "url" ? { action, content } : { action };
  });

async function listAll(list) {
  for (let cursor; ; ) {
    const page = await list({ cursor });
    page.tools?.forEach((tool) => listed.add(tool.name));
    if ((cursor = page.nextCursor) === undefined) return;
  }
}

const actions = {
  list_tools: () => listAll((page) => client.listTools(page, { timeout })),
  list_resources: () => listAll((page) => client.listResources(page, { timeout })),
  list_prompts: () => listAll((page) => client.listPrompts(page, { timeout })),
  call_tool: ({ name, arguments: args, progress, listed: wanted }) => {
    if (wanted && !listed.has(name)) throw new Error(`${name} is not listed`);
    const options = { timeout, ...(progress && { onprogress: () => {} }) };
    return client.callTool({ name, arguments: args }, undefined, options);
  },
  read_resource: ({ uri }) => client.readResource({ uri }, { timeout }),
  subscribe: ({ uri }) => client.subscribeResource({ uri }, { timeout }),
  get_prompt: ({ name, arguments: args }) => client.getPrompt({ name, arguments: args }, { timeout }),
  set_level: ({ level }) => client.setLoggingLevel(level, { timeout }),
  wait: ({ seconds }) => sleep(1000 * seconds),
  at_once: ({ steps }) => Promise.allSettled(steps.map((step) => actions[step.do](step))),
};

const transport = told.url
  ? new StreamableHTTPClientTransport(new URL(told.url))
  : new StdioClientTransport({ command: told.command[0], args: told.command.slice(1) });
await client.connect(transport, { timeout });
for (const [number, step] of told.steps.entries()) {
  try {
    await actions[step.do](step);
    console.log(JSON.stringify({ step: number, ok: true }));
  } catch (error) {
    console.log(JSON.stringify({ step: number, ok: false, error: String(error) }));
  }
}
if (told.url) await transport.terminateSession();
await client.close();
