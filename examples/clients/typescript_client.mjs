// Drive the second MCP TypeScript SDK through the steps of a scenario (npm install @modelcontextprotocol/client).
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import * as mcp from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

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
const mode = told.revision >= "2026-07-28" ? { pin: told.revision } : "legacy";
const info = { name: "example-client", version: "1.0.0" };
const client = new mcp.Client(info, { capabilities, versionNegotiation: { mode } });
if (answers.roots) client.setRequestHandler("roots/list", () => ({ roots: answers.roots }));
if (answers.sampling)
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    if (params.tools && !answers.sampling.tools) throw new mcp.ProtocolError(-32602, "tools are not supported");
    await sleep(answers.sampling.delay_ms ?? 0);
    return { role: "assistant", content: { type: "text", text: "Four." }, model: "example" };
  });
if (answers.elicitation)
  client.setRequestHandler("elicitation/create", ({ params }) => {
    const { action = "accept", content = {} } = answers.elicitation;
    return action === "accept" && params.mode !== "url" ? { action, content } : { action };
  });

async function listTools() {
  const { tools } = await client.listTools(undefined, { timeout }); // every page of it
  tools.forEach((tool) => listed.add(tool.name));
}

const actions = {
  list_tools: listTools,
  list_resources: () => client.listResources(undefined, { timeout }),
  list_prompts: () => client.listPrompts(undefined, { timeout }),
  call_tool: ({ name, arguments: args, progress, listed: wanted }) => {
    if (wanted && !listed.has(name)) throw new Error(`${name} is not listed`);
    return client.callTool({ name, arguments: args }, { timeout, ...(progress && { onprogress: () => {} }) });
  },
  listen: async ({ notifications }) => {
    const subscription = await client.listen(notifications, { timeout });
    await subscription.closed;
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
  discoveryState = () => this.found;
  saveDiscoveryState = (found) => (this.found = found);
  invalidateCredentials(what) {
    if (what === "all" || what === "client") this.client = undefined;
    if (what === "all" || what === "tokens") this.saved = undefined;
    if (what === "all" || what === "discovery") this.found = undefined;
  }
  // Play the browser: the authorization server redirects at once.
  async redirectToAuthorization(url) {
    const { headers } = await fetch(url, { redirect: "manual" });
    const answer = new URL(headers.get("location")).searchParams;
    if (answer.get("state") !== this.#state) throw new Error("the state is another one");
    this.answer = answer;
  }
}

function provider({ grant, client_id: clientId, client_secret: clientSecret }) {
  return grant ? new mcp.ClientCredentialsProvider({ clientId, clientSecret }) : new SignIn(told.oauth);
}
const authProvider = told.oauth && provider(told.oauth);

// The SDK leaves it to the application to finish a sign-in and to repeat the request.
async function signedIn(work, tries = 3) {
  try {
    return await work();
  } catch (error) {
    const answer = authProvider?.answer;
    if (!(error instanceof mcp.UnauthorizedError) || !answer || tries === 0) throw error;
    authProvider.answer = undefined;
    await transport.finishAuth(answer);
    return signedIn(work, tries - 1);
  }
}

let transport;
const connect = () => {
  const url = told.url && new URL(told.url);
  if (!url) transport = new StdioClientTransport({ command: told.command[0], args: told.command.slice(1) });
  else if (told.revision === "2024-11-05") transport = new mcp.SSEClientTransport(url, { authProvider });
  else transport = new mcp.StreamableHTTPClientTransport(url, { authProvider });
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
