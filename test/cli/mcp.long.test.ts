import { expect, test } from "bun:test";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

test("the program answers over its standard input and output, and ends with the input", async () => {
  using directory = new TemporaryDirectory();
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } },
    { id: 2, method: "tools/call", params: { name: "list_features" } },
  ];
  const mcp = Bun.spawn([...testedProgram.argv, "mcp", "--data", "nothing-here"], {
    cwd: directory.path,
    env: { PATH: "" },
    stdin: new Blob(messages.map((each) => `${JSON.stringify({ jsonrpc: "2.0", ...each })}\n`)),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, err] = await Promise.all([mcp.exited, mcp.stdout.text(), mcp.stderr.text()]);
  expect([code, err]).toEqual([0, ""]);
  const answers = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: "gatehouse" } } },
    {
      id: 2,
      result: { isError: true, content: [{ text: expect.stringContaining("no data in") }] },
    },
  ]);
});
