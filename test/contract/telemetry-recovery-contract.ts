import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Program, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

const token = "a-token-for-telemetry";
const dayMs = 24 * 3_600_000;

/** A server whose telemetry.db is damaged or old at the start (docs/operations.md#failures). */
export function telemetryRecoveryContract(program: Program): void {
  function start(directory: string): Promise<ServerProcess> {
    const variables = { GATEHOUSE_TOKEN: token };
    return ServerProcess.start(program, directory, { mode: "hosted", variables });
  }

  /** Stops the server; returns what it has logged. */
  async function stop(server: ServerProcess): Promise<string> {
    server.signal("SIGTERM");
    const { code, err } = await server.ended();
    expect(code).toBe(0);
    return err;
  }

  function send(server: ServerProcess, path: string, body?: object): Promise<Response> {
    return fetch(`${server.url}/adapter${path}`, {
      headers: { "content-type": "application/json", "flipper-cloud-token": token },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  }

  async function submit(server: ServerProcess): Promise<number> {
    const metric = { key: "search", time: Math.floor(Date.now() / 1_000), result: true, value: 1 };
    const submission = { request_id: crypto.randomUUID(), enabled_metrics: [metric] };
    return (await send(server, "/telemetry", submission)).status;
  }

  async function readiness(server: ServerProcess): Promise<unknown> {
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(200);
    return response.json();
  }

  test(`${program.name}: toggles are served and telemetry counts after telemetry.db was damaged`, async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "telemetry.db");
    const first = await start(directory.path);
    expect((await send(first, "/features", { name: "search" })).status).toBe(200);
    expect(await submit(first)).toBe(202);
    expect(await stop(first)).not.toContain("damaged");
    writeFileSync(file, "no database at all".repeat(1_000));
    const second = await start(directory.path);
    expect(await (await send(second, "/features")).json()).toMatchObject({
      features: [{ key: "search" }],
    });
    expect(await submit(second)).toBe(202);
    expect(await readiness(second)).toMatchObject({
      status: "degraded",
      checks: { database: "ok", telemetry: "degraded" },
    });
    const [renamed = ""] = readdirSync(directory.path).filter((name) => /damaged.*Z$/.test(name));
    expect(renamed).toStartWith("telemetry.db.damaged-");
    expect(await stop(second)).toMatch(new RegExp(` error fault .*${renamed}`));
    const third = await start(directory.path);
    expect(await readiness(third)).toMatchObject({ status: "ok" });
    expect(await stop(third)).not.toContain("damaged");
  });

  test(`${program.name}: a clock that is days after the last telemetry is a warning`, async () => {
    using directory = new TemporaryDirectory();
    const first = await start(directory.path);
    expect(await submit(first)).toBe(202);
    await stop(first);
    {
      using database = new Database(join(directory.path, "telemetry.db"));
      database.run("UPDATE clock SET seen_at = seen_at - ?", [3 * dayMs]);
    }
    expect(await stop(await start(directory.path))).toMatch(/ warn telemetry .*3\.0 days after/);
    expect(await stop(await start(directory.path))).not.toContain(" warn telemetry ");
  });
}
