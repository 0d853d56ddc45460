// Drive the Inspector CLI through the steps of a scenario, one process for each step
// (npm install @modelcontextprotocol/inspector; it needs Node 22).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const told = JSON.parse(readFileSync(process.env.MCPTEST_STEPS, "utf8"));
const transport = told.revision === "2024-11-05" ? "sse" : "http";
const server = told.url ? [told.url, "--transport", transport] : told.command;
const era = ["--protocol-era", told.revision >= "2026-07-28" ? "modern" : "legacy"];
const pairs = (values) => Object.entries(values).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
const methods = {
  list_tools: () => ["tools/list"],
  list_resources: () => ["resources/list"],
  list_prompts: () => ["prompts/list"],
  read_resource: ({ uri }) => ["resources/read", "--uri", uri],
  set_level: ({ level }) => ["logging/setLevel", "--log-level", level],
  get_prompt: ({ name, arguments: args }) =>
    ["prompts/get", "--prompt-name", name, ...pairs(args).flatMap((pair) => ["--prompt-args", pair])],
  call_tool: ({ name, arguments: args }) =>
    ["tools/call", "--tool-name", name, ...pairs(args).flatMap((pair) => ["--tool-arg", pair])],
};

if (told.oauth) process.exit(); // it signs in with a browser and keeps the tokens in the home directory
for (const [number, step] of told.steps.entries()) {
  if (!methods[step.do]) continue;
  const words = ["--cli", ...server, ...era, "--method", ...methods[step.do](step)];
  const { status, stderr } = spawnSync("mcp-inspector", words, { encoding: "utf8" });
  console.log(JSON.stringify({ step: number, ok: status === 0, error: stderr.slice(-200) }));
}
