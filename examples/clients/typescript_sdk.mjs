// Drive the MCP TypeScript SDK through the steps of a scenario (npm install @modelcontextprotocol/sdk).
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
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
  call_task: async ({ name }) => {
    const stream = client.experimental.tasks.callToolStream({ name, arguments: {} }, undefined, { task: {}, timeout });
    for await (const message of stream) if (message.type === "error") throw message.error;
  },
  read_resource: ({ uri }) => client.readResource({ uri }, { timeout }),
  subscribe: ({ uri }) => client.subscribeResource({ uri }, { timeout }),
  get_prompt: ({ name, arguments: args }) => client.getPrompt({ name, arguments: args }, { timeout }),
  set_level: ({ level }) => client.setLoggingLevel(level, { timeout }),
  wait: ({ seconds }) => sleep(1000 * seconds),
  at_once: ({ steps }) => Promise.allSettled(steps.map((step) => actions[step.do](step))),
};

class SignIn {
  redirectUrl = "http://127.0.0.1:3000/callback";
  clientMetadata = {
    client_name: "example-client",
    redirect_uris: [this.redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
  };
  #state = randomUUID();
  constructor({ client_id, client_secret, client_metadata_url }) {
    if (client_id) this.client = { client_id, client_secret };
    this.clientMetadataUrl = client_metadata_url;
  }
  state = () => this.#state;
  clientInformation = () => this.client;
  saveClientInformation = (client) => (this.client = client);
  tokens = () => this.saved;
  saveTokens = (tokens) => (this.saved = tokens);
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier) => (this.verifier = verifier);
  // Play the browser: the authorization server redirects at once.
  async redirectToAuthorization(url) {
    const { headers } = await fetch(url, { redirect: "manual" });
    const answer = new URL(headers.get("location")).searchParams;
    if (answer.get("state") !== this.#state) throw new Error("the state is another one");
    this.code = answer.get("code");
  }
}

function provider({ grant, client_id: clientId, client_secret: clientSecret }) {
  return grant ? new ClientCredentialsProvider({ clientId, clientSecret }) : new SignIn(told.oauth);
}
const authProvider = told.oauth && provider(told.oauth);

// The SDK leaves it to the application to finish a sign-in and to repeat the request.
async function signedIn(work, tries = 3) {
  try {
    return await work();
  } catch (error) {
    const code = authProvider?.code;
    if (!(error instanceof UnauthorizedError) || !code || tries === 0) throw error;
    authProvider.code = undefined;
    await transport.finishAuth(code);
    return signedIn(work, tries - 1);
  }
}

let transport;
const connect = () => {
  const url = told.url && new URL(told.url);
  if (!url) transport = new StdioClientTransport({ command: told.command[0], args: told.command.slice(1) });
  else if (told.revision === "2024-11-05") transport = new SSEClientTransport(url, { authProvider });
  else transport = new StreamableHTTPClientTransport(url, { authProvider });
  return client.connect(transport, { timeout });
};
await signedIn(connect);
for (const [number, step] of told.steps.entries()) {
  try {
    await signedIn(() => actions[step.do](step));
    console.log(JSON.stringify({ step: number, ok: true }));
  } catch (error) {
    console.log(JSON.stringify({ step: number, ok: false, error: String(error) }));
  }
}
await transport.terminateSession?.();
await client.close();
