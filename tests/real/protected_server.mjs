// A server on the TypeScript SDK behind OAuth: MODULES PORT ISSUER JWKS AUDIENCE (or -)
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { randomUUID } from "node:crypto";

const [modules, port, issuer, jwks, audience] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${modules}/package.json`));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const sdk = "@modelcontextprotocol/sdk";
const { McpServer } = await load(`${sdk}/server/mcp.js`);
const { StreamableHTTPServerTransport } = await load(`${sdk}/server/streamableHttp.js`);
const { requireBearerAuth } = await load(`${sdk}/server/auth/middleware/bearerAuth.js`);
const { mcpAuthMetadataRouter, getOAuthProtectedResourceMetadataUrl } = await load(`${sdk}/server/auth/router.js`);
const { InvalidTokenError } = await load(`${sdk}/server/auth/errors.js`);
const { isInitializeRequest } = await load(`${sdk}/types.js`);
const express = (await load("express")).default;
const { createRemoteJWKSet, jwtVerify } = await load("jose");
const { z } = await load("zod");

const keys = createRemoteJWKSet(new URL(jwks));
const expected = audience === "-" ? { issuer } : { issuer, audience };
const scopes = audience === "-" ? [] : ["mcp:read"];
const verifier = {
  async verifyAccessToken(token) {
    try {
      const { payload } = await jwtVerify(token, keys, expected);
      const scope = payload.scope ?? "";
      const granted = Array.isArray(scope) ? scope : scope.split(" ");
      return { token, clientId: payload.client_id ?? payload.sub ?? "x", scopes: granted, expiresAt: payload.exp };
    } catch (error) {
      throw new InvalidTokenError(error.code ?? "invalid");
    }
  },
};
const here = new URL(`http://127.0.0.1:${port}/mcp`);
const found = [`${issuer}/.well-known/oauth-authorization-server`, `${issuer}/.well-known/openid-configuration`];
let oauthMetadata;
for (const url of found) {
  const answer = await fetch(url);
  if (answer.ok) { oauthMetadata = await answer.json(); break; }
}
const app = express();
app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: here, scopesSupported: scopes }));
app.use(requireBearerAuth({
  verifier,
  requiredScopes: scopes,
  resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(here),
}));
app.use(express.json());
const sessions = {};
app.all("/mcp", async (request, response) => {
  const id = request.headers["mcp-session-id"];
  let transport = sessions[id];
  if (!transport && isInitializeRequest(request.body)) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (made) => { sessions[made] = transport; },
    });
    const server = new McpServer({ name: "guarded", version: "1.0.0" });
    server.registerTool("add", {
      description: "Add two numbers.",
      inputSchema: { a: z.number(), b: z.number() },
    }, ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
    await server.connect(transport);
  }
  if (!transport) {
    response.status(id ? 404 : 400).json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "no session" } });
    return;
  }
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(port), "127.0.0.1");
