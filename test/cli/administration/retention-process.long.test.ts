import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { gatehouse, startGatehouse } from "./gatehouse-process.ts";

const token = "a-token-of-this-test";
const variables = { GATEHOUSE_TOKEN: token };
const dayMs = 86_400_000;
const timeoutMs = 180_000;

async function ask(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/adapter${path}`, { ...init, headers: { "flipper-cloud-token": token } });
}

async function auditCount(url: string): Promise<number> {
  const { audits } = (await (await ask(url, "/audits")).json()) as { audits: unknown[] };
  return audits.length;
}

async function untilAudits(url: string, count: number): Promise<void> {
  while ((await auditCount(url)) !== count) {
    await Bun.sleep(10);
  }
}

/** Writes to the database of a stopped server. */
function change(directory: string, statement: string, ...values: number[]): void {
  using database = new Database(join(directory, "gatehouse.db"));
  expect(database.run(statement, values).changes).toBeGreaterThan(0);
}

test(
  "the server removes old audits when the shell sets a retention, and at its start",
  async () => {
    using directory = new TemporaryDirectory();
    let server = await startGatehouse(directory.path, variables);
    await ask(server.url, "/features/old/boolean", { method: "POST" });
    await server.end("SIGTERM");
    const age = "UPDATE audits SET created_at = created_at - ?";
    change(directory.path, age, 100 * dayMs);

    server = await startGatehouse(directory.path, variables);
    await ask(server.url, "/features/new/boolean", { method: "POST" });
    expect(await auditCount(server.url)).toBe(4);
    const set = ["limits", "set", "self_hosted", "--audit-retention", "90d"];
    expect(await gatehouse(directory.path, set)).toMatchObject({ code: 0, err: "" });
    await untilAudits(server.url, 2);
    await server.end("SIGTERM");

    change(directory.path, age, 100 * dayMs);
    server = await startGatehouse(directory.path, variables);
    await untilAudits(server.url, 0);
    const { code, logged } = await server.end("SIGTERM");
    expect(code).toBe(0);
    expect(logged).not.toContain("the clock jumped");
  },
  timeoutMs,
);

test(
  "a server whose clock is months ahead of the newest data removes nothing, and logs a warning",
  async () => {
    using directory = new TemporaryDirectory();
    let server = await startGatehouse(directory.path, variables);
    await ask(server.url, "/features/old/boolean", { method: "POST" });
    await server.end("SIGTERM");
    const set = ["limits", "set", "self_hosted", "--audit-retention", "90d"];
    expect(await gatehouse(directory.path, set)).toMatchObject({ code: 0, err: "" });
    // As if the last server had run 200 days ago: what is older than 90 days now was not then.
    change(directory.path, "UPDATE audits SET created_at = created_at - ?", 210 * dayMs);
    change(directory.path, "UPDATE clock_mark SET seen_at = seen_at - ?", 200 * dayMs);

    server = await startGatehouse(directory.path, variables);
    await ask(server.url, "/features/new/boolean", { method: "POST" });
    const { code, logged } = await server.end("SIGTERM");
    expect(code).toBe(0);
    expect(logged).toMatch(/^\S+ warn the clock jumped hours=4800$/m);
    using database = new Database(join(directory.path, "gatehouse.db"));
    expect(database.query("SELECT count(*) AS audits FROM audits").get()).toEqual({ audits: 4 });
  },
  timeoutMs,
);
