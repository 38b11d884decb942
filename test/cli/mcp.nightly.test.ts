import { expect, test } from "bun:test";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

test("the program answers with and without a server, and leaves the data free in between", async () => {
  using directory = new TemporaryDirectory();
  const data = directory.path;
  const start = () => ServerProcess.start(testedProgram, data, { mode: "hosted" });
  const mcp = Bun.spawn([...testedProgram.argv, "mcp", "--allow-writes", "--data", data], {
    cwd: data,
    env: { PATH: "" },
    stdin: "pipe",
    stdout: "pipe",
  });
  const lines = mcp.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const call = async (name: string, sent: object): Promise<string> => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: sent },
    };
    await mcp.stdin.write(`${JSON.stringify(message)}\n`);
    await mcp.stdin.flush();
    let text = "";
    while (!text.endsWith("\n")) {
      text += (await lines.read()).value ?? "\n";
    }
    return JSON.parse(text).result.content[0].text;
  };
  {
    using server = await start();
    expect(await call("create_feature", { name: "search" })).toContain('"applied":true');
    server.signal("SIGTERM");
    await server.ended();
  }
  expect(await call("get_feature", { name: "search" })).toContain('"state":"off"');
  {
    using server = await start();
    expect(await call("enable_actor", { name: "search", actor: "a" })).toContain('"applied":true');
    server.signal("SIGTERM");
    await server.ended();
  }
  await mcp.stdin.end();
  expect(await mcp.exited).toBe(0);
});
