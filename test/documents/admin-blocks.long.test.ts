import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { documentBlocks } from "./document-blocks.ts";
import { gatehouse, type Running, running, shell } from "./running-gatehouse.ts";

const documentedUrl = "http://127.0.0.1:8080";
const blocks = documentBlocks().filter((block) => block.test === "admin");

let server: Running;
let token: string;
beforeAll(async () => {
  server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
  token = await personalToken();
});
afterAll(() => server.stop());

/** Sets up the owner of the server, who then creates a token. */
async function personalToken(): Promise<string> {
  const shown = await Bun.file(join(server.directory, "data/first-start.txt")).text();
  const code = /\/set-up#(\S+)/.exec(shown)?.[1];
  const password = "a quiet river bends 42";
  const setUp = await send("/set-up", { code, password });
  const cookie = setUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  const created = await send(
    "/account/tokens",
    { name: "Documents", scope: "admin", expiresInDays: 1 },
    { cookie },
  );
  const { value }: { readonly value: string } = JSON.parse(await created.text());
  return value;
}

function send(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${server.url}/admin/v1${path}`, {
    method: "POST",
    headers: { origin: server.url, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

test("there are at least ten requests", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(10);
});

test.each(blocks.map(({ text }) => [text] as const))("%s", async (text) => {
  const lines = text
    .replaceAll(documentedUrl, server.url)
    .replaceAll("curl ", "curl --silent --show-error --fail-with-body ");
  const out = await shell(lines, server.directory, { TOKEN: token });
  expect(JSON.parse(out)).toBeObject();
});
