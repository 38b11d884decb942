import { expect, test } from "bun:test";
import { join } from "node:path";
import { allTools } from "../../../src/api/mcp/all-tools.ts";
import { confirmArgument, writeArguments } from "../../../src/api/mcp/planned-change.ts";
import { placeArguments } from "../../../src/api/mcp/tool.ts";

test("docs/mcp.md has a row for each tool, with its arguments", async () => {
  const document = await Bun.file(join(import.meta.dir, "../../../docs/mcp.md")).text();
  const common = { ...placeArguments, ...writeArguments, ...confirmArgument };
  const rows = allTools.map(({ name, title, input }) => {
    const own = Object.keys(input.properties).filter((argument) => !(argument in common));
    return `| \`${name}\` | ${title} | ${own.map((argument) => `\`${argument}\``).join(", ")} |\n`;
  });
  expect(document).toContain(`| --- | --- | --- |\n${rows.join("")}\n`);
});
