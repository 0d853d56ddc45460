// A server with skills on the official TypeScript SDK 2.x: with its own extension, or with the
// package of another author. node skills_server.mjs FOLDER-OF-PACKAGES own|other FOLDER [PORT]

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve as absolute } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, maker, skills, port] = process.argv.slice(2);
const { resolve } = createRequire(absolute(folder, "package.json"));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { McpServer, createMcpHandler } = await load("@modelcontextprotocol/server");

async function own() {
  const { SkillsExtension } = await load("@modelcontextprotocol/server/ext/skills");
  const { nodeSkillFiles } = await load("@modelcontextprotocol/server/ext/skills/node");
  const catalog = await SkillsExtension.load(nodeSkillFiles(skills));
  return (server) => catalog.attach(server);
}

async function other() {
  const packaged = absolute(folder, "node_modules/@olaservo/ext-skills/dist/server/index.js");
  const { discoverSkills, registerSkillResources } = await import(pathToFileURL(packaged).href);
  const found = discoverSkills(skills);
  const options = { template: true, directoryRead: true, ttlMs: 60_000, cacheScope: "public" };
  return (server) => registerSkillResources(server, found, skills, options);
}

const attach = maker === "own" ? await own() : await other();

function made() {
  const server = new McpServer(
    { name: "skilled", version: "1.0.0" },
    { capabilities: { resources: {} } },
  );
  attach(server);
  return server;
}

if (port === undefined) {
  (await load("@modelcontextprotocol/server/stdio")).serveStdio(made);
} else {
  const guards = await load("@modelcontextprotocol/node");
  const host = guards.localhostHostValidation();
  const origin = guards.localhostOriginValidation();
  const handle = guards.toNodeHandler(createMcpHandler(made));
  createServer((request, response) => {
    if (host(request, response) && origin(request, response)) handle(request, response);
  }).listen(Number(port), "127.0.0.1");
}
