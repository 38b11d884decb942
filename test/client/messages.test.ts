import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeClientBundles } from "../../packaging/package-bundles.ts";
import { createClient } from "../../src/client.ts";
import { freePort } from "../helpers/free-port.ts";

/** What goes wrong first with a client, in the words of the shell: under Bun, and of the package under Node. */

let directory: string;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json({ code: "token_invalid" }, { status: 401 }),
});
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "client-messages-"));
  await writeClientBundles(directory);
});
afterAll(async () => {
  await server.stop(true);
  await rm(directory, { recursive: true });
});

const closed = await freePort();
const own = `http://127.0.0.1:${server.port}`;
const rows = [
  [
    `http://127.0.0.1:${closed}`,
    "a-token",
    `http://127.0.0.1:${closed}/adapter cannot be reached: nothing listens there; is the server running?`,
  ],
  [
    `http://localhost:${closed}`,
    "a-token",
    `http://localhost:${closed}/adapter cannot be reached: nothing listens there; is the server running?`,
  ],
  [
    "http://nosuch.invalid",
    "a-token",
    "http://nosuch.invalid/adapter cannot be reached: no host has this name",
  ],
  [
    own,
    "a-token",
    `${own}/adapter does not accept the token: it is unknown, revoked or expired; gatehouse token create creates another one on the server's machine`,
  ],
  [
    own,
    "",
    `${own}/adapter needs a token; gatehouse token create creates one on the server's machine`,
  ],
] as const;

test.each(rows)("%s with the token %j: %s", async (url, token, expected) => {
  const errors: string[] = [];
  const client = createClient({
    ...{ url, telemetry: false, onError: (error) => void errors.push(error.message) },
    ...(token === "" ? {} : { token }),
  });
  await client.ready();
  await client.close();
  expect(errors).toEqual([expected]);
});

const node = Bun.which("node") ?? "";

test.skipIf(node === "").each(rows)(
  "under Node: %s with the token %j: %s",
  async (url, token, expected) => {
    const script = `
    import { GatehouseProvider } from ${JSON.stringify(join(directory, "openfeature.js"))};
    await new GatehouseProvider(${JSON.stringify({ url, telemetry: false, token })}).initialize({});
  `;
    const child = Bun.spawn([node, "--input-type=module", "-e", script], {
      stdout: "pipe",
      stderr: "pipe",
      env: {},
    });
    const printed = await child.stderr.text();
    expect(await child.exited).toBe(1);
    expect(printed).toContain(`Error: ${expected}\n`);
    expect(printed).not.toContain("a-token");
    expect(Math.max(...printed.split("\n").map(({ length }) => length))).toBeLessThan(300);
  },
);
