import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRequire } from "node:module";
import { join } from "node:path";
import { allTools } from "../../src/api/mcp/all-tools.ts";
import { testedProgram } from "../contract/server-process.ts";
import { startProgram } from "../helpers/executable.ts";

/** Where `make test-mcp` has installed packaging/mcp-tools. */
const tools = process.env.MCP_TOOLS ?? join(import.meta.dir, "../../build/mcp-tools");
const sdk = "node_modules/@modelcontextprotocol/sdk/dist/cjs/client";
const load = createRequire(import.meta.url);

interface Client {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: object): Promise<{
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  }>;
  ping(): Promise<unknown>;
  getServerVersion(): unknown;
  close(): Promise<void>;
}

interface Transports {
  readonly StdioClientTransport: new (options: object) => object;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

const { Client: ReferenceClient }: { readonly Client: new (info: object) => Client } = load(
  join(tools, sdk, "index.js"),
);
const { StdioClientTransport }: Transports = load(join(tools, sdk, "stdio.js"));
const { StreamableHTTPClientTransport }: Transports = load(join(tools, sdk, "streamableHttp.js"));

const token = "a-preset-token-of-tests";
let server: Awaited<ReturnType<typeof startProgram>>;

beforeAll(async () => {
  server = await startProgram(testedProgram.argv, ["--mcp", "writes"], { GATEHOUSE_TOKEN: token });
});

afterAll(() => server.stop());

const [command = "", ...words] = testedProgram.argv;
const bearer = (value: string) => ({
  requestInit: { headers: { authorization: `Bearer ${value}` } },
});

const transports: Readonly<Record<string, () => object>> = {
  "standard input and output, to a server": () =>
    new StdioClientTransport({
      command,
      args: [...words, "mcp", "--allow-writes", "--url", `${server.url}/adapter`],
      env: { GATEHOUSE_TOKEN: token },
    }),
  "standard input and output, to the data": () =>
    new StdioClientTransport({
      command,
      args: [...words, "mcp", "--allow-writes", "--data", server.dataDirectory],
    }),
  HTTP: () =>
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { "flipper-cloud-token": token } },
    }),
};

describe.each(Object.entries(transports))("over %s", (name, transport) => {
  const client = new ReferenceClient({ name: "test", version: "1" });
  const key = name.replaceAll(/\W+/g, "-");

  beforeAll(() => client.connect(transport()));
  afterAll(() => client.close());

  const called = async (tool: string, sent: object) => {
    const { content, isError = false } = await client.callTool({ name: tool, arguments: sent });
    return { isError, text: content[0]?.text ?? "" };
  };

  test("the client connects, and finds every tool", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "gatehouse" });
    await client.ping();
    const listed = await client.listTools();
    expect(listed.tools.map((tool) => tool.name)).toEqual(allTools.map((tool) => tool.name));
  });

  test("tools read, plan, change and refuse", async () => {
    expect(JSON.parse((await called("create_feature", { name: key })).text)).toMatchObject({
      applied: true,
    });
    expect(JSON.parse((await called("enable_feature", { name: key })).text)).toMatchObject({
      applied: false,
    });
    expect(
      JSON.parse((await called("enable_feature", { name: key, confirm: key })).text),
    ).toMatchObject({
      applied: true,
      plan: { after: { state: "on" } },
    });
    expect(JSON.parse((await called("explain", { name: key })).text)).toMatchObject({
      enabled: true,
    });
    expect(await called("get_feature", { name: "missing" })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: "drop", arguments: {} })).rejects.toThrow(
      "There is no tool",
    );
  });
});

test("the client reports a wrong token", async () => {
  const client = new ReferenceClient({ name: "test", version: "1" });
  const url = new URL(`${server.url}/mcp`);
  const connecting = client.connect(
    new StreamableHTTPClientTransport(url, bearer("gatehouse_wrong")),
  );
  await expect(connecting).rejects.toThrow();
});
