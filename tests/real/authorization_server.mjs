// An authorization server on oidc-provider: node oidc_server.mjs MODULES PORT RESOURCE
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, port, resource] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${modules}/package.json`));
const { Provider } = await import(pathToFileURL(require.resolve("oidc-provider")).href);
const scopes = "mcp:read mcp:call";
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "ci",
      client_secret: "ci-secret-value",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    },
  ],
  scopes: ["openid", "offline_access", ...scopes.split(" ")],
  pkce: { required: () => true },
  features: {
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => ({
        scope: scopes,
        audience: indicator,
        accessTokenFormat: "jwt",
        accessTokenTTL: 600,
      }),
    },
  },
});
provider.listen(Number(port), "127.0.0.1");
