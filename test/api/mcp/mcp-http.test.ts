import { afterAll, beforeAll, expect, test } from "bun:test";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import { servedMcp } from "../../../src/server/served-mcp.ts";
import { defaults } from "../../config/setting-rows.ts";
import { type McpSite, message, startMcp } from "./mcp-site.ts";

let site: McpSite;

beforeAll(async () => {
  site = await startMcp({ corsOrigins: ["https://app.example"] });
});

afterAll(() => site[Symbol.asyncDispose]());

const ping = { jsonrpc: "2.0", id: "a", method: "ping" };
type Arrange = (init: RequestInit) => RequestInit;
const withHeaders =
  (more: Readonly<Record<string, string>>): Arrange =>
  ({ headers, ...init }) => ({
    ...init,
    headers: { ...(headers as Record<string, string>), ...more },
  });
const withoutToken = withHeaders({ authorization: "" });

const rows: readonly (readonly [what: string, status: number, code: string | null, Arrange])[] = [
  ["a message with a token", 200, null, (init) => init],
  ["no token", 401, "token_invalid", withoutToken],
  [
    "a cookie instead of a token",
    401,
    "token_invalid",
    (init) =>
      withHeaders({
        authorization: "",
        cookie: site.owner.cookie,
        "sec-fetch-site": "same-origin",
      })(init),
  ],
  [
    "an unknown personal token",
    401,
    "token_invalid",
    withHeaders({ authorization: "Bearer gh_pat_unknown" }),
  ],
  [
    "an unknown token of an environment",
    401,
    "token_invalid",
    withHeaders({ authorization: "Bearer gatehouse_unknown" }),
  ],
  [
    "a page of another site",
    403,
    "origin_not_allowed",
    withHeaders({ origin: "https://evil.example" }),
  ],
  ["an opaque page", 403, "origin_not_allowed", withHeaders({ origin: "null" })],
  ["a page of --cors-origin", 200, null, withHeaders({ origin: "https://app.example" })],
  [
    "a page of this server",
    200,
    null,
    withHeaders({ origin: "http://localhost", host: "localhost" }),
  ],
  [
    "a body that is too long",
    413,
    "body_too_large",
    (init) => ({
      ...init,
      body: JSON.stringify({ ...ping, params: { text: "x".repeat(512 * 1024) } }),
    }),
  ],
  ["a body that is no JSON", 400, "request_invalid", (init) => ({ ...init, body: "{" })],
  ["a form", 415, "media_type_unsupported", withHeaders({ "content-type": "text/plain" })],
  [
    "an unknown version of the protocol",
    400,
    "request_invalid",
    withHeaders({ "mcp-protocol-version": "1999-01-01" }),
  ],
  [
    "a known version of the protocol",
    200,
    null,
    withHeaders({ "mcp-protocol-version": "2025-06-18" }),
  ],
  ["GET", 405, "method_not_allowed", ({ headers = {} }) => ({ method: "GET", headers })],
  ["DELETE", 405, "method_not_allowed", ({ headers = {} }) => ({ method: "DELETE", headers })],
  [
    "a notification",
    202,
    null,
    (init) => ({
      ...init,
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    }),
  ],
];

test.each(rows)("%s: %i", async (_, status, code, arrange) => {
  const answer = await site.send(arrange(message(site.token, ping)));
  const text = await answer.text();
  expect(answer.status).toBe(status);
  if (code !== null) {
    expect(JSON.parse(text)).toMatchObject({ code });
    expect(text).not.toContain(site.token);
  }
  expect(answer.headers.get("www-authenticate")).toBe(
    status === 401 ? 'Bearer realm="Gatehouse"' : null,
  );
});

const messages: readonly (readonly [what: string, body: unknown, answer: object])[] = [
  ["a batch", [ping], { error: { code: -32_600 }, id: null }],
  ["another version of JSON-RPC", { ...ping, jsonrpc: "1.0" }, { error: { code: -32_600 } }],
  ["an id that is an object", { ...ping, id: {} }, { error: { code: -32_600 } }],
  ["params that are a list", { ...ping, params: [] }, { error: { code: -32_602 }, id: "a" }],
  [
    "an unknown method",
    { ...ping, method: "resources/list" },
    { error: { code: -32_601 }, id: "a" },
  ],
  [
    "an unknown tool",
    { ...ping, method: "tools/call", params: { name: "drop" } },
    { error: { code: -32_602, message: 'There is no tool "drop"; tools/list shows the tools' } },
  ],
  ["a call without a tool", { ...ping, method: "tools/call" }, { error: { code: -32_602 } }],
  ["ping", ping, { jsonrpc: "2.0", id: "a", result: {} }],
  [
    "a known version",
    { ...ping, method: "initialize", params: { protocolVersion: "2025-03-26" } },
    {
      result: {
        protocolVersion: "2025-03-26",
        serverInfo: { name: "gatehouse", version: "1.2.3" },
      },
    },
  ],
  [
    "an unknown version",
    { ...ping, method: "initialize", params: { protocolVersion: "2099-01-01" } },
    { result: { protocolVersion: "2025-11-25", capabilities: { tools: {} } } },
  ],
];

test.each(messages)("%s", async (_, body, expected) => {
  const answer = await site.send(message(site.token, body));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject(expected);
});

test("without --mcp there is no route", () => {
  const context = { docsUrl: "", onFault: () => undefined, trace: new RequestTrace() };
  expect(servedMcp({ ...site.server, config: defaults, context, version: "1.2.3" })).toEqual([]);
});
